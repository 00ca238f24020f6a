#!/usr/bin/env python3
"""`threefold usi`, driven as an interface drives an engine.

    python3 tests/usi.py target/release/threefold

The problems of examples/tsume.tsv, one after the other and without a restart: every mate that is told has to be
one by the rules of tests/checker, which are not those of the program, and what is no mate has to be told as such.
Then the shortest mates against the lengths in the list, stop, quit and the end of the input in the middle.
"""

import argparse
import pathlib
import queue
import subprocess
import sys
import threading
import time

from checker.shogi import Tsume

LIST = pathlib.Path(__file__).resolve().parent.parent / "examples/tsume.tsv"
# Nothing is proved here for a long time (Zuko 1, 69 plies or so).
HARD = "1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1"
MILLIS = 20_000
FAILURES = []


def expect(what, found, wanted):
    if found != wanted:
        FAILURES.append(what)
        print(f"FAILED: {what}: {found!r}, expected {wanted!r}")


class Engine:
    def __init__(self, program):
        self.process = subprocess.Popen(
            [program, "usi"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self.lines = queue.Queue()
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def tell(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def until(self, begin):
        """The lines up to the first one that begins so."""
        lines = []
        while not lines or not lines[-1].startswith(begin):
            lines.append(self.lines.get(timeout=60))
        return lines

    def mate(self, position, time="infinite"):
        """(the answer, the lines before it)"""
        self.tell(f"position sfen {position}", f"go mate {time}")
        *lines, answer = self.until("checkmate ")
        return answer.removeprefix("checkmate "), lines


def mates(root, moves):
    """Whether these moves are checks and replies, and end in mate."""
    game = Tsume("white" if root.split()[1] == "w" else "black")
    position = game.read_root(root)
    for move in moves:
        legal = game.moves(position)
        if move not in legal:
            return False
        position = game.play(position, legal[move])
    return game.turn(position) == 1 and not game.moves(position)


def problems():
    for line in LIST.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, position, *length = line.split("\t")
            fields = position.split()
            yield name, " ".join([*fields[:3], "1"]), int(length[0]) if length else None


def solve_all(engine):
    for name, position, _ in problems():
        answer, lines = engine.mate(position, MILLIS)
        if name.startswith("no_mate"):
            expect(name, answer, "nomate")
            continue
        moves = answer.split()
        expect(f"{name}: mate", mates(position, moves), True)
        said = [line for line in lines if f" score mate {len(moves)} pv " in line]
        expect(f"{name}: score", bool(said), True)


def shortest(engine):
    engine.tell("setoption name Shortest value true")
    for name, position, length in problems():
        if length and length <= 9:
            answer, _ = engine.mate(position, MILLIS)
            moves = answer.split()
            expect(f"{name}: shortest", (len(moves), mates(position, moves)), (length, True))
    engine.tell("setoption name Shortest value false")


def stop(engine):
    answer, _ = engine.mate(HARD, 100)
    expect("the time is over", answer, "timeout")
    engine.tell(f"position sfen {HARD}", "go mate infinite")
    time.sleep(0.2)
    engine.tell("isready")
    engine.until("readyok")
    started = time.monotonic()
    engine.tell("stop")
    expect("stop", engine.until("checkmate ")[-1], "checkmate timeout")
    taken = time.monotonic() - started
    print(f"stop: answered within {taken * 1000:.0f} ms")
    # Other programs may run beside this one.
    expect("stop takes less than a second", taken < 1, True)


def ends(program):
    engine = Engine(program)
    engine.tell(f"position sfen {HARD}", "go mate infinite")
    time.sleep(0.2)
    engine.tell("quit")
    expect("exit status after quit in the middle", engine.process.wait(timeout=10), 0)
    for lines in [f"position sfen {HARD}\ngo mate infinite\n", f"position sfen {HARD}\ngo mate 50\n", "usi\n"]:
        ran = subprocess.run([program, "usi"], input=lines, capture_output=True, text=True, timeout=30)
        expect(f"exit status after {lines!r}", (ran.returncode, ran.stderr), (0, ""))
        expect(f"answers to {lines!r}", ran.stdout.count("checkmate timeout\n"), lines.count("go "))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    args = parser.parse_args()
    engine = Engine(args.program)
    engine.tell("usi")
    lines = engine.until("usiok")
    expect("name", lines[0].split()[:3], ["id", "name", "threefold"])
    engine.tell("setoption name USI_Hash value 64", "isready")
    engine.until("readyok")
    engine.tell("usinewgame")
    solve_all(engine)
    shortest(engine)
    stop(engine)
    engine.tell("gameover lose", "quit")
    expect("exit status", engine.process.wait(timeout=10), 0)
    ends(args.program)
    if FAILURES:
        sys.exit(f"{len(FAILURES)} failures")
    print("usi: all is well")


if __name__ == "__main__":
    main()
