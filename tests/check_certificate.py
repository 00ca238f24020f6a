#!/usr/bin/env python3
"""Checks certificates with rules and walks of its own, sharing nothing with threefold (checker/).

    python3 tests/check_certificate.py [--graph FILE.game] FILE...

Prints `VERIFIED <claim>` for each block, or `REFUTED line N: <kind>`. Exit code 0 if everything was
verified, 1 if something was refuted, 2 if a file is no certificate, 3 if one relies on an endgame
database, which is not had here. Of several the largest counts, as for `threefold check`.

Chess needs the package `chess`, compressed files `zstandard` (requirements.txt).
"""

import argparse
import os
import sys

from checker.graph_game import Graph
from checker.reader import Unreadable
from checker.verdict import UNREADABLE, VERIFIED, answer


LARGEST = 1 << 30


def contents(path):
    if path == "-":
        data = sys.stdin.buffer.read(LARGEST + 1)
    elif os.path.exists(path) and not os.path.isfile(path):
        raise OSError("expected a regular file")
    else:
        with open(path, "rb") as file:
            data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise OSError(f"expected at most {LARGEST >> 20} MiB")
    return data


def main(arguments):
    parser = argparse.ArgumentParser(description="Check certificates without threefold.")
    parser.add_argument("--graph", metavar="FILE.game", help="the game that graph games are about")
    parser.add_argument("files", nargs="+", metavar="FILE")
    options = parser.parse_args(arguments)
    try:
        graph = Graph(contents(options.graph)) if options.graph else None
    except (Unreadable, OSError) as error:
        print(f"{options.graph}: {error}", file=sys.stderr)
        return UNREADABLE
    code = VERIFIED
    for path in options.files:
        try:
            said = answer(contents(path), graph)
        except OSError as error:
            print(f"{path}: {error}", file=sys.stderr)
            code = max(code, UNREADABLE)
            continue
        # A name is no place for lines that look like a verdict.
        name = "".join(c if c.isprintable() else "?" for c in path) + ": "
        for line in said.lines:
            print(name + line if len(options.files) > 1 else line)
        if said.message:
            print(f"{path}: {said.message}", file=sys.stderr)
        code = max(code, said.code)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
