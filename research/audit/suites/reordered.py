#!/usr/bin/env python3
"""Games with more men, in which two moves of one player can be exchanged: for `threefold-lab audit`.

    python3 research/audit/suites/reordered.py SEED COUNT > research/audit/suites/reordered.epd

White has a queen or two rooks, Black a pawn. Four random moves that can all be taken back, after which White
mates in two moves at most. The same seed gives the same games. Needs python-chess, as the checker in `tests` does.
"""
import random
import sys

import chess


def mates(board, moves):
    """Whether the side to move mates in so many moves, by trying all."""
    for move in list(board.legal_moves):
        board.push(move)
        won = board.is_checkmate() or moves > 1 and not board.is_game_over() and all_lose(board, moves - 1)
        board.pop()
        if won:
            return True
    return False


def all_lose(board, moves):
    for move in list(board.legal_moves):
        board.push(move)
        lost = mates(board, moves)
        board.pop()
        if not lost:
            return False
    return True


def exchanged(start, moves):
    """Whether two moves of one player can change places."""
    end = start.copy()
    for move in moves:
        end.push(move)
    for first in range(len(moves)):
        for second in range(first + 2, len(moves), 2):
            other = list(moves)
            other[first], other[second] = other[second], other[first]
            if other == moves:
                continue
            board = start.copy()
            for move in other:
                if move not in board.legal_moves:
                    break
                board.push(move)
            else:
                if board.board_fen() == end.board_fen() and board.ep_square == end.ep_square:
                    return True
    return False


def game(rng):
    men = ["K", "k", "p"] + rng.choice([["R", "R"], ["Q"], ["Q", "P"], ["R", "R", "P"]])
    board = chess.Board(None)
    for man, square in zip(men, rng.sample(range(64), len(men))):
        if man in "Pp" and chess.square_rank(square) in (0, 7):
            return None
        board.set_piece_at(square, chess.Piece.from_symbol(man))
    board.turn = chess.WHITE
    if not board.is_valid():
        return None
    start, moves = board.copy(), []
    for _ in range(4):
        legal = list(board.legal_moves)
        if not legal:
            return None
        # Moves that cannot be taken back have nothing to do with repetition.
        quiet = [m for m in legal if not board.is_irreversible(m)]
        if not quiet:
            return None
        moves.append(rng.choice(quiet))
        board.push(moves[-1])
    if board.is_game_over() or not exchanged(start, moves) or not mates(board, 2):
        return None
    return start, moves


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    rng = random.Random(seed)
    found = 0
    while found < count:
        made = game(rng)
        if made is None:
            continue
        start, moves = made
        found += 1
        fen = " ".join(start.fen().split()[:4])
        line = " ".join(move.uci() for move in moves)
        print(f'{fen} moves {line}; id "reordered.{seed}.{found}";')


if __name__ == "__main__":
    main()
