"""The walks of docs/certificate.md, sections 3 and 5."""

import functools

from . import DRAW
from .reader import CONTROL, WHITE_SPACE


class Refuted(Exception):
    """The certificate proves nothing."""

    def __init__(self, line, kind):
        super().__init__(f"REFUTED line {line}: {kind}")
        self.line, self.kind = line, kind


class Claim:
    """Whose claim it is, and what supports it."""

    def __init__(self, claimant, wins):
        self.claimant, self.wins = claimant, wins

    def supported_by(self, result):
        if self.wins:
            return result == self.claimant
        return result in (self.claimant, DRAW)


def read_move(body, legal):
    """The next line of the body, which has to be a legal move; and its number."""
    text, line = body.next()
    if text is None:
        raise Refuted(line, "missing-line")
    if not text or text != text.strip(WHITE_SPACE) or CONTROL.search(text):
        raise Refuted(line, "unreadable-move")
    if text not in legal:
        raise Refuted(line, "illegal-move")
    return text, line


def in_order(moves):
    return sorted(moves, key=lambda text: text.encode())


def look(game, claim, position, choice, body, left=None):
    """The moves to be walked from a position, and the line of the claimant's last move: None where the game
    is over, or no plies are left, in support of the claim."""
    result, legal, kind = game.winner(position), {}, "wrong-terminal"
    own = game.turn(position) == claim.claimant
    if result is None:
        legal = game.moves(position)
        if not legal:
            result = game.stuck(position)
            kind = "claimant-stuck" if own else kind
    if result is not None:
        if not claim.supported_by(result):
            raise Refuted(choice, kind)
        return None, choice
    if left == 0:
        return None, choice
    if own:
        text, choice = read_move(body, legal)
        return [legal[text]], choice
    return [legal[text] for text in in_order(legal)], choice


def draws_by_history(game, position, before):
    return game.occurrences is not None and before.get(position, 0) >= game.occurrences - 1


class Hands:
    """Positions by their boards, each with a hand and the plies of the longest way. Finished ones answer for those with
    the same board and no less in the winner's hand; where somebody holds, those that were met answer for those with no
    more in the opponent's."""

    def __init__(self, game, claim):
        self.game, self.wins, self.boards = game, claim.wins, {}
        self.player = claim.claimant if claim.wins else 1 - claim.claimant

    def add(self, position, plies):
        board, hand = self.game.apart(position, self.player)
        self.boards.setdefault(board, []).append((hand, plies))

    def plies(self, position):
        """The fewest plies of those that answer for the position; None if there are none."""
        board, hand = self.game.apart(position, self.player)
        return min((plies for other, plies in self.boards.get(board, ()) if self.answers(other, hand)), default=None)

    def answers(self, other, hand):
        return all(a <= b if self.wins else a >= b for a, b in zip(other, hand))


def walk_plain(game, claim, root, root_line, before, body, hands=None):
    """`before`: how often each position occurred before the root. `hands`: positions that answer for others, if they do. Returns the plies of the longest way from the root, which means something for wins only."""
    done = {}  # position: None while it is open; then the plies of the longest way from there
    stack = []  # [position, replies still to walk, line of the claimant's last move, plies so far]
    position, choice = root, root_line
    while True:
        plies, replies = 0, None
        covered = hands and hands.plies(position)
        if covered is not None:
            plies = covered
        elif position in done:
            plies = done[position]
            if plies is None:
                if claim.wins:
                    raise Refuted(choice, "cycle")
                plies = 0
        elif draws_by_history(game, position, before):
            if claim.wins:
                raise Refuted(choice, "history-repetition")
            done[position] = 0
        else:
            replies, choice = look(game, claim, position, choice, body)
            done[position] = 0 if replies is None else None
            if hands and (replies is None or not claim.wins):
                hands.add(position, 0)
        if replies is not None:
            stack.append([position, iter(replies), choice, 0])
        elif stack:
            stack[-1][3] = max(stack[-1][3], plies + 1)
        while stack:
            position, replies, choice, plies = stack[-1]
            move = next(replies, None)
            if move is not None:
                position = game.play(position, move)
                break
            done[position] = plies
            if hands and claim.wins:
                hands.add(position, plies)
            stack.pop()
            if stack:
                stack[-1][3] = max(stack[-1][3], plies + 1)
        else:
            return done[root]


def holds(game, claim, before, position, left):
    """Whether the claimant has not lost within the plies that are left: the function K of section 6."""
    if draws_by_history(game, position, before):
        return True
    result = game.winner(position)
    legal = game.moves(position) if result is None else {}
    if not legal:
        return claim.supported_by(game.stuck(position) if result is None else result)
    if left == 0:
        return True
    below = (holds(game, claim, before, game.play(position, move), left - 1) for move in legal.values())
    return any(below) if game.turn(position) == claim.claimant else all(below)


def walk_for(plies, leaf, game, claim, root, root_line, before, body):
    """The walk of a claim to hold for so many plies, of which the last `leaf` have no lines."""
    holds_in = getattr(game, "leaves", functools.partial(functools.partial, holds, game))(claim, before)
    met = {}  # position: the most plies that were left when it was met
    stack = []  # (position, replies still to walk, line of the claimant's last move)
    position, choice = root, root_line
    while True:
        left = plies - len(stack)
        if met.get(position, -1) < left:
            met[position] = left
            is_leaf = left <= leaf and game.turn(position) != claim.claimant
            if not draws_by_history(game, position, before) and not (is_leaf and holds_in(position, left)):
                replies, choice = look(game, claim, position, choice, body, left)
                if replies is not None and is_leaf:
                    raise Refuted(choice, "lost")
                if replies is not None:
                    stack.append((position, iter(replies), choice))
        while stack:
            position, replies, choice = stack[-1]
            move = next(replies, None)
            if move is not None:
                position = game.play(position, move)
                break
            stack.pop()
        else:
            return


