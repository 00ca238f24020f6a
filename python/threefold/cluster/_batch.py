"""Many positions."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Iterator
from typing import Any, Optional, Union

from .. import _threefold
from .._arguments import Count, bytes_of, nodes_of
from .._errors import PositionError, ThreefoldError
from .._positions import PositionLike, position_of
from .._results import Verdict
from ._engine import Engine
from ._prove import whole_file
from ._whole import judged, whole


def batch(
    positions: Iterable[Union[PositionLike, PositionError]],
    engine: Engine,
    *,
    game: Optional[str] = None,
    attacker: Optional[str] = None,
    rule: Optional[str] = None,
    database: Optional[_threefold.Database] = None,
    nodes: Count = "10M",
    memory: Count = "64M",
    certificates: Union[str, os.PathLike[str], None] = None,
    answered: Collection[str] = (),
    tries: int = 3,
) -> Iterator[dict[str, Any]]:
    """Answers many positions, and yields an answer as soon as it is there, in no particular order.

    An answer has ``number`` (of the position, from 1), ``input``, ``root``, ``claim``, ``verdict``
    (``proven``, ``disproven``, ``unknown``), ``nodes``, ``reason`` of what is unknown, and
    ``certificate``: the file that was written to the directory ``certificates``, if that is given.
    ``answered`` are inputs that are left out; positions keep their numbers.
    A worker that dies has its position tried again, ``tries`` times in all. A position that cannot
    be read or asked about has a ``reason`` and no ``root``, and the others are answered; so has a
    :class:`~threefold.PositionError` among the positions. ``database`` as of :func:`prove`.
    :class:`EngineError` is raised once the engine is gone; with ``answered`` a later call goes on.
    """
    size = (nodes_of(nodes), bytes_of(memory))
    if certificates is not None:
        os.makedirs(certificates, exist_ok=True)
    source = enumerate(positions, 1)
    flying: dict[int, tuple[Any, dict[str, Any], int]] = {}
    is_over = False
    try:
        while True:
            # Twice as many as run, so that no worker waits for this process.
            while not is_over and len(flying) < 2 * engine.slots():
                number, given = next(source, (0, None))
                if given is None:
                    is_over = True
                    break
                name = _name(given)
                try:
                    if isinstance(given, PositionError):
                        raise given
                    asked = position_of(given, game)
                    name = asked.input
                    if name in answered:
                        continue
                    job = whole(asked, number, *size, 0, attacker, rule, database)
                except (ThreefoldError, OSError) as error:
                    if name not in answered:
                        yield _answer(number, name, None, Verdict.UNKNOWN, 0, str(error))
                    continue
                flying[number] = (asked, job, 1)
                engine.submit(number, json.dumps(job))
            if is_over and not flying:
                return
            for number, report, failure in engine.wait(1):
                if number not in flying:
                    continue
                asked, job, tried = flying.pop(number)
                verdict, certificate, spent, reason = judged(asked, job, report, database)
                is_lost = report is None or reason.startswith("no report")
                if certificate is None and is_lost and tried < tries:
                    flying[number] = (asked, job, tried + 1)
                    engine.submit(number, json.dumps(job))
                    continue
                answer = _answer(number, asked.input, job, verdict, spent, failure or reason)
                if certificate is not None and certificates is not None:
                    file = os.path.join(certificates, f"{number}.cert")
                    whole_file(file, certificate.text)
                    answer["certificate"] = file
                yield answer
    finally:
        for number in flying:
            engine.cancel(number)


def _name(given: Union[PositionLike, PositionError]) -> str:
    """What a position is called that may be none."""
    if not isinstance(given, PositionError):
        return str(given)
    place = given.position or "position"
    return place if given.line is None else f"{place}:{given.line}"


def _answer(
    number: int,
    name: str,
    job: Optional[dict[str, Any]],
    verdict: Verdict,
    nodes: int,
    reason: str,
) -> dict[str, Any]:
    return {
        "number": number,
        "input": name,
        "root": job and job["root"],
        "claim": job and f"{job['attacker']} {_goal(job)}",
        "verdict": verdict.value,
        "reason": reason or None,
        "nodes": nodes,
        "certificate": None,
    }


def _goal(job: dict[str, Any]) -> str:
    return "holds" if job["repetition"] == "attacker-wins" else "wins"
