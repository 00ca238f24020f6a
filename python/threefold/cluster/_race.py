"""Several different searches for one answer."""

from __future__ import annotations

import json
import time as clock
from typing import Any, Optional

from .. import _threefold
from .._arguments import Count, Time, bytes_of, nodes_of, seconds
from .._positions import PositionLike, position_of
from .._results import Verdict
from ._engine import Engine
from ._whole import judged, whole


def race(
    position: PositionLike,
    engine: Engine,
    *,
    searches: Optional[int] = None,
    game: Optional[str] = None,
    attacker: Optional[str] = None,
    rule: Optional[str] = None,
    database: Optional[_threefold.Database] = None,
    nodes: Count = "1G",
    memory: Count = "64M",
    time: Optional[Time] = None,
) -> dict[str, Any]:
    """Can the attacker win? Asks ``searches`` that differ in their choices, and takes the first
    certificate that holds; the others are cancelled.

    Under every rule. Returns ``verdict`` (a :class:`threefold.Verdict`), ``certificate``, ``seed``
    of the search that has won (0 is the ordinary one), its ``nodes``, ``reasons`` of those that found
    nothing, and ``time_s``. ``database`` as of :func:`prove`.
    """
    asked = position_of(position, game)
    # A cluster whose machines are still to come has no place yet.
    count = searches or max(1, engine.slots())
    size = (nodes_of(nodes), bytes_of(memory))
    jobs = {
        seed: whole(asked, seed, *size, seed, attacker, rule, database) for seed in range(count)
    }
    began = clock.monotonic()
    until = None if time is None else began + seconds(time)
    flying = set(jobs)
    reasons: list[str] = []
    result: dict[str, Any] = {"verdict": Verdict.UNKNOWN, "certificate": None, "seed": None}
    try:
        for seed, job in jobs.items():
            engine.submit(seed, json.dumps(job))
        while flying and result["certificate"] is None:
            if until is not None and clock.monotonic() >= until:
                reasons.append("time")
                break
            for seed, report, error in engine.wait(0.5):
                if seed not in flying:
                    continue
                flying.remove(seed)
                verdict, certificate, spent, reason = judged(
                    asked, jobs[seed], report, database
                )
                if certificate is None:
                    reasons.append(error or reason)
                elif result["certificate"] is None:
                    result.update(verdict=verdict, certificate=certificate, seed=seed, nodes=spent)
    finally:
        for seed in flying:
            engine.cancel(seed)
    return {**result, "reasons": reasons, "time_s": clock.monotonic() - began}
