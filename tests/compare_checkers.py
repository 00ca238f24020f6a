#!/usr/bin/env python3
"""Compares `threefold check` with the checkers in Python and in JavaScript: the same verdict, line and kind
for everything.

    python3 tests/compare_checkers.py THREEFOLD [--games chess,go,...] [--mutations N] [--seed S]
                                      [--only hostile|mutations] [--keep DIR] [--verified PROGRAM]

1. The files of tests/hostile have the outcome that tests/hostile/EXPECTED says, from all.
2. Certificates made by the program (corpus.py) are verified by all.
3. Damaged copies of them (mutations.py), N for each game, are judged alike.

Exit code 1 if there is a disagreement. --keep DIR writes the files about which there was one. The checker in
JavaScript, which is that of the page of `threefold explore`, needs node 20 or newer, and is left out where
there is none. It does not unpack: compressed files reach it unpacked, if they can be. The verified checker
(proof/threefold-verified, docs/proof.md) takes part if --verified names it, in what it does not leave unchecked.
"""

import argparse
import collections
import io
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zlib

import corpus
import mutations
from checker import reader, verdict
from checker.graph_game import Graph
from checker.reader import Unreadable

GAMES = ["chess", "checkers", "go", "go-problem", "graph", "tsume"]
HOSTILE = pathlib.Path(__file__).resolve().parent / "hostile"
JAVASCRIPT = HOSTILE.parent.parent / "crates/explorer/tests/check.mjs"
OLDEST_NODE = 20
AT_ONCE = 500
LARGEST_UNPACKED = 64 << 20


def by_python(data, graph):
    """What the checker in Python makes of a file, in one line."""
    said = verdict.answer(data, graph)
    if said.code == verdict.UNREADABLE:
        return "unreadable"
    if said.code == verdict.NOT_CHECKED:
        return "not checked: database"
    return ", ".join(said.lines)


def by_threefold(program, directory, names, graph, options=()):
    """{name: the same in one line}, for files of a directory that are about one game."""
    found = {}
    for begin in range(0, len(names), AT_ONCE):
        some = names[begin:begin + AT_ONCE]
        command = [program, "check", "--json", *options]
        if graph:
            command += ["--graph", str(graph)]
        run = subprocess.run(command + some, capture_output=True, cwd=directory)
        messages = run.stderr.decode("utf-8", "replace")
        if run.returncode not in (0, 1, 2, 3) or "panicked" in messages:
            raise SystemExit(f"threefold check: exit code {run.returncode}\n{messages}")
        said = collections.defaultdict(list)
        refuted = set()
        for line in run.stdout.decode("utf-8").splitlines():
            block = json.loads(line)
            name = block["file"]
            if name in refuted or block.get("verified") is None:
                continue
            if block.get("not_checked") or block.get("limit"):
                said[name].append(f"not checked: {block.get('not_checked') or block.get('limit')}")
                refuted.add(name)
            elif block["verified"]:
                said[name].append(f"VERIFIED {block['claim']}")
            else:
                said[name].append(f"REFUTED line {block['line']}: {block['kind']}")
                refuted.add(name)
        for name in some:
            found[name] = ", ".join(said[name])
        for line in messages.splitlines():
            name, colon, message = line.removeprefix("threefold: ").partition(": ")
            if colon and name in found and name not in refuted:
                limit = re.search("not checked: (memory|time)", message)
                found[name] = limit[0] if limit else "unreadable"
        for name in some:
            found[name] = found[name] or "no answer"
    return found


def find_node():
    """The program `node`, or None and a line that says so."""
    node = shutil.which("node")
    version = subprocess.run([node, "--version"], capture_output=True, text=True).stdout if node else ""
    if node and int(re.match(r"v(\d+)|", version)[1] or 0) >= OLDEST_NODE:
        return node
    print(f"SKIPPED: the checker in JavaScript, which needs node {OLDEST_NODE} or newer", flush=True)
    return None


def by_javascript(node, directory, names, graph):
    """{name: the same in one line}, from the checker of the page."""
    found = {}
    for begin in range(0, len(names), AT_ONCE):
        some = names[begin:begin + AT_ONCE]
        command = [node, str(JAVASCRIPT), "--json"] + (["--graph", str(graph)] if graph else [])
        run = subprocess.run(command + some, capture_output=True, cwd=directory)
        if graph and run.returncode == 2 and not run.stdout:
            return dict.fromkeys(names, "unreadable")
        said = {line["file"]: line["said"] for line in map(json.loads, run.stdout.splitlines())}
        if run.returncode not in (0, 1, 2, 3) or said.keys() != set(some):
            raise SystemExit(f"{JAVASCRIPT}: exit code {run.returncode}\n{run.stderr.decode('utf-8', 'replace')}")
        found.update(said)
    return found


