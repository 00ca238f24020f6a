"""Certificates: a strategy, move by move, that anybody can check."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _threefold
from ._arguments import Count, Time, bytes_of, seconds
from ._errors import CertificateError, QuestionError
from ._facts import number, text
from ._positions import PositionLike, position_of

if TYPE_CHECKING:
    from ._games import Game

#: Positions of a strategy that are listed where nothing else is said.
MOST = 1_000_000


class Claim:
    """One claim of a certificate: who wins or holds what."""

    def __init__(self, header: dict[str, Any]) -> None:
        self._header = header

    @property
    def claim(self) -> str:
        """What is claimed: ``white wins``."""
        return str(self._header["claim"])

    @property
    def player(self) -> str:
        """Who wins or holds."""
        return str(self._header["player"])

    @property
    def goal(self) -> str:
        """``wins``, or ``holds``: does not lose."""
        return str(self._header["goal"])

    @property
    def game(self) -> str:
        """The game with its parameters."""
        return str(self._header["game"])

    @property
    def root(self) -> str:
        """The position."""
        return str(self._header["root"])

    @property
    def history(self) -> Optional[str]:
        """The moves before it, behind the position where they began."""
        return text(self._header["history"])

    @property
    def repetition(self) -> str:
        """What a repeated position counts as."""
        return str(self._header["repetition"])

    @property
    def attacker(self) -> Optional[str]:
        """Whom the rule is about, where it is about a player."""
        return text(self._header["attacker"])

    @property
    def database(self) -> Optional[str]:
        """The endgame database that it relies on."""
        return text(self._header["database"])

    @property
    def plies(self) -> Optional[int]:
        """Within how many plies the player wins, or for how many he holds; ``None``: for ever."""
        return number(self._header["plies"])

    @property
    def moves(self) -> int:
        """How many moves are written down."""
        return int(self._header["moves"])

    def __str__(self) -> str:
        return self.claim

    def __repr__(self) -> str:
        return f"<threefold.Claim {self}: {self.root}>"


class Finding:
    """What a check says of a claim."""

    def __init__(self, report: dict[str, Any]) -> None:
        self._report = report

    @property
    def claim(self) -> str:
        """What is claimed."""
        return str(self._report["claim"])

    @property
    def verified(self) -> bool:
        """Whether it is proved."""
        return bool(self._report["verified"])

    @property
    def refuted(self) -> Optional[str]:
        """What is wrong, as ``illegal-move``; ``None`` if nothing is."""
        return text(self._report["kind"])

    @property
    def limit(self) -> Optional[str]:
        """The limit that ended the check: then it is neither verified nor refuted."""
        return text(self._report["limit"])

    @property
    def line(self) -> Optional[int]:
        """The line of the text that is wrong, from 1."""
        return number(self._report["line"])

    @property
    def detail(self) -> Optional[str]:
        """More about what is wrong."""
        return text(self._report["detail"])

    @property
    def positions(self) -> Optional[int]:
        """How many positions were visited."""
        return number(self._report["positions"])

    def to_dict(self) -> dict[str, Any]:
        """The keys that ``threefold check --json`` prints (docs/json.md)."""
        return dict(self._report)

    def __repr__(self) -> str:
        what = (
            "VERIFIED"
            if self.verified
            else f"not checked: {self.limit}"
            if self.limit
            else "REFUTED"
        )
        return f"<threefold.Finding {what} {self.claim}>"


class Check:
    """What a check says of a certificate, claim by claim. What follows a refutation is not read."""

    def __init__(self, findings: list[Finding]) -> None:
        self.findings = findings

    @property
    def ok(self) -> bool:
        """Whether every claim is proved. A check that hit a limit is not ok."""
        return bool(self.findings) and all(finding.verified for finding in self.findings)

    def __bool__(self) -> bool:
        return self.ok

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __repr__(self) -> str:
        return f"<threefold.Check {self.findings}>"


class Node:
    """A position of a strategy."""

    def __init__(self, graph: _threefold.Graph, number: int) -> None:
        self._graph = graph
        self._number = number
        self._data = graph.node(number)

    @property
    def position(self) -> str:
        """The position, in the game's notation."""
        return str(self._data["position"])

    @property
    def by_claimant(self) -> bool:
        """Whether the player whose strategy it is moves here."""
        return bool(self._data["by_claimant"])

    @property
    def moves(self) -> dict[str, Node]:
        """What the strategy plays, or all that the other player can, and where it leads."""
        return {text: Node(self._graph, number) for text, number in self._data["moves"]}

    @property
    def reply(self) -> Optional[str]:
        """What the strategy plays here, if it is its turn."""
        moves = self._data["moves"]
        return str(moves[0][0]) if self.by_claimant and moves else None

    @property
    def ending(self) -> Optional[str]:
        """Why nothing more has to be shown.

        ``win``, ``draw``, ``repetition``, ``database``, or ``plies``: those claimed are over.
        """
        return text(self._data["ending"])

    @property
    def plies(self) -> Optional[int]:
        """Of a win: the plies to the end of the longest way from here."""
        return number(self._data["plies"])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        return self._graph is other._graph and self._number == other._number

    def __hash__(self) -> int:
        return hash((id(self._graph), self._number))

    def __repr__(self) -> str:
        return f"<threefold.Node {self.position}>"


