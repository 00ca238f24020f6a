"""American checkers (English draughts). Squares are numbered from 1 to 32 as in PDN: black begins on
1 to 12 and moves to higher numbers. A position is a string of 32 squares and the player to move."""

import re

PIECES = re.compile(r"(?:K?[1-9][0-9]?(?:,K?[1-9][0-9]?)*)?", re.ASCII)
MEN, KINGS = "bw", "BW"


def neighbour(square, down, right):
    """The square diagonally next to one (all from 0), or None. Rows are four squares; those of even
    rows stand half a step to the right."""
    row, column = divmod(square, 4)
    to_row = row + (1 if down else -1)
    to_column = column + (row % 2 == 0) - (not right)
    if 0 <= to_row < 8 and 0 <= to_column < 4:
        return 4 * to_row + to_column
    return None


DIRECTIONS = [(True, False), (True, True), (False, False), (False, True)]
STEP = {(square, d): neighbour(square, *d) for square in range(32) for d in DIRECTIONS}


class Checkers:
    players = ("black", "white")
    rules = ("draw", "attacker-loses", "attacker-wins")
    footprints = None
    occurrences = 3
    assumptions = []

    def read_root(self, text):
        parts = text.split(":")
        if len(parts) != 3 or parts[0] not in ("B", "W") or parts[1][:1] != "W" or parts[2][:1] != "B":
            raise ValueError("expected the side to move, W and B, with colons between them")
        board = ["."] * 32
        if len(parts[1]) == 1 == len(parts[2]):
            raise ValueError("no piece on the board")
        for player, part in ((1, parts[1][1:]), (0, parts[2][1:])):
            if not PIECES.fullmatch(part):
                raise ValueError("expected squares")
            pieces = part.split(",") if part else []
            if len(pieces) > 12:
                raise ValueError("more than 12 pieces")
            for piece in pieces:
                king = piece[0] == "K"
                square = int(piece[king:]) - 1
                if not 0 <= square < 32 or board[square] != ".":
                    raise ValueError("no such square, or two pieces on it")
                if not king and square // 4 == (7, 0)[player]:
                    raise ValueError("a man on the row where it is crowned")
                board[square] = (KINGS if king else MEN)[player]
        return "".join(board), "BW".index(parts[0])

    def write(self, position):
        board, turn = position

        def pieces(player):
            return ",".join(("K" if piece == KINGS[player] else "") + str(square + 1)
                            for square, piece in enumerate(board) if piece in (MEN[player], KINGS[player]))

        return f"{'BW'[turn]}:W{pieces(1)}:B{pieces(0)}"

    def turn(self, position):
        return position[1]

    def winner(self, position):
        return None

    def may_go_on(self, position):
        return True

    def stuck(self, position):
        return 1 - position[1]

    def directions(self, piece):
        if piece in KINGS:
            return DIRECTIONS
        return [d for d in DIRECTIONS if d[0] == (piece == "b")]

    def jumps(self, board, square, piece):
        """All ways to jump on from here, as far as they go: (squares, squares of captured pieces)."""
        found = []
        for d in self.directions(piece):
            over = STEP[square, d]
            to = None if over is None else STEP[over, d]
            if to is None or board[to] != "." or board[over] == "." or board[over].lower() == piece.lower():
                continue
            if piece in MEN and to // 4 == (7, 0)[MEN.index(piece)]:
                found.append(([to], [over]))
                continue
            # A piece may not be jumped twice.
            rest = board[:over] + "." + board[over + 1:]
            further = self.jumps(rest, to, piece)
            found += [([to] + path, [over] + taken) for path, taken in further] or [([to], [over])]
        return found

    def moves(self, position):
        board, turn = position
        own = [(square, piece) for square, piece in enumerate(board) if piece in (MEN[turn], KINGS[turn])]
        jumps = []
        for square, piece in own:
            empty = board[:square] + "." + board[square + 1:]
            jumps += [(square, path, taken, piece) for path, taken in self.jumps(empty, square, piece)]
        if jumps:
            ends = [(square, path[-1]) for square, path, _, _ in jumps]
            named = {}
            for square, path, taken, piece in jumps:
                if ends.count((square, path[-1])) > 1:
                    text = "x".join(str(s + 1) for s in [square] + path)
                else:
                    text = f"{square + 1}x{path[-1] + 1}"
                named[text] = square, path[-1], tuple(taken), piece
            return named
        quiet = {}
        for square, piece in own:
            for d in self.directions(piece):
                to = STEP[square, d]
                if to is not None and board[to] == ".":
                    quiet[f"{square + 1}-{to + 1}"] = square, to, (), piece
        return quiet

    def play(self, position, move):
        board, turn = position
        square, to, taken, piece = move
        after = list(board)
        after[square] = "."
        for over in taken:
            after[over] = "."
        after[to] = KINGS[turn] if piece in KINGS or to // 4 == (7, 0)[turn] else piece
        return "".join(after), 1 - turn
