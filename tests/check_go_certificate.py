#!/usr/bin/env python3
"""Checks certificates about Go boards (`threefold go board --certificate FILE`), sharing no code with
threefold: the rules of the game, Benson's unconditional life and the walk under superko are written here
once more, from docs/certificate.md alone, with strings for boards. Needs nothing but Python.

    python3 tests/check_go_certificate.py FILE...

Prints `VERIFIED <claim> (<game>)` or `REFUTED line N: <kind>` for each block. Exit code 0 if all are
verified, 1 if one is refuted, 2 if a file cannot be read. Compressed files are not read.
"""

import sys
import threading

MAGIC = "threefold certificate "
COLUMNS = "ABCDEFGHJKLMNOPQRST"
OTHER = {"X": "O", "O": "X"}


class Unreadable(Exception):
    """The file is no certificate about a board."""


class Refuted(Exception):
    """The certificate proves nothing."""

    def __init__(self, line, kind):
        super().__init__(f"REFUTED line {line}: {kind}")


class Rules:
    """`3x4 at-least 4 [suicide] [basic-ko] [played-out]`."""

    def __init__(self, parameters):
        words = parameters.split(" ")
        known = {"suicide", "basic-ko", "played-out"}
        if len(words) < 3 or words[1] != "at-least" or not set(words[3:]) <= known:
            raise Unreadable(f"unknown parameters '{parameters}'")
        self.rows, self.columns = map(int, words[0].split("x"))
        self.at_least = int(words[2])
        self.suicide = "suicide" in words
        self.basic_ko = "basic-ko" in words
        self.played_out = "played-out" in words
        self.points = range(self.rows * self.columns)
        self.near = [self.neighbours(point) for point in self.points]
        self.names = [f"{COLUMNS[p % self.columns]}{self.rows - p // self.columns}" for p in self.points]
        self.by_name = {name: point for point, name in enumerate(self.names)}

    def neighbours(self, point):
        row, column = divmod(point, self.columns)
        around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        return [r * self.columns + c for r, c in around if 0 <= r < self.rows and 0 <= c < self.columns]

    def read(self, text):
        """A position: stones, side to move, passes, and under basic ko the board that may not be recreated."""
        words = text.split(" ")
        rows = words[0].split("/")
        if [len(row) for row in rows] != [self.columns] * self.rows or not set("".join(rows)) <= set(".XO"):
            raise ValueError(text)
        board, turn = "".join(rows), {"B": "X", "W": "O"}[words[1]]
        if self.basic_ko and len(words) == 3 and words[2].startswith("ko:"):
            return board, turn, 0, self.put(board, turn, self.by_name[words[2][3:]])
        passes = {(): 0, ("pass",): 1, ("over",): 2}[tuple(words[2:])]
        return board, turn, passes, None

    def part(self, board, point, same):
        """The connected points from `point` on for which `same` holds, and the points around them."""
        inside, border, todo = {point}, set(), [point]
        while todo:
            for other in self.near[todo.pop()]:
                if other in inside:
                    continue
                if same(board[other]):
                    inside.add(other)
                    todo.append(other)
                else:
                    border.add(other)
        return inside, border

    def parts(self, board, same):
        left = {point for point in self.points if same(board[point])}
        while left:
            inside, border = self.part(board, min(left), same)
            left -= inside
            yield inside, border

    def put(self, board, colour, point):
        """The board after a stone, or None if that is not legal, superko apart."""
        if board[point] != ".":
            return None
        stones = list(board)
        stones[point] = colour
        for victim, reached in ((OTHER[colour], self.near[point]), (colour, [point])):
            for start in reached:
                if stones[start] != victim:
                    continue
                chain, border = self.part(stones, start, lambda content: content == victim)
                if all(stones[other] != "." for other in border):
                    if victim == colour and not self.suicide:
                        return None
                    for stone in chain:
                        stones[stone] = "."
        return "".join(stones)

    def moves(self, position):
        """Texts of moves and where they lead, in the order of the bytes of the texts."""
        board, turn, passes, banned = position
        found = [("pass", (board, OTHER[turn], passes + 1, None))]
        for point in self.points:
            after = self.put(board, turn, point)
            if after is not None and (banned is None or after != banned):
                ko = self.basic_ko and self.can_recreate(after, OTHER[turn], board)
                found.append((self.names[point], (after, OTHER[turn], 0, board if ko else None)))
        return sorted(found, key=lambda move: move[0])

    def can_recreate(self, board, turn, before):
        """Whether one stone of `turn` on `board` gives the board `before`."""
        changed = [point for point in self.points if board[point] != before[point]]
        new = [point for point in changed if before[point] == turn]
        return len(changed) == 2 and len(new) == 1 and self.put(board, turn, new[0]) == before

    def score(self, board):
        score = board.count("X") - board.count("O")
        for region, border in self.parts(board, lambda content: content == "."):
            touched = {board[point] for point in border}
            if len(touched) == 1:
                score += len(region) if touched == {"X"} else -len(region)
        return score

    def sure(self, board, colour):
        """Points of the unconditionally alive chains and their eyes of one point (Benson 1976)."""
        chains = [chain for chain, _ in self.parts(board, lambda content: content == colour)]
        regions = [(region, border) for region, border in self.parts(board, lambda content: content != colour)]

        def vital(region, chain):
            around = {other for stone in chain for other in self.near[stone]}
            filled = {point for point in region if self.suicide or board[point] == "."}
            return bool(region & around) and filled <= around

        while True:
            alive = [chain for chain in chains if sum(vital(region, chain) for region, _ in regions) >= 2]
            stones = set().union(*alive)
            left = [(region, border) for region, border in regions if border <= stones]
            if (len(alive), len(left)) == (len(chains), len(regions)):
                return len(stones) + sum(len(region) == 1 for region, _ in left) if alive else 0
            chains, regions = alive, left

    def winner(self, position):
        """X or O if the game is over, else None."""
        board, _, passes, _ = position
        points = len(self.points)
        if passes == 2:
            return "X" if self.score(board) >= self.at_least else "O"
        if self.played_out:
            return None
        if self.basic_ko and (self.suicide or not -points < self.at_least <= points):
            return None  # The score is known, but not that the game ends.
        if self.at_least > points:
            return "O"
        if self.at_least <= -points or 2 * self.sure(board, "X") - points >= self.at_least:
            return "X"
        return "O" if points - 2 * self.sure(board, "O") < self.at_least else None


