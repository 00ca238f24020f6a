#!/usr/bin/env python3
"""Compares two builds of the program: the same answers, numbers of nodes, JSON and certificates.

    python3 tests/compare_builds.py OLD NEW [--positions FILE]... [--egdb DIR] [--only TEXT]
                                    [--lab "OLD COMMAND" "NEW COMMAND"] [--games N] [--times]

OLD and NEW are two `threefold` programs. Run it before and after a change of structure, which must
change nothing of what they do. Each command runs with both, from the root of the repository. Exit
status, standard output, messages and every file that was written must be equal byte for byte, but
for what is measured (times, rates) and the names of the temporary folders.

--positions adds a file of positions (EPD, FEN, PDN, SGF), each solved with a limit of 20,000 nodes.
--egdb is the folder of a database of checkers; without one there is none.
--lab also compares `fuzz-graphs` (N random games under each rule) of two laboratories.
--times prints the processor time of both for every command.

Exit code 1 if there is a difference.
"""

import argparse
import os
import pathlib
import re
import resource
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
FIXTURES = sorted((ROOT / "crates/games/graph/fixtures").glob("*.game"))
BOARDS = ["1x4", "1x7", "1x9", "2x2", "2x3", "2x4", "3x3", "3x4"]

# What is measured, not found out: `"time_s":0.12`, `0.12 s`, `1.2 M nodes/s`, tables of times.
MEASURED = [
    (re.compile(rb'"(time_s|seconds|nodes_per_second|memory_bytes_peak)":[0-9.e+-]+'), rb'"\1":_'),
    (re.compile(rb" +[0-9][0-9.,]* s +[0-9]+k?\n"), rb" _ s\n"),
    (re.compile(rb" *\b[0-9][0-9.,]* ?(ms|us|s|min)\b"), rb" _ s"),
    (re.compile(rb"\bshare [0-9.]+"), rb"share _"),
    (re.compile(rb" *\b[0-9][0-9.,]* ?[kMG]? ?(nodes|positions|moves|child look-ups)?(/s| a second| per second)"),
     rb" _/s"),
]


def without_measurements(text, directory):
    text = text.replace(str(directory).encode(), b"TEMPORARY")
    for pattern, name in MEASURED:
        text = pattern.sub(name, text)
    return text


def commands(arguments):
    """(label, arguments of `threefold`) with {out} for a folder for what is written."""
    database = ["--egdb", arguments.egdb or "none"]
    proofs = ["--certificate", "{out}/proofs"]
    proof = ["--certificate", "{out}/one.cert"]
    yield "bench", ["bench"]
    for name in ["mates.epd", "repetition.epd"]:
        file = f"examples/{name}"
        yield name, ["solve", file, *proofs]
        yield name, ["solve", "--json", "--value", "--nodes", "200k", file, *proofs]
        yield name, ["solve", "--json", "--moves", "--nodes", "20k", file]
        yield name, ["solve", "--policy", "ignore", "--json", file]
        yield name, ["solve", "--twins", "exact-path", "--path-code", "move-depth", "--json", file]
        yield name, ["solve", "--memory", "64K", "--json", "--nodes", "200k", file]
    for file in FIXTURES:
        name = str(file.relative_to(ROOT))
        yield file.name, ["solve", name, *proof]
        yield file.name, ["solve", "--json", "--moves", name]
        yield file.name, ["solve", "--json", "--policy", "ignore", name]
        yield file.name, ["dot", name]
    one_eye = "examples/one-eye.sgf"
    yield "one-eye", ["solve", "--nodes", "5k", "--json", one_eye, *proofs]
    yield "one-eye", ["solve", "--nodes", "5k", one_eye]
    yield "one-eye", ["solve", "--nodes", "5k", "--moves", f"{one_eye}#1"]
    yield "one-eye", ["solve", "--nodes", "5k", "--tree", "{out}/tree.sgf", f"{one_eye}#2"]
    yield "corner", ["solve", "examples/corner.sgf", "--json", *proofs]
    yield "send-two", ["solve", "examples/send-two-return-one.sgf", "--json"]
    yield "check-sgf", ["go", "check-sgf", "--nodes", "5k", f"{one_eye}"]
    for board in BOARDS:
        for rule in ["ssk", "psk"]:
            yield f"board {board}", ["go", "board", board, "--rule", rule, "--json", *proof]
        yield f"board {board}", ["go", "board", board]
    yield "boards.txt", ["solve", "--game", "go", "--json", "--nodes", "100k", "examples/boards.txt"]
    yield "endings.pdn", ["solve", "--value", "--egdb", "none", "--nodes", "20k", "--json",
                          "examples/endings.pdn"]
    yield "endings.pdn", ["solve", "--value", *database, "examples/endings.pdn", *proofs]
    yield "endings.pdn", ["solve", "--json", "--moves", *database, "examples/endings.pdn"]
    yield "checkers", ["solve", "--json", "--nodes", "2k", *database, "examples/checkers-200.fen"]
    for file in arguments.positions:
        extra = database if "checkers" in str(file) else []
        yield pathlib.Path(file).name, ["solve", "--json", "--nodes", "20k", *extra, file, *proofs]
    yield "hostile", ["check", "--json", "tests/hostile"]
    yield "hostile", ["check", "tests/hostile"]
    yield "input", ["solve", "no such position"]
    yield "input", ["solve", "8/8/8/8/8/8/8/8 w - -"]
    yield "input", ["solve", "--value", "examples/none.epd"]


