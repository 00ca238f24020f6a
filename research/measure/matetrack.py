#!/usr/bin/env python3
"""How many mates an engine finds, as the project matetrack counts them, and whether they are true.

    python3 research/measure/matetrack.py target/release/threefold uci --epd mates.epd --nodes 100000
    python3 research/measure/matetrack.py stockfish --epd mates.epd --nodes 100000 --limit 100

Of each position `FEN bm #N;` the length of the best mate is known. An engine finds a *mate* if its
last `score mate` has the sign of N, the *best* mate if it has the length, and is *wrong* if the
mate is shorter than there is one, or of the other side. With `--mate` the engine is asked for a mate
in N moves.
"""

import argparse
import re
import sys
import time

import chess
import chess.engine

RECORD = re.compile(r"^(?P<fen>(\S+ ){3}\S+).*\b[bd]m\s+#?(?P<moves>-?\d+)")


def read(path):
    with open(path, encoding="utf-8") as file:
        for line in file:
            record = RECORD.match(line.strip())
            if record:
                yield record["fen"], int(record["moves"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine", nargs="+")
    parser.add_argument("--epd", required=True)
    parser.add_argument("--nodes", type=int, default=100_000)
    parser.add_argument("--hash", type=int, default=64)
    parser.add_argument("--limit", type=int, help="only so many positions")
    parser.add_argument("--every", type=int, default=1, help="only every so many positions")
    parser.add_argument("--mate", action="store_true")
    args = parser.parse_args()
    positions = list(read(args.epd))[:: args.every][: args.limit]
    if not positions:
        sys.exit(f"{args.epd}: no position with bm or dm")
    engine = chess.engine.SimpleEngine.popen_uci(args.engine, timeout=600)
    engine.configure({"Hash": args.hash})
    mates = best = 0
    wrong, bad_lines = [], []
    slowest = nodes = 0
    started = time.monotonic()
    for fen, moves in positions:
        board = chess.Board(fen)
        limit = chess.engine.Limit(nodes=args.nodes, mate=abs(moves) if args.mate else None)
        begun = time.monotonic()
        result = engine.play(board, limit, info=chess.engine.INFO_ALL, game=object())
        slowest = max(slowest, time.monotonic() - begun)
        info = result.info
        nodes += info.get("nodes", 0)
        if result.move not in board.legal_moves and any(board.legal_moves):
            sys.exit(f"{fen}: bestmove {result.move} is not legal")
        found = info["score"].relative.mate() if "score" in info else None
        if found is None:
            continue
        if found * moves <= 0 or abs(found) < abs(moves):
            wrong.append(f"{fen}: mate {found}, bm {moves}")
            continue
        mates += 1
        best += found == moves
        for move in info.get("pv", []):
            if not board.is_legal(move):
                bad_lines.append(f"{fen}: {move} in the line is not legal")
                break
            board.push(move)
    seconds = time.monotonic() - started
    engine.quit()
    for line in wrong + bad_lines:
        print(line)
    print(
        f"{len(positions)} positions: {mates} mates, {best} of the best length, {len(wrong)} wrong, "
        f"{len(bad_lines)} illegal lines; {nodes} nodes, {seconds:.0f} s, slowest {slowest:.1f} s"
    )
    sys.exit(1 if wrong or bad_lines else 0)


if __name__ == "__main__":
    main()
