#!/usr/bin/env python3
"""Runs the commands of README.md and of docs/ as a reader would: pasted, from the root of a clone.

    python3 tests/run_readme.py target/release/threefold             # all pages
    python3 tests/run_readme.py target/release/threefold README.md   # some of them

The lines of the blocks that are marked `sh` run in a copy of this directory, one after the other,
page by page. `threefold` and `cargo run --release -p threefold-cli --` are the program that was
named; so nothing is compiled. What a page can say of a line is at its end, behind `#`:

    # exit status 1       it ends with this status instead of 0
    # slow, ...           it takes long: skipped without --slow

or behind `sh`, where a block begins, for all of its lines:

    sh slow               takes long: skipped without --slow
    sh database           needs the database of checkers: skipped without --database
    sh elsewhere          needs other programs, or what is not in a clone: never run

Other uses of cargo, and of pip, are skipped, and so is the checker in Python where python-chess is
missing and it was asked for certificates of chess. With --database the database in $XDG_CACHE_HOME
is used, or built there; without it every run begins with an empty cache.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Of a clone what no command of a page reads.
LEAVE_OUT = shutil.ignore_patterns(".git", "target", "fuzz", "src", "hostile", "proofs",
                                   "__pycache__", ".venv")
CARGO_RUN = "cargo run --release -p threefold-cli --"


def commands(page):
    """The commands of a page: (line number, text, word behind `sh`). A line that ends in a
    backslash goes on."""
    fence, begun = None, None
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            words = line[3:].split()
            fence = (words[1] if len(words) > 1 else "") if words[:1] == ["sh"] else None
            continue
        if fence is None or not line.strip() or line.startswith("#"):
            continue
        number, text = (begun[0], begun[1] + "\n" + line) if begun else (number, line)
        begun = (number, text) if line.endswith("\\") else None
        if not begun:
            yield number, text, fence


def reason_to_skip(text, fence, asked):
    """Why a line is not run, or None."""
    comment = text.rsplit(" # ", 1)[1] if " # " in text else ""
    if fence == "elsewhere":
        return "needs what is not in a clone"
    if not asked.slow and (fence == "slow" or comment.startswith("slow")):
        return "slow"
    if fence == "database" and not asked.database:
        return "needs the database of checkers"
    if "cargo " in text.replace(CARGO_RUN, "") or text.startswith("threefold-"):
        return "compiles"
    if "pip install" in text:
        return "installs"
    if "check_certificate.py proofs" in text and find_spec("chess") is None:
        return "needs python-chess"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=Path)
    parser.add_argument("pages", nargs="*", type=Path)
    parser.add_argument("--slow", action="store_true")
    parser.add_argument("--database", action="store_true")
    asked = parser.parse_args()
    pages = asked.pages or [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

    ran = failed = 0
    skipped = {}
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as work:
        work = Path(work)
        (work / "bin").mkdir()
        (work / "bin" / "threefold").symlink_to(asked.program.resolve(strict=True))
        # The python3 that runs this has the packages of tests/requirements.txt, if any has.
        (work / "bin" / "python3").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
        (work / "bin" / "python3").chmod(0o755)
        environment = dict(os.environ, PATH=f"{work / 'bin'}{os.pathsep}{os.environ['PATH']}")
        if not (asked.database and "XDG_CACHE_HOME" in environment):
            environment["XDG_CACHE_HOME"] = str(work / "cache")
        for page in pages:
            page = page.resolve()
            name = page.relative_to(ROOT)
            clone = work / "clone" / str(name).replace("/", "-")
            for number, text, fence in commands(page):
                reason = reason_to_skip(text, fence, asked)
                if reason:
                    skipped.setdefault(reason, []).append(f"{name}:{number}")
                    continue
                expected = re.search(r" # .*exit status (\d+)", text)
                expected = int(expected[1]) if expected else 0
                if not clone.exists():
                    shutil.copytree(ROOT, clone, ignore=LEAVE_OUT)
                since = time.monotonic()
                result = subprocess.run(
                    ["bash", "-c", text.replace(CARGO_RUN, "threefold")], cwd=clone,
                    env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT)
                ran += 1
                print(f"{name}:{number}: {time.monotonic() - since:5.1f} s  {text}")
                if result.returncode != expected:
                    failed += 1
                    print(result.stdout.decode(errors="replace"))
                    print(f"FAILED: exit status {result.returncode}, not {expected}")
    for reason, places in skipped.items():
        print(f"SKIPPED, {reason}: {' '.join(places)}")
    print(f"{ran} commands in {time.monotonic() - begun:.0f} s, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
