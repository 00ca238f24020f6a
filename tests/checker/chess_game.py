"""Chess, by the rules of python-chess."""

import functools
import itertools

import chess

from . import DRAW, walk

FATAL = (chess.STATUS_PAWNS_ON_BACKRANK | chess.STATUS_OPPOSITE_CHECK | chess.STATUS_INVALID_EP_SQUARE
         | chess.STATUS_BAD_CASTLING_RIGHTS
         | chess.STATUS_TOO_MANY_WHITE_PAWNS | chess.STATUS_TOO_MANY_BLACK_PAWNS
         | chess.STATUS_TOO_MANY_WHITE_PIECES | chess.STATUS_TOO_MANY_BLACK_PIECES)


def checks_fit(board):
    """At most two men give check, and with an en passant square each through the pawn's double step."""
    checkers = list(board.checkers())
    if len(checkers) > 2 or board.ep_square is None:
        return len(checkers) <= 2
    back = 8 if board.turn == chess.WHITE else -8
    start, pawn, king = board.ep_square + back, board.ep_square - back, board.king(board.turn)
    return all(c == pawn or start in chess.SquareSet.between(c, king) for c in checkers)


def kings_fit(board):
    """At least one king, and at most one of a color."""
    return board.kings and all(chess.popcount(board.kings & men) <= 1 for men in board.occupied_co)


def is_chess960(board):
    """Whether a right to castle is none of standard chess: that decides how castling is written."""
    standard = 0
    for color, rank in ((chess.WHITE, chess.BB_RANK_1), (chess.BLACK, chess.BB_RANK_8)):
        if board.king(color) == (chess.E1 if color else chess.E8):
            standard |= chess.BB_CORNERS & rank
    return bool(board.castling_rights & ~standard)


class Position:
    """A board, compared by what makes two positions the same."""

    __slots__ = ("board", "key")

    def __init__(self, board):
        self.board = board
        ep = board.ep_square if board.has_legal_en_passant() else None
        self.key = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings,
                    board.occupied_co[chess.WHITE], board.turn, board.castling_rights, ep)

    def __eq__(self, other):
        return self.key == other.key

    def __hash__(self):
        return hash(self.key)


class Chess:
    """`aim` is what the game is played for: None for checkmate, `selfmate`, `stalemate`, `reflexmate`, or
    `semi-reflexmate` with the player who need not mate."""

    players = ("white", "black")
    rules = ("draw", "attacker-loses", "attacker-wins")
    footprints = None
    occurrences = 3
    assumptions = []

    def __init__(self, aim=None):
        self.aim, _, free = (aim or "").partition(" ")
        self.obliged = [player for player in self.players if "reflexmate" in self.aim and player != free]

    def read_root(self, text):
        fields = text.split(" ")
        if len(fields) != 4:
            raise ValueError("expected four fields")
        board = chess.Board(text + " 0 1", chess960=True)
        if not kings_fit(board) or board.status() & FATAL or not checks_fit(board):
            raise ValueError("not a position of chess")
        return Position(board)

    def write(self, position):
        return position.board.epd(shredder=is_chess960(position.board), en_passant="legal")

    def turn(self, position):
        return 0 if position.board.turn == chess.WHITE else 1

    def winner(self, position):
        """Insufficient material; the rest is a matter of having no move."""
        if self.aim == "stalemate":
            return None
        board = position.board
        if board.pawns | board.rooks | board.queens:
            return None
        minors = chess.popcount(board.knights | board.bishops)
        dark, light = board.bishops & chess.BB_DARK_SQUARES, board.bishops & chess.BB_LIGHT_SQUARES
        return DRAW if minors <= 1 or (not board.knights and not (dark and light)) else None

    def may_go_on(self, position):
        return self.winner(position) is None

    def moves(self, position):
        board = position.board
        by_rook = is_chess960(board)
        moves = list(board.legal_moves)
        if self.players[self.turn(position)] in self.obliged:
            moves = [move for move in moves if self.play(position, move).board.is_checkmate()] or moves
        return {board.uci(move, chess960=by_rook): move for move in moves}

    def play(self, position, move):
        board = position.board.copy(stack=False)
        board.push(move)
        return Position(board)

    def leaves(self, claim, before):
        """`walk.holds`, with moves that are made and taken back on one board: positions are many."""
        return functools.partial(walk.holds, self, claim, before) if self.obliged else LastPlies(self, claim, before)

    def stuck(self, position):
        mover, is_mate = self.turn(position), position.board.is_check()
        if self.aim == "stalemate":
            return DRAW if is_mate else 1 - mover
        if not is_mate:
            return DRAW
        return mover if self.aim.endswith(("selfmate", "reflexmate")) else 1 - mover


