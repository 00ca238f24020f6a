"""What can be wrong."""

from __future__ import annotations

from typing import Any, Optional


class ThreefoldError(Exception):
    """Everything that this package raises of its own accord.

    ``hint`` says what to do about it, where that is known. ``index`` is the place of the position
    among those of :func:`threefold.solve_many`, from 0; ``None`` elsewhere.
    """

    def __init__(self, message: str, hint: Optional[str] = None) -> None:
        super().__init__(message)
        self.index: Optional[int] = None
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} (hint: {self.hint})" if self.hint else self.message


class PositionError(ThreefoldError, ValueError):
    """A position cannot be read.

    ``position`` is the text, or the name of the file; ``line`` and ``column`` are the place in it,
    from 1, where that is known.
    """

    def __init__(
        self,
        message: str,
        hint: Optional[str] = None,
        position: Optional[str] = None,
        line: Optional[int] = None,
        column: Optional[int] = None,
    ) -> None:
        super().__init__(message, hint)
        self.position = position
        self.line = line
        self.column = column


class QuestionError(ThreefoldError, ValueError):
    """A position cannot be asked about so: no such player, no such rule in the game."""


class GameError(ThreefoldError, ValueError):
    """A game in Python breaks the contract of :class:`threefold.Game`."""


class CertificateError(ThreefoldError, ValueError):
    """A certificate cannot be read, or is about something that is not at hand.

    A certificate that is read and proves nothing is no error: see :func:`threefold.check`.
    """


class DatabaseError(ThreefoldError):
    """An endgame database is not there, or not what it should be."""


class UnknownError(ThreefoldError):
    """An answer was taken for a yes or a no, and is neither: a limit was hit."""


class WrongAnswerError(ThreefoldError):
    """An answer is not borne out by its own certificate: a bug, but with ``policy="ignore"``.

    ``result`` is the answer, to be looked at and not to be believed.
    """

    def __init__(self, message: str, result: Any, hint: Optional[str] = None) -> None:
        super().__init__(message, hint or "this is a bug of threefold; please report it")
        self.result = result
