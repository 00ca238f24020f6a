#!/usr/bin/env python3
"""Weighs the repository: lines of the product and of the laboratory, tests apart, and words of the
pages. Fails above the numbers that CONTRIBUTING.md states.

    python3 tests/weight.py            # one line for each of the three; exit status 1 above a limit
    python3 tests/weight.py --rooms    # the lines of each crate as well
"""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PRODUCT = re.compile(r"(crates|python)/.*src/.*\.rs|crates/.*assets/.*\.js|python/threefold/.*\.py")
LABORATORY = re.compile(r"research/.*src/.*\.rs")
PAGES = re.compile(r"(README|docs/.*)\.md")
WORD = re.compile(r"\S*\w\S*")  # the bars of tables are none
LIMIT = re.compile(r"^\| (product|laboratory|pages) \| ([\d,]+) (?:lines|words) \|$", re.M)


def without_tests(path):
    """The number of lines of a source file outside modules marked `#[cfg(test)]`."""
    lines = path.read_text(encoding="utf-8").splitlines()
    count = number = 0
    while number < len(lines):
        line = lines[number]
        if line.strip() == "#[cfg(test)]":
            indent = line[:len(line) - len(line.lstrip())]
            end = number + 1
            while lines[end].lstrip().startswith(("#[", "//")):
                end += 1
            if not re.match(r"\s*(pub(\(\w+\))? )?mod \w+", lines[end]):
                count += 1
                number += 1
                continue
            if lines[end].rstrip().endswith("{"):
                # rustfmt puts the closing brace below the first column of the module.
                end = lines.index(indent + "}", end)
            number = end + 1
            continue
        count += 1
        number += 1
    return count


def main():
    limits = {name: int(figure.replace(",", "")) for name, figure in
              LIMIT.findall((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))}
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, text=True,
                           capture_output=True).stdout.splitlines()
    weight, rooms = Counter(), Counter()
    for name in files:
        path = ROOT / name
        if PAGES.fullmatch(name):
            weight["pages"] += len(WORD.findall(path.read_text(encoding="utf-8")))
            continue
        kind = ("product" if PRODUCT.fullmatch(name)
                else "laboratory" if LABORATORY.fullmatch(name) else None)
        # A module of tests in a file of its own.
        if kind is None or path.name == "tests.rs" or "/tests/" in name:
            continue
        lines = without_tests(path)
        weight[kind] += lines
        rooms[name.split("/src/")[0]] += lines
    if "--rooms" in sys.argv[1:]:
        for room, lines in sorted(rooms.items()):
            print(f"{lines:7,}  {room}")
    failed = False
    for name, unit in (("product", "lines"), ("laboratory", "lines"), ("pages", "words")):
        limit = limits.get(name)
        over = limit is None or weight[name] > limit
        failed |= over
        stated = "no limit in CONTRIBUTING.md" if limit is None else f"at most {limit:,}"
        print(f"{name}: {weight[name]:,} {unit}, {stated}{': FAILED' if over else ''}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
