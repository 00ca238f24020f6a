#!/usr/bin/env python3
"""Makes the outputs and pictures of README.md and of docs/ with the commands that stand above them.

    python3 docs/figures.py THREEFOLD --lab THREEFOLD_LAB             # writes them
    python3 docs/figures.py THREEFOLD --lab THREEFOLD_LAB --check     # exit status 1 if one differs, but for times
    python3 docs/figures.py THREEFOLD docs/guide/checkers.md          # of some pages

A page says what is made, in comments around a block:

    <!-- figure: COMMAND | FILTERS -->      the command, and what it prints
    <!-- output: COMMAND | FILTERS -->      the latter alone
    <!-- end -->

    <!-- picture PATH: COMMAND -->          the first plot of random.html, which the command writes

Behind the first word, `slow` is for what takes longer than a few seconds and is left out without --slow, and `database`
for what needs the database of checkers in $XDG_CACHE_HOME, left out without --database. Commands run at the root of the
repository with `threefold` and `threefold-lab` on their PATH, each once, whatever the filters behind it.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^<!-- (?P<kind>figure|output)(?P<marks>(?: \w+)*): (?P<text>.*) -->\n"
                   r"(?P<fence>```.*\n)(?P<old>(?:.*\n)*?)```\n<!-- end -->$", re.M)
PICTURE = re.compile(r"^<!-- picture (?P<path>\S+): (?P<text>.*) -->$", re.M)
BEGUN = re.compile(r"^<!-- (?:figure|output|picture)\b", re.M)
TIME = re.compile(r"\b\d+\.\d+ s\b")


class Maker:
    """Runs commands, each once, and counts what was made, what differs, and what was left out."""

    def __init__(self, asked, work):
        self.asked, self.work = asked, work
        self.printed, self.left_out = {}, []
        self.made = 0
        self.different = []
        (work / "bin").mkdir()
        for name, program in (("threefold", asked.program), ("threefold-lab", asked.lab)):
            if program:
                (work / "bin" / name).symlink_to(program.resolve(strict=True))
        self.environment = dict(os.environ, PATH=f"{work / 'bin'}{os.pathsep}{os.environ['PATH']}")

    def shell(self, text, given=""):
        """What a command prints, which may end as it likes: a wrong answer has another exit status."""
        return subprocess.run(["bash", "-c", text], cwd=ROOT, env=self.environment, text=True, input=given,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout

    def output(self, text):
        """What a command with its filters prints. A page it writes goes to the working directory."""
        command, _, filters = text.partition(" | ")
        if command not in self.printed:
            self.printed[command] = self.shell(command.replace("--report ", f"--report {self.work}/"))
        printed = self.printed[command]
        if not printed:
            raise SystemExit(f"prints nothing: {command}")
        return self.shell(filters, printed) if filters else printed

    def is_left_out(self, marks, text):
        missing = (not self.asked.lab and "threefold-lab " in text
                   or "slow" in marks and not self.asked.slow
                   or "database" in marks and not self.asked.database)
        if missing:
            self.left_out.append(text)
        return missing

    def block(self, found):
        """A block of a page, made anew; the old one if nothing but times differs."""
        text = found["text"]
        if self.is_left_out(found["marks"].split(), text):
            return found[0]
        shown = f"$ {text.partition(' | ')[0]}\n" if found["kind"] == "figure" else ""
        new = shown + "\n".join(line.rstrip() for line in self.output(text).strip("\n").split("\n")) + "\n"
        self.made += 1
        if TIME.sub("0 s", new) == TIME.sub("0 s", found["old"]):
            return found[0]
        self.different.append(text)
        return found[0].replace(found["fence"] + found["old"], found["fence"] + new)

    def page(self, path):
        old = path.read_text(encoding="utf-8")
        new = BLOCK.sub(self.block, old)
        if len(BEGUN.findall(old)) != len(BLOCK.findall(old)) + len(PICTURE.findall(old)):
            raise SystemExit(f"{path}: a comment for a figure without a block, or without an end")
        if new != old and not self.asked.check:
            path.write_text(new, encoding="utf-8")
        for found in PICTURE.finditer(old):
            if self.is_left_out([], found["text"]):
                continue
            self.output(found["text"])
            drawn = picture((self.work / "random.html").read_text(encoding="utf-8"))
            self.made += 1
            path = ROOT / found["path"]
            if path.read_text(encoding="utf-8") != drawn:
                self.different.append(found["text"])
                if not self.asked.check:
                    path.write_text(drawn, encoding="utf-8")


def picture(page):
    """The first plot of a report, as an SVG file of its own."""
    style = re.search(r"<style>(.*?)</style>", page, re.S)[1]
    colours = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]+);", style.split("}")[0]))
    rules = "\n".join(rule.removeprefix("svg ") for rule in re.findall(r"^svg [^\n]*}$", style, re.M))
    rules = re.sub(r"var\(--([a-z-]+)\)", lambda name: colours[name[1]], rules)
    rules = rules.replace("font-family: inherit", "font-family: system-ui, sans-serif")
    plot = re.search(r'<svg class="bars" (.*?)>(.*?)</svg>', page, re.S)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {plot[1]}>\n<style>\n{rules}\n</style>\n'
        f'<rect width="100%" height="100%" fill="{colours["page"]}"/>\n{plot[2]}\n</svg>\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=Path)
    parser.add_argument("pages", nargs="*", type=Path)
    parser.add_argument("--lab", type=Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--slow", action="store_true")
    parser.add_argument("--database", action="store_true")
    asked = parser.parse_intermixed_args()
    with tempfile.TemporaryDirectory() as work:
        maker = Maker(asked, Path(work))
        for path in asked.pages or [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
            maker.page(path.resolve())
    for text in maker.left_out:
        print(f"SKIPPED: {text}")
    for text in maker.different:
        print(f"{'DIFFERS' if asked.check else 'written'}: {text}")
    print(f"{maker.made} figures, {len(maker.different)} {'differ' if asked.check else 'written'}")
    return bool(asked.check and maker.different)


if __name__ == "__main__":
    sys.exit(main())
