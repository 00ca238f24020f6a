#!/usr/bin/env python3
"""`threefold hub`, driven by pydraughts, which knows the rules of English draughts by itself.

    python3 tests/hub.py target/release/threefold

Won endings are played to their end against random replies: every move has to be legal and said to be proved, and the
game has to be won as pydraughts sees it. Drawn ones have to stay drawn. Nothing is proved of the first position.
"""

import argparse
import random
import subprocess
import sys
import tempfile

import draughts
from draughts.engine import HubEngine

WON = ["W:WK6,K9:BK15", "W:WK19,K23:B12,K28", "B:WK14:B5,K13,K21", "W:WK26,K27:B21,K25"]
DRAWN = ["W:WK18:BK29,K30", "B:WK19,K23:B12,K28"]
LONGEST = 200
FAILURES = []


def expect(what, found, wanted):
    if found != wanted:
        FAILURES.append(what)
        print(f"FAILED: {what}: {found!r}, expected {wanted!r}")


def answer(engine, board, **limits):
    """The move for the side to move, and what is said of it."""
    moves = " ".join(move.hub_move for move in board.move_stack)
    text, _ = engine.go(board._game.initial_hub_fen, moves=moves, **limits)
    legal = {move.hub_move: move for move in board.legal_moves()}
    if text not in legal:
        raise SystemExit(f"FAILED: {text} is not among {sorted(legal)} in {board.fen}")
    return legal[text], engine.info.get("proved")


def play(engine, fen, value, plies, randomness):
    """One side plays what is proved, the other one what it likes."""
    board = draughts.Board(variant="english", fen=fen)
    side = board.turn
    for _ in range(plies):
        if board.is_over():
            break
        if board.turn == side:
            move, proved = answer(engine, board, nodes=200_000)
            expect(f"{fen}: {board.fen}", proved, value)
        else:
            move = randomness.choice(board.legal_moves())
        board.push(move)
    return board, side


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    randomness = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory() as directory:
        build = [arguments.program, "egdb", "build", "--pieces", "4", "--depths", "4", "--dir", directory]
        subprocess.run(build, check=True, stdout=subprocess.DEVNULL)
        engine = HubEngine([arguments.program, "hub", "--egdb", directory])
        engine.hub()
        expect("variants", engine.variants, {"english"})
        engine.configure({"variant": "english", "colours": "swapped", "hash": "16"})
        engine.init()
        engine.ping()
        for fen in WON:
            board, side = play(engine, fen, "win", LONGEST, randomness)
            expect(f"{fen}: the winner after {len(board.move_stack)} plies", board.winner(), side)
        for fen in DRAWN:
            # A reply may lose: then what is proved is more.
            board = draughts.Board(variant="english", fen=fen)
            _, proved = answer(engine, board, nodes=200_000)
            expect(fen, proved, "draw")
        start = draughts.Board(variant="english")
        _, proved = answer(engine, start, movetime=0.2)
        expect("the first position", proved, "unknown")
        engine.quit()
        expect("exit status", engine.p.wait(timeout=10), 0)
        engine.p.stdin.close()
        engine.p.stdout.close()
    print(f"{len(WON)} endings won against random replies, {len(DRAWN)} draws, {len(FAILURES)} failures")
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
