#!/usr/bin/env python3
"""Life and death as the regression tests of GNU Go have it: how many questions are accepted and solved, and
which of them have another answer there.

    git clone https://github.com/runningskull/gnugo
    python3 research/measure/owl.py gnugo/regression ld_owl.tst --nodes 8k
    python3 research/measure/owl.py gnugo/regression owl.tst --sample 60 --nodes 10k
    python3 research/measure/owl.py gnugo/regression semeai.tst --nodes 10k

A test names a position of a game and a stone: `owl_attack` and `owl_defend` ask whether its group is killed or
lives where the other player, or its own, moves first, `dragon_status` asks both. What is asked here is
`--target STONE --frame auto` and nothing else (flags that are not known here are those of `solve`).
`analyze_semeai` names two stones, of which the owner of the first moves first. An answer
differs where GNU Go says that the first player succeeds without ko, or does not, and the verdict is another one;
it is *warned* where the verdict depends on the surroundings or is unknown farther out. The tests stay where they
are: nothing of them belongs to the repository.
"""

import argparse
import json
import pathlib
import random
import re
import resource
import subprocess

LOAD = re.compile(r"loadsgf (\S+)(?: (\d+))?")
TEST = re.compile(r"(\d+) (owl_attack|owl_defend|dragon_status) (\w+)$")
RACE = re.compile(r"(\d+) analyze_semeai (\w+) (\w+)$")
# Whether the first group is defended, and the second one captured.
RACES = {"10": "seki", "11": "dead", "00": "alive"}
EXPECTED = re.compile(r"#\? \[([^!].*)\]")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("regression", type=pathlib.Path)
    parser.add_argument("tests")
    parser.add_argument("--binary", default="target/release/threefold")
    parser.add_argument("--sample", type=int, help="so many of them, drawn by a seed")
    parser.add_argument("--seed", type=int, default=1)
    options, rest = parser.parse_known_args()
    # The others are flags of solve.
    options.flags = [flag for flag in rest if flag != "--"]
    return options


def questions(lines):
    """Number, file, move number, stone, who moves first and whether he succeeds (1), does not (0), or by ko."""
    place = None
    for line, following in zip(lines, lines[1:] + [""]):
        if load := LOAD.match(line):
            place = load.groups()
        if line.startswith("play"):
            # Another position than that of the file, and not asked about.
            place = None
        test, expected = TEST.match(line.strip()), EXPECTED.match(following)
        if (race := RACE.match(line.strip())) and expected and place:
            codes = re.findall(r"\d", expected.group(1))[:2]
            yield race.group(1), *place, f"{race.group(2)},{race.group(3)}", "race", "".join(codes)
        if not test or not expected or not place:
            continue
        number, command, stone = test.groups()
        result = expected.group(1).split()[0].strip("()")
        if command != "dragon_status":
            yield number, *place, stone, command[4:], result[0]
        elif result == "critical":
            yield number, *place, stone, "attack", "1"
            yield number, *place, stone, "defend", "1"
        elif result in ("dead", "alive"):
            yield number, *place, stone, "defend" if result == "dead" else "attack", "0"


def run(options, arguments):
    return subprocess.run([options.binary, "solve", *arguments], capture_output=True, text=True)


def answer(options, file, ply, stone, side):
    """What is said where the owner of the stone, or the other player, moves first; else what is wrong."""
    if ply is None:
        # GNU Go loads the last position of a game.
        plies = re.search(r"the game has (\d+) plies", run(options, [f"{file}#1:99999"]).stderr)
        ply = int(plies.group(1)) if plies else 0
    else:
        ply = int(ply) - 1
    place = f"{file}#1:{ply}" if ply else str(file)
    asked = ["--json", "--verdict-only", "--ko", "ssk", "-j", "1", "--target", stone, "--frame", "auto"]
    if side == "race":
        first, _ = answer(options, file, str(ply + 1), stone.split(",")[0], "owner")
        if not first:
            return None, "nobody's stone"
        ran = run(options, [place, *asked, "--to-play", first["defender"], *options.flags])
        return (json.loads(ran.stdout.splitlines()[-1]), None) if ran.stdout else (None, ran.stderr.strip())
    for colour in ("black", "white"):
        question = [place, *asked, "--to-play", colour, "--more-threats", "1", *options.flags]
        # Whose stone it is shows without a search.
        for only in (["-n", "1"], []):
            ran = run(options, [*question, *only])
            if not ran.stdout.strip():
                return None, ran.stderr.strip()
            report = json.loads(ran.stdout.strip().splitlines()[-1])
            if side == "owner":
                return report, None
            if (report["defender"] == colour) != (side == "defend"):
                break
        else:
            return report, None
    return None, "nobody's stone"


def main():
    options = arguments()
    lines = (options.regression / options.tests).read_text().splitlines()
    asked = list(questions(lines))
    if options.sample:
        asked = random.Random(options.seed).sample(asked, options.sample)
    count = dict.fromkeys(("asked", "accepted", "solved", "agree", "warned", "differ"), 0)
    for number, file, ply, stone, side, expected in asked:
        count["asked"] += 1
        report, error = answer(options, options.regression / file, ply, stone, side)
        head = f"{number} {file} {ply or ''} {stone} {side} {expected}:"
        if error:
            print(head, error, flush=True)
            continue
        count["accepted"] += 1
        if report["fate"] is None:
            continue
        count["solved"] += 1
        succeeds = (report["fate"] == "dead") == (side == "attack")
        if side == "race":
            agrees = RACES.get(expected, report["fate"]) == report["fate"]
        else:
            agrees = expected not in "01" or succeeds == (expected == "1")
        if agrees:
            count["agree"] += 1
            continue
        words = report["verdict"]
        is_warned = "surroundings" in words or "(unknown with" in words
        count["warned" if is_warned else "differ"] += 1
        print(head, words, f"({report['region']} points)", flush=True)
    print(", ".join(f"{number} {name}" for name, number in count.items()))
    print(f"{resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime:.0f} CPU s")


if __name__ == "__main__":
    main()
