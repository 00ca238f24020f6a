#!/usr/bin/env python3
"""`threefold uci`, driven by python-chess as an interface drives an engine.

    python3 tests/uci.py target/release/threefold
    python3 tests/uci.py target/release/threefold --positions 200

Every kind of limit, analysis, keys, Chess960, positions in a row, stop and quit in the middle; then
positions of random games. The best move has to be legal, and every mate that is claimed is looked
for by brute force, where it is short enough, with python-chess alone.
"""

import argparse
import random
import subprocess
import sys
import time

import chess
import chess.engine

MORPHY = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
MATED_SOON = "8/8/8/8/8/1k6/7r/K7 w - - 0 1"
MATED = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"
FAILURES = []


def expect(what, found, wanted):
    if found != wanted:
        FAILURES.append(what)
        print(f"FAILED: {what}: {found!r}, expected {wanted!r}")


def mates(board, plies):
    """Whether the side to move mates within so many plies, by trying everything."""
    if plies <= 0:
        return False
    for move in list(board.legal_moves):
        board.push(move)
        try:
            if board.is_checkmate() or plies > 2 and is_mated(board, plies - 1):
                return True
        finally:
            board.pop()
    return False


def is_mated(board, plies):
    """Whether the side to move is mated within so many plies."""
    if board.is_checkmate():
        return True
    if plies <= 0:
        return False
    replies = list(board.legal_moves)
    for move in replies:
        board.push(move)
        holds = not mates(board, plies - 1)
        board.pop()
        if holds:
            return False
    return bool(replies)


def claim_holds(board, mate):
    """The truth of `score mate N`, or None where brute force would take too long."""
    if abs(mate) > 2:
        return None
    # What has been played does not matter for so short a mate, but for a third occurrence.
    board = chess.Board(board.fen(), chess960=board.chess960)
    return mates(board, 2 * mate - 1) if mate > 0 else is_mated(board, -2 * mate)


def limits(engine):
    board = chess.Board(MORPHY)
    result = engine.play(board, chess.engine.Limit(mate=2), info=chess.engine.INFO_ALL)
    expect("mate in 2", result.move, chess.Move.from_uci("a1a6"))
    expect("its score", result.info["score"].relative, chess.engine.Mate(2))
    result = engine.play(board, chess.engine.Limit(mate=1), info=chess.engine.INFO_ALL)
    expect("no mate in 1", result.info["score"].relative, chess.engine.Cp(0))
    for limit in [
        chess.engine.Limit(nodes=20000),
        chess.engine.Limit(time=0.5),
        chess.engine.Limit(depth=3),
        chess.engine.Limit(white_clock=5, black_clock=5, white_inc=1, black_inc=1),
    ]:
        info = engine.analyse(board, limit)
        expect(f"{limit}", info["score"].white(), chess.engine.Mate(2))
        expect(f"line with {limit}", len(info["pv"]), 3)
    info = engine.analyse(chess.Board(MATED_SOON), chess.engine.Limit(nodes=1000))
    expect("mated in 1", info["score"].relative, chess.engine.Mate(-1))
    result = engine.play(chess.Board(MATED), chess.engine.Limit(nodes=1000))
    expect("no move where it is mate", result.move, chess.Move.null())
    result = engine.play(
        board, chess.engine.Limit(nodes=3000), root_moves=[chess.Move.from_uci("a1a2")]
    )
    expect("root moves", result.move, chess.Move.from_uci("a1a2"))


def keys(engine):
    board = chess.Board("k7/8/2K5/8/8/8/8/7R w - - 0 1")
    lines = engine.analyse(board, chess.engine.Limit(mate=2), multipv=5)
    found = {info["pv"][0].uci() for info in lines}
    wanted = set()
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        if is_mated(after, 2):
            wanted.add(move.uci())
    expect("keys", found, wanted)


def stop(engine):
    longest = 0.0
    for fen in [chess.STARTING_FEN, MORPHY, MATED_SOON]:
        board = chess.Board(fen)
        with engine.analysis(board) as analysis:
            time.sleep(0.3)
            started = time.monotonic()
            analysis.stop()
            best = analysis.wait()
            longest = max(longest, time.monotonic() - started)
        expect(f"a legal move for {fen}", best.move in board.legal_moves, True)
    print(f"stop: answered within {longest * 1000:.0f} ms")
    # Other programs may run beside this one.
    expect("stop takes less than a second", longest < 1, True)


