#!/usr/bin/env python3
"""Every key of mate problems, by threefold and by Popeye: the same keys, and in how many CPU seconds.

    python3 research/measure/popeye.py target/release/threefold popeye --epd problems.epd --seconds 60

For each position `FEN bm #N;` in which the side to move mates, both programs are asked for every
first move that mates in N moves, one after the other. Popeye is given so many seconds for each, and
a problem that it does not finish is not compared. Different keys are an error, and the exit status 1.
"""

import argparse
import json
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

import chess

RECORD = re.compile(r"^(?P<fen>(\S+ ){3}\S+).*\b[bd]m\s+#?(?P<moves>\d+)")
# `1.Qh5-a5 !`, `1.e4*d5 ep. + !`, `1.a7-a8=Q # !`, `1.0-0 !`; with `maxtime` also `1.Qh5-a5 ! threat:`.
KEY = re.compile(r"^\s*1\.(?P<move>\S+).*!", re.MULTILINE)
SQUARES = re.compile(r"([a-h][1-8])[-*]([a-h][1-8])(?:=([QRBS]))?")


def read(path):
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        record = RECORD.match(line.strip())
        if record:
            yield chess.Board(record["fen"] + " 0 1"), int(record["moves"])


def timed(command):
    """What a command says, and its CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def of_popeye(popeye, board, moves, seconds, memory):
    """The keys, or None where it did not finish."""
    # An N is a nightrider there.
    placement = board.board_fen().replace("n", "s").replace("N", "S")
    options = [f"maxtime {seconds}", "nothreat"]
    if board.turn == chess.BLACK:
        options.append("halfduplex")
    if board.ep_square is not None:
        # The squares of the double step, in one word: where it began, over which it went, where it ended.
        step = 8 if board.turn == chess.WHITE else -8
        squares = (board.ep_square + step, board.ep_square, board.ep_square - step)
        options.append("enpassant " + "".join(map(chess.square_name, squares)))
    without = [
        chess.square_name(square)
        for square in (chess.A1, chess.H1, chess.A8, chess.H8)
        if not board.castling_rights & chess.BB_SQUARES[square]
    ]
    if without:
        options.append("nocastling " + "".join(without))
    with tempfile.NamedTemporaryFile("w", suffix=".inp") as problem:
        options = " ".join(options)
        problem.write(f"beginproblem\nforsyth {placement}\nstipulation #{moves}\noption {options}\nendproblem\n")
        problem.flush()
        text, spent = timed([popeye, "-maxmem", f"{memory}M", problem.name])
    if "partial solution" in text or "solution finished" not in text:
        return None, spent
    keys = set()
    for found in KEY.finditer(text):
        move = found["move"]
        rank = "1" if board.turn == chess.WHITE else "8"
        if move.startswith("0-0"):
            keys.add(f"e{rank}{'c' if move.startswith('0-0-0') else 'g'}{rank}")
            continue
        start, end, man = SQUARES.search(move).groups()
        keys.add(start + end + (man or "").lower().replace("s", "n"))
    return keys, spent


def of_threefold(program, board, moves, memory):
    command = [program, "solve", "--mate", str(moves), "--keys", "--json", "--no-check", "-m", f"{memory}M"]
    text, spent = timed([*command, board.fen()])
    keys = json.loads(text)["keys"]
    if any(key["verdict"] == "unknown" for key in keys):
        return None, spent
    return {key["move"] for key in keys if key["verdict"] == "proven"}, spent


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("threefold")
    parser.add_argument("popeye")
    parser.add_argument("--epd", required=True)
    parser.add_argument("--seconds", type=int, default=60, help="for each problem, of Popeye")
    parser.add_argument("--memory", type=int, default=256, help="MiB for the table of either")
    args = parser.parse_args()
    different = []
    sums = {}
    for board, moves in read(args.epd):
        ours, spent = of_threefold(args.threefold, board, moves, args.memory)
        theirs, spent_theirs = of_popeye(args.popeye, board, moves, args.seconds, args.memory)
        row = sums.setdefault(moves, [0, 0, 0.0, 0, 0.0])
        row[0] += 1
        row[1] += ours is not None
        row[2] += spent
        row[3] += theirs is not None
        row[4] += spent_theirs
        said = "" if theirs is not None else " (not finished)"
        print(f"#{moves} {spent:8.2f} {spent_theirs:8.2f}{said}  {board.epd()}", flush=True)
        if None not in (ours, theirs) and ours != theirs:
            different.append(f"{board.epd()}: {sorted(ours - theirs)} only here, {sorted(theirs - ours)} only there")
    for line in different:
        print(line)
    for moves, row in sorted(sums.items()):
        print("#{}: {} positions; threefold {} in {:.2f} CPU s, Popeye {} in {:.2f} CPU s".format(moves, *row))
    total = [sum(column) for column in zip(*sums.values(), strict=True)]
    print("{} positions; threefold {} in {:.2f} CPU s, Popeye {} in {:.2f} CPU s".format(*total), end="; ")
    print(f"{len(different)} with different keys")
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