def run(program, command, directory):
    arguments = [word.replace("{out}", str(directory)) for word in command]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([program, *arguments], cwd=ROOT, capture_output=True,
                          stdin=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    found = {
        "exit status": str(done.returncode).encode(),
        "output": without_measurements(done.stdout, directory),
        "messages": without_measurements(done.stderr, directory),
    }
    for path in sorted(pathlib.Path(directory).rglob("*")):
        if path.is_file():
            found[str(path.relative_to(directory))] = path.read_bytes()
    return found, seconds


def first_difference(old, new):
    for name in sorted(set(old) | set(new)):
        if old.get(name) == new.get(name):
            continue
        if name not in old or name not in new:
            return f"{name}: written by {'NEW' if name in new else 'OLD'} alone"
        pairs = zip(old[name].split(b"\n") + [b"<end>"], new[name].split(b"\n") + [b"<end>"])
        for number, (a, b) in enumerate(pairs, 1):
            if a != b:
                show = [line[:400].decode("utf-8", "replace") for line in (a, b)]
                return f"{name}, line {number}\n    OLD {show[0]}\n    NEW {show[1]}"
    return None


def compare(label, old, new, command, tally, show_times):
    found = []
    for program in (old, new):
        with tempfile.TemporaryDirectory() as directory:
            found.append(run(program, command, directory))
    (a, old_seconds), (b, new_seconds) = found
    tally["commands"] += 1
    tally["old"] += old_seconds
    tally["new"] += new_seconds
    if show_times:
        print(f"{old_seconds:8.2f} {new_seconds:8.2f} s  {label}: {shlex.join(command)[:90]}")
    difference = first_difference(a, b)
    if difference:
        tally["different"] += 1
        print(f"DIFFERENT {shlex.join(command)}\n  {difference}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--positions", action="append", default=[])
    parser.add_argument("--egdb")
    parser.add_argument("--only", help="commands whose label contains this")
    parser.add_argument("--lab", nargs=2, metavar=("OLD", "NEW"))
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--times", action="store_true")
    arguments = parser.parse_args()
    arguments.positions = [os.path.abspath(file) for file in arguments.positions]
    if arguments.egdb:
        arguments.egdb = os.path.abspath(arguments.egdb)
    tally = {"commands": 0, "different": 0, "old": 0.0, "new": 0.0}
    old, new = os.path.abspath(arguments.old), os.path.abspath(arguments.new)
    for label, command in commands(arguments):
        if arguments.only is None or arguments.only in label:
            compare(label, old, new, command, tally, arguments.times)
    if arguments.lab:
        outputs = []
        for program in arguments.lab:
            command = [*shlex.split(program), "fuzz-graphs", "--games", str(arguments.games)]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
            outputs.append((done.returncode, without_measurements(done.stdout, ROOT)))
        tally["commands"] += 1
        if outputs[0] != outputs[1]:
            tally["different"] += 1
            print(f"DIFFERENT fuzz-graphs\n    OLD {outputs[0]}\n    NEW {outputs[1]}")
    print(f"{tally['commands']} commands, {tally['different']} different; "
          f"{tally['old']:.1f} and {tally['new']:.1f} CPU seconds")
    sys.exit(1 if tally["different"] else 0)


if __name__ == "__main__":
    main()
