"""Lines, blocks and headers of a certificate: section 1 of docs/certificate.md."""

import io
import re

MAGIC = "threefold certificate "
FIRST_LINE = MAGIC + "1"
ZSTD = b"\x28\xb5\x2f\xfd"
HEADER_LIMIT = 1 << 20
BODY_LIMIT = 64 << 10
CHUNK = 1 << 14

REQUIRED = ("game", "claim", "repetition", "root", "moves")
OPTIONAL = ("footprints", "attacker", "history", "database", "within", "plies", "leaf-plies", "hands")
SUPERKO = ("situational-superko", "positional-superko")
ATTACKER = ("attacker-loses", "attacker-wins")
RULES = ("draw",) + ATTACKER + SUPERKO
NUMBER = re.compile("0|[1-9][0-9]*", re.ASCII)
# The property White_Space of Unicode, which Python's own notion of it exceeds.
WHITE_SPACE = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200b)))
# The category Cc of Unicode.
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
SKIPPABLE = re.compile(rb"[\x50-\x5f]\x2a\x4d\x18", re.DOTALL)


class Unreadable(Exception):
    """The file is no certificate: nothing is said about its claim."""


class NotChecked(Exception):
    """The certificate relies on something that is not to be had here."""


def is_number(text, limit=1 << 64):
    """Whether it is the one way to write a number below the limit."""
    return NUMBER.fullmatch(text) is not None and len(text) <= 20 and int(text) < limit


def inflated(stream):
    """The contents of the frames of a zstd stream, piece by piece."""
    try:
        import zstandard
    except ImportError:
        raise Unreadable("compressed; the Python package zstandard is needed to read it") from None
    machine, rest = None, b""
    while True:
        piece = rest or stream.read(256)
        if not piece:
            if machine is not None:
                raise Unreadable("the compressed data is cut off")
            return
        if machine is None:
            piece += stream.read(8 - len(piece)) if len(piece) < 8 else b""
            if SKIPPABLE.match(piece) and len(piece) >= 8:
                size = int.from_bytes(piece[4:8], "little")
                rest = piece[8:8 + size]
                left = size - len(rest)
                rest = piece[8 + size:]
                if left and len(stream.read(left)) < left:
                    raise Unreadable("the compressed data is cut off")
                continue
            machine = zstandard.ZstdDecompressor().decompressobj()
        try:
            out = machine.decompress(piece)
        except zstandard.ZstdError as error:
            raise Unreadable(f"not a zstd stream: {error}") from None
        rest = b""
        if out:
            yield out
        if machine.eof:
            rest, machine = machine.unused_data, None


def plain(stream):
    while True:
        piece = stream.read(CHUNK)
        if not piece:
            return
        yield piece


class Lines:
    """The lines of a file, read no further than they are asked for."""

    def __init__(self, data):
        stream = io.BytesIO(data)
        self.pieces = inflated(stream) if data[:4] == ZSTD else plain(stream)
        self.buffer, self.begin, self.at_end = b"", 0, False
        self.number = 0
        self.ahead = None

    def peek(self, limit):
        """The next line without its end, or None. Its number is `number + 1`."""
        if self.ahead is None:
            raw = self.raw(limit)
            if raw is None:
                return None
            try:
                self.ahead = raw.decode("utf-8")
            except UnicodeDecodeError:
                raise Unreadable(f"line {self.number + 1}: not UTF-8") from None
        return self.ahead

    def next(self, limit):
        line = self.peek(limit)
        if line is not None:
            self.ahead = None
            self.number += 1
        return line

    def raw(self, limit):
        while True:
            end = self.buffer.find(b"\n", self.begin)
            if end < 0 and not self.at_end and len(self.buffer) - self.begin <= limit + 2:
                piece = next(self.pieces, None)
                if piece is None:
                    self.at_end = True
                else:
                    self.buffer, self.begin = self.buffer[self.begin:] + piece, 0
                continue
            break
        if end < 0:
            line = self.buffer[self.begin:]
            self.begin = len(self.buffer)
            if not line:
                return None
        else:
            line = self.buffer[self.begin:end]
            self.begin = end + 1
            if line.endswith(b"\r"):
                line = line[:-1]
        if len(line) > limit:
            raise Unreadable(f"line {self.number + 1}: longer than {limit} bytes")
        return line