def mask(board, colour):
    return sum(1 << point for point, content in enumerate(board) if content == colour)


class Interval:
    """F: a set of situations; of more than 1000 only the AND and the OR of the stones of each colour and the
    smallest and largest numbers of them."""

    def __init__(self):
        self.members = None
        self.exactly = set()

    def add(self, situation):
        board, turn = situation
        stones = [mask(board, "X"), mask(board, "O")]
        counts = [board.count("X"), board.count("O")]
        self.widen((stones, stones, counts, counts, {turn}))
        self.add_exactly({situation})

    def merge(self, other):
        self.widen(other.members)
        self.add_exactly(other.exactly)

    def add_exactly(self, situations):
        """None stands for too many."""
        if self.exactly is not None:
            self.exactly = None if situations is None else self.exactly | situations
        if self.exactly is not None and len(self.exactly) > 1000:
            self.exactly = None

    def widen(self, other):
        if other is None:
            return
        if self.members is None:
            self.members = other
            return
        alls, anys, fewest, most, turns = self.members
        self.members = (
            [a & b for a, b in zip(alls, other[0])],
            [a | b for a, b in zip(anys, other[1])],
            [min(a, b) for a, b in zip(fewest, other[2])],
            [max(a, b) for a, b in zip(most, other[3])],
            turns | other[4],
        )

    def contains(self, situation):
        if self.exactly is not None:
            return situation in self.exactly
        alls, anys, fewest, most, turns = self.members
        board, turn = situation
        stones = [mask(board, "X"), mask(board, "O")]
        counts = [board.count("X"), board.count("O")]
        return (
            turn in turns
            and all(a & ~s == 0 and s & ~o == 0 for a, s, o in zip(alls, stones, anys))
            and all(least <= count <= most for least, count, most in zip(fewest, counts, most))
        )


class Walk:
    def __init__(self, rules, positional, claimant, moves, first_line, root_line):
        self.rules, self.positional, self.claimant = rules, positional, claimant
        self.moves, self.used, self.first_line, self.root_line = moves, 0, first_line, root_line
        self.path = {}
        self.lemmas = {}

    def situation(self, position):
        return position[0], None if self.positional else position[1]

    def enter(self, situation):
        self.path[situation] = self.path.get(situation, 0) + 1

    def leave(self, situation):
        self.path[situation] -= 1
        if self.path[situation] == 0:
            del self.path[situation]

    def walk(self, position, needed, created, choice):
        """Adds to D and F of the position before. `choice`: the line of the claimant's last move."""
        own = self.situation(position)
        self.enter(own)
        lemma = self.lemmas.get(position)
        if lemma and all(s in self.path for s in lemma[0]) and not any(lemma[1].contains(s) for s in self.path):
            needed |= lemma[0]
            created.merge(lemma[1])
            self.leave(own)
            return
        below, below_created = set(), Interval()
        winner = self.rules.winner(position)
        if winner is not None:
            if winner != self.claimant:
                raise Refuted(choice, "wrong-terminal")
        elif position[1] == self.claimant:
            choice = self.first_line + self.used
            if self.used == len(self.moves):
                raise Refuted(choice, "missing-line")
            text = self.moves[self.used]
            after = dict(self.rules.moves(position)).get(text)
            if after is None:
                raise Refuted(choice, "illegal-move")
            if text != "pass":
                if self.situation(after) in self.path:
                    raise Refuted(choice, "repeating-move")
                below_created.add(self.situation(after))
            self.used += 1
            self.walk(after, below, below_created, choice)
        else:
            legal = []
            for text, after in self.rules.moves(position):
                situation = self.situation(after)
                if text != "pass" and situation in self.path:
                    below.add(situation)
                else:
                    legal.append(after)
            for after in legal:
                self.walk(after, below, below_created, choice)
        self.leave(own)
        below.discard(own)
        self.lemmas[position] = (below, below_created)
        needed |= below
        created.merge(below_created)


