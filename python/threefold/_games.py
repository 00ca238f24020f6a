"""Games whose rules are in Python."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, Generic, Optional, TypeVar, Union

from . import _threefold

P = TypeVar("P", bound=Hashable)


class Game(Generic[P]):
    """A game of two players without chance and without secrets, by its rules.

    Positions are whatever can be a key of a dict: tuples, strings, frozen dataclasses. Two that
    are equal are the same position, so everything that the rules depend on has to be in it, who
    is to move included, and nothing else: no counters of moves.

    Each of the methods is called once a position. They must answer the same every time.

    >>> import threefold
    >>> class Nim(threefold.Game):
    ...     "One heap; who takes the last one wins."
    ...     def to_move(self, position):
    ...         return position[1]
    ...     def moves(self, position):
    ...         heap, player = position
    ...         return [(f"take-{n}", (heap - n, 1 - player)) for n in (1, 2, 3) if n <= heap]
    ...     def result(self, position):
    ...         return "loss" if position[0] == 0 else None
    >>> threefold.solve((21, 0), game=Nim()).words
    'first wins'
    >>> threefold.solve((20, 0), game=Nim()).words
    'first cannot force a win'
    """

    #: The name in certificates; by default that of the class, in lower case.
    name: Optional[str] = None
    #: What the players are called, first and second.
    players: tuple[str, str] = ("first", "second")

    def to_move(self, position: P) -> Union[int, str]:
        """Who is to move: 0 or ``"first"``, 1 or ``"second"``."""
        raise NotImplementedError

    def moves(self, position: P) -> Iterable[tuple[str, P]]:
        """The legal moves: pairs of a name, which is one word, and the position it leads to.

        Only asked where :meth:`result` is ``None``. A player without a move has lost.
        """
        raise NotImplementedError

    def result(self, position: P) -> Optional[str]:
        """``None`` while the game goes on.

        ``"win"``, ``"loss"`` or ``"draw"`` for the player to move, or who has won: ``"first"``,
        ``"second"``.
        """
        raise NotImplementedError

    # Not defined here, since what is there is used:
    #
    #   text(position) -> str      how a position is written in certificates; else its repr
    #   board(position)            what positional superko compares; else that rule is refused


def mirror_of(game: Any) -> _threefold.Mirror:
    """What has been seen of a game: kept with it, so that nothing is asked twice."""
    try:
        mirror: Optional[_threefold.Mirror] = game.__dict__.get("_threefold_mirror")
        if mirror is None:
            mirror = game._threefold_mirror = _threefold.Mirror()
        return mirror
    except AttributeError:
        # It has no room for attributes.
        return _threefold.Mirror()


def is_game(game: Any) -> bool:
    """Whether it has the methods of a game."""
    methods = (getattr(game, name, None) for name in ("to_move", "moves", "result"))
    return all(callable(method) for method in methods)


def positions(game: Any, position: Any, *, most: int = 10_000_000) -> list[Any]:
    """All positions that can be reached from one, the nearest first."""
    mirror = mirror_of(game)
    return [mirror.known(number)[0] for number in mirror.list(game, position, most)]


def graph_file(game: Any, position: Any, *, rule: str = "draw", most: int = 1_000_000) -> str:
    """All that can be reached from a position as a ``.game`` file (docs/game-format.md): its text.

    For the program, and for everybody who has no Python. Positions are called ``p0``, ``p1`` and so
    on, the nearest first; moves to the same position become one.

    >>> import threefold
    >>> class Coin(threefold.Game):
    ...     def to_move(self, position): return 0
    ...     def moves(self, position): return [("stay", "up"), ("turn", "down")]
    ...     def result(self, position): return "first" if position == "down" else None
    >>> print(threefold.graph_file(Coin(), "up"))
    threefold game 1
    rule: draw
    root: p0
    p0 first: p0 p1
    p1 win-first
    <BLANKLINE>
    """
    mirror = mirror_of(game)
    numbers = mirror.list(game, position, most)
    names = {number: f"p{place}" for place, number in enumerate(numbers)}
    players = ("first", "second")
    boards: dict[Any, str] = {}
    lines = ["threefold game 1", f"rule: {rule}", "root: p0"]
    for number in numbers:
        at, status, moves = mirror.known(number)
        label = ""
        if callable(getattr(game, "board", None)):
            label = " board=" + boards.setdefault(game.board(at), f"b{len(boards)}")
        assert status is not None, "it has been listed"
        kind, _, player = status.partition("-")
        if kind == "turn":
            after = dict.fromkeys(names[to] for _, to in moves or ())
            lines.append(
                f"{names[number]} {players[int(player)]}{label}: {' '.join(after)}".rstrip()
            )
        else:
            outcome = "draw" if kind == "draw" else f"win-{players[int(player)]}"
            lines.append(f"{names[number]} {outcome}{label}")
    return "\n".join(lines) + "\n"
