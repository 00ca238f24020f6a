#!/usr/bin/env python3
"""A gallery of proofs: web pages of certificates, and an index of them.

    python3 docs/gallery.py THREEFOLD [DIRECTORY] [--pictures CHROMIUM]

Solves each question with THREEFOLD (seconds for all of them), checks the certificate with it, makes its page, and writes
the pages and index.html into DIRECTORY, by default docs/gallery beside this file. --pictures also draws boards of the
first pages as docs/gallery-*.png with that browser, and wants the npm package playwright-core (PLAYWRIGHT names a folder
that has it).
"""

import argparse
import html
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIXTURES = "crates/games/graph/fixtures"

# file, title, what there is to see, arguments of the program, .game file
PROOFS = [
    ("eppstein", "Eppstein's position", "A mate in one. With plain scores a program shuffles for ever; a proof ends.",
     ["solve", "4k3/Q7/3K4/8/8/8/8/8 w - -"], None),
    ("excelsior", "Loyd's Excelsior", "The pawn that is least likely to mate. Play Black: every defence is answered.",
     ["solve", "--shortest", "n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k w - -"], None),
    ("runaway", "A runaway pawn", "Nobody catches it, and a table that ignores repetition says that it does not win.",
     ["solve", "8/8/8/1K6/8/7P/6k1/8 w - -"], None),
    ("opposition", "King and pawn against king", "A draw: two strategies, one for each side. Choose whose you play against.",
     ["solve", "--value", "8/8/8/8/4k3/8/4P3/4K3 w - -"], None),
    ("campbell", "Campbell's ending (1985)", "The position on which the paper shows what a stored draw does.",
     ["solve", "8/8/8/4k3/K5pP/6P1/8/8 w - -"], None),
    ("figure-1", "Figure 1 of Kishimoto and Mueller (2004)", "The smallest game that a plain table gets wrong.",
     ["solve", f"{FIXTURES}/figure1-reading1.game"], "figure1-reading1.game"),
    ("figure-2", "Figure 2 of the same paper", "Superko: what is banned depends on the way that was taken.",
     ["solve", f"{FIXTURES}/figure2.game"], "figure2.game"),
    ("1x9", "Go on 1x9", "Solved under superko. Banned moves are crossed out, with the place that they would repeat.",
     ["go", "board", "1x9"], None),
    ("one-eye", "One eye in the centre", "Black has an eye and wants another one; there is a ko.",
     ["solve", "examples/one-eye.sgf#1", "--verdict-only", "--more-threats", "0"], None),
    ("first-position", "First Position of checkers", "White wins with two kings against king and man.",
     ["solve", "--egdb", "none", "W:WK19,K23:B12,K28"], None),
]

# Two of the pages, the move that is shown, and the file of the picture.
PICTURES = [("excelsior", "#line=b2b4,c8c5,b4c5", "gallery-chess.png"), ("one-eye", "", "gallery-go.png")]

STYLE = """
body { margin: 0 auto; padding: 1.5rem; max-width: 46rem; color: #1f1f1c; background: #faf9f5;
  font: 1rem/1.5 ui-sans-serif, system-ui, sans-serif; }
h1 { font: 600 1.75rem/1.2 ui-serif, Georgia, serif; }
dt { margin-top: 1.1rem; font-weight: 600; }
dd { margin: 0; color: #62615a; }
a { color: #1f6b4f; }
@media (prefers-color-scheme: dark) {
  body { color: #ebe9e2; background: #181816; } dd { color: #a3a097; } a { color: #7cc8a4; }
}
"""


def run(program, *arguments, allowed=(0,)):
    ran = subprocess.run([program, *arguments], cwd=ROOT, capture_output=True, text=True)
    if ran.returncode not in allowed:
        raise SystemExit(f"{' '.join(arguments)}: exit code {ran.returncode}\n{ran.stdout}{ran.stderr}")
    return ran.stdout


def make_page(program, proof, directory):
    """The page of a proof; says what the checker said."""
    name, _, _, arguments, graph = proof
    with tempfile.TemporaryDirectory() as scratch:
        first = pathlib.Path(scratch) / f"{name}.cert"
        # Unconditional answers only; exit status 1 is that there is no win, which is an answer.
        run(program, *arguments, "-n", "5M", "-c", str(first), allowed=(0, 1))
        certificates = sorted(str(path) for path in pathlib.Path(scratch).glob("*.cert"))
        certificates.sort(key=lambda path: path != str(first))
        if not certificates:
            raise SystemExit(f"{name}: no certificate")
        for_graph = ["--graph", f"{FIXTURES}/{graph}"] if graph else []
        said = run(program, "check", *for_graph, *certificates)
        page = directory / f"{name}.html"
        run(program, "explore", *certificates, *for_graph, "-o", str(page))
    return said


def index(proofs):
    items = "\n".join(
        f'<dt><a href="{name}.html">{html.escape(title)}</a></dt>\n<dd>{html.escape(text)}</dd>'
        for name, title, text, _, _ in proofs
    )
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Browse proofs</title>
<style>{STYLE}</style>
<h1>Browse proofs</h1>
<p>Each page has a proof in it, checks it when it is opened, and lets you play against it. They are made by
<code>python3 docs/gallery.py</code>; <code>threefold explore</code> makes one of your own.</p>
<dl>
{items}
</dl>
</html>
"""


DRAW = """
import { createRequire } from "node:module";
const [library, browser, ...jobs] = process.argv.slice(2);
const { chromium } = createRequire(library + "/x.js")("playwright-core");
const opened = await chromium.launch({ executablePath: browser, args: ["--no-sandbox", "--disable-gpu"] });
for (let n = 0; n < jobs.length; n += 2) {
  const view = await opened.newPage({ viewport: { width: 1100, height: 760 } });
  await view.goto(jobs[n]);
  await view.waitForFunction(() => document.documentElement.dataset.state === "verified");
  await view.waitForTimeout(500);
  await view.screenshot({ path: jobs[n + 1] });
}
await opened.close();
"""


def draw_pictures(browser, directory):
    library = os.environ.get("PLAYWRIGHT")
    if not library:
        raise SystemExit("--pictures: PLAYWRIGHT has to name a folder with playwright-core")
    jobs = []
    for name, fragment, picture in PICTURES:
        jobs += [(directory / f"{name}.html").as_uri() + fragment, str(ROOT / "docs" / picture)]
    with tempfile.TemporaryDirectory() as scratch:
        script = pathlib.Path(scratch) / "draw.mjs"
        script.write_text(DRAW)
        subprocess.run(["node", str(script), str(pathlib.Path(library).resolve()), browser, *jobs], check=True)


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", metavar="THREEFOLD")
    parser.add_argument("directory", metavar="DIRECTORY", nargs="?", default=str(ROOT / "docs/gallery"))
    parser.add_argument("--pictures", metavar="CHROMIUM")
    read = parser.parse_args(arguments)
    found = shutil.which(read.program)
    if not found:
        raise SystemExit(f"{read.program}: no such program")
    program = str(pathlib.Path(found).absolute())
    directory = pathlib.Path(read.directory).resolve()
    directory.mkdir(parents=True, exist_ok=True)
    for proof in PROOFS:
        print(f"{proof[0]}: {make_page(program, proof, directory)}", end="", flush=True)
    (directory / "index.html").write_text(index(PROOFS))
    print(directory / "index.html")
    if read.pictures:
        draw_pictures(read.pictures, directory)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
