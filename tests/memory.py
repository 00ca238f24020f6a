#!/usr/bin/env python3
"""Measures how much memory the program takes, against what it promises.

    tests/memory.py PROGRAM [FILE] [--memory 16M,64M,256M] [--nodes 2M] [--time 60s] [--quick] [-- FLAGS...]

Questions of every kind, or those of FILE: arguments of `threefold`, one question a line. Each is
asked with each size, alone on the machine as far as this script goes, and its peak resident memory
is that which the system reports of the process (getrusage). With `-m SIZE` it may be 1.1 times
SIZE and 24 MiB, those of the program itself among them. Exit status 1 if it is more once.

`--quick` asks a few of them that took the most, with small sizes: half a minute.
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
import time

QUESTIONS = """
# chess: pieces that shuffle, pawns, a middle game, values, two threads
solve "8/8/8/8/3k4/8/2B5/1N2K3 w - -"
solve "8/8/1p1k4/1P1p4/1K1P4/8/8/8 w - -"
solve "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -"
solve --value "8/8/3K3k/8/8/8/5P2/8 w - -"
solve --value --moves "8/8/3K3k/8/8/8/5P2/8 w - -"
solve --threads 2 --alone 1000 "8/5p2/4k1p1/7p/5K1P/6P1/5P2/8 w - -"
solve --fifty-moves "8/8/8/4k3/8/3QK3/6r1/8 w - -"
# lengths: of both sides and of one, that there is none so short, keys, solutions, other aims
solve --shortest "1K1k4/1P6/8/8/8/8/r7/2R5 w - -"
solve --shortest "8/8/8/4k3/8/3QK3/6r1/8 w - -"
solve --shortest "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -"
solve --shortest --threads 2 --alone 1000 "8/8/8/8/3k4/8/2B5/1N2K3 w - -"
solve --shortest "8/8/8/3k4/8/8/2K5/B4N2 w - -"
solve --mate 6 --attacker white "8/8/8/4k3/8/3QK3/6r1/8 w - -"
solve --mate 4 --keys "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -"
solve --mate 3 --solution --duals --tries "r1b1k1nr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -"
solve --stipulation "s#3" "8/8/8/8/7R/kp6/p7/K7 w - -"
solve --stipulation "=2" "8/8/8/2k5/8/8/2KQ4/8 w - -"
# checkers
solve --game checkers --egdb none "W:WK17,K26,K30:BK4,K9,K16,K28"
solve --game checkers --egdb none --value "B:W17,21,22,25,26,29,30:B1,5,6,9,10,13,14"
# shogi: with pieces in hand, lengths
solve "1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1"
solve "2p1g+P3/1P1p1pp2/l1P1g1S+r1/P1B1P1+p2/1p3l3/1kN6/9/2+B6/1r7 b GS2N2Pg2sn2l5p 1"
solve --shortest "n+B1sS4/1R1g5/1Ls6/2k6/2n6/3L5/R8/9/9 b B2P3gs2n2l16p 1"
# graph games
solve --value crates/games/graph/fixtures/figure2.game
# Go: boards, both rules; problems with one question and with several
go board 3x3
go board --rule psk 2x4
go board 1x10
go board --threads 2 2x3
solve examples/send-two-return-one.sgf
solve examples/corner.sgf
solve --more-threats 2 "examples/one-eye-hard.sgf#1"
solve "examples/one-eye.sgf#2"
"""
EMPTY = ["solve", "7k/5Q2/6K1/8/8/8/8/8 w - -"]
QUICK = [
    'solve --shortest "8/8/8/4k3/8/3QK3/6r1/8 w - -"',
    'solve --shortest --threads 2 --alone 1000 "8/8/8/8/3k4/8/2B5/1N2K3 w - -"',
    'solve --mate 6 --attacker white "8/8/8/4k3/8/3QK3/6r1/8 w - -"',
    'solve "8/8/8/8/3k4/8/2B5/1N2K3 w - -"',
    'solve --game checkers --egdb none "W:WK17,K26,K30:BK4,K9,K16,K28"',
    "go board 1x10",
]


def run(program, arguments, flags):
    """Peak resident memory in bytes, exit status, and what the answer says."""
    command = [program, *arguments[:1]]
    if arguments[0] == "go":
        command.append(arguments[1])
    rest = arguments[len(command) - 1:]
    command += ["--json", *flags, *rest]
    started = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        out = child.stdout.read()
        errors = child.stderr.read()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 3):
        sys.exit(f"{shlex.join(command)}: exit status {child.returncode}: {errors.decode()}")
    answers = [json.loads(line) for line in out.splitlines()]
    last = answers[-1] if answers else {}
    value = last.get("value", last.get("verdict"))
    says = "unknown" if value is None else str(value)
    reason = f" ({last['reason']})" if last.get("reason") else ""
    nodes = last.get("nodes", 0)
    return usage.ru_maxrss * 1024, says + reason, nodes, time.monotonic() - started


def size(text):
    units = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
    return int(text[:-1]) * units[text[-1]] if text[-1] in units else int(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("file", nargs="?")
    parser.add_argument("--memory")
    parser.add_argument("--nodes")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--time", default="60s")
    own, flags = sys.argv[1:], []
    if "--" in own:
        flags = own[own.index("--") + 1:]
        own = own[:own.index("--")]
    arguments = parser.parse_args(own)
    quick = arguments.quick
    memory = arguments.memory or ("16M,48M" if quick else "16M,64M,256M")
    nodes = arguments.nodes or ("100k" if quick else "2M")
    text = "\n".join(QUICK) if quick else QUESTIONS
    if arguments.file:
        with open(arguments.file, encoding="utf-8") as file:
            text = file.read()
    questions = [shlex.split(line, comments=True) for line in text.splitlines()]
    questions = [question for question in questions if question]
    own, *_ = run(arguments.program, EMPTY, [])
    print(f"the program itself: {own >> 20} MiB", flush=True)
    broken = 0
    for allowed in memory.split(","):
        most = size(allowed) * 11 // 10 + (24 << 20)
        worst = 0
        for question in questions:
            limits = ["--memory", allowed, "--nodes", nodes, "--time", arguments.time]
            peak, says, spent, seconds = run(arguments.program, question, limits + flags)
            worst = max(worst, peak)
            broken += peak > most
            print(
                f"{allowed:>5} {peak >> 20:5} of {most >> 20} MiB{'!' if peak > most else ' '} "
                f"{spent:10} {seconds:6.1f} s {says:22} {shlex.join(question)}",
                flush=True,
            )
        print(f"{allowed:>5} at most {worst >> 20} of {most >> 20} MiB")
    if broken:
        sys.exit(f"{broken} questions took more than they may")


if __name__ == "__main__":
    main()
