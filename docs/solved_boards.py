#!/usr/bin/env python3
"""Solves small boards of Go and prints the tables of docs/solved-boards.md.

    python3 docs/solved_boards.py THREEFOLD [BOARD ...]

Each line is one run of THREEFOLD, with both bounds certified and checked by it; where tests/check_certificate.py is not
switched off with --no-second-checker, every certificate is checked by that program too. The hash is the SHA-256 of the
files of a run, in the order of their names, one after the other. All boards of the page take seconds.
"""

import argparse
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BOARDS = "1x5 1x6 1x7 1x8 1x9 2x2 2x3 2x4 2x5 3x3 3x4".split()
RULES = [("ssk", "situational superko"), ("psk", "positional superko"), ("basic-ko", "basic ko")]


def solved(program, board, rule, second):
    """The value in words, nodes, lines of the certificates, and their hash."""
    with tempfile.TemporaryDirectory() as directory:
        path = pathlib.Path(directory, "proof.cert")
        command = [program, "go", "board", board, "--rule", rule, "--value-only", "-m", "64M", "--json", "-c", str(path)]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode != 0:
            raise SystemExit(f"{' '.join(command)}: exit status {run.returncode}\n{run.stderr}")
        report = json.loads(run.stdout)
        if not report["checked"]:
            raise SystemExit(f"{board} {rule}: not checked")
        files = sorted(map(pathlib.Path, report["certificates"]))
        digest = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
        for file in files if second else []:
            checked = subprocess.run([sys.executable, str(ROOT / "tests/check_certificate.py"), str(file)],
                                     capture_output=True, text=True)
            if checked.returncode != 0:
                raise SystemExit(f"{board} {rule}: {file.name}: {checked.stdout}{checked.stderr}")
    value = f"{report['lower']} .. {report['upper']}" if report["no_result"] else str(report["value"])
    return value, report["nodes"], report["certificate_positions"], digest


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("boards", nargs="*", default=BOARDS)
    parser.add_argument("--no-second-checker", action="store_true")
    args = parser.parse_args()
    for rule, name in RULES:
        print(f"## {name.capitalize()}\n")
        print("| board | value | nodes | positions | SHA-256 of the certificates |\n|---|---|---|---|---|")
        for board in args.boards:
            value, nodes, positions, digest = solved(args.program, board, rule, not args.no_second_checker)
            print(f"| {board} | {value} | {nodes:,} | {positions:,} | `{digest}` |", flush=True)
        print()


if __name__ == "__main__":
    main()
