#!/usr/bin/env python3
"""Checks chess certificates with the rules of python-chess, sharing no code with threefold.

    python3 tests/check_chess_certificate.py FILE...

Prints `VERIFIED <claim>` or `REFUTED line N: <kind>` for each block. Exit code 0 if all are verified, 1 if
one is refuted, 2 if a file cannot be read.
"""

import io
import sys
from collections import Counter

import chess

KEYS = ["game", "claim", "repetition", "footprints", "root", "history", "database", "moves"]
MAGIC = "threefold certificate "


class Unreadable(Exception):
    """The file is no certificate."""


class Refuted(Exception):
    """The certificate proves nothing."""

    def __init__(self, line, kind):
        super().__init__(f"REFUTED line {line}: {kind}")


def text_lines(path):
    with open(path, "rb") as file:
        data = file.read()
    if data[:4] == b"\x28\xb5\x2f\xfd":
        import zstandard  # only needed for compressed files

        stream = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(data), read_across_frames=True)
        try:
            data = stream.read()
        except zstandard.ZstdError as error:
            raise Unreadable(error) from None
    lines = data.decode("utf-8").split("\n")
    if lines[-1] == "":
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


def blocks(lines):
    """Yields (header, line numbers of the keys, moves, line number of the first move)."""
    at = 0
    if not lines:
        raise Unreadable("line 0: the file is empty")
    while at < len(lines):
        if lines[at] != MAGIC + "1":
            raise Unreadable(f"line {at + 1}: expected '{MAGIC}1'")
        at += 1
        header, where = {}, {}
        while at < len(lines) and lines[at] != "---":
            line = lines[at].replace("\t#", " #").split(" #")[0]
            key, colon, value = line.partition(":")
            key, value = key.lstrip(), value.strip()
            if not colon or not value or key not in KEYS or key in header:
                raise Unreadable(f"line {at + 1}: '{lines[at]}' in a header")
            header[key], where[key] = value, at + 1
            at += 1
        if at == len(lines):
            raise Unreadable("the file ends within a header")
        missing = {"game", "claim", "repetition", "root", "moves"} - header.keys()
        player, _, goal = header.get("claim", "").partition(" ")
        moves = header.get("moves", "")
        if missing or goal not in ("wins", "holds") or not player or not (moves.isascii() and moves.isdigit()):
            raise Unreadable(f"line {at + 1}: the header lacks {missing or 'a claim or a number'}")
        if header["repetition"] not in ("draw", "attacker-loses") or "footprints" in header:
            raise Unreadable(f"line {where['repetition']}: no repetition rule of chess")
        begin = at = at + 1
        while at < len(lines) and not lines[at].startswith(MAGIC):
            at += 1
        yield header, where, lines[begin:at], begin + 1


def parse_position(fen):
    board = chess.Board(fen)
    fatal = (chess.STATUS_NO_WHITE_KING | chess.STATUS_NO_BLACK_KING | chess.STATUS_TOO_MANY_KINGS
             | chess.STATUS_PAWNS_ON_BACKRANK | chess.STATUS_OPPOSITE_CHECK)
    if board.status() & fatal:
        raise ValueError("not a position of chess")
    return board


def identity(board):
    """What makes two positions the same: placement, turn, castling, legal en passant."""
    ep = board.ep_square if board.has_legal_en_passant() else None
    return (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings,
            board.occupied_co[chess.WHITE], board.turn, board.clean_castling_rights(), ep)


def insufficient(board):
    if board.pawns | board.rooks | board.queens:
        return False
    minors = chess.popcount(board.knights | board.bishops)
    dark, light = board.bishops & chess.BB_DARK_SQUARES, board.bishops & chess.BB_LIGHT_SQUARES
    return minors <= 1 or (not board.knights and not (dark and light))


def replay(history, root, line):
    """The positions before the root, counted."""
    start, words, moves = history.partition(" moves ")
    counts = Counter()
    try:
        board = parse_position(start)
        if not words:
            raise ValueError("no moves")
        for uci in moves.split():
            counts[identity(board)] += 1
            if insufficient(board) or uci not in (m.uci() for m in board.legal_moves):
                raise ValueError(uci)
            board.push_uci(uci)
    except ValueError:
        raise Refuted(line, "bad-history") from None
    if identity(board) != root:
        raise Refuted(line, "history-mismatch")
    return counts


def check(header, where, moves, first_line):
    if header["game"] != "chess":
        raise Refuted(where["game"], "wrong-game")
    player, goal = header["claim"].split(" ")
    if player not in ("white", "black"):
        raise Refuted(where["claim"], "unsupported-claim")
    claimant, wins = player == "white", goal == "wins"
    if "database" in header:
        raise Refuted(where["database"], "database-mismatch")
    try:
        board = parse_position(header["root"])
    except ValueError:
        raise Refuted(where["root"], "bad-root") from None
    counts = Counter()
    if "history" in header:
        counts = replay(header["history"], identity(board), where["history"])

    done = {}  # position: True if closed, False if open
    stack = []  # (position, replies still to visit, line of the last choice on the path)
    used, choice = 0, where["root"]
    while True:
        position, opened = identity(board), False
        if position in done:
            if wins and not done[position]:
                raise Refuted(choice, "cycle")
        elif counts[position] >= 2:  # meeting it again is the third occurrence: a draw
            if wins:
                raise Refuted(choice, "history-repetition")
            done[position] = True
        else:
            legal = {} if insufficient(board) else {m.uci(): m for m in board.legal_moves}
            if not legal:
                mated = not insufficient(board) and board.is_check()
                winner = (not board.turn) if mated else None
                if winner != claimant if wins else winner == (not claimant):
                    stuck = not insufficient(board) and board.turn == claimant
                    raise Refuted(choice, "claimant-stuck" if stuck else "wrong-terminal")
                done[position] = True
            elif board.turn == claimant:
                line = first_line + used
                if used == len(moves):
                    raise Refuted(line, "missing-line")
                text = moves[used]
                if not text or text != text.strip() or not text.isprintable():
                    raise Refuted(line, "unreadable-move")
                if text not in legal:
                    raise Refuted(line, "illegal-move")
                used, opened = used + 1, True
                stack.append((position, iter([legal[text]]), line))
            else:
                opened = True
                stack.append((position, iter([legal[uci] for uci in sorted(legal)]), choice))
        if opened:
            done[position] = False
        elif stack:
            board.pop()
        while stack:
            position, replies, choice = stack[-1]
            move = next(replies, None)
            if move is not None:
                board.push(move)
                break
            done[position] = True
            stack.pop()
            if stack:
                board.pop()
        else:
            break
    if used < len(moves):
        raise Refuted(first_line + used, "surplus-line")
    if int(header["moves"]) != used:
        raise Refuted(where["moves"], "moves-count")
    return f"VERIFIED {header['claim']}"


def main(paths):
    code = 0 if paths else 2
    for path in paths:
        try:
            for block in blocks(text_lines(path)):
                try:
                    print(check(*block))
                except Refuted as refuted:
                    print(refuted)
                    code = max(code, 1)
        except (Unreadable, OSError, ValueError, ImportError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            code = 2
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
