"""Tsume: shogi in which one side has to give check with every move. Slow and simple: a move is legal
if after it the own king cannot be taken, which is looked up square by square.

A square is (file, rank), both from 1, files from Black's right, ranks from the top. A position is the
board as a sorted tuple of (square, piece), the side to move (0 Black, 1 White), and both hands as tuples
of seven counts in the order of `HAND`. Pieces are the letters of SFEN, `+P` for a promoted pawn,
capitals for Black."""

HAND = "RBGSNLP"
IN_A_SET = {"R": 2, "B": 2, "G": 4, "S": 4, "N": 4, "L": 4, "P": 18, "K": 2}
GOLD = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)]
ORTHOGONAL, DIAGONAL = [(0, -1), (0, 1), (-1, 0), (1, 0)], [(-1, -1), (1, -1), (-1, 1), (1, 1)]
# Where Black's pieces go: single steps, and directions in which they go as far as they can.
STEPS = {
    "P": [(0, -1)], "N": [(-1, -2), (1, -2)], "S": [(0, -1)] + DIAGONAL, "G": GOLD,
    "K": ORTHOGONAL + DIAGONAL, "+P": GOLD, "+L": GOLD, "+N": GOLD, "+S": GOLD,
    "+B": ORTHOGONAL, "+R": DIAGONAL, "L": [], "B": [], "R": [],
}
SLIDES = {"L": [(0, -1)], "B": DIAGONAL, "R": ORTHOGONAL, "+B": DIAGONAL, "+R": ORTHOGONAL}
SQUARES = [(file, rank) for file in range(1, 10) for rank in range(1, 10)]


def colour(piece):
    return 0 if piece[-1].isupper() else 1


def targets(board, square):
    """The squares that the piece on a square attacks; on some of them may be pieces of its own."""
    piece = board[square]
    kind, forward = piece.upper(), -1 if colour(piece) else 1
    for df, dr in STEPS[kind]:
        to = square[0] + df, square[1] + dr * forward
        if 1 <= to[0] <= 9 and 1 <= to[1] <= 9:
            yield to
    for df, dr in SLIDES.get(kind, ()):
        to = square[0] + df, square[1] + dr * forward
        while 1 <= to[0] <= 9 and 1 <= to[1] <= 9:
            yield to
            if to in board:
                break
            to = to[0] + df, to[1] + dr * forward


def king_of(board, side):
    return next((square for square, piece in board.items() if piece == "Kk"[side]), None)


def in_check(board, side):
    king = king_of(board, side)
    return king is not None and any(
        colour(piece) != side and king in targets(board, square) for square, piece in board.items())


def is_dead(kind, rank, side):
    """Whether an unpromoted piece could never move again."""
    behind = rank if side == 0 else 10 - rank
    return kind in ("P", "L") and behind == 1 or kind == "N" and behind <= 2


def in_zone(square, side):
    return square[1] <= 3 if side == 0 else square[1] >= 7


def name(square):
    return f"{square[0]}{'abcdefghi'[square[1] - 1]}"


