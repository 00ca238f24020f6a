#!/usr/bin/env python3
"""Makes the outputs and pictures of README.md and of docs/ with the commands that stand above them.

    python3 docs/figures.py THREEFOLD --lab THREEFOLD_LAB             # writes them
    python3 docs/figures.py THREEFOLD --lab THREEFOLD_LAB --check     # exit status 1 if one differs, but for times
    python3 docs/figures.py THREEFOLD docs/guide/checkers.md          # of some pages

A page says what is made, in comments around a block:

    <!-- figure: COMMAND | FILTERS -->      the command, and what it prints
    <!-- output: COMMAND | FILTERS -->      the latter alone
    <!-- table: COMMAND | NAME WORDS -->    a table, by a function of this script
    <!-- end -->

    <!-- picture PATH: COMMAND -->          the first plot of random.html, which the command writes

Behind the first word, `slow` is for what takes longer than a few seconds and is left out without --slow, and `database`
for what needs the database of checkers in $XDG_CACHE_HOME, left out without --database; of both is said when they were
made and how many commits have changed the code since. Commands run at the root of the
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
BLOCK = re.compile(r"^<!-- (?P<kind>figure|output|table)(?P<marks>(?: \w+)*): (?P<text>.*) -->\n"
                   r"(?P<fence>(?:```.*\n)?)(?P<old>(?:.*\n)*?)(?:```\n)?<!-- end -->$", re.M)
PICTURE = re.compile(r"^<!-- picture (?P<path>\S+): (?P<text>.*) -->$", re.M)
BEGUN = re.compile(r"^<!-- (?:figure|output|table|picture)\b", re.M)
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
        name, *words = filters.split() or [""]
        if name in TABLES:
            return TABLES[name](printed, *words)
        return self.shell(filters, printed) if filters else printed

    def is_left_out(self, marks, text, line):
        missing = (not self.asked.lab and "threefold-lab " in text
                   or "slow" in marks and not self.asked.slow
                   or "database" in marks and not self.asked.database)
        if missing:
            self.left_out.append(f"{text}{self.age(line)}")
        return missing

    def age(self, line):
        """When a line of the page was written, and how many commits have changed the code since."""
        def git(*words):
            return subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True).stdout.split()

        blamed = git("blame", "-s", "-l", "-L", f"{line},{line}", self.path)
        if not blamed:
            return ""
        commit = blamed[0].lstrip("^")
        day, since = git("log", "-1", "--format=%cs", commit), git(
            "rev-list", "--count", f"{commit}..HEAD", "--", "crates", "research")
        return f" (written {''.join(day)}, {''.join(since)} commits of code since)"

    def block(self, found):
        """A block of a page, made anew; the old one if nothing but times differs."""
        text = found["text"]
        # The line before the last is of what was printed.
        if self.is_left_out(found["marks"].split(), text, found.string.count("\n", 0, found.end("old"))):
            return found[0]
        shown = f"$ {text.partition(' | ')[0]}\n" if found["kind"] == "figure" else ""
        new = shown + "\n".join(line.rstrip() for line in self.output(text).strip("\n").split("\n")) + "\n"
        self.made += 1
        if TIME.sub("0 s", new) == TIME.sub("0 s", found["old"]):
            return found[0]
        self.different.append(text)
        begin, end = (found.start("old") - found.start(), found.end("old") - found.start())
        return found[0][:begin] + new + found[0][end:]

    def page(self, path):
        self.path, old = path, path.read_text(encoding="utf-8")
        new = BLOCK.sub(self.block, old)
        if len(BEGUN.findall(old)) != len(BLOCK.findall(old)) + len(PICTURE.findall(old)):
            raise SystemExit(f"{path}: a comment for a figure without a block, or without an end")
        if new != old and not self.asked.check:
            path.write_text(new, encoding="utf-8")
        for found in PICTURE.finditer(old):
            if self.is_left_out([], found["text"], found.string.count("\n", 0, found.end()) + 1):
                continue
            self.output(found["text"])
            drawn = picture((self.work / "random.html").read_text(encoding="utf-8"))
            self.made += 1
            path = ROOT / found["path"]
            if path.read_text(encoding="utf-8") != drawn:
                self.different.append(found["text"])
                if not self.asked.check:
                    path.write_text(drawn, encoding="utf-8")


def boards(printed, rule):
    """What `go-options` prints about a rule: nodes + positions simulated of each set of options, by board."""
    columns, rows, wanted = {}, {}, False
    for line in printed.splitlines():
        board, _, named = line.partition(", value ")
        if named:
            wanted = named.endswith(rule)
            columns.update({board: None} if wanted else {})
        elif wanted and line.startswith("  ") and not line.startswith("  options"):
            cells = re.split(r"  +", line.strip())
            name, (_, wrong, unknown, _), nodes, simulated = cells[0], map(int, cells[1:5]), int(cells[5]), int(cells[7])
            text = f"{nodes:,}" + (f" + {simulated:,}" if simulated else "") + (f", {wrong} wrong" if wrong else "")
            rows.setdefault(name, []).append("open" if unknown else text)
    lines = [["options", *columns], *([name, *cells] for name, cells in rows.items())]
    head, *body = (f"| {' | '.join(cells)} |" for cells in lines)
    return "\n".join([head, "|---" * (1 + len(columns)) + "|", *body])


TABLES = {"boards": boards}


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