class PlainWalk:
    """Without superko: a position that was walked is skipped. One that is open is no win, and enough to hold."""

    def __init__(self, rules, claimant, wins, moves, first_line):
        self.rules, self.claimant, self.wins = rules, claimant, wins
        self.moves, self.used, self.first_line = moves, 0, first_line
        self.open, self.closed = set(), set()

    def walk(self, position, choice):
        """`choice`: the line of the claimant's last move."""
        if position in self.closed or position in self.open:
            if position in self.open and self.wins:
                raise Refuted(choice, "cycle")
            return
        self.open.add(position)
        winner = self.rules.winner(position)
        if winner is not None:
            if winner != self.claimant:
                raise Refuted(choice, "wrong-terminal")
        elif position[1] == self.claimant:
            choice = self.first_line + self.used
            if self.used == len(self.moves):
                raise Refuted(choice, "missing-line")
            after = dict(self.rules.moves(position)).get(self.moves[self.used])
            if after is None:
                raise Refuted(choice, "illegal-move")
            self.used += 1
            self.walk(after, choice)
        else:
            for _, after in self.rules.moves(position):
                self.walk(after, choice)
        self.open.remove(position)
        self.closed.add(position)


def check(header, where, moves, first_line):
    rules = Rules(header["game"].partition(" ")[2])
    if header["game"].split(" ")[0] != "go" or (header.get("footprints") == "interval") == rules.basic_ko:
        raise Unreadable("not about a Go board")
    if rules.basic_ko:
        if header["repetition"] != "draw":
            raise Unreadable(f"basic ko with {header['repetition']}")
        positional = False
    else:
        positional = {"situational-superko": False, "positional-superko": True}[header["repetition"]]
    # There are no draws under superko: to hold is to win.
    claimant = {"black wins": "X", "black holds": "X", "white wins": "O", "white holds": "O"}[header["claim"]]
    try:
        root = rules.read(header["root"])
    except (ValueError, KeyError):
        raise Refuted(where["root"], "bad-root") from None
    if rules.basic_ko:
        walk = PlainWalk(rules, claimant, header["claim"].endswith("wins"), moves, first_line)
    else:
        walk = Walk(rules, positional, claimant, moves, first_line, where["root"])
    if "history" in header:
        start, _, played = header["history"].partition(" moves ")
        position = rules.read(start)
        for text in played.split():
            if not rules.basic_ko:
                walk.enter(walk.situation(position))
            after = dict(rules.moves(position)).get(text) if position[2] < 2 else None
            if after is None:
                raise Refuted(where["history"], "bad-history")
            position = after
        if position != root:
            raise Refuted(where["history"], "history-mismatch")
    if rules.basic_ko:
        walk.walk(root, where["root"])
    else:
        walk.walk(root, set(), Interval(), where["root"])
    if walk.used < len(moves):
        raise Refuted(first_line + walk.used, "surplus-line")
    if int(header["moves"]) != len(moves):
        raise Refuted(where["moves"], "moves-count")


def blocks(text):
    """Yields (header, line numbers of the keys, moves, line number of the first move)."""
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        if lines[at] != MAGIC + "1":
            raise Unreadable(f"line {at + 1}: expected '{MAGIC}1'")
        at += 1
        header, where = {}, {}
        while at < len(lines) and lines[at] != "---":
            key, _, value = lines[at].partition(":")
            header[key], where[key] = value.strip(), at + 1
            at += 1
        begin = at = at + 1
        while at < len(lines) and not lines[at].startswith(MAGIC):
            at += 1
        yield header, where, lines[begin:at], begin + 1


def main(paths):
    status = 0
    for path in paths:
        try:
            with open(path, encoding="utf-8") as file:
                text = file.read()
            for header, *rest in blocks(text):
                try:
                    check(header, *rest)
                    print(f"VERIFIED {header['claim']} ({header['game']})", flush=True)
                except Refuted as refuted:
                    print(refuted, flush=True)
                    status = max(status, 1)
        except (Unreadable, KeyError, ValueError, OSError) as error:
            print(f"{path}: {error!r}", file=sys.stderr)
            status = 2
    return status


if __name__ == "__main__":
    # Games are as deep as there are situations.
    sys.setrecursionlimit(1_000_000)
    threading.stack_size(512 << 20)
    result = []
    thread = threading.Thread(target=lambda: result.append(main(sys.argv[1:])))
    thread.start()
    thread.join()
    sys.exit(result[0] if result else 2)
