"""Positions as one job each, and what their reports say."""

from __future__ import annotations

import json
from typing import Any, Optional

from .. import _threefold
from .._certificates import Certificate, check, load
from .._errors import ThreefoldError
from .._results import Verdict
from .._threefold import Position


def judged(
    position: Position,
    job: dict[str, Any],
    report: Optional[str],
    database: Optional[_threefold.Database] = None,
) -> tuple[Verdict, Optional[Certificate], int, str]:
    """Verdict, certificate, nodes, and why there is no verdict. The certificate has been checked."""
    try:
        said = json.loads(report or "{}")
        nodes = int(said.get("nodes", 0))
        kind = said["result"]
        if kind not in ("wins", "holds"):
            return Verdict.UNKNOWN, None, nodes, said.get("reason", "nodes")
        about = position if position.game == "graph" else None
        certificate = load(said["certificate"], game=about, database=database)
        question = None if about else position
        found = check(
            certificate,
            game=about,
            question=question,
            attacker=job["attacker"],
            database=database,
        )
        verdict = _verdict(job, [claim.claim for claim in certificate.claims])
        if not found.ok or verdict is None:
            return Verdict.UNKNOWN, None, nodes, f"the certificate is not verified: {found}"
        return verdict, certificate, nodes, ""
    except (ValueError, KeyError, TypeError, AttributeError, ThreefoldError) as error:
        return Verdict.UNKNOWN, None, 0, f"no report of a job: {error}"


def _verdict(job: dict[str, Any], claims: list[str]) -> Optional[Verdict]:
    """What a claim says about the attacker's success."""
    if len(claims) != 1:
        return None
    player, _, goal = claims[0].partition(" ")
    by_attacker, to_hold = player == job["attacker"], job["repetition"] == "attacker-wins"
    if goal == "wins":
        return Verdict.PROVEN if by_attacker else Verdict.DISPROVEN
    if goal == "holds" and by_attacker == to_hold:
        return Verdict.PROVEN if by_attacker else Verdict.DISPROVEN
    return None


def whole(
    position: Position,
    number: int,
    nodes: int,
    memory: int,
    seed: int,
    attacker: Optional[str],
    rule: Optional[str],
    database: Optional[_threefold.Database] = None,
) -> dict[str, Any]:
    """The job of a position."""
    line = _threefold.whole_job(position, nodes, memory, seed, attacker, rule, database)
    return {**json.loads(line), "job": number}