class Tsume:
    players = ("attacker", "defender")
    rules = ("attacker-loses",)
    footprints = None
    occurrences = 2
    assumptions = []

    def __init__(self, parameters):
        if parameters not in ("black", "white"):
            raise ValueError("expected black or white")
        self.attacker = 0 if parameters == "black" else 1

    def read_root(self, text):
        fields = text.split(" ")
        if len(fields) != 4:
            raise ValueError("expected four fields")
        ranks = fields[0].split("/")
        if len(ranks) != 9 or fields[1] not in ("b", "w") or fields[3] != "1":
            raise ValueError("expected nine ranks, b or w, hands, and 1")
        board, side = {}, "bw".index(fields[1])
        for rank, signs in enumerate(ranks, 1):
            file, plus = 9, ""
            for sign in signs:
                if sign in "123456789" and not plus:
                    file -= int(sign)
                elif sign == "+" and not plus:
                    plus = "+"
                elif (plus + sign).upper() in STEPS and sign.isascii() and file > 0:
                    board[file, rank] = plus + sign
                    file, plus = file - 1, ""
                else:
                    raise ValueError("no piece")
            if file != 0 or plus:
                raise ValueError("a rank has nine squares")
        hands = [[0] * 7, [0] * 7]
        count = ""
        for sign in "" if fields[2] == "-" else fields[2]:
            if sign in "0123456789":
                count += sign
            elif sign.isascii() and sign.upper() in HAND:
                hands[colour(sign)][HAND.index(sign.upper())] += int(count or "1")
                count = ""
            else:
                raise ValueError("no piece in hand")
        if count:
            raise ValueError("a count without a piece")
        for kind, most in IN_A_SET.items():
            there = sum(piece[-1].upper() == kind for piece in board.values())
            if kind in HAND:
                there += hands[0][HAND.index(kind)] + hands[1][HAND.index(kind)]
            if there > most:
                raise ValueError("more pieces than there are")
        pieces = list(board.values())
        if pieces.count("K") > 1 or pieces.count("k") > 1 or "Kk"[1 - self.attacker] not in pieces:
            raise ValueError("one king each, and the defender has one")
        if any(is_dead(piece.upper(), square[1], colour(piece)) for square, piece in board.items()):
            raise ValueError("a piece that could never move")
        if in_check(board, 1 - side):
            raise ValueError("a king could be taken")
        return self.position(board, side, hands)

    def position(self, board, side, hands):
        return tuple(sorted(board.items())), side, tuple(map(tuple, hands))

    def write(self, position):
        board, ranks = dict(position[0]), []
        for rank in range(1, 10):
            signs = "".join(board.get((file, rank), ".") for file in range(9, 0, -1))
            for empty in range(9, 0, -1):
                signs = signs.replace("." * empty, str(empty))
            ranks.append(signs)
        hands = ""
        for side in (0, 1):
            for kind, count in zip(HAND, position[2][side]):
                if count:
                    hands += (str(count) if count > 1 else "") + (kind.lower() if side else kind)
        return f"{'/'.join(ranks)} {'bw'[position[1]]} {hands or '-'} 1"

    def apart(self, position, player):
        """The board with the side to move, and what a player has in hand. What is in neither is in the other hand."""
        colour = self.attacker if player == 0 else 1 - self.attacker
        return position[:2], position[2][colour]

    def turn(self, position):
        return 0 if position[1] == self.attacker else 1

    def winner(self, position):
        return None

    def may_go_on(self, position):
        return True

    def stuck(self, position):
        return 1 - self.turn(position)

    def moves(self, position):
        side = position[1]
        must_check = side == self.attacker
        found = {}
        for text, move in self.candidates(position):
            board = self.after(dict(position[0]), side, move)
            if in_check(board, side) or must_check and not in_check(board, 1 - side):
                continue
            if text.startswith("P*") and self.is_mate_by(position, move):
                continue
            found[text] = move
        return found

    def candidates(self, position):
        """(text, (from or kind, to, promotes)): moves but for the safety of the own king."""
        board, side = dict(position[0]), position[1]
        for square, piece in position[0]:
            if colour(piece) != side:
                continue
            kind = piece.upper()
            for to in targets(board, square):
                if to in board and colour(board[to]) == side:
                    continue
                text = name(square) + name(to)
                if not is_dead(kind, to[1], side):
                    yield text, (square, to, False)
                if "+" + kind in STEPS and (in_zone(square, side) or in_zone(to, side)):
                    yield text + "+", (square, to, True)
        for kind, count in zip(HAND, position[2][side]):
            if not count:
                continue
            pawn = "p" if side else "P"
            files = {file for (file, _), piece in position[0] if piece == pawn} if kind == "P" else ()
            for to in SQUARES:
                if to not in board and not is_dead(kind, to[1], side) and to[0] not in files:
                    yield f"{kind}*{name(to)}", (kind, to, False)

    def after(self, board, side, move):
        origin, to, promotes = move
        if isinstance(origin, str):
            board[to] = origin.lower() if side else origin
        else:
            board[to] = ("+" if promotes else "") + board.pop(origin)
        return board

    def is_mate_by(self, position, move):
        """Whether a dropped pawn mates. Whether the other side has any legal move then needs no look
        at its own drops of pawns: nothing can be put between."""
        board, side = self.after(dict(position[0]), position[1], move), position[1]
        if not in_check(board, 1 - side):
            return False
        for square, piece in list(board.items()):
            if colour(piece) == side:
                continue
            for to in targets(board, square):
                if to in board and colour(board[to]) != side:
                    continue
                after = dict(board)
                after[to] = after.pop(square)
                if not in_check(after, 1 - side):
                    return False
        return True

    def play(self, position, move):
        board, side = dict(position[0]), position[1]
        hands = [list(hand) for hand in position[2]]
        origin, to, _ = move
        if isinstance(origin, str):
            hands[side][HAND.index(origin)] -= 1
        elif to in board:
            hands[side][HAND.index(board[to][-1].upper())] += 1
        return self.position(self.after(board, side, move), 1 - side, hands)
