"""What a position can be: a text, a file, a board of another library."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any, Optional, Protocol, Union, runtime_checkable

from . import _threefold
from ._errors import PositionError, QuestionError
from ._threefold import Position


@runtime_checkable
class ChessBoard(Protocol):
    """A board as python-chess has it (``chess.Board``): read, and never imported."""

    move_stack: list[Any]

    def fen(self) -> str: ...
    def root(self) -> Any: ...


@runtime_checkable
class ShogiBoard(Protocol):
    """A board of shogi as python-shogi and cshogi have it: read, and never imported.

    It is a mate problem: what was played before does not count, so only the position is read.
    """

    def sfen(self) -> str: ...


#: A text (FEN, a question about a board of Go, the text of a ``.game``, SGF, PGN or PDN file), a
#: path, a board of python-chess, or what :func:`read` gives.
PositionLike = Union[str, "os.PathLike[str]", ChessBoard, ShogiBoard, Position]


def read(path: Union[str, os.PathLike[str]], *, game: Optional[str] = None) -> list[Position]:
    """All positions of a file: ``.epd``, ``.fen``, ``.pgn``, ``.pdn``, ``.game``, ``.sgf``.

    Raises :class:`PositionError` if one of them cannot be read; its notes name the others.
    """
    positions, errors = _parts(os.fspath(path), game)
    if errors:
        error = errors[0]
        if len(errors) > 1:
            error.message += f"; and {len(errors) - 1} more"
        raise error
    return positions


def read_each(
    path: Union[str, os.PathLike[str]], *, game: Optional[str] = None
) -> list[Union[Position, PositionError]]:
    """The same, with what cannot be read in its place: behind the others where lines are no
    positions (PGN, PDN)."""
    name = os.fspath(path)
    positions, errors = _parts(name, game)

    def line(one: Union[Position, PositionError]) -> float:
        if isinstance(one, PositionError):
            return one.line or float("inf")
        before, _, number = one.input.rpartition(":")
        return int(number) if before == name and number.isdigit() else 0

    return sorted([*positions, *errors], key=line)


_LARGEST = 64 << 20


def contents(name: str) -> bytes:
    """All of a file, if it is a regular one, and not too large to be read whole."""
    if os.path.exists(name) and not os.path.isfile(name):
        raise PositionError(f"{name}: expected a regular file", None, name)
    with open(name, "rb") as file:
        data = file.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        most = f"expected at most {_LARGEST >> 20} MiB"
        raise PositionError(f"{name}: too large to be read whole", most, name)
    return data


def _parts(name: str, game: Optional[str]) -> tuple[list[Position], list[Any]]:
    return _threefold.read_positions(contents(name), name=name, game=game)


def _moves(moves: Iterable[Any]) -> list[str]:
    """Moves as texts: those of python-chess say theirs by ``uci()``."""
    if isinstance(moves, str):
        raise QuestionError(f"history: '{moves}'", "expected a list of moves")
    return [str(getattr(move, "uci", getattr(move, "usi", move.__str__))()) for move in moves]


def _of_board(
    board: Any, history: Optional[Iterable[Any]], game: Optional[str]
) -> tuple[str, Optional[str]]:
    if getattr(board, "uci_variant", "chess") != "chess":
        raise PositionError(
            f"a board of {board.uci_variant}", "only chess itself is known here, Chess960 included"
        )
    # Somebody says what the history is: the board is where the game begins.
    start, moves = (board.root(), board.move_stack) if history is None else (board, history)
    # Castling rights as files, where rooks stand elsewhere.
    fen = start.fen(shredder=True) if getattr(board, "chess960", False) else start.fen()
    return _with_moves(fen, _moves(moves)), game or "chess"


def _with_moves(text: str, moves: Sequence[str]) -> str:
    return f"{text} moves {' '.join(moves)}" if moves else text


def position_of(
    position: PositionLike, game: Optional[str] = None, history: Optional[Iterable[Any]] = None
) -> Position:
    """The position that is meant."""
    if isinstance(position, Position):
        if history is not None:
            raise QuestionError(
                "history: the position has been read", "put the moves behind its text"
            )
        return position
    if hasattr(position, "__fspath__"):
        positions = read(position, game=game)  # type: ignore[arg-type]
        if len(positions) != 1:
            raise PositionError(
                f"{len(positions)} positions in it",
                "solve_many(read(path)) solves them all",
                os.fspath(position),  # type: ignore[arg-type]
            )
        return position_of(positions[0], None, history)
    if isinstance(position, ChessBoard):
        text, game = _of_board(position, history, game)
    elif isinstance(position, ShogiBoard):
        text, game = _with_moves(f"sfen {position.sfen()}", _moves(history or ())), game or "tsume"
    elif isinstance(position, str):
        if history and "\n" in position.strip():
            raise QuestionError("history: a file says its own", "put the moves into the text")
        text = _with_moves(position, _moves(history or ()))
    else:
        raise PositionError(
            f"a {type(position).__name__} is no position",
            "expected a text, a path or a board; for a game of your own pass game=",
        )
    positions, _ = _threefold.read_positions(text.encode(), game=game)
    if len(positions) != 1:
        raise PositionError(
            f"{len(positions)} positions in the text", "one line is one position", text
        )
    return positions[0]
