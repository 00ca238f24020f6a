"""The length of a mate by convention, as two players argue about it: "Lengths by convention" in docs/certificate.md.

An argument is (position of shogi, plies, distance, stage, swapped). The stage is None where a move of shogi is to be
played, ("drop", its move) or ("taken", the move that takes it in USI, the square)."""

from .reader import is_number
from .shogi import Tsume, colour, king_of, targets

EVERYWHERE = 9


def distance(one, other):
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


class Conventional(Tsume):
    apart = None  # hands count as all else does

    def __init__(self, parameters):
        attacker, words, plies = parameters.partition(" conventional:")
        super().__init__(attacker)
        if not is_number(plies, 1000):
            raise ValueError("expected a number of plies below 1000")
        self.plies, self.seen = int(plies), {}

    def read_root(self, text):
        return super().read_root(text), self.plies, EVERYWHERE, None, False

    def write(self, argument):
        return super().write(argument[0])

    def attacks(self, argument):
        """Whether who acts as the attacker is to move."""
        position, _, _, stage, _ = argument
        return stage[0] == "drop" if stage else position[1] == self.attacker

    def turn(self, argument):
        return 0 if self.attacks(argument) != argument[4] else 1

    def winner(self, argument):
        if argument[3] or argument[1] > 1 or not self.attacks(argument):
            return None
        mover = self.turn(argument)
        return mover if self.is_right(argument, mover, {}) else 1 - mover

    def may_go_on(self, argument):
        return self.winner(argument) is None

    def is_right(self, argument, player, known):
        """By all that can be said, with at most one ply left. Different pieces lead to the same arguments."""
        if argument not in known:
            moves = self.moves(argument).values()
            ways = (self.is_right(self.play(argument, move), player, known) for move in moves)
            known[argument] = any(ways) if self.turn(argument) == player else all(ways)
        return known[argument]

    def interpositions(self, position):
        """{square: (its distance from the king, {move that takes there: the position, with the piece put back})}"""
        if position not in self.seen:
            self.seen[position] = dict(self.find_interpositions(position))
        return self.seen[position]

    def find_interpositions(self, position):
        board, side, hands = dict(position[0]), *position[1:]
        king = king_of(board, side)
        checks = [square for square, piece in board.items() if colour(piece) != side and king in targets(board, square)]
        if side == self.attacker or len(checks) != 1 or distance(king, checks[0]) < 2:
            return
        if board[checks[0]][-1].upper() not in "LBR":
            return
        drops = {move[1]: move for text, move in super().moves(position).items() if text[1] == "*"}
        for square, drop in drops.items():
            dropped, takes = super().play(position, drop), {}
            for by, take in super().moves(dropped).items():
                after = super().play(dropped, take)
                if take[1] == square and king in targets(dict(after[0]), square):
                    takes[by] = after[0], after[1], hands
            if takes:
                yield square, (distance(king, square), takes)

    def moves(self, argument):
        position, plies, nearer_than, stage, _ = argument
        if stage and stage[0] == "drop":
            takes = self.interpositions(position)[stage[1][1]][1]
            futile = {f"futile {by} {k}": ("futile", by, k) for by in takes for k in range(0, plies + 1, 2)}
            return {"counts": ("counts",)} | futile
        if stage:
            return {"resists": ("resists",)} | ({"sooner": ("sooner",)} if plies else {})
        if self.attacks(argument):
            return super().moves(position) if plies else {}
        found = self.interpositions(position)
        return {text: move for text, move in super().moves(position).items()
                if text[1] != "*" or move[1] not in found or found[move[1]][0] < nearer_than}

    def play(self, argument, move):
        position, plies, nearer_than, stage, swapped = argument
        if stage is None:
            if isinstance(move[0], str) and move[1] in self.interpositions(position):
                return position, plies, nearer_than, ("drop", move), swapped
            return super().play(position, move), max(plies - 1, 0), EVERYWHERE, None, swapped
        if move[0] == "counts":
            return super().play(position, stage[1]), max(plies - 1, 0), EVERYWHERE, None, swapped
        if move[0] == "futile":
            square = stage[1][1]
            nearer_than = self.interpositions(position)[square][0]
            return position, move[2], nearer_than, ("taken", move[1], square), swapped
        if move[0] == "resists":
            return self.interpositions(position)[stage[2]][1][stage[1]], plies, EVERYWHERE, None, swapped
        return position, plies - 2, nearer_than, None, not swapped
