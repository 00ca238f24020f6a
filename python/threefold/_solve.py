"""Asking."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Hashable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, TimeoutError
from typing import Any, Literal, Optional, TypeVar, Union, overload

from . import _threefold
from ._arguments import Count, Time, effort
from ._certificates import Certificate
from ._errors import QuestionError, WrongAnswerError
from ._games import Game, is_game, mirror_of
from ._positions import PositionLike, position_of
from ._progress import Progress, shown
from ._results import Answer, MateResult, Result


_R = TypeVar("_R", bound=Answer)


def _believed(result: _R, policy: str) -> _R:
    """The answer, unless its own certificate does not bear it out."""
    if result.checked is False:
        ignores = "policy='ignore' forgets what a result relied on: leave it out"
        hint = ignores if policy == "ignore" else None
        raise WrongAnswerError(result._spoken["fault"] or "an answer is wrong", result, hint)
    return result


@overload
def solve(
    position: Union[PositionLike, Hashable],
    *,
    game: Union[Game[Any], str, None] = None,
    attacker: Optional[str] = None,
    rule: Optional[str] = None,
    history: Optional[Iterable[Any]] = None,
    value: bool = False,
    moves: bool = False,
    mate: None = None,
    keys: bool = False,
    nodes: Optional[Count] = None,
    time: Optional[Time] = None,
    memory: Optional[Count] = None,
    threads: int = 1,
    fifty_moves: bool = False,
    database: Optional[_threefold.Database] = None,
    check: bool = True,
    policy: Literal["base-twin", "ignore"] = "base-twin",
    progress: Optional[Progress] = None,
    _interrupt: Optional[_threefold.Interrupt] = None,
) -> Result: ...
@overload
def solve(
    position: Union[PositionLike, Hashable],
    *,
    game: Union[Game[Any], str, None] = None,
    attacker: Optional[str] = None,
    rule: Optional[str] = None,
    history: Optional[Iterable[Any]] = None,
    value: bool = False,
    moves: bool = False,
    mate: Union[int, Literal["shortest"]],
    keys: bool = False,
    nodes: Optional[Count] = None,
    time: Optional[Time] = None,
    memory: Optional[Count] = None,
    threads: int = 1,
    fifty_moves: bool = False,
    database: Optional[_threefold.Database] = None,
    check: bool = True,
    policy: Literal["base-twin", "ignore"] = "base-twin",
    progress: Optional[Progress] = None,
    _interrupt: Optional[_threefold.Interrupt] = None,
) -> MateResult: ...
def solve(
    position: Any,
    *,
    game: Any = None,
    attacker: Optional[str] = None,
    rule: Optional[str] = None,
    history: Optional[Iterable[Any]] = None,
    value: bool = False,
    moves: bool = False,
    mate: Union[None, int, str] = None,
    keys: bool = False,
    nodes: Optional[Count] = None,
    time: Optional[Time] = None,
    memory: Optional[Count] = None,
    threads: int = 1,
    fifty_moves: bool = False,
    database: Optional[_threefold.Database] = None,
    check: bool = True,
    policy: str = "base-twin",
    progress: Optional[Progress] = None,
    _interrupt: Optional[_threefold.Interrupt] = None,
) -> Union[Result, MateResult]:
    """Can the attacker win? Answers with a proof, or says that it does not know.

    ``position``
        a text of any game (a FEN, ``go 3x3 at-least 4``, the text of a ``.game`` file), a path, a
        ``chess.Board``; or a position of ``game``.
    ``game``
        the name of the game, where the text does not show it; or a :class:`Game` in Python.
    ``attacker``
        whose win is in question: ``white``, ``black``, ``first``, ``second``, ``mover``.
    ``rule``
        what a repeated position counts as: ``draw``, ``attacker-loses``, ``attacker-wins``,
        ``situational-superko``, ``positional-superko``; by default what the game says.
    ``history``
        moves from ``position`` on: the question is about where they lead, and the positions
        before count as repetitions. A ``chess.Board`` brings its own.
    ``value``, ``moves``
        whether the value for the side to move is asked for; whether every legal move is.
    ``mate``, ``keys``
        whether there is a win within so many moves of the attacker, or ``"shortest"``; and which
        first moves do it.
    ``nodes``, ``time``, ``memory``
        limits of each question: ``"1M"``, seconds or ``"10s"``, ``"64M"``. A limit is no verdict.
    ``threads``
        so many search the question together, 0 for one on each processor; not for games in
        Python, which has one lock. Many questions are answered sooner by :func:`solve_many`.
    ``fifty_moves``
        chess: the fifty-move rule counts, with the clock of the FEN or of the ``chess.Board``.
    ``database``
        an endgame :class:`Database` of checkers or chess.
    ``check``
        whether certificates are made and checked. Without, there is none and no line.
    ``policy``
        ``"ignore"`` is the plain table that is sometimes wrong: to see that it is.
    ``progress``
        a function that is told how far the search is; or ``True`` for a line on standard error.

    Ctrl-C raises ``KeyboardInterrupt`` at once. Python's lock is open while the search runs.

    >>> import threefold
    >>> result = threefold.solve("7k/5Q2/6K1/8/8/8/8/8 w - -")
    >>> result.verdict
    <Verdict.PROVEN: 'proven'>
    >>> result.words, result.line
    ('white mates', ['f7g7'])
    """
    spend = effort(nodes, time, memory, check, policy, threads, fifty_moves)
    interrupt = _interrupt or _threefold.Interrupt()
    common: dict[str, Any] = {"attacker": attacker}
    if keys and mate is None:
        raise QuestionError(
            "keys: of a win within how many moves?", "expected mate=N or 'shortest'"
        )
    if mate is not None:
        within = _within(mate)
        for name, given in (("value", value), ("moves", moves), ("database", database)):
            if given:
                raise QuestionError(f"{name} does not go with mate")
        if policy != "base-twin":
            raise QuestionError("policy does not go with mate: nothing there depends on a path")
        common.update(within=within, keys=keys)
    else:
        common.update(value=value, moves=moves)
        if value and attacker is not None:
            raise QuestionError("value is about both players", "leave attacker= out")
    if game is not None and not isinstance(game, str):
        if not is_game(game):
            raise QuestionError(
                f"a {type(game).__name__} is no game", "it has to_move, moves and result"
            )
        if database is not None:
            raise QuestionError("a game in Python has no database")
        if threads != 1:
            raise QuestionError("threads: Python has one lock", "a game in Python has one thread")
        if fifty_moves:
            raise QuestionError("fifty_moves is about chess")
        played = [str(move) for move in history or ()]
        ask = _threefold.solve_game if mate is None else _threefold.mate_game
        with shown(progress) as tell:
            report, spoken, native = ask(
                mirror_of(game),
                game,
                position,
                spend,
                interrupt,
                rule=rule,
                history=played,
                progress=tell,
                **common,
            )
    else:
        subject = position_of(position, game, history)
        if mate is None:
            if subject.game == "go-problem":
                raise QuestionError(
                    "a problem of Go has a verdict of its own", "threefold.go.problem() gives it"
                )
            common.update(rule=rule, database=database)
        elif rule is not None:
            raise QuestionError("rule does not go with mate: repetitions shorten no win")
        of_text = _threefold.solve if mate is None else _threefold.mate
        with shown(progress) as tell:
            report, spoken, native = of_text(subject, spend, interrupt, progress=tell, **common)
    answer: type[Union[Result, MateResult]] = Result if mate is None else MateResult
    return _believed(answer(report, spoken, [Certificate(one) for one in native]), policy)


def _within(mate: Union[int, str]) -> Optional[int]:
    if mate == "shortest":
        return None
    if isinstance(mate, int) and not isinstance(mate, bool) and 1 <= mate <= 10_000:
        return mate
    raise QuestionError(f"mate: {mate!r}", "expected a number of moves, or 'shortest'")


def solve_many(
    positions: Iterable[Any],
    *,
    workers: int = 1,
    errors: Literal["raise", "return"] = "raise",
    **arguments: Any,
) -> Iterator[Any]:
    """Solves positions one after the other, ``workers`` at once, and gives the answers in order.

    The arguments are those of :func:`solve`. With ``errors="return"`` the exception of a position
    that cannot be read or asked about comes in place of its answer; its ``index`` is the place of
    the position, from 0. Positions are taken from the
    iterable as they are needed, so that it may be long. 0 workers are as many as processors.

    >>> import threefold
    >>> fens = ["7k/5Q2/6K1/8/8/8/8/8 w - -", "8/8/8/8/8/1k6/7r/K7 w - -"]
    >>> list(result.words for result in threefold.solve_many(fens))
    ['white mates', 'white cannot force mate']
    """
    if errors not in ("raise", "return"):
        raise QuestionError(f"errors: {errors!r}", "expected 'raise' or 'return'")
    if not isinstance(workers, int) or workers < 0:
        raise QuestionError(f"workers: {workers!r}", "expected a number; 0 for all processors")
    return _solved(positions, workers or os.cpu_count() or 1, errors == "return", arguments)


def _solved(
    positions: Iterable[Any], workers: int, returns: bool, arguments: dict[str, Any]
) -> Iterator[Any]:
    interrupt = _threefold.Interrupt()

    def one(index: int, position: Any) -> Any:
        try:
            return solve(position, _interrupt=interrupt, **arguments)
        except (ValueError, WrongAnswerError) as error:
            error.index = index  # type: ignore[union-attr]
            if returns:
                return error
            raise

    if workers == 1:
        for index, position in enumerate(positions):
            yield one(index, position)
        return
    pool = ThreadPoolExecutor(workers, thread_name_prefix="threefold")
    waiting: deque[Future[Any]] = deque()
    try:
        for index, position in enumerate(positions):
            waiting.append(pool.submit(one, index, position))
            # Enough for workers that wait for nothing while one takes long.
            if len(waiting) >= 16 * workers:
                yield _result(waiting.popleft())
        while waiting:
            yield _result(waiting.popleft())
    finally:
        # Nothing is running any more, or nobody wants the rest.
        interrupt.end()
        pool.shutdown(wait=False, cancel_futures=True)


def _result(future: Future[Any]) -> Any:
    """Its result. The system may tell another thread of Ctrl-C: the main one looks now and then."""
    while True:
        try:
            return future.result(timeout=0.05)
        except TimeoutError:
            if future.done():
                return future.result()
