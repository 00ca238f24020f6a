"""What was found out."""

from __future__ import annotations

import enum
import os
from typing import Any, Optional, Union

from . import _threefold
from ._certificates import Certificate
from ._errors import CertificateError, UnknownError
from ._facts import number, text, texts, texts_by_name, truth


class Verdict(enum.Enum):
    """Whether a claim is true. ``UNKNOWN`` is neither: a limit is not a no."""

    PROVEN = "proven"
    DISPROVEN = "disproven"
    UNKNOWN = "unknown"

    def __bool__(self) -> bool:
        if self is Verdict.UNKNOWN:
            raise UnknownError(
                "the verdict is unknown, neither yes nor no",
                "compare it: verdict is Verdict.PROVEN",
            )
        return self is Verdict.PROVEN


class Report:
    """What all answers have: the keys of the program's JSON as attributes."""

    _report: dict[str, Any]
    _spoken: dict[str, Any]
    #: The proofs, as they were made and checked; more than one where one file cannot hold them.
    certificates: list[Certificate]

    def __init__(
        self,
        report: dict[str, Any],
        spoken: dict[str, Any],
        certificates: list[Certificate],
    ) -> None:
        self._report = report
        self._spoken = spoken
        self.certificates = certificates

    @property
    def certificate(self) -> Optional[Certificate]:
        """The proof, the first if there are several; ``None`` without an answer."""
        return self.certificates[0] if self.certificates else None

    def explore(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes a web page that checks the certificates itself and is played against.

        One file without a network, with all of them, to open in a browser; whole or not at all. A
        file that is there is only replaced if it is such a page. It is what ``threefold explore``
        writes, and there is none without a certificate, or of games in Python.
        """
        if not self.certificates:
            raise CertificateError(
                "there is no certificate to make a page of",
                "an answer that is known has one, unless it was asked for with check=False",
            )
        _threefold.explore([one._native for one in self.certificates], os.fspath(path))

    @property
    def game(self) -> str:
        """The name of the game."""
        return str(self._report["game"])

    @property
    def root(self) -> str:
        """The position, in the game's notation."""
        return str(self._report["root"])

    @property
    def reason(self) -> Optional[str]:
        """Why something is not known: ``nodes``, ``time``, ``memory`` and so on."""
        return text(self._report.get("reason"))

    @property
    def nodes(self) -> int:
        """Positions expanded, re-expansions included."""
        return int(self._report["nodes"])

    @property
    def time_s(self) -> float:
        """How long it took, in seconds, the check included."""
        return float(self._report["time_s"])

    @property
    def checked(self) -> Optional[bool]:
        """``True``: every claim has a certificate, and all were checked and hold. ``None``: not
        so; ``claims`` says of which."""
        return truth(self._report["checked"])

    def to_dict(self) -> dict[str, Any]:
        """The keys that the program prints with ``--json`` (docs/json.md)."""
        return dict(self._report)

    def __bool__(self) -> bool:
        raise TypeError("an answer is neither true nor false; ask for what it says")


def _standings(report: dict[str, Any]) -> list[tuple[str, str]]:
    return [(claim["claim"], claim["standing"]) for claim in report["claims"]]


class Answer(Report):
    """An answer about a position."""

    @property
    def claims(self) -> list[tuple[str, str]]:
        """Each claim, ``white wins within 5``, and how it is established: ``certified`` (the
        certificate was checked), ``searched`` (this program alone says so), ``unknown``."""
        return _standings(self._report)

    @property
    def verdict(self) -> Verdict:
        """Whether the claim is true."""
        return Verdict(self._report["verdict"])

    @property
    def input(self) -> str:
        """Where the position comes from: the text itself, or ``FILE:LINE``."""
        return str(self._report["input"])

    @property
    def id(self) -> Optional[str]:
        """The name that its source gives the position."""
        return text(self._report["id"])

    @property
    def words(self) -> str:
        """The answer in words: ``white mates``."""
        return str(self._spoken["words"])

    @property
    def line(self) -> Optional[list[str]]:
        """How the game goes on; of a win the loser's longest resistance within the certificate."""
        return texts(self._report["line"])

    @property
    def pn(self) -> int:
        """The proof number of the root."""
        return int(self._report["pn"])

    @property
    def dn(self) -> int:
        """Its disproof number."""
        return int(self._report["dn"])

    def __repr__(self) -> str:
        return f"<threefold.{type(self).__name__} {self.words!r}, {self.nodes} nodes>"


class MoveResult:
    """What a move is worth."""

    def __init__(self, report: dict[str, Any], written: str, words: str) -> None:
        self._report = report
        #: The move as people write it: in SAN in chess.
        self.written = written
        #: What it is worth for who makes it: ``wins``, ``does not win``, ``draw``.
        self.words = words

    @property
    def move(self) -> str:
        """The move, in the game's notation."""
        return str(self._report["move"])

    @property
    def verdict(self) -> Verdict:
        """Of the claim about the position, after the move."""
        return Verdict(self._report["verdict"])

    @property
    def value(self) -> Optional[str]:
        """``win``, ``draw`` or ``loss`` for who makes the move; ``None`` if it is not known."""
        return text(self._report.get("value"))

    @property
    def claims(self) -> list[tuple[str, str]]:
        """The same as :attr:`Answer.claims`."""
        return _standings(self._report)

    @property
    def nodes(self) -> int:
        """Positions expanded."""
        return int(self._report["nodes"])

    def to_dict(self) -> dict[str, Any]:
        """The keys that the program prints with ``--json``."""
        return dict(self._report)

    def __repr__(self) -> str:
        return f"<threefold.MoveResult {self.move} {self.words}>"


class Result(Answer):
    """The answer to a question about a position."""

    @property
    def claim(self) -> str:
        """What is in question: ``white wins``."""
        return str(self._report["claim"])

    @property
    def value(self) -> Optional[str]:
        """With ``value=True``: ``win``, ``draw`` or ``loss`` for the side to move, if known."""
        return text(self._report.get("value"))

    @property
    def ending(self) -> Optional[str]:
        """Why the game is over in the position (chess): ``checkmate``; ``None`` if it goes on."""
        return text(self._report["ending"])

    @property
    def written(self) -> Optional[list[str]]:
        """The line as people write it: in SAN in chess, as :attr:`line` in other games."""
        return texts(self._spoken["written"]) or self.line

    @property
    def within(self) -> Optional[int]:
        """The most moves that the winner needs by the certificate; a shorter win may exist."""
        return number(self._spoken["within"])

    @property
    def recorded(self) -> Optional[dict[str, Optional[str]]]:
        """What the answer says of what a record says (``bm``, ``dm``)."""
        return texts_by_name(self._report["recorded"])

    @property
    def moves(self) -> Optional[list[MoveResult]]:
        """With ``moves=True``: every legal move."""
        if "moves" not in self._report:
            return None
        said = self._spoken["move_words"]
        return [
            MoveResult(report, written or report["move"], words)
            for report, (written, words) in zip(self._report["moves"], said)
        ]

    @property
    def statistics(self) -> dict[str, Any]:
        """All counters of the search."""
        return dict(self._report["stats"])

    @property
    def note(self) -> Optional[str]:
        """What of the game's laws is left out."""
        return text(self._spoken["note"])

    def _repr_html_(self) -> str:
        from ._html import result

        return result(self)


class MateResult(Answer):
    """How far a win is. ``claims`` says how each bound is established."""

    @property
    def attacker(self) -> str:
        """Whose win is in question."""
        return str(self._report["attacker"])

    @property
    def at_least(self) -> Optional[int]:
        """The win takes at least so many of the attacker's moves. ``None``: there is no win."""
        return number(self._report["mate"]["at_least"])

    @property
    def at_most(self) -> Optional[int]:
        """It takes at most so many. ``None``: no win is known."""
        return number(self._report["mate"]["at_most"])

    @property
    def plies(self) -> tuple[Optional[int], Optional[int]]:
        """The same bounds, in moves of either player."""
        plies = self._report["plies"]
        return plies["at_least"], plies["at_most"]

    @property
    def keys(self) -> Optional[list[str]]:
        """With ``keys=True``: the first moves that win in time."""
        keys = self._report.get("keys")
        return None if keys is None else [k["move"] for k in keys if k["verdict"] == "proven"]

    @property
    def refutations(self) -> Optional[dict[str, Optional[str]]]:
        """With ``keys=True``: the first moves that do not, each with a reply that refutes it."""
        keys = self._report.get("keys")
        if keys is None:
            return None
        return {k["move"]: k["refutation"] for k in keys if k["verdict"] == "disproven"}

    def _repr_html_(self) -> str:
        from ._html import mate_result

        return mate_result(self)
