#!/usr/bin/env python3
"""Measures several threads against one: nodes, and wall time on a machine that is quiet.

    research/measure/threads.py PROGRAM FILE... [--threads 1,2,4] [--nodes 20M] [--memory 256M]
                     [--alone 65536] [--least 5] [--repeat 1] [--game GAME]

Each position of the files is solved with each number of threads, in turn, so that what else the
machine does falls on all of them alike. Positions that one thread solves in less than --least seconds
do not count. What is printed: nodes over the nodes of one thread and wall time of one thread over
that of several, by position and as geometric means. Every answer is checked by its certificate, and
answers that differ end the run: that would be an error of the program.
"""

import argparse
import json
import math
import subprocess
import sys


def positions(program, path, game):
    """The inputs of a file, one a position, as the program reads them."""
    if path.endswith((".epd", ".fen")):
        with open(path, encoding="utf-8") as file:
            lines = (line.strip() for line in file)
            return [line for line in lines if line and not line.startswith("#")]
    if path.endswith(".txt"):
        with open(path, encoding="utf-8") as file:
            return [line.strip() for line in file if line.strip() and not line.startswith("#")]
    return [path]


def solve(arguments, text, threads):
    """What one run says, as a dictionary."""
    command = [arguments.program, "solve", "--json", "--threads", str(threads)]
    command += ["--nodes", arguments.nodes, "--memory", arguments.memory]
    command += ["--alone", str(arguments.alone)]
    if arguments.game:
        command += ["--game", arguments.game]
    command.append(text)
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode not in (0, 3):
        sys.exit(f"{' '.join(command)}: exit status {run.returncode}: {run.stderr.strip()}")
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    return {
        "verdicts": [answer["verdict"] for answer in answers],
        "nodes": sum(answer["nodes"] for answer in answers),
        # Of the search alone: extraction and check have one thread.
        "time": sum(answer["stats"]["time_s"] for answer in answers),
    }


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else float("nan")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--nodes", default="20M")
    parser.add_argument("--memory", default="256M")
    parser.add_argument("--alone", type=int, default=65536)
    parser.add_argument("--least", type=float, default=5.0)
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--game")
    arguments = parser.parse_args()
    counts = sorted({1, *map(int, arguments.threads.split(","))})
    ratios = {count: [] for count in counts[1:]}
    for path in arguments.files:
        for text in positions(arguments.program, path, arguments.game):
            one = solve(arguments, text, 1)
            if one["time"] < arguments.least:
                continue
            line = f"{one['nodes']:>11,} nodes {one['time']:8.2f} s {'/'.join(one['verdicts']):<9}"
            for count in counts[1:]:
                for _ in range(arguments.repeat):
                    other = solve(arguments, text, count)
                    pairs = zip(one["verdicts"], other["verdicts"])
                    if any({"proven", "disproven"} == set(pair) for pair in pairs):
                        sys.exit(f"{text}: {count} threads answer {other['verdicts']}")
                    if "unknown" in one["verdicts"] or "unknown" in other["verdicts"]:
                        line += f"  {count}: {'/'.join(other['verdicts'])}"
                        continue
                    nodes = other["nodes"] / one["nodes"]
                    speed = one["time"] / max(other["time"], 1e-6)
                    ratios[count].append((nodes, speed))
                    line += f"  {count}: nodes x {nodes:.2f}, time / {speed:.2f}"
            print(f"{line}  {text}", flush=True)
    for count, pairs in ratios.items():
        if pairs:
            nodes, speed = (mean([pair[i] for pair in pairs]) for i in (0, 1))
            print(f"{count} threads, {len(pairs)} runs: nodes x {nodes:.2f}, time / {speed:.2f}")


if __name__ == "__main__":
    main()
