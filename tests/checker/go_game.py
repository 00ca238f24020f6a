"""Boards of Go: rules, scores and Benson's unconditional life, with strings for boards."""

import re

from .walk import IntervalSet

COLUMNS = "ABCDEFGHJKLMNOPQRST"
STONES = "XO"
# Positions that are remembered with their moves.
MOST_KNOWN = 20_000
PARAMETERS = re.compile(
    "([1-9][0-9]?)x([1-9][0-9]?) at-least (0|-?[1-9][0-9]{0,9})( suicide)?( basic-ko)?( played-out)?", re.ASCII)
SUPERKO_RULES = ("situational-superko", "positional-superko")


class Board:
    """What the points are called, and which ones are neighbours."""

    def __init__(self, rows, columns):
        if not (1 <= rows <= 19 and 1 <= columns <= 19):
            raise ValueError("boards have 1 to 19 rows and columns")
        self.rows, self.columns = rows, columns
        self.points = range(rows * columns)
        self.near = [self.neighbours(point) for point in self.points]
        self.names = [f"{COLUMNS[p % columns]}{rows - p // columns}" for p in self.points]
        self.by_name = {name: point for point, name in enumerate(self.names)}

    def neighbours(self, point):
        row, column = divmod(point, self.columns)
        around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        return [r * self.columns + c for r, c in around if 0 <= r < self.rows and 0 <= c < self.columns]

    def read_stones(self, text):
        rows = text.split("/")
        if [len(row) for row in rows] != [self.columns] * self.rows or not set("".join(rows)) <= set(".XO"):
            raise ValueError("not the rows of this board")
        return "".join(rows)

    def write_stones(self, board):
        return "/".join(board[r * self.columns:(r + 1) * self.columns] for r in range(self.rows))

    def part(self, start, inside):
        """The points connected with `start` for which `inside` holds, and the points around them."""
        found, border, todo = {start}, set(), [start]
        while todo:
            for other in self.near[todo.pop()]:
                if other in found:
                    continue
                if inside(other):
                    found.add(other)
                    todo.append(other)
                else:
                    border.add(other)
        return found, border

    def parts(self, points, inside):
        left = {point for point in points if inside(point)}
        while left:
            found, border = self.part(min(left), inside)
            left -= found
            yield found, border

    def chains(self, board, colour):
        return list(self.parts(self.points, lambda p: board[p] == colour))

    def benson(self, stones, colour, suicide=False):
        """The unconditionally alive chains of a colour and the regions that they enclose (Benson 1976)."""
        chains = [chain for chain, _ in self.chains(stones, colour)]
        regions = list(self.parts(self.points, lambda p: stones[p] != colour))

        def vital(region, border, chain):
            around = {other for stone in chain for other in self.near[stone]}
            filled = {point for point in region if suicide or stones[point] == "."}
            return bool(border & chain) and filled <= around

        while True:
            alive = [chain for chain in chains
                     if sum(vital(region, border, chain) for region, border in regions) >= 2]
            safe = set().union(*alive)
            left = [(region, border) for region, border in regions if border <= safe]
            if (len(alive), len(left)) == (len(chains), len(regions)):
                return safe, [region for region, _ in left] if alive else []
            chains, regions = alive, left

    def all_have_liberties(self, board):
        return all(any(board[p] == "." for p in border)
                   for colour in STONES for _, border in self.chains(board, colour))


