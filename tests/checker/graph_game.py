"""Graph games, read from a `.game` file: docs/game-format.md."""

import re

from . import DRAW
from .reader import ATTACKER, RULES, SUPERKO, Unreadable
from .walk import ExactSet, Refuted

NAME = re.compile(r"[A-Za-z0-9_\-.']")
# Counted in the tree of a search, which means nothing here, and in the whole game.
OCCURRENCES = {"tree:2,game:2": 2, "tree:2,game:3": 3, "tree:3,game:3": 3}
ENDS = {"win-first": 0, "win-second": 1, "draw": DRAW}


def is_name(text):
    return bool(text) and all(NAME.fullmatch(c) for c in text)


class Graph:
    players = ("first", "second")
    rules = RULES
    footprints = "exact"
    occurrences = 2
    assumptions = []
    new_set = ExactSet

    def __init__(self, data):
        self.headers, self.nodes = {}, {}
        try:
            text = data.decode("utf-8").removeprefix("\ufeff")
        except UnicodeDecodeError:
            raise Unreadable("the game is not UTF-8") from None
        started = False
        for number, line in enumerate(text.split("\n"), 1):
            line = line.removesuffix("\r")
            if not started or not line.lstrip().startswith("note:"):
                line = line.partition("#")[0]
            line = line.strip()
            if not line:
                continue
            if not started:
                if line != "threefold game 1":
                    raise Unreadable(f"{number}: expected 'threefold game 1'")
                started = True
                continue
            try:
                self.read(line)
            except ValueError as error:
                raise Unreadable(f"the game, line {number}: {error}") from None
        if not started:
            raise Unreadable("the game is empty")
        self.validate()

    def read(self, line):
        key, colon, value = line.partition(":")
        value = value.strip()
        if colon and key == "note":
            return
        if colon and key in ("rule", "root", "attacker", "history", "occurrences"):
            if key in self.headers or not value:
                raise ValueError(f"'{key}' twice or without a value")
            self.headers[key] = value
            return
        head, colon, tail = line.partition(":")
        words = head.split()
        if not words or not is_name(words[0]) or words[0] in self.nodes:
            raise ValueError("expected the name of a position that has not been defined yet")
        name = label = words[0]
        if len(words) == 3 and words[2].startswith("board="):
            label = words.pop()[6:]
            if not is_name(label):
                raise ValueError("expected a label")
        if len(words) != 2:
            raise ValueError("expected whose turn it is, or who has won")
        if not tail.strip() and words[1] in ENDS:
            self.nodes[name] = ENDS[words[1]], label, None
            return
        if not colon or words[1] not in self.players:
            raise ValueError("expected whose turn it is, or who has won")
        successors = {}
        for word in tail.split():
            marks = word[len(word.rstrip("!~")):]
            to = word.rstrip("!~")
            if len(marks) != len(set(marks)) or not is_name(to) or to in successors:
                raise ValueError(f"expected a successor, once: '{word}'")
            successors[to] = marks
        self.nodes[name] = self.players.index(words[1]), label, successors

    def validate(self):
        for name, (_, _, successors) in self.nodes.items():
            for to, marks in (successors or {}).items():
                if to not in self.nodes:
                    raise Unreadable(f"the game: unknown position '{to}'")
                if "!" in marks and self.reaches_board(to, name):
                    raise Unreadable(f"the game: a way leads back from '{to}' to '{name}'")
                if "~" in marks and self.reaches(to, name, passes=True):
                    raise Unreadable(f"the game: passes lead round in a circle at '{name}'")
        if self.headers.get("rule") not in RULES:
            raise Unreadable("the game has no rule")
        if self.headers.get("root") not in self.nodes:
            raise Unreadable("the game has no root")
        if self.headers.setdefault("attacker", "first") not in self.players:
            raise Unreadable("the game: the attacker is first or second")
        if "occurrences" in self.headers:
            times = "".join(self.headers["occurrences"].split())
            if times not in OCCURRENCES:
                raise Unreadable("the game: not a number of occurrences")
            self.occurrences = OCCURRENCES[times]
        if "history" in self.headers:
            self.headers["history"] = self.read_history(self.headers["history"].split())

    def read_history(self, names):
        """The history as certificates have it, or None if it is the root alone."""
        rule = self.headers["rule"]
        board, seen = rule == "positional-superko", set()
        for at, name in enumerate(names):
            last = names[at - 1] if at else None
            if name not in self.nodes or at and name not in self.moves(last):
                raise Unreadable(f"the game: '{name}' in the history cannot be reached")
            situation = self.situation(name, board)
            if rule in SUPERKO and situation in seen and not self.is_pass(last, name):
                raise Unreadable(f"the game: '{name}' in the history repeats")
            seen.add(situation)
        if names[-1] != self.headers["root"]:
            raise Unreadable("the game: the history does not end in the root")
        return f"{names[0]} moves {' '.join(names[1:])}" if len(names) > 1 else None

    def reaches(self, start, goal, passes=False):
        todo, found = [start], {start}
        while todo:
            at = todo.pop()
            if at == goal:
                return True
            for to, marks in (self.nodes[at][2] or {}).items() if at in self.nodes else ():
                if to not in found and (not passes or "~" in marks):
                    found.add(to)
                    todo.append(to)
        return False

    def reaches_board(self, start, goal):
        """The same from board to board: positions with one label are one."""
        after = {}
        for _, label, successors in self.nodes.values():
            after.setdefault(label, set()).update(
                self.nodes[to][1] for to in successors or () if to in self.nodes)
        todo, found = [self.nodes[start][1]], {self.nodes[start][1]}
        while todo:
            for to in after[todo.pop()] - found:
                found.add(to)
                todo.append(to)
        return self.nodes[goal][1] in found

    def compare(self, header):
        """The header has to ask what the file asks."""
        for key in ("repetition", "attacker", "root", "history"):
            asked = self.headers.get("rule" if key == "repetition" else key)
            if key == "attacker" and header["repetition"] not in ATTACKER:
                continue
            if header.get(key) != asked:
                place = key if header.get(key) else "root"
                raise Refuted(header.line(place), "other-question")

    def read_root(self, text):
        if text not in self.nodes:
            raise ValueError("no position of the game")
        return text

    def write(self, position):
        return position

    def turn(self, position):
        return self.nodes[position][0]

    def winner(self, position):
        result, _, successors = self.nodes[position]
        return result if successors is None else None

    def may_go_on(self, position):
        return self.winner(position) is None

    def moves(self, position):
        return {to: to for to in self.nodes[position][2] or {}}

    def play(self, position, move):
        return move

    def is_pass(self, position, text):
        return "~" in self.nodes[position][2][text]

    def stuck(self, position):
        return 1 - self.turn(position)

    def situation(self, position, board):
        return self.nodes[position][1] if board else position
