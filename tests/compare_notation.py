#!/usr/bin/env python3
"""Positions and moves of chess as the program writes them, against python-chess.

    cargo build --release -p threefold-chess --example notation
    python3 tests/compare_notation.py target/release/examples/notation
    python3 tests/compare_notation.py target/release/examples/notation --positions 100000 --seed 7

Positions of random games, half of them of Chess960, and of random placements of a few men, in all
spellings of the castling rights. For each of them the canonical text, why the game is over, and
every legal move in UCI and SAN have to be the same.
"""

import argparse
import pathlib
import random
import subprocess
import sys

import chess

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from checker.chess_game import FATAL, Chess, Position, checks_fit, is_chess960  # noqa: E402

RULES = Chess()


def random_game(rng):
    """A position of a game of random moves, captures and castling more often than they would be."""
    if rng.random() < 0.5:
        board = chess.Board.from_chess960_pos(rng.randrange(960))
        board.chess960 = True
    else:
        board = chess.Board(chess960=True)
    for _ in range(rng.randrange(150)):
        moves = list(board.legal_moves)
        if not moves:
            break
        special = [move for move in moves if board.is_castling(move) or board.is_en_passant(move)
                   or move.promotion]
        # Castling shall be possible often, and not be over at once.
        if special and rng.random() < 0.3:
            moves = special
        board.push(rng.choice(moves))
    return board


def random_placement(rng):
    """A few men anywhere, kings and rooks often where they may castle; None if that is no position."""
    board = chess.Board(None, chess960=True)
    free = list(chess.SQUARES)
    rng.shuffle(free)
    for color, rank in ((chess.WHITE, 0), (chess.BLACK, 7)):
        home = rng.random() < 0.7
        square = chess.square(rng.randrange(1, 7), rank) if home else free.pop()
        board.set_piece_at(square, chess.Piece(chess.KING, color))
        if home:
            king = chess.square_file(square)
            for files in (range(king), range(king + 1, 8)):
                for file in rng.sample(list(files), rng.randrange(min(3, len(files) + 1))):
                    board.set_piece_at(chess.square(file, rank), chess.Piece(chess.ROOK, color))
    for _ in range(rng.randrange(9)):
        square = free.pop()
        piece = rng.choice([chess.PAWN, chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN])
        if board.piece_at(square) is None and not (piece == chess.PAWN
                                                   and chess.square_rank(square) in (0, 7)):
            board.set_piece_at(square, chess.Piece(piece, rng.random() < 0.5))
    board.turn = rng.random() < 0.5
    for color, rank in ((chess.WHITE, chess.BB_RANK_1), (chess.BLACK, chess.BB_RANK_8)):
        king = board.king(color)
        if king is None or not chess.BB_SQUARES[king] & rank:
            continue
        rooks = list(chess.SquareSet(board.rooks & board.occupied_co[color] & rank))
        for side in ([r for r in rooks if r < king], [r for r in rooks if r > king]):
            if side and rng.random() < 0.8:
                board.castling_rights |= chess.BB_SQUARES[rng.choice(side)]
    if board.status() & FATAL or not checks_fit(board):
        return None
    return board


def ending(position):
    board = position.board
    if board.is_checkmate():
        return "checkmate"
    if board.is_stalemate():
        return "stalemate"
    return "-" if RULES.winner(position) is None else "insufficient material"


def expected(position):
    board = position.board
    moves = []
    if RULES.winner(position) is None:
        moves = [f"{uci}={board.san(move)}" for uci, move in sorted(RULES.moves(position).items())]
    return "\t".join([RULES.write(position), ending(position), *moves])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--positions", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    texts, answers, chess960 = [], [], 0
    while len(texts) < args.positions:
        board = random_game(rng) if rng.random() < 0.6 else random_placement(rng)
        if board is None:
            continue
        position = Position(board)
        chess960 += is_chess960(board)
        texts.append(board.fen(shredder=rng.random() < 0.5, en_passant=rng.choice(["fen", "legal"])))
        answers.append(expected(position))
    done = subprocess.run([args.program], input="\n".join(texts) + "\n", capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{args.program}: exit status {done.returncode}\n{done.stderr}")
    lines = done.stdout.splitlines()
    if len(lines) != len(texts):
        raise SystemExit(f"{args.program}: {len(lines)} lines about {len(texts)} positions")
    wrong = [(text, line, answer) for text, line, answer in zip(texts, lines, answers) if line != answer]
    for text, line, answer in wrong[:5]:
        print(f"DIFFERENT: {text}\n  program:      {line}\n  python-chess: {answer}")
    moves = sum(answer.count("\t") - 1 for answer in answers)
    print(f"{len(texts)} positions, {chess960} of Chess960, {moves} moves: {len(wrong)} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
