"""How far a search is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Optional, Union

#: Called ten times a second at most, with a dict: ``nodes``, ``pn``, ``dn``, ``time_s`` and more;
#: or ``True`` for a line on standard error.
Progress = Union[Callable[[dict[str, Any]], object], bool]


class _Line:
    """A line on standard error that is written over, and gone at the end."""

    def __init__(self) -> None:
        self.width = 0

    def __call__(self, state: dict[str, Any]) -> None:
        text = f"{state['nodes']:,} nodes, pn {state['pn']:,}, dn {state['dn']:,}"
        if "at_least" in state:
            text += f", plies {state['at_least']} to {state['at_most'] or '?'}"
        text += f", table {state['table_fill']:.0%}"
        self.show(text)

    def show(self, text: str) -> None:
        print("\r" + text.ljust(self.width), end="", file=sys.stderr, flush=True)
        self.width = len(text)

    def clear(self) -> None:
        if self.width:
            self.show("")
            print("\r", end="", file=sys.stderr, flush=True)


@contextmanager
def shown(progress: Optional[Progress]) -> Iterator[Optional[Callable[[dict[str, Any]], object]]]:
    """The function to tell; a line on standard error is cleared at the end."""
    if progress is not True:
        yield None if progress is False else progress
        return
    line = _Line()
    try:
        yield line
    finally:
        line.clear()