class Walk:
    """A game against a strategy: you play the opponent, it answers."""

    def __init__(self, root: Node) -> None:
        self._nodes = [root]
        self._played: list[str] = []
        self._answer()

    def _answer(self) -> Optional[str]:
        node = self._nodes[-1]
        reply = node.reply
        if reply is None:
            return None
        self._nodes.append(node.moves[reply])
        self._played.append(reply)
        return reply

    @property
    def node(self) -> Node:
        """Where the game stands."""
        return self._nodes[-1]

    @property
    def position(self) -> str:
        """The position, in the game's notation."""
        return self.node.position

    @property
    def moves(self) -> list[str]:
        """Your legal moves; none where nothing more has to be shown."""
        return [] if self.node.by_claimant else list(self.node.moves)

    @property
    def over(self) -> bool:
        """Whether nothing more has to be shown."""
        return not self.moves

    @property
    def ending(self) -> Optional[str]:
        """Why, if so."""
        return self.node.ending

    @property
    def played(self) -> list[str]:
        """All moves so far, of both players."""
        return list(self._played)

    def reply(self, move: str) -> Optional[str]:
        """Plays your move: the strategy's answer, or ``None`` if none is needed."""
        moves = self.node.moves
        if self.node.by_claimant or move not in moves:
            expected = ", ".join(self.moves) or "none: the walk is over"
            raise QuestionError(f"'{move}' is no move here", f"expected {expected}")
        self._nodes.append(moves[move])
        self._played.append(move)
        return self._answer()

    def back(self) -> None:
        """Takes back your last move, and the answer to it."""
        if not any(not node.by_claimant for node in self._nodes[:-1]):
            raise QuestionError("there is no move of yours to take back")
        while True:
            self._nodes.pop()
            self._played.pop()
            if not self._nodes[-1].by_claimant:
                return

    def __repr__(self) -> str:
        return f"<threefold.Walk {self.position}, moves: {' '.join(self.moves)}>"


