#!/usr/bin/env python3
"""The first plot of a page that `threefold-lab compare --report` wrote, as an SVG file of its own.

    threefold-lab compare --random 10k --size 4..12 --rule situational-superko --report random.html
    python3 tests/report_picture.py random.html docs/wrong-answers.svg
"""

import re
import sys
from pathlib import Path


def main():
    page, out = Path(sys.argv[1]).read_text(encoding="utf-8"), Path(sys.argv[2])
    style = re.search(r"<style>(.*?)</style>", page, re.S)[1]
    colours = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]+);", style.split("}")[0]))
    rules = [rule for rule in re.findall(r"^svg [^\n]*}$", style, re.M)]
    rules = "\n".join(rule.removeprefix("svg ") for rule in rules)
    rules = re.sub(r"var\(--([a-z-]+)\)", lambda name: colours[name[1]], rules)
    rules = rules.replace("font-family: inherit", "font-family: system-ui, sans-serif")
    plot = re.search(r'<svg class="bars" (.*?)>(.*?)</svg>', page, re.S)
    out.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" {plot[1]}>\n<style>\n{rules}\n</style>\n'
        f'<rect width="100%" height="100%" fill="{colours["page"]}"/>\n{plot[2]}\n</svg>\n',
        encoding="utf-8")


if __name__ == "__main__":
    main()