class Frame:
    """An open position of the walk under superko."""

    def __init__(self, position, situation, choice, by_pass):
        self.position, self.situation, self.choice = position, situation, choice
        self.by_pass = by_pass  # whether the move that led here was a pass
        self.needed, self.created = set(), None
        self.replies = iter(())


def walk_superko(game, claim, root, root_line, path, body, board):
    """`path`: how often each situation occurred before the root. `board`: positional superko."""
    lemmas = {}
    stack = []
    position, choice, by_pass = root, root_line, False
    while True:
        frame = Frame(position, game.situation(position, board), choice, by_pass)
        path[frame.situation] = path.get(frame.situation, 0) + 1
        lemma = lemmas.get(position)
        if lemma and all(path.get(s) for s in lemma[0]) and not lemma[1].any_of(path):
            leave(path, frame.situation)
            if stack:
                stack[-1].needed |= lemma[0]
                stack[-1].created.merge(lemma[1])
        else:
            if round_in_passes(stack, frame):
                raise Refuted(choice, "cycle")
            frame.created = game.new_set()
            stack.append(frame)
            enter(game, claim, frame, path, body, board)
        while stack:
            frame = stack[-1]
            reply = next(frame.replies, None)
            if reply is not None:
                (position, by_pass), choice = reply, frame.choice
                break
            stack.pop()
            leave(path, frame.situation)
            frame.needed.discard(frame.situation)
            lemmas[frame.position] = frame.needed, frame.created
            if stack:
                stack[-1].needed |= frame.needed
                stack[-1].created.merge(frame.created)
        else:
            return


def leave(path, situation):
    path[situation] -= 1
    if path[situation] == 0:
        del path[situation]


def round_in_passes(stack, frame):
    """Whether nothing but passes lies between an open occurrence of the position and this one."""
    if not frame.by_pass:
        return False
    for earlier in reversed(stack):
        if earlier.position == frame.position:
            return True
        if not earlier.by_pass:
            return False
    return False


def enter(game, claim, frame, path, body, board):
    """Fills in D, F and the replies of a position that has just been put on the path."""
    position = frame.position
    result = game.winner(position)
    if result is not None:
        if not claim.supported_by(result):
            raise Refuted(frame.choice, "wrong-terminal")
        return
    own = game.turn(position) == claim.claimant
    everything, legal, banned = game.moves(position), {}, set()
    for text, move in everything.items():
        after = game.play(position, move)
        situation = game.situation(after, board)
        is_pass = game.is_pass(position, text)
        if not is_pass and path.get(situation):
            banned.add(situation)
        else:
            legal[text] = after, is_pass, situation
    supported = claim.supported_by(game.stuck(position))
    if not own or not legal:
        frame.needed |= banned
    if not own and not supported and not any(is_pass for _, is_pass, _ in legal.values()):
        for _, _, situation in legal.values():
            frame.created.add(situation)
    if not legal:
        if not supported:
            raise Refuted(frame.choice, "claimant-stuck" if own else "wrong-terminal")
        return
    if own:
        text, frame.choice = read_move(body, everything)
        if text not in legal:
            raise Refuted(frame.choice, "repeating-move")
        after, is_pass, situation = legal[text]
        if not is_pass:
            frame.created.add(situation)
        frame.replies = iter([(after, is_pass)])
    else:
        frame.replies = iter([legal[text][:2] for text in in_order(legal)])


class ExactSet:
    """F as a set."""

    def __init__(self):
        self.members = set()

    def add(self, situation):
        self.members.add(situation)

    def merge(self, other):
        self.members |= other.members

    def any_of(self, path):
        if len(self.members) < len(path):
            return any(s in path for s in self.members)
        return any(s in self.members for s in path)


class IntervalSet:
    """F as a set up to 1000 members, then as an interval. A situation is a tuple that begins with the
    board, a string of `X`, `O` and others, and ends with the side to move (None: not compared)."""

    EXACT = 1000

    def __init__(self):
        self.members = set()  # None if there are too many
        self.bounds = None

    def add(self, situation):
        stones, counts = shape(situation)
        self.widen((stones, stones, counts, counts, {situation[-1]}))
        self.put_in({situation})

    def merge(self, other):
        if other.bounds is not None:
            self.widen(other.bounds)
        self.put_in(other.members)

    def put_in(self, situations):
        if self.members is not None:
            self.members = None if situations is None else self.members | situations
        if self.members is not None and len(self.members) > self.EXACT:
            self.members = None

    def widen(self, other):
        if self.bounds is None:
            self.bounds = other
            return
        alls, anys, fewest, most, turns = self.bounds
        self.bounds = (
            [a & b for a, b in zip(alls, other[0])],
            [a | b for a, b in zip(anys, other[1])],
            [min(a, b) for a, b in zip(fewest, other[2])],
            [max(a, b) for a, b in zip(most, other[3])],
            turns | other[4],
        )

    def any_of(self, path):
        if self.members is not None:
            if len(self.members) < len(path):
                return any(s in path for s in self.members)
            return any(s in self.members for s in path)
        return any(self.between(situation) for situation in path)

    def between(self, situation):
        alls, anys, fewest, most, turns = self.bounds
        stones, counts = shape(situation)
        return (
            situation[-1] in turns
            and all(a & ~s == 0 and s & ~o == 0 for a, s, o in zip(alls, stones, anys))
            and all(least <= count <= most for least, count, most in zip(fewest, counts, most))
        )


def shape(situation):
    board = situation[0]
    stones = [sum(1 << p for p, c in enumerate(board) if c == colour) for colour in "XO"]
    return stones, [board.count("X"), board.count("O")]