class LastPlies:
    """The look through a leaf. It is what `winner` and `stuck` call a position, too."""

    def __init__(self, game, claim, before):
        self.game, self.claim, self.board, self.before = game, claim, None, before
        self.held = {}  # by the plies that were left: the claimant's move that held last
        self.known = {}  # by position: whether he holds for two plies

    def __call__(self, position, left):
        self.board = position.board.copy(stack=False)
        return self.holds(left)

    def holds(self, left):
        game, board = self.game, self.board
        if left == 0 and not game.aim and not board.is_check():
            # He has a move, or it is a draw.
            return True
        if left == 1 and not game.aim and game.turn(self) != self.claim.claimant and game.winner(self) is None:
            # Who has no move has not won by it, and a position in which he mates was never before.
            return not any(self.mates(move) for move in self.checks() if not self.flees(move))
        if self.before and walk.draws_by_history(game, Position(board), self.before):
            return True
        result = game.winner(self)
        if result is not None:
            return self.claim.supported_by(result)
        own = game.turn(self) == self.claim.claimant
        some = False
        for move in self.moves(own, left):
            some = True
            if left == 0:
                return True
            undo = self.make(move)
            held = self.holds(left - 1) if left != 3 else self.holds_for_two()
            self.unmake(undo)
            if own and held:
                self.held[left] = move
            if held == own:
                return held
        return not own if some else self.claim.supported_by(game.stuck(self))

    def make(self, move):
        """Makes a move, and returns how things were. Plain ones take a third of the time that `push` takes."""
        board, gone, there = self.board, chess.BB_SQUARES[move.from_square], chess.BB_SQUARES[move.to_square]
        if (board.castling_rights or board.ep_square is not None or board.pawns & gone
                or board.promoted & (gone | there)):
            board.push(move)
            return None
        before = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings,
                  *board.occupied_co, board.occupied)
        change = gone | there
        if board.occupied & there:
            board.pawns, board.knights, board.bishops, board.rooks, board.queens = [
                men & ~there for men in before[:5]]
            board.occupied_co[not board.turn] &= ~there
        if board.knights & gone:
            board.knights ^= change
        elif board.bishops & gone:
            board.bishops ^= change
        elif board.rooks & gone:
            board.rooks ^= change
        elif board.queens & gone:
            board.queens ^= change
        else:
            board.kings ^= change
        board.occupied_co[board.turn] ^= change
        board.occupied = board.occupied_co[0] | board.occupied_co[1]
        board.turn = not board.turn
        return before

    def unmake(self, before):
        board = self.board
        if before is None:
            board.pop()
            return
        (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings,
         board.occupied_co[0], board.occupied_co[1], board.occupied) = before
        board.turn = not board.turn

    def holds_for_two(self):
        position = Position(self.board)
        held = self.known.get(position.key)
        if held is None:
            if len(self.known) > 100_000:
                self.known.clear()
            held = self.known[position.key] = self.holds(2)
        return held

    def mates(self, move):
        if not self.board.is_legal(move):
            return False
        before = self.make(move)
        mate = self.board.is_checkmate()
        self.unmake(before)
        return mate

    def flees(self, move):
        """Whether the other king can go to a square that is not attacked after the move. Of a king's move, a promotion
        and one that may be en passant nothing is said: those are played."""
        board, gone = self.board, chess.BB_SQUARES[move.from_square]
        if move.promotion or board.kings & gone or move.to_square == board.ep_square:
            return False
        there, king = chess.BB_SQUARES[move.to_square], board.king(not board.turn)
        kept, other = board.occupied_co[board.turn] & ~gone, board.occupied_co[not board.turn] & ~there
        straight, diagonal, knights, pawns = [
            kept & men | there if men & gone else kept & men
            for men in (board.rooks | board.queens, board.bishops | board.queens, board.knights, board.pawns)]
        occupied, kings = (kept | other | there) & ~chess.BB_SQUARES[king], kept & board.kings
        flights = chess.BB_KING_ATTACKS[king] & ~other
        while flights:
            flight = flights.bit_length() - 1
            attackers = (
                chess.BB_RANK_ATTACKS[flight][chess.BB_RANK_MASKS[flight] & occupied] & straight
                | chess.BB_FILE_ATTACKS[flight][chess.BB_FILE_MASKS[flight] & occupied] & straight
                | chess.BB_DIAG_ATTACKS[flight][chess.BB_DIAG_MASKS[flight] & occupied] & diagonal
                | chess.BB_KNIGHT_ATTACKS[flight] & knights | chess.BB_KING_ATTACKS[flight] & kings
                | chess.BB_PAWN_ATTACKS[not board.turn][flight] & pawns)
            if not attackers:
                return True
            flights ^= chess.BB_SQUARES[flight]
        return False

    def checks(self):
        """All moves that may check, and others, some of them illegal: of men that alone stand between a slider and the
        other king, to squares from which he is attacked, and whatever promotes, takes en passant or castles."""
        board, king = self.board, self.board.king(not self.board.turn)
        if king is None:
            return
        occupied, own = board.occupied, board.occupied_co[board.turn]
        diagonal = chess.BB_DIAG_ATTACKS[king][chess.BB_DIAG_MASKS[king] & occupied]
        straight = (chess.BB_RANK_ATTACKS[king][chess.BB_RANK_MASKS[king] & occupied]
                    | chess.BB_FILE_ATTACKS[king][chess.BB_FILE_MASKS[king] & occupied])
        lines = chess.BB_RANK_ATTACKS[king][0] | chess.BB_FILE_ATTACKS[king][0]
        sliders = lines & (board.rooks | board.queens) | chess.BB_DIAG_ATTACKS[king][0] & (board.bishops | board.queens)
        in_line = chess.BB_EMPTY
        for slider in chess.scan_reversed(own & sliders):
            between = chess.between(king, slider) & occupied
            if between & (between - 1) == 0:
                in_line |= own & between
        if in_line:
            yield from board.generate_pseudo_legal_moves(in_line)
        others = own & ~in_line
        for men, to in ((board.queens, diagonal | straight), (board.rooks, straight), (board.bishops, diagonal),
                        (board.knights, chess.BB_KNIGHT_ATTACKS[king])):
            men &= others
            while men:
                start = men.bit_length() - 1
                men ^= chess.BB_SQUARES[start]
                ends = board.attacks_mask(start) & to & ~own
                while ends:
                    end = ends.bit_length() - 1
                    ends ^= chess.BB_SQUARES[end]
                    yield chess.Move(start, end)
        passing = chess.BB_EMPTY if board.ep_square is None else chess.BB_SQUARES[board.ep_square]
        pawns, to = others & board.pawns, chess.BB_PAWN_ATTACKS[not board.turn][king] | chess.BB_BACKRANKS | passing
        near = to >> 7 | to >> 8 | to >> 9 | to >> 16 if board.turn else to << 7 | to << 8 | to << 9 | to << 16
        if pawns & near:
            yield from board.generate_pseudo_legal_moves(pawns, to)
        if board.castling_rights:
            yield from board.generate_castling_moves(others & board.kings)

    def moves(self, own, left):
        """All of them, that which held last first."""
        moves = self.board.generate_legal_moves()
        last = self.held.get(left) if own else None
        if last is None or not self.board.is_legal(last):
            return moves
        return itertools.chain([last], moves)
