#!/usr/bin/env python3
"""Problems of Go as they are in graded collections: how many are accepted and solved, and whether the
first move of the book is right.

    git clone https://github.com/sanderland/tsumego
    python3 research/measure/graded.py --binary target/release/threefold tsumego/problems --nodes 50k

The directory has a directory for each grade, and in it one file per problem: SGF, or JSON with `AB`, `AW`,
`SZ`, `C` and the first moves of the solution as `SOL`. So many of each grade are drawn by a seed, written as
SGF, and solved one by one with nothing but a limit of the nodes of each search, or of the CPU time of all
searches of a problem (`--seconds`): the fate, and every first move (flags that are not known here are those
of `solve`: `--verdict-only`). What is not solved, or has other right moves than the book, is listed, and
where the player who moves, and succeeds in the book, fails: *warned* if the verdict depends on the
surroundings, is unknown farther out, or with ko threats, or if which of several groups is meant is a guess.
The problems stay where they are: nothing of them belongs to the repository.
"""

import argparse
import json
import pathlib
import random
import re
import resource
import subprocess
import tempfile

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
OVER = "CPU time is over"
GRADES = ("1a", "1b", "1c", "1d")
COUNTED = ("drawn", "accepted", "solved", "agree", "warned", "fails", "nodes")
WARNING = re.compile(r"surroundings|\(unknown (with|if)|unless .* ko threat|is meant")
KEYS = "verdict fate goal defender to_play right open by_ko frame wider_frame region nodes".split()


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("problems", type=pathlib.Path)
    parser.add_argument("--binary", default="target/release/threefold")
    parser.add_argument("--grades", default=",".join(GRADES), help="how their directories begin")
    parser.add_argument("--each", type=int, default=50, help="problems of each grade")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--nodes", default="50k", help="of each search")
    parser.add_argument("--seconds", type=int, help="CPU time for each problem")
    parser.add_argument("--json", type=pathlib.Path, help="the answers, one a line")
    options, rest = parser.parse_known_args()
    # The others are flags of solve.
    options.flags = [flag for flag in rest if flag != "--"]
    return options


def drawn(directory, grades, each, seed):
    """The files of each grade, in the order in which they are always drawn."""
    source = random.Random(seed)
    for grade in grades:
        found = directory.glob(f"{grade}*/**/*")
        files = sorted(path for path in found if path.suffix in (".json", ".sgf"))
        if len(files) < each:
            raise SystemExit(f"{directory}: {len(files)} problems begin with {grade}, not {each}")
        for file in sorted(source.sample(files, each)):
            yield grade, file


def sgf(problem, moves):
    """The diagram, with the first moves of the book as variations."""
    text = f"(;GM[1]FF[4]SZ[{problem['SZ']}]C[{problem['C'].replace(']', '')}]"
    for name in ("AB", "AW"):
        stones = "".join(f"[{point}]" for point in problem.get(name, []))
        text += name + stones if stones else ""
    return text + "PL[%s]" % problem["SOL"][0][0] + "".join(f"(;{c}[{p}])" for c, p in moves) + ")\n"


def point(text, size):
    return COLUMNS[ord(text[0]) - 97] + str(size - ord(text[1]) + 97) if text else "pass"


def solved(options, file):
    """The answer, or the line that says why there is none."""
    command = [options.binary, "solve", str(file), "--json", "--ko", "ssk", "-j", "1"]
    command += ["--nodes", options.nodes, *options.flags]

    def limit():
        if options.seconds:
            resource.setrlimit(resource.RLIMIT_CPU, (options.seconds, options.seconds + 5))

    ran = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit)
    lines = ran.stdout.strip().splitlines()
    if lines:
        return json.loads(lines[-1]), None
    return None, ran.stderr.strip() if ran.returncode >= 0 else OVER


def cpu():
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


def main():
    options = arguments()
    counts = {}
    out = options.json.open("w") if options.json else None
    with tempfile.TemporaryDirectory() as scratch:
        grades = options.grades.split(",")
        problems = drawn(options.problems, grades, options.each, options.seed)
        for number, (grade, file) in enumerate(problems, 1):
            count = counts.setdefault(grade, dict.fromkeys(COUNTED, 0))
            count["drawn"] += 1
            if file.suffix == ".sgf":
                text = file.read_text(errors="replace")
                size, book, path = 19, re.findall(r";([BW])\[(..)\]", text)[:1], file
            else:
                problem = json.loads(file.read_text())
                size, book = int(problem["SZ"]), [(colour, place) for colour, place, *_ in problem["SOL"]]
                path = pathlib.Path(scratch) / f"{number:03}.sgf"
                path.write_text(sgf(problem, book))
            before = cpu()
            answer, error = solved(options, path)
            row = {"number": number, "grade": grade, "file": str(file), "error": error}
            row["cpu_s"] = cpu() - before
            row["book"] = [point(place, size) for _, place in book]
            if answer:
                row |= {key: answer[key] for key in KEYS}
                count["accepted"] += 1
                count["nodes"] += answer["nodes"]
                count["solved"] += answer["fate"] is not None
                row["agrees"] = bool(set(answer["right"] or ()) & set(row["book"]))
                count["agree"] += row["agrees"]
                lives = answer["defender"] == answer["to_play"]
                lost = ("dead",) if lives else ("alive", "seki")
                row["fails"] = answer["fate"] in lost
                warned = row["fails"] and bool(WARNING.search(f"{answer['verdict']} {answer['frame']}"))
                count["warned" if warned else "fails"] += row["fails"]
            count["accepted"] += error == OVER
            if out:
                print(json.dumps(row), file=out, flush=True)
            differs = not error and (row["fails"] or answer["right"] is not None and not row["agrees"])
            if error or answer["fate"] is None or differs:
                told = error or f"{answer['verdict']}; right {answer['right']}, book {row['book']}"
                print(f"{number:03} {file.relative_to(options.problems)}: {told}", flush=True)
    for grade, count in counts.items():
        print(grade, ", ".join(f"{name} {value:,}" for name, value in count.items()))
    print(f"{cpu():.0f} CPU s")


if __name__ == "__main__":
    main()
