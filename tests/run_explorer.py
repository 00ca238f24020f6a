#!/usr/bin/env python3
"""Tests of the page of certificates (crates/explorer): rules, the line that is shown, and the page in a browser.

    python3 tests/run_explorer.py [--solver=FILE.wasm] THREEFOLD [THREEFOLD_LAB]

The page with the solver inside is opened where there is one: FILE.wasm, or target/web/threefold.wasm, which web/build
makes. With the laboratory's program the pages beside its reports are opened, too. Needs node 20 or newer; the page itself
also Chromium and the npm package playwright-core, which is installed in a temporary folder. What is not there is left
out, with a line that says so. The certificates are made with THREEFOLD.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from compare_checkers import find_node

ROOT = pathlib.Path(__file__).resolve().parent.parent
TESTS = ROOT / "crates/explorer/tests"
FIXTURES = ROOT / "crates/games/graph/fixtures"
PLAYWRIGHT = "playwright-core@1.65.1"

# name, arguments of the program, .game file
QUESTIONS = [
    ("chess", ["solve", "n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k w - -"], None),
    ("chess-draw", ["solve", "--value", "8/4k3/8/4P3/4K3/8/8/8 b - -"], None),
    ("checkers", ["solve", "--egdb", "none", "--value", "W:WK26,K27:B21,K25"], None),
    ("checkers-draw", ["solve", "--egdb", "none", "--value", "W:WK1:BK32"], None),
    ("go", ["go", "board", "2x3", "--at-least=1"], None),
    ("go-draw", ["go", "board", "2x2", "--rule", "basic-ko", "--value-only"], None),
    ("go-problem", ["solve", "examples/one-eye.sgf#12", "--verdict-only", "--more-threats", "0"], None),
    ("tsume", ["solve", "9/7Rl/8B/5R1GB/8k/9/9/6N2/9 b 3g4s3n3l18p 1"], None),
    ("tsume-holds", ["solve", "7S1/9/7BL/7RN/8k/9/9/9/6N2 b rb4g3s2n3l18p 1"], None),
    ("graph", ["solve", "crates/games/graph/fixtures/figure1-reading1.game"], "figure1-reading1.game"),
    ("graph-superko", ["solve", "crates/games/graph/fixtures/superko-ko.game"], "superko-ko.game"),
]


def certificates(program, directory):
    """Makes them, and returns what page.test.mjs wants to know."""
    made = []
    for name, arguments, graph in QUESTIONS:
        path = directory / f"{name}.cert"
        run = subprocess.run([program, *arguments, "-n", "100k", "-c", str(path)], cwd=ROOT, capture_output=True, text=True)
        if run.returncode or not path.exists():
            raise SystemExit(f"{name}: exit code {run.returncode}\n{run.stdout}{run.stderr}")
        first_question(path)
        made.append({"name": name, "certificate": str(path), **({"graph": str(FIXTURES / graph)} if graph else {})})
    return made


def first_question(path):
    """Where several questions were asked, one behind the other, keeps the first certificate."""
    lines = path.read_text().splitlines()
    starts = [at for at, line in enumerate(lines) if line == "threefold certificate 1"]
    holds = [any(line.startswith("claim:") and line.endswith("holds") for line in lines[at:at + 4]) for at in starts]
    if len(starts) > 1 and not all(holds):
        path.write_text("\n".join(lines[:starts[1]]) + "\n")


def check_long_sets(program, node, directory):
    """A board on which more than 1000 situations come together, so that sets become intervals."""
    made = directory / "1x11.cert"
    subprocess.run([program, "go", "board", "1x11", "-c", str(made)], check=True, capture_output=True)
    files = [str(made), str(made.with_suffix(".2.cert"))]
    run = subprocess.run([node, str(TESTS / "check.mjs"), *files], capture_output=True, text=True)
    if run.stdout.split("\n") != ["VERIFIED black wins", "VERIFIED white holds", ""]:
        raise SystemExit(f"1x11: {run.stdout}{run.stderr}")


def find_playwright(directory):
    """A folder with playwright-core in it, or None and a line that says so."""
    if shutil.which("npm"):
        command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(directory), PLAYWRIGHT]
        if subprocess.run(command, capture_output=True).returncode == 0:
            return directory
    print(f"SKIPPED: the page in a browser, for want of {PLAYWRIGHT}", flush=True)
    return None


def compared(laboratory, directory):
    """Pages of proofs that the plain table contradicts, as a comparison writes them."""
    report = directory / "report.html"
    inputs = [str(FIXTURES / "figure2.game"), "8/8/8/1K6/8/7P/6k1/8 w - -"]
    command = [laboratory, "compare", "-p", "dfpn/ignore,dfpn/base-twin", "-n", "100k", "--report", str(report)]
    run = subprocess.run([*command, "--explore", *inputs], capture_output=True, text=True)
    pages = [str(report.with_suffix(f".{number}.html")) for number in (1, 2)]
    missing = [page for page in pages if f'href="{pathlib.Path(page).name}"' not in report.read_text()]
    if run.returncode or missing:
        raise SystemExit(f"compare --explore: exit code {run.returncode}, not linked: {missing}\n{run.stderr}")
    return pages


def main(arguments):
    solvers = [argument.removeprefix("--solver=") for argument in arguments if argument.startswith("--solver=")]
    built = ROOT / "target/web/threefold.wasm"
    solvers += [str(built)] if built.exists() else []
    arguments = [argument for argument in arguments if not argument.startswith("--solver=")]
    if len(arguments) not in (1, 2):
        raise SystemExit(__doc__)
    node = find_node()
    if node is None:
        return 0
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        program = str(pathlib.Path(arguments[0]).resolve())
        check_long_sets(program, node, directory)
        environment = dict(os.environ)
        tests = sorted(TESTS.glob("*.test.mjs"))
        chromium = environment.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
        if not chromium:
            print("SKIPPED: the page in a browser, for want of Chromium (apt-get install chromium)", flush=True)
        playwright = find_playwright(directory) if chromium else None
        if playwright:
            listed = directory / "certificates.json"
            listed.write_text(json.dumps(certificates(program, directory)))
            environment |= {"CHROMIUM": chromium, "PLAYWRIGHT": str(playwright), "CERTIFICATES": str(listed), "THREEFOLD": program}
            if solvers:
                environment["SOLVER"] = str(pathlib.Path(solvers[0]).resolve())
            else:
                print("SKIPPED: the page with the solver inside, for want of target/web/threefold.wasm (web/build)", flush=True)
            if len(arguments) == 2:
                environment["COMPARED"] = json.dumps(compared(arguments[1], directory))
        else:
            tests = [test for test in tests if test.name not in ("page.test.mjs", "ask.test.mjs")]
        return subprocess.run([node, "--test", *map(str, tests)], env=environment).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
