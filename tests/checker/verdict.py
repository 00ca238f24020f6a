"""What is said of a file: sections 1 and 4 of docs/certificate.md."""

import functools

from . import checkers_game, conventional, go_game, problem_game, shogi, walk
from .reader import SUPERKO, ATTACKER, Body, Header, Lines, NotChecked, Unreadable, HEADER_LIMIT
from .walk import Refuted

VERIFIED, REFUTED, UNREADABLE, NOT_CHECKED = 0, 1, 2, 3
# Games remember what they have seen of their positions: one object for the blocks about one game.
board_of_go = functools.lru_cache(maxsize=32)(go_game.Go)
problem_of_go = functools.lru_cache(maxsize=32)(problem_game.Problem)
SAME_IN_BOTH = ("game", "repetition", "root", "history", "footprints")


class Answer:
    """`code`: the exit code. `lines`: what goes to standard output. `message`: to standard error."""

    def __init__(self, code, lines, message=None):
        self.code, self.lines, self.message = code, lines, message


def answer(data, graph=None):
    """Reads and checks a file. `graph`: the game that certificates of graph games are about."""
    said = []
    try:
        for line in blocks(Lines(data), graph):
            said.append(line)
    except Refuted as refuted:
        return Answer(REFUTED, said + [str(refuted)])
    except Unreadable as error:
        return Answer(UNREADABLE, [], str(error))
    except NotChecked as reason:
        return Answer(NOT_CHECKED, [], f"not checked: {reason}")
    return Answer(VERIFIED, said)


def blocks(lines, graph):
    """Yields what was verified."""
    header = Header(lines)
    yield verify(header, lines, graph)
    if lines.peek(HEADER_LIMIT) is None:
        return
    second = Header(lines)
    pair = all(header.get(key) == second.get(key) for key in SAME_IN_BOTH)
    both_hold = not any(block.wins or "plies" in block.values for block in (header, second))
    if not pair or not both_hold or header.player == second.player or header["repetition"] in ATTACKER:
        raise Unreadable(f"line {second.first_line}: two blocks must say of both players that they hold, "
                         "about the same game, root, history and rule")
    yield verify(second, lines, graph)
    if lines.peek(HEADER_LIMIT) is not None:
        raise Unreadable(f"line {lines.number + 1}: a third block")


# What chess is played for besides checkmate.
AIMS = ("selfmate", "stalemate", "reflexmate", "semi-reflexmate white", "semi-reflexmate black")


def game_of(header, graph):
    """The game of a header with its parameters. What the game does not define is unreadable."""
    name, blank, parameters = header["game"].partition(" ")
    try:
        if name == "chess" and (not blank or parameters in AIMS):
            from . import chess_game
            game = chess_game.Chess(parameters or None)
        elif name == "chess" and parameters == "fifty-moves":
            from . import fifty_moves
            game = fifty_moves.FiftyMoves()
        elif name == "checkers" and not blank:
            game = checkers_game.Checkers()
        elif name == "go" and blank:
            game = board_of_go(parameters)
        elif name == "go-problem" and blank:
            game = problem_of_go(parameters, header["root"].split(" ")[0])
        elif name == "tsume" and " conventional:" in parameters:
            game = conventional.Conventional(parameters)
            for key in ("within", "plies"):
                if key in header.values:
                    header.fail(key, "the plies are those of the game")
        elif name == "tsume" and blank:
            game = shogi.Tsume(parameters)
        elif name == "graph" and not blank:
            if graph is None:
                header.fail("game", "say with --graph FILE.game which game it is about")
            game = graph
        else:
            header.fail("game", "no such game, or parameters that it does not have")
    except ValueError as error:
        header.fail("game", str(error))
    rule = header["repetition"]
    if rule not in game.rules:
        header.fail("repetition", f"no rule of this game; it has {', '.join(game.rules)}")
    if "database" in header.values and name != "checkers" and header["game"] != "chess":
        header.fail("database", "the game has none")
    if "hands" in header.values and getattr(game, "apart", None) is None:
        header.fail("hands", "nobody holds anything in this game")
    if "hands" in header.values and not header.wins and header["game"] != "chess fifty-moves":
        header.fail("hands", "only who wins")
    return game


def verify(header, lines, graph):
    game = game_of(header, graph)
    if header.player not in getattr(game, "claimants", game.players):
        raise Refuted(header.line("claim"), "unsupported-claim")
    if "attacker" in header.values and header["attacker"] not in game.players:
        raise Refuted(header.line("attacker"), "unsupported-claim")
    rule = header["repetition"]
    superko = rule in SUPERKO
    if superko and header["footprints"] != game.footprints:
        raise Refuted(header.line("footprints"), "footprint-mismatch")
    if "database" in header.values:
        raise NotChecked(f"relies on {header['database']}")
    root = position(game, header["root"], header.line("root"), "bad-root")
    positions = history(game, header, rule) if "history" in header.values else [root]
    if positions[-1] != root:
        raise Refuted(header.line("history"), "history-mismatch")
    if graph is not None and game is graph:
        graph.compare(header)

    body = Body(lines)
    claim = walk.Claim(game.players.index(header.player), header.wins)
    before = {}
    if superko:
        board = rule == "positional-superko"
        for earlier in positions[:-1]:
            situation = game.situation(earlier, board)
            before[situation] = before.get(situation, 0) + 1
        walk.walk_superko(game, claim, root, header.line("root"), before, body, board)
    else:
        for earlier in positions[:-1]:
            before[earlier] = before.get(earlier, 0) + 1
        if "plies" in header.values:
            plies, leaf = int(header["plies"]), int(header.get("leaf-plies") or 0)
            walk.walk_for(plies, leaf, game, claim, root, header.line("root"), before, body)
        else:
            hands = walk.Hands(game, claim) if "hands" in header.values else None
            longest = walk.walk_plain(game, claim, root, header.line("root"), before, body, hands)
    used = body.used
    text, line = body.next()
    if text is not None:
        raise Refuted(line, "surplus-line")
    if int(header["moves"]) != used:
        raise Refuted(header.line("moves"), "moves-count")
    if "within" in header.values and longest > int(header["within"]):
        raise Refuted(header.line("within"), "too-long")
    plies = [f" {key} {header[key]}" for key in ("within", "plies") if key in header.values]
    if " conventional:" in header["game"]:
        number = header["game"].partition(":")[2]
        plies = [f" {'within' if header.wins else 'plies'} {number} by convention"]
    return "VERIFIED " + header["claim"] + "".join(plies)


def position(game, text, line, kind):
    """A position in the one spelling that there is."""
    try:
        read = game.read_root(text)
    except ValueError:
        raise Refuted(line, kind) from None
    if game.write(read) != text:
        raise Refuted(line, kind)
    return read


def history(game, header, rule):
    """The positions from the start to the root. They have to be those of a game that could be played."""
    line = header.line("history")
    start, words, moves = header["history"].partition(" moves ")
    if not words:
        raise Refuted(line, "bad-history")
    positions = [position(game, start, line, "bad-history")]
    board = rule == "positional-superko"
    seen = {game.situation(positions[0], board)} if rule in SUPERKO else set()
    for text in moves.split(" "):
        last = positions[-1]
        legal = game.moves(last) if game.may_go_on(last) else {}
        if text not in legal:
            raise Refuted(line, "bad-history")
        after = game.play(last, legal[text])
        if rule in SUPERKO:
            situation = game.situation(after, board)
            if situation in seen and not game.is_pass(last, text):
                raise Refuted(line, "bad-history")
            seen.add(situation)
        positions.append(after)
    return positions
