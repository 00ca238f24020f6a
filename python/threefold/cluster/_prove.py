"""One hard position, divided into jobs."""

from __future__ import annotations

import json
import os
import tempfile
import time as clock
from collections.abc import Callable
from typing import Any, NamedTuple, Optional, Union

from .. import _threefold
from .._arguments import Count, Time, bytes_of, nodes_of, seconds
from .._certificates import Certificate, load
from .._errors import QuestionError
from .._positions import PositionLike, position_of
from .._results import Verdict
from ._engine import Engine


class Status(NamedTuple):
    """How far it is."""

    seconds: float
    """Since this run began."""
    in_flight: int
    """Jobs that run, or wait for a free place."""
    leader: dict[str, Any]
    """``claim``, ``verdict``, ``pn``, ``dn``; ``positions`` that the leader knows; ``jobs`` given out,
    ``results`` taken, certificates of ``wins`` and ``holds``, results ``refused``, ``stale``, jobs
    ``cancelled``; ``nodes``, and those of jobs that ended without a certificate, ``open_nodes``.
    All since the question was first asked."""
    job_rate: float
    """Results in a second, of this run."""
    node_rate: float
    """Nodes in a second, of this run."""

    def __str__(self) -> str:
        leader = self.leader
        said = f"{leader['claim']}: {leader['verdict']}"
        if leader["verdict"] == "unknown":
            said = f"{leader['claim']}? pn {leader['pn']:,} dn {leader['dn']:,}"
        return (
            f"{self.seconds:,.0f} s  {said}  "
            f"{leader['results']:,} jobs ({self.job_rate:.1f}/s, {self.in_flight} running)  "
            f"{leader['nodes']:,} nodes ({self.node_rate:,.0f}/s)  "
            f"{leader['positions']:,} positions"
        )


class Proof(NamedTuple):
    """What was found out."""

    verdict: Verdict
    certificate: Optional[Certificate]
    """The proof, verified; ``None`` if the question is open."""
    status: Status
    refused: list[str]
    """Why results were not believed, the last of them."""


def whole_file(path: str, text: str) -> None:
    """Writes a file, whole or not at all."""
    directory = os.path.dirname(os.path.abspath(path))
    number, name = tempfile.mkstemp(prefix=os.path.basename(path) + ".", dir=directory)
    try:
        with open(number, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def prove(
    position: PositionLike,
    engine: Engine,
    *,
    game: Optional[str] = None,
    attacker: Optional[str] = None,
    rule: Optional[str] = None,
    database: Optional[_threefold.Database] = None,
    nodes: Count = 100_000,
    memory: Count = "64M",
    time: Optional[Time] = None,
    store: Union[str, os.PathLike[str], None] = None,
    resume: bool = False,
    save_every: Time = 10,
    progress: Optional[Callable[[Status], object]] = None,
) -> Proof:
    """Can the attacker win? Divides the question into jobs until that is known, or ``time`` is over.

    ``nodes``, ``memory``
        of the first jobs, each with a table of that size. What is left open is divided, with twice
        the nodes.
    ``database``
        an endgame database that workers have, too: the engine is told its directory.
    ``store``, ``resume``
        a file from which the search goes on after the loss of everything else. It is written
        every ``save_every`` seconds and at the end, also at one by Ctrl-C or with the engine.
    ``progress``
        is told how far it is, about once a second.

    Not where moves before the position matter, superko apart: a question that cannot be divided is
    a :class:`threefold.QuestionError`.
    """
    asked = position_of(position, game)
    path = None if store is None else os.fspath(store)
    saved = None
    if resume:
        if path is None:
            raise QuestionError("resume: from which store?", "pass store=")
        with open(path, encoding="utf-8", newline="") as file:
            saved = file.read()
    elif path is not None and os.path.exists(path):
        raise QuestionError(f"store: {path} is there already", "pass resume=True to go on with it")
    size = (nodes_of(nodes), bytes_of(memory))
    leader = _threefold.Leader(asked, *size, attacker, rule, saved, database)
    run = _Run(leader, engine, progress)
    until = None if time is None else clock.monotonic() + seconds(time)
    try:
        run.go(until, path, seconds(save_every))
    finally:
        if path is not None:
            whole_file(path, leader.save())
        run.stop()
    status = run.status()
    verdict = Verdict(status.leader["verdict"])
    certificate = None
    if verdict is not Verdict.UNKNOWN:
        about = asked if asked.game == "graph" else None
        certificate = load(leader.certificate(), game=about, database=database)
    return Proof(verdict, certificate, status, run.refused)


class _Run:
    def __init__(
        self,
        leader: _threefold.Leader,
        engine: Engine,
        progress: Optional[Callable[[Status], object]],
    ) -> None:
        self.leader, self.engine, self.progress = leader, engine, progress
        self.flying: set[int] = set()
        self.refused: list[str] = []
        self.began = clock.monotonic()
        self.before = leader.status()

    def status(self) -> Status:
        now = self.leader.status()
        spent = max(clock.monotonic() - self.began, 1e-9)
        rate = {key: (now[key] - self.before[key]) / spent for key in ("results", "nodes")}
        return Status(spent, len(self.flying), now, rate["results"], rate["nodes"])

    def go(self, until: Optional[float], path: Optional[str], save_every: float) -> None:
        told = saved = clock.monotonic()
        is_new = False
        while until is None or clock.monotonic() < until:
            for line in self.leader.next(max(0, self.engine.slots() - len(self.flying))):
                job = int(json.loads(line)["job"])
                self.flying.add(job)
                self.engine.submit(job, line)
            if self.leader.status()["verdict"] != "unknown":
                break
            for ended in self.engine.wait(0.5):
                is_new |= ended.job in self.flying
                self.take(ended.job, ended.report, ended.error)
            now = clock.monotonic()
            if self.progress is not None and now - told >= 1:
                told = now
                self.progress(self.status())
            if path is not None and is_new and now - saved >= save_every:
                whole_file(path, self.leader.save())
                saved, is_new = clock.monotonic(), False

    def take(self, job: int, report: Optional[str], error: str) -> None:
        if job not in self.flying:
            return
        self.flying.remove(job)
        cancelled, reason = self.reported(job, report, error)
        if reason is not None:
            self.refused = [*self.refused[-9:], reason]
        for one in cancelled:
            self.flying.discard(one)
            self.engine.cancel(one)

    def reported(
        self, job: int, report: Optional[str], error: str
    ) -> tuple[list[int], Optional[str]]:
        """A worker is believed in nothing, also not in which job this is about."""
        if report is not None:
            try:
                about = json.loads(report)
                if isinstance(about, dict) and about.get("job") == job:
                    return self.leader.report(report)
                error = "a report of another job"
            except (ValueError, RecursionError) as wrong:
                error = str(wrong)
        return self.leader.failed(job, error), error

    def stop(self) -> None:
        for job in self.flying:
            self.engine.cancel(job)
        self.flying.clear()