def by_verified(program, directory, names, graph):
    """{name: the same in one line}, from the checker extracted from the proof."""
    said = collections.defaultdict(list)
    for begin in range(0, len(names), AT_ONCE):
        some = names[begin:begin + AT_ONCE]
        command = [program, "--names"] + (["--graph", str(graph)] if graph else [])
        run = subprocess.run(command + some, capture_output=True, text=True, cwd=directory)
        if run.returncode not in (0, 1, 2, 3):
            raise SystemExit(f"{program}: exit code {run.returncode}\n{run.stderr}")
        for line in run.stdout.splitlines():
            name, _, words = line.partition(": ")
            said[name].append(words)
    return {name: ", ".join(said[name]) or "no answer" for name in names}


def unpacked(data):
    """The contents of a file that may be compressed, or None where they are damaged, too large, or compressed again."""
    if not data.startswith(reader.ZSTD):
        return data
    parts, size = [], 0
    try:
        for part in reader.inflated(io.BytesIO(data)):
            size += len(part)
            if size > LARGEST_UNPACKED:
                return None
            parts.append(part)
    except Unreadable:
        return None
    data = b"".join(parts)
    return None if data.startswith(reader.ZSTD) else data


class Comparison:
    def __init__(self, program, directory, keep, verified=None):
        self.program, self.directory = program, pathlib.Path(directory)
        self.verified = verified and str(pathlib.Path(verified).resolve())
        self.node = find_node()
        self.keep = keep and pathlib.Path(keep)
        self.disagreements = 0
        self.outcomes = collections.Counter()

    def files(self, files, graph_path):
        """`files`: [(name, what it is, data)], all about one game. Yields what Python says of each."""
        graph = None
        if graph_path:
            try:
                graph = Graph(graph_path.read_bytes())
            except Unreadable as error:
                raise SystemExit(f"{graph_path}: {error}") from None
        for name, _, data in files:
            (self.directory / name).write_bytes(data)
        names = [name for name, _, _ in files]
        theirs = by_threefold(self.program, self.directory, names, graph_path)
        pages = by_javascript(self.node, self.directory, names, graph_path) if self.node else {}
        proved = by_verified(self.verified, self.directory, names, graph_path) if self.verified else {}
        for name, what, data in files:
            ours = by_python(data, graph)
            kind = ours.split(" ")[0] if "REFUTED" not in ours else ours.rpartition(" ")[2]
            self.outcomes[kind] += 1
            # What relies on a database is not for Python to judge.
            if ours != theirs[name] and ours != "not checked: database":
                self.disagreements += 1
                print(f"{what}: Python says '{ours}', threefold '{theirs[name]}'")
                self.keep_file(name, data)
            if self.node and pages[name] not in (ours, "not checked: convention"):
                self.disagreements += 1
                print(f"{what}: Python says '{ours}', JavaScript '{pages[name]}'")
                self.keep_file(name, data)
            if proved.get(name, "not checked") not in (ours, "not checked"):
                self.disagreements += 1
                print(f"{what}: Python says '{ours}', the verified checker '{proved[name]}'")
                self.keep_file(name, data)
            (self.directory / name).unlink()
            yield what, ours

    def keep_file(self, name, data):
        if self.keep:
            self.keep.mkdir(parents=True, exist_ok=True)
            (self.keep / f"{self.disagreements}-{name}").write_bytes(data)

    def hostile_by_javascript(self, names, graph):
        """{name: what JavaScript says} of the hostile files about one game that are for it to judge."""
        written = []
        for name in names if self.node else []:
            data = unpacked((HOSTILE / name).read_bytes())
            if data is not None:
                (self.directory / name).write_bytes(data)
                written.append(name)
        return by_javascript(self.node, self.directory, written, graph) if written else {}


def compare_game(comparison, made, count, rng):
    by_graph = collections.defaultdict(list)
    for path, graph in made:
        by_graph[graph].append(path)
    sources = []
    for graph, paths in by_graph.items():
        parsed = Graph(graph.read_bytes()) if graph else None
        files = [(path.name, str(path.name), path.read_bytes()) for path in paths]
        for (what, ours), (_, _, data) in zip(comparison.files(files, graph), files):
            if not ours.startswith("VERIFIED"):
                comparison.disagreements += 1
                print(f"{what}: not verified: {ours}")
                continue
            sources.append((graph, data.decode().splitlines(), mutations.legal_moves(data, parsed)))
    mutator = mutations.Mutator([(lines, legal) for _, lines, legal in sources], rng)
    damaged = collections.defaultdict(list)
    for number in range(count):
        graph, lines, legal = sources[number % len(sources)]
        kind, lines = mutator.one(lines, legal)
        name = f"{number}.cert"
        end = rng.choice(["\n", "\n", "\n", ""])
        data = ("\n".join(lines) + end).encode("utf-8")
        damaged[mutated_graph(comparison, graph, lines, rng)].append((name, f"{name} ({kind})", data))
    for graph, files in damaged.items():
        for _ in comparison.files(files, graph):
            pass
    return len(made)