class Header:
    """The keys of a block, their values and the lines they are on."""

    def __init__(self, lines):
        line = lines.next(HEADER_LIMIT)
        if line is None:
            raise Unreadable("the file is empty")
        if line != FIRST_LINE:
            raise Unreadable(f"line {lines.number}: expected '{FIRST_LINE}'")
        self.first_line = lines.number
        self.values, self.lines = {}, {}
        while True:
            line = lines.next(HEADER_LIMIT)
            if line is None:
                raise Unreadable(f"line {lines.number + 1}: the file ends within a header")
            if line == "---":
                break
            key, value = self.entry(line, lines.number)
            if key in self.values:
                raise Unreadable(f"line {lines.number}: a second '{key}'")
            self.values[key], self.lines[key] = value, lines.number
        for key in REQUIRED:
            if key not in self.values:
                raise Unreadable(f"line {lines.number}: no '{key}' in the header")
        self.body = lines.number + 1
        self.check()

    @staticmethod
    def entry(line, number):
        comment = re.search("[ \t]#", line)
        if comment:
            line = line[:comment.start()]
        key, colon, value = line.strip(WHITE_SPACE).partition(":")
        if not colon or key not in REQUIRED + OPTIONAL:
            raise Unreadable(f"line {number}: expected '<key>: <value>', found '{line[:60]}'")
        value = value.strip(WHITE_SPACE)
        if not value or CONTROL.search(value):
            raise Unreadable(f"line {number}: '{key}' has no value, or a control character in it")
        return key, value

    def check(self):
        """What can be said without knowing the game."""
        rule = self["repetition"]
        if rule not in RULES:
            self.fail("repetition", "no such rule")
        player, blank, goal = self["claim"].partition(" ")
        if not player or not blank or goal not in ("wins", "holds"):
            self.fail("claim", "expected '<player> wins' or '<player> holds'")
        self.player, self.wins = player, goal == "wins"
        if ("footprints" in self.values) != (rule in SUPERKO):
            self.fail("footprints", "required under superko, and only there")
        if self.get("footprints") not in (None, "exact", "interval"):
            self.fail("footprints", "expected exact or interval")
        if ("attacker" in self.values) != (rule in ATTACKER):
            self.fail("attacker", "required under attacker-loses and attacker-wins, and only there")
        attacks = player == self.get("attacker")
        if rule in ATTACKER and self.wins != (attacks == (rule == "attacker-loses")):
            self.fail("claim", f"no claim under {rule} with this attacker")
        if rule in SUPERKO and "database" in self.values:
            self.fail("database", "no database knows superko")
        for key, allowed in (("within", self.wins), ("plies", not self.wins)):
            if key in self.values:
                if not allowed or rule in SUPERKO or "database" in self.values:
                    self.fail(key, "not with this claim, nor under superko or with a database")
                if not is_number(self[key], 1 << 32):
                    self.fail(key, "expected a number below 2^32")
        if "leaf-plies" in self.values:
            if "plies" not in self.values:
                self.fail("leaf-plies", "only with a number of plies for which somebody holds")
            if self["leaf-plies"] not in ("1", "2", "3"):
                self.fail("leaf-plies", "expected 1, 2 or 3")
        if "hands" in self.values:
            if self["hands"] != "dominate":
                self.fail("hands", "expected dominate")
            if rule in SUPERKO or any(key in self.values for key in ("plies", "history", "database")):
                self.fail("hands", "not with plies, a history, a database or superko")
        if not is_number(self["moves"]):
            self.fail("moves", "expected a number")

    def fail(self, key, what):
        raise Unreadable(f"line {self.line(key)}: {key}: {what}")

    def __getitem__(self, key):
        return self.values[key]

    def get(self, key):
        return self.values.get(key)

    def line(self, key):
        return self.lines.get(key, self.first_line)


class Body:
    """The moves of a block, one line each."""

    def __init__(self, lines):
        self.lines = lines
        self.used = 0

    def next(self):
        """The next line and its number; None in place of the line at the end of the body."""
        number = self.lines.number + 1
        line = self.lines.peek(BODY_LIMIT)
        if line is None or line.startswith(MAGIC):
            return None, number
        self.lines.next(BODY_LIMIT)
        self.used += 1
        return line, number
