"""Chess with the fifty-move rule: python-chess counts the clock."""

import functools

import chess

from . import DRAW, chess_game, walk

LIMIT = 100


class Position(chess_game.Position):
    """A board with its clock, which is part of what makes two positions the same."""

    def __init__(self, board):
        super().__init__(board)
        self.apart = self.key
        self.key = self.apart, board.halfmove_clock


class FiftyMoves(chess_game.Chess):
    rules = ("draw",)

    def read_root(self, text):
        text, _, clock = text.rpartition(" ")
        if not clock.isascii() or not clock.isdigit() or int(clock) > LIMIT:
            raise ValueError("expected a clock of at most 100")
        board = super().read_root(text).board
        board.halfmove_clock = int(clock)
        return Position(board)

    def write(self, position):
        return f"{super().write(position)} {position.board.halfmove_clock}"

    def winner(self, position):
        if position.board.halfmove_clock >= LIMIT and not position.board.is_checkmate():
            return DRAW
        return super().winner(position)

    def may_go_on(self, position):
        """There is no history: the clock says what of it counts."""
        return False

    def play(self, position, move):
        return Position(super().play(position, move).board)

    def apart(self, position, player):
        """The board, and the plies that are left."""
        return position.apart, (LIMIT - position.board.halfmove_clock,)

    def leaves(self, claim, before):
        return functools.partial(walk.holds, self, claim, before)
