"""Damaged copies of certificates, seeded. What is left may be a proof, no proof, or no certificate."""

import re

from checker import reader, verdict, walk

RULES = list(reader.RULES)
GOALS = ["wins", "holds"]
PLAYERS = ["white", "black", "first", "second", "attacker", "defender"]
BODY = ["swap", "swap near", "drop", "double", "insert", "copy", "legal", "legal", "legal", "legal", "spell",
        "spell", "character", "odd line", "cut", "append"]
HEADER = ["claim", "rule", "root", "root", "history", "history", "history", "count", "key", "game", "game",
          "footprints", "attacker", "plies", "plies", "leaf", "hands", "layout", "blocks"]


def legal_moves(data, graph):
    """The legal moves at each line of a certificate, as the checker in Python met them."""
    seen = []
    original = walk.read_move

    def recording(body, legal):
        text, line = original(body, legal)
        seen.append((line, sorted(legal)))
        return text, line

    walk.read_move = recording
    try:
        verdict.answer(data, graph)
    finally:
        walk.read_move = original
    return dict(seen)


class Mutator:
    """Certificates of one game: `certificates` is a list of (lines, legal moves by line)."""

    def __init__(self, certificates, rng):
        self.certificates, self.rng = certificates, rng
        pool = {}
        for lines, _ in certificates:
            for line in lines:
                key, colon, value = line.partition(": ")
                if colon:
                    pool.setdefault(key, set()).add(value)
        self.pool = {key: sorted(values) for key, values in pool.items()}

    def one(self, lines, legal):
        """(what was done, lines)"""
        rng = self.rng
        lines = list(lines)
        begin = lines.index("---") + 1
        end = next((i for i in range(begin, len(lines)) if lines[i].startswith(reader.MAGIC)), len(lines))
        kind = rng.choice(BODY if begin < end and rng.random() < 0.6 else HEADER)
        if kind in BODY:
            self.body(kind, lines, begin, end, legal)
        else:
            lines = self.header(kind, lines, begin)
        return kind, lines

    def body(self, kind, lines, begin, end, legal):
        rng = self.rng
        at, other = rng.randrange(begin, end), rng.randrange(begin, end)
        if kind == "swap":
            lines[at], lines[other] = lines[other], lines[at]
        elif kind == "swap near" and at + 1 < end:
            lines[at], lines[at + 1] = lines[at + 1], lines[at]
        elif kind == "drop":
            del lines[at]
        elif kind == "double":
            lines.insert(at, lines[at])
        elif kind == "insert":
            lines.insert(at, lines[other])
        elif kind == "copy":
            lines[at] = lines[other]
        elif kind == "legal":
            moves = [move for move in legal.get(at + 1, []) if move != lines[at]]
            lines[at] = rng.choice(moves) if moves else lines[at]
        elif kind == "spell":
            lines[at] = self.spell(lines[at])
        elif kind == "character":
            lines[at] = self.character(lines[at])
        elif kind == "odd line":
            lines[at] = rng.choice(["", " ", lines[at] + " ", " " + lines[at], "\t" + lines[at], lines[at] + "\0",
                                    lines[at] + "\u00a0", "pass", "threat", "----", "# " + lines[at],
                                    lines[at] + " # why", lines[at] + lines[at], "\u200b", "--- "])
        elif kind == "cut":
            del lines[at:end]
        elif kind == "append":
            lines.insert(end, lines[at])

    def spell(self, move):
        """The move written in another way."""
        rng = self.rng
        ways = [move.upper(), move.lower(), move.replace("x", "-"), move.replace("-", "x"), "0" + move,
                re.sub(r"(\d+)$", r"0\1", move), move.replace("x", ":"), move + "!", move + "~",
                re.sub(r"^(\w\d)(\w\d)", r"\1-\2", move), move + "q", move.replace("e1g1", "e1h1"), "O-O",
                re.sub(r"x", "x18x", move, count=1), move.replace("x", "X"), move.capitalize(), "PASS", "+" + move]
        ways = [way for way in ways if way != move]
        return rng.choice(ways)

    def character(self, text):
        rng = self.rng
        at = rng.randrange(len(text) + 1)
        extra = rng.choice(list("0123456789abcdefghABCDEFGHKXOWBx-.:/ ,#w\t_'\u00e9"))
        return rng.choice([text[:at] + extra + text[at:], text[:at] + text[at + 1:],
                           text[:at] + extra + text[at + 1:]])

    def header(self, kind, lines, begin):
        rng = self.rng
        keys = {line.partition(":")[0]: i for i, line in enumerate(lines[:begin - 1]) if i}

        def value(key):
            return lines[keys[key]].partition(": ")[2]

        def put(key, text):
            if key in keys:
                lines[keys[key]] = f"{key}: {text}"
            else:
                lines.insert(rng.randrange(1, begin), f"{key}: {text}")

        if kind == "claim":
            put("claim", rng.choice([f"{rng.choice(PLAYERS)} {rng.choice(GOALS)}", rng.choice(self.pool["claim"]),
                                     self.character(value("claim"))]))
        elif kind == "rule":
            rule = rng.choice(RULES + ["draws"])
            put("repetition", rule)
            if rng.random() < 0.8:  # with the keys that go with it
                for key, wanted in (("footprints", rule in reader.SUPERKO), ("attacker", rule in reader.ATTACKER)):
                    if key in keys and not wanted:
                        lines[keys[key]] = None
                    elif key not in keys and wanted:
                        lines.append(None)
                        text = {"footprints": rng.choice(["exact", "interval"]),
                                "attacker": rng.choice(PLAYERS)}[key]
                        lines[lines.index("---"):lines.index("---")] = [f"{key}: {text}"]
        elif kind == "root":
            put("root", rng.choice([self.character(value("root")), rng.choice(self.pool["root"]),
                                    self.flipped(value("root")), value("root") + rng.choice(
                                        [" 0 1", " pass", " over", " ko:A1", " ko:H17", " threats:0/0",
                                         " threats:1/0", " KQ", " a3", " x"])]))
        elif kind == "history":
            root = value("root")
            if "history" in keys and rng.random() < 0.8:
                start, _, moves = value("history").partition(" moves ")
                moves = moves.split(" ")
                at = rng.randrange(len(moves))
                way = rng.randrange(8)
                if way == 0:
                    del moves[at]
                elif way == 1:
                    moves.insert(at, moves[at])
                elif way == 2:
                    moves += moves
                elif way == 3:
                    moves[at] = self.spell(moves[at])
                elif way == 4:
                    moves.insert(at, rng.choice(["pass", "threat", "", "a1a2"]))
                elif way == 5:
                    start = self.flipped(start)
                elif way == 6:
                    start = self.character(start)
                put("history", start + rng.choice([" moves "] * 6 + [" Moves ", "  moves "]) + " ".join(moves))
                if way == 7:
                    lines[keys["history"]] = None
            else:
                moves = rng.choice(["", "pass pass", "pass", "A1 pass pass", lines[begin] if begin < len(lines) else ""])
                put("history", rng.choice([f"{root} moves {moves}", root, rng.choice(self.pool.get("history", [root]))]))
        elif kind == "count":
            count = value("moves")
            put("moves", rng.choice([str(int(count) + 1), str(max(0, int(count) - 1)), "0" + count, "+" + count,
                                     count + ".0", "-" + count, "18446744073709551616", "18446744073709551615",
                                     "99999999999999999999999999", "\u0663", count + " ", "0x10", "1_0"]))
        elif kind == "key":
            key = rng.choice(sorted(keys))
            way = rng.randrange(7)
            at = keys[key]
            if way == 0:
                del lines[at]
            elif way == 1:
                lines.insert(at, lines[at])
            elif way == 2:
                lines[at] = lines[at].replace(":", " :", 1)
            elif way == 3:
                lines[at] = lines[at].capitalize()
            elif way == 4:
                lines[at] = f"{key}:"
            elif way == 5:
                put("database", rng.choice(["checkers-wld 3 blake3:" + "0" * 64, "checkers-wld", "none"]))
            else:
                lines.insert(at, rng.choice(["solver: threefold", "", "# comment", " # comment", "note: x", "----"]))
        elif kind == "game":
            game = value("game")
            words = game.split(" ")
            at = rng.randrange(len(words))
            way = rng.randrange(6)
            if way == 0:
                del words[at]
            elif way == 1:
                words.insert(at, words[at])
            elif way == 2:
                words[at] = self.character(words[at])
            elif way == 3:
                rng.shuffle(words)
            elif way == 4:
                words.append(rng.choice(["suicide", "basic-ko", "played-out", "without:life", "without:eye-space",
                                         "with:death", "with:miai", "declared:A1", "eyes:A1",
                                         "fast"]))
            else:
                words = rng.choice(self.pool["game"]).split(" ")
            put("game", " ".join(words))
        elif kind == "footprints":
            if "footprints" in keys and rng.random() < 0.3:
                del lines[keys["footprints"]]
            else:
                put("footprints", rng.choice(["exact", "interval", "none", "Exact"]))
        elif kind == "attacker":
            if "attacker" in keys and rng.random() < 0.3:
                del lines[keys["attacker"]]
            else:
                put("attacker", rng.choice(PLAYERS + ["nobody"]))
        elif kind == "plies":
            key = "within" if value("claim").endswith("wins") == (rng.random() < 0.9) else "plies"
            number = value(key) if key in keys else str(rng.choice([0, 1, 2, 3, 5, 8, 13, 40, 1000]))
            if key in keys and rng.random() < 0.15:
                del lines[keys[key]]
            else:
                if number.isascii() and number.isdecimal() and rng.random() < 0.8:
                    number = str(max(0, int(number) + rng.choice([-3, -2, -1, 0, 1, 2, 10])))
                else:
                    number = rng.choice(["0" + number, "+" + number, "-1", "4294967295", "4294967296", number + "."])
                put(key, number)
        elif kind == "leaf":
            if "leaf-plies" in keys and rng.random() < 0.2:
                del lines[keys["leaf-plies"]]
            else:
                put("leaf-plies", rng.choice(["1", "2", "3", "1", "2", "3", "0", "4", "03", "-1", "3.", "9" * 30]))
        elif kind == "hands":
            if "hands" in keys and rng.random() < 0.7:
                del lines[keys["hands"]]
            else:
                put("hands", rng.choice(["dominate", "dominate", "dominate", "Dominate", "none", "1"]))
        elif kind == "layout":
            way = rng.randrange(6)
            if way == 0:
                head = lines[1:begin - 1]
                rng.shuffle(head)
                lines[1:begin - 1] = head
            elif way == 1:
                at = rng.randrange(1, begin - 1)
                lines[at] += rng.choice([" # why", "\t# why", "#why", "  ", " #", " ## # x"])
            elif way == 2:
                lines = [line + "\r" for line in lines]
            elif way == 3:
                at = rng.randrange(1, begin - 1)
                lines[at] = rng.choice([lines[at].replace(": ", ":"), lines[at].replace(": ", ":  \t"),
                                        " " + lines[at], lines[at] + "\0", lines[at] + "\u00a0"])
            elif way == 4:
                lines[0] = rng.choice([lines[0] + " ", "threefold certificate 2", "\ufeff" + lines[0], lines[0].upper()])
            else:
                lines[begin - 1] = rng.choice(["--- ", "----", "--", "---\r", "--- # x"])
        elif kind == "blocks":
            other = list(rng.choice(self.certificates)[0])
            way = rng.randrange(4)
            if way == 0:
                lines += lines
            elif way == 1:
                lines += other
            elif way == 2:
                lines += [line.replace("white", "?").replace("black", "white").replace("?", "black") for line in lines]
            else:
                lines += ["threefold certificate 1", "game: chess"]
        return [line for line in lines if line is not None]

    def flipped(self, root):
        """The same position with the other side to move."""
        swap = {"w": "b", "b": "w", "W": "B", "B": "W"}
        words = root.split(" ")
        if len(words) > 1 and words[1] in swap:
            words[1] = swap[words[1]]
            return " ".join(words)
        return swap.get(root[0], root[0]) + root[1:]
