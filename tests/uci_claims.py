#!/usr/bin/env python3
"""Whether `threefold uci` claims no mate that is not proved: thousands of positions, each claim checked.

    python3 tests/uci_claims.py target/release/threefold --positions 5000 --nodes 500
    python3 tests/uci_claims.py target/release/threefold --epd mates.epd --nodes 20000 --multipv 3
    python3 tests/uci_claims.py target/release/threefold --epd mates.epd --nodes 50000 --lines-only

Positions of random games, of random endings, and of lone kings that are hunted (seeded), or those of a file. For each the
engine searches with few nodes and writes certificates. Of every `score mate N`, the last one of a search, there has to
be a certificate about this position that says so (within 2N - 1 plies, or 2N for the side that is mated), if need be with more
nodes for it, and the checker in Python, which knows nothing of the program, has to verify it. The best move has to be legal.

Every `score mate N` without a bound, of every line, needs a `pv` of just so many moves, which is replayed: it ends in mate, no
position in it comes up twice, and fifty moves do not pass. No line is said twice. Certificates are not asked for with
`--lines-only`.
"""

import argparse
import pathlib
import random
import shutil
import sys
import tempfile

import chess
import chess.engine

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from checker.verdict import VERIFIED, answer  # noqa: E402


FAULTS = []


def random_game(rng):
    board = chess.Board()
    for _ in range(rng.randrange(10, 120)):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(rng.choice(moves))
    return chess.Board(board.fen())


def random_ending(rng):
    while True:
        board = chess.Board(None)
        men = ["K", "k"] + [rng.choice("QRRBNPPqrbnpp") for _ in range(rng.randrange(1, 6))]
        for man, square in zip(men, rng.sample(range(64), len(men))):
            board.set_piece_at(square, chess.Piece.from_symbol(man))
        board.turn = rng.random() < 0.5
        if board.is_valid():
            return board


def hunted(rng):
    """A king with a pawn or two at most, against heavy men: most of these are mates in a few moves."""
    while True:
        board = chess.Board(None)
        men = ["K", "k"] + rng.choices("QRRBN", k=rng.randrange(2, 5)) + rng.choices("pn", k=rng.randrange(3))
        for man, square in zip(men, rng.sample(range(64), len(men))):
            board.set_piece_at(square, chess.Piece.from_symbol(man))
        board.turn = rng.random() < 0.7
        if rng.random() < 0.5:
            board = board.mirror()
        if board.is_valid():
            return board


def positions(args):
    rng = random.Random(args.seed)
    if args.epd:
        for line in pathlib.Path(args.epd).read_text(encoding="utf-8").splitlines():
            fields = line.split()
            if len(fields) >= 4 and not line.startswith("#"):
                yield chess.Board(" ".join(fields[:4]) + " 0 1")
        return
    for number in range(args.positions):
        yield (random_game, random_ending, hunted)[number % 3](rng)


def claims_of(directory, board, winner, plies):
    """Within how many plies, `plies` at most, this player wins, of every certificate that says so and that the checker
    verifies. What other certificates say is not claimed here."""
    root = board.epd(en_passant="legal")
    # With the fifty-move rule, unless a position has occurred twice.
    about = [("chess fifty-moves", f"{root} {board.halfmove_clock}"), ("chess", root)]
    found = []
    for path in sorted(directory.glob("*.cert")):
        data = path.read_bytes()
        lines = data.decode().splitlines()
        header = dict(line.split(": ", 1) for line in lines[1:lines.index("---")])
        if (header["game"], header["root"]) not in about:
            raise SystemExit(f"{board.fen()}: a certificate about {header['game']} {header['root']}")
        claim = f"{chess.COLOR_NAMES[winner]} wins"
        if header["claim"] != claim or int(header.get("within", plies + 1)) > plies:
            continue
        said = answer(data)
        if said.code != VERIFIED:
            raise SystemExit(f"{board.fen()}: {path.name}: {said.lines} {said.message}")
        found.append(int(header["within"]))
    return found


def fault_of_line(board, info):
    """What is wrong with the line of a mate, if something is."""
    moves = info["score"].relative.mate()
    wanted = 2 * abs(moves) - (moves > 0)
    line = info.get("pv", [])
    if len(line) != wanted:
        return f"{len(line)} plies, expected {wanted}"
    board = board.copy(stack=False)
    seen = {board.epd()}
    for move in line:
        if move not in board.legal_moves:
            return f"{move} is not legal"
        board.push(move)
        if board.epd() in seen or board.halfmove_clock >= 100 and not board.is_checkmate():
            return f"a draw after {move}"
        seen.add(board.epd())
    return None if board.is_checkmate() else "it does not end in mate"


def searched(engine, board, limit, multipv):
    """The best move, and what was said last of the first line. Every line of a mate is replayed."""
    said = set()
    with engine.analysis(board, limit, multipv=multipv, game=object()) as analysis:
        for info in analysis:
            if "score" not in info or not info["score"].is_mate() or {"lowerbound", "upperbound"} & set(info):
                continue
            line = (info.get("multipv", 1), info["score"].relative.mate(), tuple(info.get("pv", ())))
            fault = "said twice" if line in said else fault_of_line(board, info)
            said.add(line)
            if fault:
                print(f"{board.fen()}: the line of mate {line[1]}, number {line[0]}: {fault}", flush=True)
                FAULTS.append(fault)
        return analysis.wait().move, analysis.info, len(said)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine")
    parser.add_argument("--positions", type=int, default=5000)
    parser.add_argument("--epd", help="the positions of a file instead")
    parser.add_argument("--nodes", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--multipv", type=int, default=1)
    parser.add_argument("--lines-only", action="store_true", help="no certificates")
    args = parser.parse_args()
    engine = chess.engine.SimpleEngine.popen_uci([args.engine, "uci"], timeout=600)
    seen = claims = again = longest = nodes = lines = 0
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place) / "claims"
        engine.configure({"Hash": 4, "CertificateDir": "" if args.lines_only else str(place)})
        for board in positions(args):
            shutil.rmtree(place, ignore_errors=True)
            seen += 1
            best, info, more = searched(engine, board, chess.engine.Limit(nodes=args.nodes), args.multipv)
            if any(board.legal_moves) and best not in board.legal_moves:
                raise SystemExit(f"{board.fen()}: the best move {best} is not legal")
            nodes, lines = nodes + info.get("nodes", 0), lines + more
            score = info.get("score")
            if score is None or not score.is_mate():
                continue
            moves = score.relative.mate()
            mover_mates = moves > 0
            plies = 2 * abs(moves) - mover_mates
            winner = board.turn == mover_mates
            claims += 1
            longest = max(longest, abs(moves))
            if args.lines_only:
                continue
            says_so = claims_of(place, board, winner, plies)
            if not says_so:
                # With so few nodes there may be none left for the certificate: asked again, with more.
                again += 1
                limit = chess.engine.Limit(mate=abs(moves), nodes=1000 * args.nodes)
                engine.play(board, limit, game=object())
                says_so = claims_of(place, board, winner, plies)
            if not says_so:
                raise SystemExit(f"{board.fen()}: mate {moves} is claimed, and not proved")
    engine.quit()
    proved = "" if args.lines_only else f", all of them proved, {again} of them with more nodes for the certificate"
    print(f"{seen} positions, {nodes} nodes: {claims} mates claimed, the longest in {longest}{proved}; "
          f"{lines} lines of mates, {len(FAULTS)} of them wrong")
    sys.exit(1 if FAULTS else 0)


if __name__ == "__main__":
    main()
