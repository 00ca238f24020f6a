"""Values of what the compiled part reports, which may not be there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Optional


def text(value: Any) -> Optional[str]:
    """A text."""
    return None if value is None else str(value)


def number(value: Any) -> Optional[int]:
    """A whole number."""
    return None if value is None else int(value)


def truth(value: Any) -> Optional[bool]:
    """Yes or no."""
    return None if value is None else bool(value)


def texts(value: Optional[Iterable[Any]]) -> Optional[list[str]]:
    """Some texts."""
    return None if value is None else [str(one) for one in value]


def texts_by_name(value: Optional[Mapping[str, Any]]) -> Optional[dict[str, Optional[str]]]:
    """A text, which may not be there either, for each name."""
    return None if value is None else {name: text(one) for name, one in value.items()}
