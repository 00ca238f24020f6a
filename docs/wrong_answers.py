#!/usr/bin/env python3
"""Draws docs/wrong-answers.svg with the command that stands under it in README.md.

    python3 docs/wrong_answers.py THREEFOLD_LAB             # writes it
    python3 docs/wrong_answers.py THREEFOLD_LAB --check     # exit status 1 if it is another one

The picture is the first plot of the page that `threefold-lab compare --report` writes.
"""

import argparse
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

DOCS = Path(__file__).resolve().parent
PICTURE = DOCS / "wrong-answers.svg"


def command():
    """The words behind `threefold-lab` in README.md, without the name of the page."""
    readme = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    lines = re.findall(r"^threefold-lab (compare .*) --report random\.html$", readme, re.M)
    if len(lines) != 1:
        raise SystemExit(f"README.md: {len(lines)} commands end in '--report random.html', not one")
    return shlex.split(lines[0])


def picture(page):
    """The first plot of a report, as an SVG file of its own."""
    style = re.search(r"<style>(.*?)</style>", page, re.S)[1]
    colours = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]+);", style.split("}")[0]))
    rules = [rule for rule in re.findall(r"^svg [^\n]*}$", style, re.M)]
    rules = "\n".join(rule.removeprefix("svg ") for rule in rules)
    rules = re.sub(r"var\(--([a-z-]+)\)", lambda name: colours[name[1]], rules)
    rules = rules.replace("font-family: inherit", "font-family: system-ui, sans-serif")
    plot = re.search(r'<svg class="bars" (.*?)>(.*?)</svg>', page, re.S)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {plot[1]}>\n<style>\n{rules}\n</style>\n'
        f'<rect width="100%" height="100%" fill="{colours["page"]}"/>\n{plot[2]}\n</svg>\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("laboratory", type=Path)
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        page = Path(work) / "random.html"
        run = [asked.laboratory.resolve(), *command(), "--report", page]
        subprocess.run(run, check=True, stdout=subprocess.DEVNULL)
        drawn = picture(page.read_text(encoding="utf-8"))
    if not asked.check:
        PICTURE.write_text(drawn, encoding="utf-8")
    elif PICTURE.read_text(encoding="utf-8") != drawn:
        print(f"{PICTURE.name} is not what the command in README.md draws: run docs/wrong_answers.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
