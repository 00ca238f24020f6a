"""Arguments as people write them."""

from __future__ import annotations

import datetime
import math
import os
from typing import Optional, Union

from . import _threefold
from ._errors import QuestionError

#: A number, or one with a unit: ``"64K"``, ``"5M"``, ``"1G"``.
Count = Union[int, float, str]
#: Seconds, or a ``timedelta``, or a text with a unit: ``"10s"``, ``"2m"``, ``"500ms"``.
Time = Union[int, float, str, datetime.timedelta]

_NODES = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9}
_BYTES = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30}
_SECONDS = {"": 1.0, "ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}


def _split(text: str) -> tuple[str, str]:
    digits = text.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return digits, text[len(digits) :]


def _count(name: str, value: Count, units: dict[str, int]) -> int:
    expected = f"expected a number, or one with {', '.join(unit for unit in units if unit)}"
    factor = 1
    number: Union[int, float]
    if isinstance(value, str):
        digits, unit = _split(value.strip().replace("_", ""))
        by_case = {one.lower(): size for one, size in units.items()}
        if unit.lower() not in by_case:
            raise QuestionError(f"{name}: '{value}'", expected)
        factor = by_case[unit.lower()]
        try:
            number = float(digits) if "." in digits else int(digits)
        except ValueError:
            raise QuestionError(f"{name}: '{value}'", expected) from None
    elif isinstance(value, bool) or not isinstance(value, (int, float)):
        raise QuestionError(f"{name}: {value!r}", expected)
    else:
        number = value
    if not math.isfinite(number) or not 0 <= number * factor < 2**63:
        raise QuestionError(f"{name}: {value!r} is out of range", expected)
    return int(number * factor)


def seconds(value: Time) -> float:
    """A time in seconds."""
    expected = "expected seconds, a timedelta, or a text as '10s', '2m', '500ms'"
    if isinstance(value, datetime.timedelta):
        number = value.total_seconds()
    elif isinstance(value, str):
        digits, unit = _split(value.strip())
        try:
            number = float(digits) * _SECONDS[unit]
        except (KeyError, ValueError):
            raise QuestionError(f"time: '{value}'", expected) from None
    elif isinstance(value, bool) or not isinstance(value, (int, float)):
        raise QuestionError(f"time: {value!r}", expected)
    else:
        number = float(value)
    if not 0 <= number < 2**40:
        raise QuestionError(f"time: {value!r} is out of range", expected)
    return number


def bytes_of(value: Count) -> int:
    """A size of memory in bytes."""
    return _count("memory", value, _BYTES)


def nodes_of(value: Count) -> int:
    """A number of nodes."""
    return _count("nodes", value, _NODES)


def effort(
    nodes: Optional[Count],
    time: Optional[Time],
    memory: Optional[Count],
    check: bool,
    policy: str,
    threads: int = 1,
    fifty_moves: bool = False,
) -> _threefold.Effort:
    """What one request may spend."""
    if policy not in ("base-twin", "ignore"):
        raise QuestionError(f"policy: '{policy}'", "expected 'base-twin' or 'ignore'")
    most = _threefold.MOST_THREADS
    if not isinstance(threads, int) or not 0 <= threads <= most:
        raise QuestionError(f"threads: {threads!r}", f"expected 0 (all processors) to {most}")
    return _threefold.Effort(
        nodes=None if nodes is None else _count("nodes", nodes, _NODES),
        time_s=None if time is None else seconds(time),
        memory=None if memory is None else bytes_of(memory),
        check=bool(check),
        ignore=policy == "ignore",
        threads=threads or os.cpu_count() or 1,
        fifty_moves=bool(fifty_moves),
    )
