#!/usr/bin/env python3
"""CPU seconds for the first mate of tsume-shogi problems, each in a process of its own, beside those of another engine.

    python3 research/measure/tsume.py target/release/threefold muso.tsv zuko.tsv
    python3 research/measure/tsume.py target/release/threefold muso.tsv --engine ./KomoringHeights --nodes 20M

A line of a list has a position as SFEN, alone or behind a name and a tab. An engine over USI gets as much memory and one
thread, and its time is counted from `position` to its answer. All are compared on what all solve.
"""

import argparse
import math
import os
import subprocess
from pathlib import Path


def solve(asked, sfen, *more):
    """Whether the program answers, and its CPU seconds."""
    process = subprocess.Popen(
        [asked.threefold, "solve", "--game", "tsume", "-m", f"{asked.memory}M", "-n", asked.nodes, *more, sfen],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode == 0, usage.ru_utime + usage.ru_stime


def cpu(pid):
    """CPU seconds of all threads so far."""
    return sum(int((task / "schedstat").read_text().split()[0]) for task in Path(f"/proc/{pid}/task").iterdir()) / 1e9


def ask(asked, sfen):
    """Whether the engine finds a mate within the time, and its CPU seconds."""
    with subprocess.Popen([asked.engine], cwd=Path(asked.engine).resolve().parent, text=True, bufsize=1,
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as engine:
        def until(word):
            return next((line for line in engine.stdout if line.startswith(word)), "")

        options = [f"USI_Hash value {asked.memory}", "Threads value 1", *(o.replace("=", " value ") for o in asked.option)]
        print("usi", *(f"setoption name {option}" for option in options), "isready", sep="\n", file=engine.stdin)
        until("readyok")
        begun = cpu(engine.pid)
        print(f"position sfen {sfen}", f"go mate {asked.seconds * 1000}", sep="\n", file=engine.stdin)
        words = until("checkmate").split()
        seconds = cpu(engine.pid) - begun
        engine.kill()
    return len(words) > 2, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("threefold")
    parser.add_argument("lists", nargs="+", type=Path)
    parser.add_argument("--engine", help="another engine for mate search over USI")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the engine")
    parser.add_argument("--memory", type=int, default=512, help="megabytes")
    parser.add_argument("--nodes", default="20M", help="of threefold")
    parser.add_argument("--seconds", type=int, default=120, help="of the engine")
    asked = parser.parse_args()
    ways = {"search alone": lambda sfen: solve(asked, sfen, "--no-check"), "checked": lambda sfen: solve(asked, sfen)}
    if asked.engine:
        ways[Path(asked.engine).name] = lambda sfen: ask(asked, sfen)
    positions = [max(line.split("\t"), key=lambda field: field.count("/"))
                 for path in asked.lists for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    answers = [[way(sfen) for way in ways.values()] for sfen in positions]
    both = [row for row in answers if all(solved for solved, _ in row)]
    print(f"{len(positions)} problems, {len(both)} solved by all")
    for number, name in enumerate(ways):
        times = [max(row[number][1], 0.001) for row in both]
        mean = math.exp(sum(map(math.log, times)) / max(len(times), 1))
        solved = sum(row[number][0] for row in answers)
        print(f"{name:24} solved {solved:4}  geometric mean {mean:.3f} s  sum {sum(times):.1f} s  "
              f"longest {max(times, default=0):.1f} s")


if __name__ == "__main__":
    main()
