#!/usr/bin/env python3
"""The problems of life and death that come with the solvers of relevance zones: how many are accepted and
solved, and whether the player who wins, and his first move, are those of the collection.

    git clone https://github.com/rlglab/study-LD-RZ
    python3 research/measure/relevance_zones.py --binary target/release/threefold study-LD-RZ/tsumego --seconds 60

Each file is a problem as JSON, and is asked about as it is there, without a frame: the *mask*, a pattern of
stones of both colours, closes the board.

| in the file | asked of `solve` |
|---|---|
| `masked_sgf_str` | the diagram |
| `region` | the points of the region (`TR`) |
| all stones outside the region | are safe (`SQ`): those of the mask that border on the region have no eyes of their own |
| `black_crucial_stone`, `white_crucial_stone` | the target (`MA`). It is enough that one of several chains lives, here as there |
| `turn_color` | who moves first (`PL`) |
| `answer_firstmove` | the solution. `tt` is none: the other player moves first, and fails |

In four files the solution is a point that nobody can play on, since it is not turned as the diagram is.
There it is the first move of `rawsgf`, turned.

`winning_color` is the player who lives, in all files. He may never take a ko (`disallow_ko`), and his
opponent may (`allow_ko`). Here nobody is forbidden anything but to repeat a position (situational
superko), and the fate is asked for without ko threats first. Where it is the one of the file, it is asked for
again with one and with two threats of the opponent (`--more-threats 2`): `clean` counts the problems in which
these change nothing. That is less than living without ever taking a ko, which would be against any number of
threats.

The limit is CPU time of all searches for one answer. The move of the solution is played, too, and the fate
asked for again with the same limit. Problems that are not solved, or that are solved otherwise than in the file,
are listed. They stay where they are: nothing of them belongs to the repository.

With `--without-mask` only the stones in the region are given, and the target: with `--frame steps:2` another
question, about as few points as `solve` thinks are enough.
"""

import argparse
import json
import pathlib
import re
import resource
import subprocess
import tempfile

SIZE = 19
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
COLOURS = {"b": "black", "w": "white"}
KEYS = "verdict fate region trusted nodes".split()
COUNTED = "read accepted solved agree clean first_move_solved first_move_agrees".split()


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("problems", type=pathlib.Path)
    parser.add_argument("--binary", default="target/release/threefold")
    parser.add_argument("--seconds", type=int, default=60, help="CPU time for each answer")
    parser.add_argument("--only", help="a regular expression that names of files match")
    parser.add_argument("--verdict-only", action="store_true", help="do not ask about the solution")
    parser.add_argument("--without-mask", action="store_true", help="leave the region to solve")
    parser.add_argument("--json", type=pathlib.Path, help="the answers, one a line")
    parser.add_argument("--sgf", type=pathlib.Path, help="keep the diagrams in this directory")
    options, rest = parser.parse_known_args()
    # The others are flags of solve.
    options.flags = [flag for flag in rest if flag != "--"]
    return options


def stones(text, name):
    """The points of the first property of that name."""
    found = re.search(rf"(?<![A-Z]){name}((?:\[[a-s]{{2}}\])+)", text)
    return set(re.findall(r"[a-s]{2}", found[1])) if found else set()


def symmetries():
    """What turning and mirroring a board does to a point."""
    for flips in range(8):

        def turned(point, flips=flips):
            x, y = (ord(letter) - 97 for letter in point)
            x, y = (y, x) if flips & 1 else (x, y)
            x = SIZE - 1 - x if flips & 2 else x
            y = SIZE - 1 - y if flips & 4 else y
            return chr(x + 97) + chr(y + 97)

        yield turned


def solution(problem, diagram, region):
    """The first move of the solution, `None` where it is that of the other player who fails."""
    answer = problem["answer_firstmove"]
    if answer == "tt":
        return None
    occupied = diagram["AB"] | diagram["AW"]
    if answer in region - occupied:
        return answer
    raw = problem["rawsgf"]
    first = re.search(r";[BW]\[([a-s]{2})\]", raw)[1]

    def alike(turned):
        return sum(turned(p) in diagram[name] for name in ("AB", "AW") for p in stones(raw, name))

    return max(symmetries(), key=alike)(first)


