#!/usr/bin/env python3
"""Runs the commands of README.md and of docs/ as a reader would: pasted, from the root of a clone.

    python3 tests/run_readme.py target/release/threefold             # all pages
    python3 tests/run_readme.py target/release/threefold README.md   # some of them
    python3 tests/run_readme.py target/release/threefold --lab target/release/threefold-lab

The lines of the blocks that are marked `sh` run one after the other in a copy of this directory,
one for each page; pages run side by side, one on each processor. `threefold` and `cargo run
--release -p threefold-cli --` are the program that was named, so that nothing is compiled;
`threefold-lab compare` is the one that --lab names, and is skipped without. What a page can say of a
line is at its end, behind `#`:

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
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Of a clone what no command of a page reads.
LEAVE_OUT = shutil.ignore_patterns(".git", "target", "fuzz", "src", "hostile", "proofs",
                                   "__pycache__", ".venv")
CARGO_RUN = "cargo run --release -p threefold-cli --"
LAB_COMPARE = "threefold-lab compare "


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
    if LAB_COMPARE in text and not asked.lab:
        return "needs threefold-lab"
    if text.startswith("threefold-lab ") and LAB_COMPARE not in text:
        return "a large run"
    if "cargo " in text.replace(CARGO_RUN, ""):
        return "compiles"
    if "pip install" in text:
        return "installs"
    if "check_certificate.py proofs" in text and find_spec("chess") is None:
        return "needs python-chess"
    return None


def run_page(page, work, environment, asked):
    """Runs the commands of a page in a copy of the clone: what to print, whether each ended as it
    should, and the places of those that were skipped, by reason."""
    name = page.relative_to(ROOT)
    clone = work / "clone" / str(name).replace("/", "-")
    printed, results, skipped = [], [], {}
    for number, text, fence in commands(page):
        reason = reason_to_skip(text, fence, asked)
        if reason:
            skipped.setdefault(reason, []).append(f"{name}:{number}")
            continue
        if not clone.exists():
            shutil.copytree(ROOT, clone, ignore=LEAVE_OUT)
        expected = re.search(r" # .*exit status (\d+)", text)
        expected = int(expected[1]) if expected else 0
        since = time.monotonic()
        # One that serves never ends.
        limit = [] if asked.slow else ["timeout", "300"]
        result = subprocess.run(
            [*limit, "bash", "-c", text.replace(CARGO_RUN, "threefold")], cwd=clone, env=environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        printed.append(f"{name}:{number}: {time.monotonic() - since:5.1f} s  {text}")
        results.append(result.returncode == expected)
        if result.returncode != expected:
            printed.append(result.stdout.decode(errors="replace"))
            printed.append(f"FAILED: exit status {result.returncode}, not {expected}")
    return printed, results, skipped


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=Path)
    parser.add_argument("pages", nargs="*", type=Path)
    parser.add_argument("--lab", type=Path)
    parser.add_argument("--slow", action="store_true")
    parser.add_argument("--database", action="store_true")
    asked = parser.parse_intermixed_args()
    pages = asked.pages or [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as work:
        work = Path(work)
        (work / "bin").mkdir()
        (work / "bin" / "threefold").symlink_to(asked.program.resolve(strict=True))
        if asked.lab:
            (work / "bin" / "threefold-lab").symlink_to(asked.lab.resolve(strict=True))
        # The python3 that runs this has the packages of tests/requirements.txt, if any has.
        (work / "bin" / "python3").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
        (work / "bin" / "python3").chmod(0o755)
        environment = dict(os.environ, PATH=f"{work / 'bin'}{os.pathsep}{os.environ['PATH']}")
        if not (asked.database and "XDG_CACHE_HOME" in environment):
            environment["XDG_CACHE_HOME"] = str(work / "cache")
        ran = failed = 0
        skipped = {}
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for lines, results, left_out in pool.map(
                    lambda page: run_page(page.resolve(), work, environment, asked), pages):
                print("".join(f"{line}\n" for line in lines), end="", flush=True)
                ran += len(results)
                failed += results.count(False)
                for reason, places in left_out.items():
                    skipped.setdefault(reason, []).extend(places)
    for reason, places in skipped.items():
        print(f"SKIPPED, {reason}: {' '.join(places)}")
    print(f"{ran} commands in {time.monotonic() - begun:.0f} s, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