def mutated_graph(comparison, graph, lines, rng):
    """For half of the certificates whose header differs from the `.game` file, one that says the same."""
    if graph is None or rng.random() < 0.5:
        return graph
    header = dict(line.split(": ", 1) for line in lines if ": " in line)
    text = graph.read_text()
    start, _, moves = header.get("history", "").partition(" moves ")
    for key, value in (("rule", header.get("repetition")), ("root", header.get("root")),
                       ("attacker", header.get("attacker")),
                       ("history", f"{start} {moves}" if "history" in header else None)):
        text = re.sub(f"(?m)^{key}:.*\n", "", text) if value or key == "history" else text
        if value:
            text = text.replace("threefold game 1\n", f"threefold game 1\n{key}: {value}\n", 1)
    if text == graph.read_text():
        return graph
    try:
        Graph(text.encode())
    except Unreadable:
        return graph
    other = graph.with_name(f"{graph.stem}-{zlib.crc32(text.encode())}.game")
    other.write_text(text)
    return other


def read_expected():
    """EXPECTED: `file | options | outcome`, where `python: outcome` may follow if only that differs."""
    for line in (HOSTILE / "EXPECTED").read_text().splitlines():
        if line and not line.startswith("#"):
            yield [word.strip() for word in line.split("|")]


def graph_of(options):
    words = options.split()
    return HOSTILE / words[words.index("--graph") + 1] if "--graph" in words else None


def check_hostile(comparison):
    """The files that have to be refused, and some that only look as if they had to be."""
    count = 0
    mentioned = {"EXPECTED"}
    expected = list(read_expected())
    by_options = collections.defaultdict(list)
    for name, options, *_ in expected:
        by_options[options].append(name)
    unasked = {name for name, _, *outcomes in expected if outcomes[-1] == "-"}
    said, pages, proved = {}, {}, {}
    for options, names in by_options.items():
        words = [str(HOSTILE / word) if word.endswith(".game") else word for word in options.split()]
        said.update(by_threefold(comparison.program, HOSTILE, names, None, words))
        asked = [name for name in names if name not in unasked]
        pages.update(comparison.hostile_by_javascript(asked, graph_of(options)))
        if comparison.verified:
            proved.update(by_verified(comparison.verified, HOSTILE, asked, graph_of(options)))
    for name, options, *outcomes in expected:
        count += 1
        mentioned.add(name)
        graph = graph_of(options)
        mentioned |= {graph.name} if graph else set()
        theirs = said[name]
        if theirs != outcomes[0]:
            comparison.disagreements += 1
            print(f"hostile/{name}: expected '{outcomes[0]}', threefold says '{theirs}'")
        python = outcomes[1] if len(outcomes) > 1 else outcomes[0]
        if python == "-":
            continue
        try:
            ours = by_python((HOSTILE / name).read_bytes(), Graph(graph.read_bytes()) if graph else None)
        except Unreadable:
            ours = "unreadable"
        if ours != python:
            comparison.disagreements += 1
            print(f"hostile/{name}: expected '{python}', Python says '{ours}'")
        if pages.get(name, python) not in (python, "not checked: convention"):
            comparison.disagreements += 1
            print(f"hostile/{name}: expected '{python}', JavaScript says '{pages[name]}'")
        if proved.get(name, "not checked") not in (python, "not checked"):
            comparison.disagreements += 1
            print(f"hostile/{name}: expected '{python}', the verified checker says '{proved[name]}'")
    for path in HOSTILE.iterdir():
        if path.name not in mentioned:
            comparison.disagreements += 1
            print(f"hostile/{path.name}: EXPECTED does not say what is expected")
    return count


def main(arguments):
    parser = argparse.ArgumentParser(description="Compare threefold check with the checkers in Python and JavaScript.")
    parser.add_argument("program")
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--mutations", type=int, default=1000, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=["hostile", "mutations"])
    parser.add_argument("--keep", metavar="DIR")
    parser.add_argument("--verified", metavar="PROGRAM")
    options = parser.parse_args(arguments)
    program = str(pathlib.Path(options.program).resolve())
    with tempfile.TemporaryDirectory() as directory:
        comparison = Comparison(program, directory, options.keep, options.verified)
        if options.only != "mutations":
            begin = time.monotonic()
            count = check_hostile(comparison)
            print(f"hostile: {count} files, {time.monotonic() - begin:.1f} s", flush=True)
        for game in options.games.split(",") if options.only != "hostile" else []:
            begin = time.monotonic()
            comparison.outcomes.clear()
            made = corpus.make(program, pathlib.Path(directory) / "made", options.seed, [game])[game]
            count = compare_game(comparison, made, options.mutations, random.Random(options.seed))
            outcomes = ", ".join(f"{n} {kind}" for kind, n in sorted(comparison.outcomes.items()))
            print(f"{game}: {count} certificates, {options.mutations} damaged copies, "
                  f"{time.monotonic() - begin:.1f} s: {outcomes}", flush=True)
    print(f"{comparison.disagreements} disagreements")
    return 1 if comparison.disagreements else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