class Certificate:
    """A proof: for each claim a strategy that the checker plays through."""

    def __init__(self, native: _threefold.Certificate) -> None:
        self._native = native
        self._graphs: dict[int, _threefold.Graph] = {}

    @property
    def claims(self) -> list[Claim]:
        """What is claimed. A draw is two claims: that neither player loses."""
        return [Claim(header) for header in self._native.headers()]

    @property
    def text(self) -> str:
        """The whole text, as it stands in a file."""
        return self._native.text()

    @property
    def hash(self) -> str:
        """The BLAKE3 hash of the text, in hexadecimal digits."""
        return self._native.hash()

    @property
    def length_at_most(self) -> Optional[int]:
        """Plies within which a claimed win is there, whatever the loser does.

        Shorter wins may exist. ``None`` if the first claim is not a win.
        """
        if self.claims[0].goal != "wins":
            return None
        return self.root().plies

    def __len__(self) -> int:
        """How many moves are written down, in all claims."""
        return sum(claim.moves for claim in self.claims)

    def __bool__(self) -> bool:
        return True

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes it to a file, whole or not at all; compressed if the name ends in ``.zst``."""
        self._native.save(os.fspath(path))

    def page(self) -> str:
        """A web page that checks the certificate itself and is played against, superko included.

        It is what ``threefold explore`` writes: one file, without a network. Not for games in
        Python, whose rules no page knows.
        """
        return _threefold.page([self._native])

    def explore(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes :meth:`page` to a file, whole or not at all.

        A file that is there is only replaced if it is such a page.
        """
        _threefold.explore([self._native], os.fspath(path))

    def check(self, **arguments: Any) -> Check:
        """Checks it: :func:`threefold.check` with this certificate."""
        return check(self, **arguments)

    def _graph(self, claim: int, most: int) -> _threefold.Graph:
        if claim not in self._graphs:
            interrupt = _threefold.Interrupt()
            self._graphs[claim] = self._native.strategy(interrupt, claim, most)
        return self._graphs[claim]

    def root(self, claim: int = 0, *, most: int = MOST) -> Node:
        """The position that a claim is about, with the strategy below it. Not under superko."""
        return Node(self._graph(claim, most), 0)

    def walk(self, claim: int = 0, *, most: int = MOST) -> Walk:
        """A game against the strategy of a claim: you play the opponent, it answers."""
        return Walk(self.root(claim, most=most))

    def nodes(self, claim: int = 0, *, most: int = MOST) -> Iterator[Node]:
        """Every position that can be reached under the strategy of a claim, the nearest first."""
        graph = self._graph(claim, most)
        return (Node(graph, number) for number in range(len(graph)))

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Positions in which the claimant moves, each with what he plays, in all claims."""
        for claim in range(len(self.claims)):
            for node in self.nodes(claim):
                if node.reply is not None:
                    yield node.position, node.reply

    def __repr__(self) -> str:
        claims = " and ".join(str(claim) for claim in self.claims)
        return f"<threefold.Certificate {claims}, {len(self)} moves>"

    def _repr_html_(self) -> str:
        from ._html import certificate

        return certificate(self)


def load(
    source: Union[str, bytes, os.PathLike[str]],
    *,
    game: Optional[Union[PositionLike, Game[Any]]] = None,
    position: Any = None,
    database: Optional[_threefold.Database] = None,
) -> Certificate:
    """Reads a certificate: its text, or a path to it, compressed or not. It is not checked.

    ``game`` is what a certificate does not hold itself: the ``.game`` file of a graph game, or a
    :class:`Game` in Python, with the ``position`` that the certificate is about.
    """
    arguments: dict[str, Any] = {"database": database}
    if game is not None:
        if callable(getattr(game, "moves", None)) and callable(getattr(game, "result", None)):
            from ._games import mirror_of

            mirror = mirror_of(game)
            if position is not None:
                mirror.meet(game, position)
            arguments.update(game=game, mirror=mirror)
        else:
            name = "graph" if isinstance(game, str) else None
            arguments["graph"] = position_of(game, name)  # type: ignore[arg-type]
    if isinstance(source, bytes):
        arguments["data"] = source
    elif isinstance(source, str) and "\n" in source:
        arguments["data"] = source.encode()
    elif isinstance(source, str):
        raise CertificateError("no certificate", "to read a file pass a pathlib.Path")
    else:
        arguments["path"] = os.fspath(source)
    return Certificate(_threefold.read_certificate(**arguments))


def check(
    certificate: Union[Certificate, str, bytes, os.PathLike[str]],
    *,
    question: Optional[PositionLike] = None,
    attacker: Optional[str] = None,
    game: Optional[Union[PositionLike, Game[Any]]] = None,
    position: Any = None,
    database: Optional[_threefold.Database] = None,
    expand_database: bool = False,
    time: Optional[Time] = None,
    memory: Optional[Count] = None,
) -> Check:
    """Checks a certificate with nothing but the rules of its game.

    With ``question`` a claim has to answer the question about that position. ``game`` and
    ``position`` are as for :func:`load`.

    >>> import threefold
    >>> result = threefold.solve("8/8/8/8/8/1k6/7r/K7 w - -", attacker="black")
    >>> threefold.check(result.certificate).ok
    True
    """
    if not isinstance(certificate, Certificate):
        certificate = load(certificate, game=game, position=position, database=database)
    reports = certificate._native.check(
        _threefold.Interrupt(),
        time_s=None if time is None else seconds(time),
        memory=None if memory is None else bytes_of(memory),
        question=None if question is None else position_of(question),
        attacker=attacker,
        expand=expand_database,
    )
    return Check([Finding(report) for report in reports])