class Go:
    players = ("black", "white")
    footprints = "interval"
    occurrences = None
    assumptions = []
    new_set = IntervalSet

    def __init__(self, parameters):
        read = PARAMETERS.fullmatch(parameters)
        if not read:
            raise ValueError("expected '<rows>x<columns> at-least <score> [suicide] [basic-ko] [played-out]'")
        self.board = Board(int(read[1]), int(read[2]))
        self.at_least = int(read[3])
        if not -1 << 31 <= self.at_least < 1 << 31:
            raise ValueError("the score has more than 32 bits")
        self.suicide, self.basic_ko, self.played_out = (bool(word) for word in read.groups()[3:])
        self.rules = ("draw",) if self.basic_ko else SUPERKO_RULES
        self.known_moves = {}

    def read_root(self, text):
        words = text.split(" ")
        stones = self.board.read_stones(words[0])
        if len(words) not in (2, 3) or words[1] not in ("B", "W"):
            raise ValueError("expected the side to move")
        if not self.board.all_have_liberties(stones):
            raise ValueError("a chain without liberties")
        turn, passes, ko = "BW".index(words[1]), 0, None
        if len(words) == 3:
            if words[2] in ("pass", "over"):
                passes = ("pass", "over").index(words[2]) + 1
            elif self.basic_ko and words[2].startswith("ko:") and words[2][3:] in self.board.by_name:
                ko = self.board.by_name[words[2][3:]]
                if not self.is_ko(stones, turn, ko):
                    raise ValueError("no ko is there")
            else:
                raise ValueError("expected pass, over or a ko")
        return stones, turn, passes, ko

    def write(self, position):
        stones, turn, passes, ko = position
        text = f"{self.board.write_stones(stones)} {'BW'[turn]}{('', ' pass', ' over')[passes]}"
        return text if ko is None else f"{text} ko:{self.board.names[ko]}"

    def turn(self, position):
        return position[1]

    def put(self, stones, turn, point):
        """The board after a stone, or None if that is not legal, ko apart."""
        if stones[point] != ".":
            return None
        after = list(stones)
        after[point] = STONES[turn]
        for victim, starts in ((1 - turn, self.board.near[point]), (turn, [point])):
            for start in starts:
                if after[start] != STONES[victim]:
                    continue
                chain, border = self.board.part(start, lambda p: after[p] == STONES[victim])
                if all(after[p] != "." for p in border):
                    if victim == turn and not self.suicide:
                        return None
                    for stone in chain:
                        after[stone] = "."
        return "".join(after)

    def is_ko(self, stones, turn, point):
        """Whether a stone of `turn` there gives a board from which the opponent can have come here."""
        before = self.put(stones, turn, point)
        if before is None:
            return False
        changed = [p for p in self.board.points if stones[p] != before[p]]
        taken = [p for p in changed if p != point]
        return len(taken) == 1 and before[point] == STONES[turn] \
            and self.put(before, 1 - turn, taken[0]) == stones

    def winner(self, position):
        stones, _, passes, _ = position
        points = len(self.board.points)
        if passes == 2:
            return 0 if self.score(stones) >= self.at_least else 1
        if self.played_out or self.basic_ko and self.suicide:
            return None
        if not -points < self.at_least <= points:
            if self.basic_ko:
                return None  # The score is known, but not that the game ends.
            return 1 if self.at_least > points else 0
        if 2 * self.sure(stones, "X") - points >= self.at_least:
            return 0
        return 1 if points - 2 * self.sure(stones, "O") < self.at_least else None

    def may_go_on(self, position):
        return position[2] < 2

    def stuck(self, position):
        """Never asked for: a pass is always legal."""
        return 1 - position[1]

    def moves(self, position):
        known = self.known_moves.get(position)
        if known is not None:
            return known
        stones, turn, passes, banned = position
        found = {"pass": (stones, 1 - turn, passes + 1, None)}
        for point in self.board.points:
            after = None if point == banned else self.put(stones, turn, point)
            if after is None:
                continue
            ko = None
            if self.basic_ko:
                taken = [p for p in self.board.near[point] if stones[p] != "." and after[p] == "."]
                if len(taken) == 1 and self.put(after, 1 - turn, taken[0]) == stones:
                    ko = taken[0]
            found[self.board.names[point]] = after, 1 - turn, 0, ko
        if len(self.known_moves) >= MOST_KNOWN:
            self.known_moves.clear()
        self.known_moves[position] = found
        return found

    def play(self, position, move):
        return move

    def is_pass(self, position, text):
        return text == "pass"

    def situation(self, position, board):
        return position[0], None if board else position[1]

    def score(self, stones):
        score = stones.count("X") - stones.count("O")
        for region, border in self.board.parts(self.board.points, lambda p: stones[p] == "."):
            touched = {stones[point] for point in border}
            if len(touched) == 1:
                score += len(region) if touched == {"X"} else -len(region)
        return score

    def sure(self, stones, colour):
        """How many points a colour has for ever: its living stones, and their eyes of one point."""
        safe, regions = self.board.benson(stones, colour, self.suicide)
        return len(safe) + sum(len(region) == 1 for region in regions)
