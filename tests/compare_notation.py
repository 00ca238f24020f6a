#!/usr/bin/env python3
"""Positions, moves and games of chess as the program writes and reads them, against python-chess.

    cargo build --release -p threefold-chess --example notation
    python3 tests/compare_notation.py target/release/examples/notation
    python3 tests/compare_notation.py target/release/examples/notation --positions 100000 --seed 7

Positions of random games, half of them of Chess960, and of random placements of a few men, in all
spellings of the castling rights. For each of them the canonical text, why the game is over, and
every legal move in UCI and SAN have to be the same. Then games that python-chess has written as PGN, with
comments, glyphs and variations: the moves that are read have to be those that were played.
"""

import argparse
import pathlib
import random
import subprocess
import sys

import chess
import chess.pgn

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


def random_pgn(rng):
    """A game as a file has it, and what has to be read."""
    end = random_game(rng)
    end.chess960 = True
    game = chess.pgn.Game()
    start = end.root()
    if start.fen() != chess.STARTING_FEN or rng.random() < 0.2:
        game.setup(start)
    node, board, moves = game, start.copy(), []
    for move in end.move_stack:
        if rng.random() < 0.1:
            other = rng.choice(list(board.legal_moves))
            line = node.add_variation(other, comment=rng.choice(["", "a (comment", "[%eval 0.1]; no"]))
            after = board.copy()
            after.push(other)
            if any(after.legal_moves):
                line.add_variation(rng.choice(list(after.legal_moves)))
            node.variations.reverse()
        moves.append(board.uci(move, chess960=is_chess960(board)))
        node = node.add_main_variation(move)
        board.push(move)
        if rng.random() < 0.1:
            node.nags.add(rng.randrange(1, 140))
        if rng.random() < 0.1:
            node.comment = rng.choice(["good", "1. e4 * 1-0", "\u00e9 ) ( ;", "[not a tag]"])
        if RULES.winner(Position(board)) is not None:
            break
    game.headers["Result"] = rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
    exporter = chess.pgn.StringExporter(columns=rng.choice([None, 60, 80]))
    text = game.accept(exporter) + "\n\n"
    return text, "\t".join([RULES.write(Position(start)), " ".join(moves), game.headers["Result"]])


def ask(program, text, *arguments):
    done = subprocess.run([program, *arguments], input=text.encode(), capture_output=True)
    if done.returncode:
        raise SystemExit(f"{program}: exit status {done.returncode}\n{done.stderr.decode()}")
    return done.stdout.decode().splitlines()


def differences(asked, lines, answers):
    if len(lines) != len(asked):
        raise SystemExit(f"{len(lines)} lines about {len(asked)} inputs")
    wrong = [(text, line, answer) for text, line, answer in zip(asked, lines, answers) if line != answer]
    for text, line, answer in wrong[:5]:
        print(f"DIFFERENT: {text}\n  program:      {line}\n  python-chess: {answer}")
    return len(wrong)


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
    wrong = differences(texts, ask(args.program, "\n".join(texts) + "\n"), answers)
    moves = sum(answer.count("\t") - 1 for answer in answers)
    print(f"{len(texts)} positions, {chess960} of Chess960, {moves} moves: {wrong} differences")
    games = [random_pgn(rng) for _ in range(args.positions // 20)]
    file = "".join(text for text, _ in games)
    if rng.random() < 0.5:
        file = file.replace("\n", "\r\n")
    answers = [answer for _, answer in games]
    differ = differences([text for text, _ in games], ask(args.program, file, "pgn"), answers)
    plies = sum(len(answer.split("\t")[1].split()) for answer in answers)
    print(f"{len(games)} games, {plies} plies: {differ} differences")
    return 1 if wrong or differ else 0


if __name__ == "__main__":
    sys.exit(main())