def posed(problem, with_mask):
    """The diagram as SGF, with the first move of the solution."""
    masked = problem["masked_sgf_str"]
    diagram = {name: stones(masked, name) for name in ("AB", "AW")}
    region = set(problem["region"].split(","))
    crucial = problem["black_crucial_stone"] + "," + problem["white_crucial_stone"]
    properties = diagram | {
        "MA": set(re.findall(r"[a-s]{2}", crucial)),
        "TR": region,
        "SQ": (diagram["AB"] | diagram["AW"]) - region,
    }
    if not with_mask:
        names = ("AB", "AW", "MA")
        properties = {name: properties[name] & region for name in names}
    turn = problem["turn_color"].upper()
    first = solution(problem, diagram, region)
    text = f"(;GM[1]FF[4]SZ[{SIZE}]PL[{turn}]"
    for name, points in properties.items():
        text += name + "".join(f"[{point}]" for point in sorted(points)) if points else ""
    return text + (f";{turn}[{first}]" if first else "") + ")\n", first


def coordinates(point):
    return COLUMNS[ord(point[0]) - 97] + str(SIZE - ord(point[1]) + 97)


def cpu():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def solved(options, place, more_threats=0):
    """The answer, or the line that says why there is none; `None` twice where the time was over."""
    command = [options.binary, "solve", str(place), "--json", "--ko", "ssk", "-j", "1"]
    command += ["--verdict-only", "--more-threats", str(more_threats), *options.flags]
    limits = (options.seconds, options.seconds + 5)

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, limits)

    ran = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit)
    lines = ran.stdout.strip().splitlines()
    if lines:
        return json.loads(lines[-1]), None
    return None, ran.stderr.strip() if ran.returncode >= 0 else None


def asked(options, path, problem, first):
    """What is found out about a problem."""
    before = cpu()
    answer, error = solved(options, path)
    row = {"error": error, "cpu_s": cpu() - before, "agrees": None}
    wins = COLOURS[problem["winning_color"]]
    row |= {"wins": wins, "to_play": COLOURS[problem["turn_color"]]}
    row["book"] = coordinates(first) if first else None
    if answer:
        row |= {key: answer[key] for key in KEYS}
        row["defender"] = answer["defender"]
        if row["fate"]:
            row["agrees"] = row["fate"] == "alive" and row["defender"] == wins
    if row["agrees"]:
        answer, _ = solved(options, path, more_threats=2)
        row["with_threats"] = answer and answer["verdict"]
        row["clean"] = bool(answer) and answer["verdict"] == "alive"
    if first and not error and not options.verdict_only:
        before = cpu()
        answer, error = solved(options, f"{path}#1:1")
        row |= {"first_error": error, "first_cpu_s": cpu() - before}
        row["first_verdict"] = answer and answer["verdict"]
        row["first_fate"] = answer and answer["fate"]
        row["first_agrees"] = row["first_fate"] == "alive"
    return row


def told(row):
    """What is wrong with it, in a line."""
    found = row["error"] or row.get("verdict") or f"unknown after {row['cpu_s']:.0f} CPU s"
    text = f"{found} ({row['to_play']} to play, {row['wins']} wins)"
    if "first_agrees" in row and not row["first_agrees"]:
        text += f"; after {row['book']}: {row['first_error'] or row['first_verdict'] or 'unknown'}"
    return text


def main():
    options = arguments()
    counts = dict.fromkeys(COUNTED, 0)
    out = options.json.open("w") if options.json else None
    files = sorted(options.problems.glob("*.json"))
    if options.only:
        files = [file for file in files if re.search(options.only, file.name)]
    with tempfile.TemporaryDirectory() as scratch:
        directory = options.sgf or pathlib.Path(scratch)
        directory.mkdir(parents=True, exist_ok=True)
        for file in files:
            problem = json.loads(file.read_text())
            text, first = posed(problem, not options.without_mask)
            path = directory / f"{file.stem}.sgf"
            path.write_text(text)
            row = {"file": file.name} | asked(options, path, problem, first)
            counts["read"] += 1
            counts["accepted"] += not row["error"]
            counts["solved"] += row.get("fate") is not None
            counts["agree"] += bool(row["agrees"])
            counts["clean"] += row.get("clean", False)
            counts["first_move_solved"] += row.get("first_fate") is not None
            counts["first_move_agrees"] += row.get("first_agrees", False)
            if out:
                print(json.dumps(row), file=out, flush=True)
            if not row["agrees"] or not row.get("first_agrees", True):
                print(f"{file.stem}: {told(row)}", flush=True)
    print(", ".join(f"{name} {value}" for name, value in counts.items()))
    print(f"{cpu():.0f} CPU s")


if __name__ == "__main__":
    main()
