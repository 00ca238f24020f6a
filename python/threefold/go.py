"""Go: values of small boards, problems of life and death."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Literal, Optional, TypeVar, Union

from . import _threefold
from ._arguments import Count, Time, effort
from ._certificates import Certificate
from ._errors import PositionError, QuestionError, WrongAnswerError
from ._facts import number, text, texts
from ._positions import contents
from ._progress import Progress, shown
from ._results import Report

Ko = Literal["situational-superko", "positional-superko", "basic-ko"]


class BoardResult(Report):
    """What a board is worth."""

    @property
    def value(self) -> Optional[int]:
        """Black's area minus White's with best play; ``None`` if it is not known."""
        return number(self._report["value"])

    @property
    def lower(self) -> int:
        """It is at least this."""
        return int(self._report["lower"])

    @property
    def upper(self) -> int:
        """And at most this."""
        return int(self._report["upper"])

    @property
    def best(self) -> Optional[list[str]]:
        """The best moves; ``None`` if they are not known or were not asked for."""
        return texts(self._report["best"])

    @property
    def moves(self) -> Optional[dict[str, Optional[int]]]:
        """With ``moves="all"``: what each move is worth; ``None`` for those that are not known."""
        moves = self._report.get("moves")
        return None if moves is None else {one["move"]: one["value"] for one in moves}

    def __repr__(self) -> str:
        return f"<threefold.go.BoardResult {self._report['board']}: {self.value}>"


class ProblemResult(Report):
    """What becomes of the stones in question, and which first moves are right."""

    @property
    def verdict(self) -> str:
        """In words: ``dead unless black has 1 ko threat``."""
        return str(self._report["verdict"])

    @property
    def fate(self) -> Optional[str]:
        """``alive``, ``seki`` or ``dead``; ``None`` if unknown, or if it depends on the ko rule."""
        return text(self._report["fate"])

    @property
    def assuming(self) -> Optional[str]:
        """What is assumed and not proved."""
        return text(self._report["assuming"])

    @property
    def right(self) -> Optional[list[str]]:
        """The right first moves; ``None`` if they were not asked for."""
        return texts(self._report["right"])

    @property
    def wrong(self) -> list[str]:
        """First moves that fail."""
        return list(self._report["wrong"])

    @property
    def open(self) -> list[str]:
        """First moves of which nothing is known."""
        return list(self._report["open"])

    @property
    def not_asked(self) -> list[str]:
        """First moves outside the zone in which the defender lives: nothing is asked about them."""
        return list(self._report["not_asked"])

    @property
    def zone(self) -> Optional[list[str]]:
        """The points in which the defender holds his own whatever is played on the others, if the
        answer rests on that."""
        return texts(self._report["zone"])

    @property
    def diagram(self) -> str:
        """The part of the board that matters, as text."""
        return str(self._spoken["diagram"])

    @property
    def tree(self) -> Optional[str]:
        """With ``tree=True``: the solutions as an SGF file."""
        return text(self._spoken["tree"])

    def __repr__(self) -> str:
        return f"<threefold.go.ProblemResult {self.verdict!r}>"


_R = TypeVar("_R", bound=Report)


def _believed(result: _R) -> _R:
    if result._spoken["fault"] is not None or result.checked is False:
        raise WrongAnswerError(result._spoken["fault"] or "an answer is wrong", result)
    return result


def value(
    size: str,
    *,
    ko: Ko = "situational-superko",
    cycle: Optional[str] = None,
    suicide: bool = False,
    position: Optional[str] = None,
    history: Union[str, Iterable[str], None] = None,
    moves: Literal["none", "best", "all"] = "best",
    nodes: Optional[Count] = None,
    time: Optional[Time] = None,
    memory: Optional[Count] = None,
    check: bool = True,
    progress: Optional[Progress] = None,
) -> BoardResult:
    """The exact value of a small board for Black, who moves first, by area.

    ``position`` is rows with ``/`` between them and the side to move (``"XO./... B"``),
    ``history`` moves from there on (``"B2 pass A1"``). Limits are those of each question.

    >>> import threefold.go
    >>> result = threefold.go.value("1x5")
    >>> result.value, result.best
    (0, ['B1', 'C1', 'D1', 'pass'])
    """
    if moves not in ("none", "best", "all"):
        raise QuestionError(f"moves: {moves!r}", "expected 'none', 'best' or 'all'")
    if history is not None and not isinstance(history, str):
        history = " ".join(history)
    with shown(progress) as tell:
        report, spoken, native = _threefold.board_value(
            size,
            effort(nodes, time, memory, check, "base-twin"),
            _threefold.Interrupt(),
            ko=ko,
            cycle=cycle,
            suicide=suicide,
            position=position,
            history=history,
            moves={"none": None, "best": False, "all": True}[moves],
            progress=tell,
        )
    return _believed(BoardResult(report, spoken, [Certificate(one) for one in native]))


def problems(
    source: Union[str, bytes, os.PathLike[str]],
    *,
    goal: Optional[Literal["eye", "live", "kill", "capture"]] = None,
    region: Optional[str] = None,
    target: Optional[str] = None,
    eye: Optional[str] = None,
    safe: Optional[str] = None,
    to_play: Optional[Literal["black", "white"]] = None,
    ko: Optional[Ko] = None,
    threats: tuple[int, int] = (0, 0),
    frame: Union[str, int] = "auto",
    outside_liberties: Optional[int] = None,
) -> list[_threefold.Position]:
    """The problems of an SGF file, or of its text: to be handed to :func:`problem`.

    What is not said here, the file says (docs/go-problems.md). Places are ``"auto"``, a mark
    (``"TR"``) or points (``"A1,B1"``); ``threats`` are ko threats of Black and of White.
    ``frame`` is ``"none"``, ``"auto"``, ``"steps:3"`` (how far it is from the defender's stones) or
    how many lines there are between the stones and a rectangle around them;
    ``outside_liberties``, how many points next to the target it leaves empty.
    """
    name = "problem.sgf"
    if isinstance(source, str):
        data = source.encode()
    elif isinstance(source, bytes):
        data = source
    else:
        name = os.fspath(source)
        if not name.lower().endswith(".sgf"):
            raise PositionError(f"{name} is no SGF file", "its name ends in .sgf", name)
        data = contents(name)
    return _threefold.read_problems(
        data,
        name,
        goal,
        region,
        target,
        eye,
        safe,
        to_play,
        ko,
        threats,
        str(frame),
        outside_liberties,
    )


def problem(
    source: Union[str, bytes, os.PathLike[str], _threefold.Position],
    *,
    more_threats: int = 2,
    verdict_only: bool = False,
    tree: bool = False,
    nodes: Optional[Count] = None,
    time: Optional[Time] = None,
    memory: Optional[Count] = None,
    check: bool = True,
    progress: Optional[Progress] = None,
    **question: Any,
) -> ProblemResult:
    """Solves a problem of life and death: the verdict, and which first moves are right.

    ``source`` is an SGF file with one problem, its text, or one of :func:`problems`; the question
    is said as there. ``more_threats`` are so many more ko threats that are tried.
    """
    if not isinstance(source, _threefold.Position):
        all_of_them = problems(source, **question)
        if len(all_of_them) != 1:
            raise PositionError(
                f"{len(all_of_them)} problems in it", "threefold.go.problems() gives them all"
            )
        source = all_of_them[0]
    elif question:
        raise QuestionError(f"the problem has been read: {', '.join(question)}")
    with shown(progress) as tell:
        report, spoken, native = _threefold.solve_problem(
            source,
            effort(nodes, time, memory, check, "base-twin"),
            _threefold.Interrupt(),
            more_threats=more_threats,
            verdict_only=verdict_only,
            tree_nodes=1000 if tree else None,
            progress=tell,
        )
    return _believed(ProblemResult(report, spoken, [Certificate(one) for one in native]))