def quit_in_the_middle(program):
    engine = subprocess.Popen(
        [program, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    engine.stdin.write("position startpos\ngo infinite\n")
    engine.stdin.flush()
    time.sleep(0.2)
    engine.stdin.write("quit\n")
    engine.stdin.flush()
    engine.communicate(timeout=10)
    expect("exit status after quit in the middle", engine.returncode, 0)
    # Without a `quit`, and without a reader.
    for lines in ["position startpos\ngo infinite\n", "go\nquit\n", "uci\n"]:
        ran = subprocess.run(
            [program, "uci"], input=lines, capture_output=True, text=True, timeout=30
        )
        expect(f"exit status after {lines!r}", (ran.returncode, ran.stderr), (0, ""))


def moves_before(program):
    """A draw by the third occurrence, where White mates without the moves before."""
    position = "fen 8/8/1K6/P7/1k6/8/8/8 w - - 0 1"
    said = "info string because of the moves before; by itself: mate in "
    for moves, wanted in [(" moves b6a6 b4a4 a6b6 a4b4 b6a6", True), (" moves b6a6", False)]:
        engine = subprocess.Popen(
            [program, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        engine.stdin.write(f"position {position}{moves}\ngo nodes 500000\n")
        engine.stdin.flush()
        lines = []
        for line in engine.stdout:
            lines.append(line)
            if line.startswith("bestmove"):
                break
        engine.communicate("quit\n", timeout=10)
        told = any(line.startswith(said) and line.endswith(" by white\n") for line in lines)
        expect(f"what is so because of{moves}", told, wanted)


def chess960(engine):
    for number in (0, 518, 959):
        board = chess.Board.from_chess960_pos(number)
        result = engine.play(board, chess.engine.Limit(nodes=500))
        expect(f"Chess960 {number}", result.move in board.legal_moves, True)
    board = chess.Board("4k3/8/8/8/8/8/8/1R2K2R w HB - 0 1", chess960=True)
    for text in ("e1b1", "e1h1"):
        move = chess.Move.from_uci(text)
        result = engine.play(board, chess.engine.Limit(nodes=100), root_moves=[move])
        expect(f"castling {text}", result.move, move)
        after = board.copy()
        after.push(move)
        result = engine.play(after, chess.engine.Limit(nodes=100))
        expect(f"after {text}", result.move in after.legal_moves, True)


def random_positions(engine, count, rng):
    claims = checked = 0
    for _ in range(count):
        is_960 = rng.random() < 0.3
        board = (
            chess.Board.from_chess960_pos(rng.randrange(960)) if is_960 else chess.Board()
        )
        for _ in range(rng.randrange(200)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        limit = rng.choice(
            [chess.engine.Limit(nodes=rng.randrange(1, 5000)), chess.engine.Limit(mate=2, nodes=5000)]
        )
        result = engine.play(board, limit, info=chess.engine.INFO_ALL)
        legal = list(board.legal_moves)
        is_fine = result.move in legal if legal else result.move == chess.Move.null()
        expect(f"a legal move in {board.fen()}", is_fine, True)
        mate = result.info["score"].relative.mate()
        if mate is None:
            continue
        claims += 1
        holds = claim_holds(board, mate)
        checked += holds is not None
        expect(f"mate {mate} in {board.fen()}", holds in (True, None), True)
    print(f"random games: {count} positions, {claims} mates claimed, {checked} tried by brute force")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with chess.engine.SimpleEngine.popen_uci([args.program, "uci"], timeout=60) as engine:
        expect("name", engine.id["name"].split()[0], "threefold")
        engine.configure({"Hash": 16})
        limits(engine)
        keys(engine)
        stop(engine)
        chess960(engine)
        random_positions(engine, args.positions, random.Random(args.seed))
    moves_before(args.program)
    quit_in_the_middle(args.program)
    if FAILURES:
        sys.exit(f"{len(FAILURES)} failures")
    print("uci: all is well")


if __name__ == "__main__":
    main()
