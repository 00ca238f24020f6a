"""Games of OpenSpiel (``pyspiel``), which has to be installed beside this package.

A state is what its text says: two states with the same text, player and legal actions must have
the same future. That is so where ``str(state)`` shows the whole board. Where it shows a counter of
moves no position ever repeats: ``key`` says what counts then. Where it hides something, such as a
rule that counts moves, the answer is about the game without that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from typing import Any, Optional

from ._errors import GameError
from ._games import Game


class OpenSpielGame(Game[Any]):
    """A deterministic, alternating game of two players with perfect information.

    ``game`` is a ``pyspiel.Game`` or its name, as in ``"tic_tac_toe"``. Moves are what
    ``action_to_string`` says, without blanks; where two are called alike they have their numbers.

    Scores become results: more than 0 for a player is his win. ``key`` takes a state and gives
    what tells it from others, by default its text.

    >>> import threefold, threefold.openspiel  # doctest: +SKIP
    >>> game = threefold.openspiel.OpenSpielGame("tic_tac_toe")  # doctest: +SKIP
    >>> threefold.solve(game.start(), game=game, value=True).value  # doctest: +SKIP
    'draw'
    """

    def __init__(self, game: Any, *, key: Callable[[Any], Hashable] = str) -> None:
        if isinstance(game, str):
            import pyspiel  # type: ignore[import-not-found,unused-ignore]

            game = pyspiel.load_game(game)
        kind = game.get_type()
        wanted = {
            "two players": game.num_players() == 2,
            "no chance": kind.chance_mode.name == "DETERMINISTIC",
            "perfect information": kind.information.name == "PERFECT_INFORMATION",
            "moves in turn": kind.dynamics.name == "SEQUENTIAL",
            "zero sum": kind.utility.name == "ZERO_SUM",
        }
        missing = [what for what, there in wanted.items() if not there]
        if missing:
            raise GameError(f"{kind.short_name}: {', '.join(missing)} expected")
        self.game = game
        self.key = key
        self.name = "openspiel_" + re.sub(r"[^a-z0-9]", "_", kind.short_name)

    def start(self) -> _State:
        """The initial position."""
        return self.position(self.game.new_initial_state())

    def position(self, state: Any) -> _State:
        """The position of a state."""
        return _State(state, self.key(state))

    def to_move(self, position: _State) -> int:
        return int(position.state.current_player())

    def result(self, position: _State) -> Optional[str]:
        state = position.state
        if not state.is_terminal():
            return None
        first = state.returns()[0]
        return "first" if first > 0 else "second" if first < 0 else "draw"

    def moves(self, position: _State) -> list[tuple[str, _State]]:
        state = position.state
        actions = state.legal_actions()
        names = [re.sub(r"\s+", "_", state.action_to_string(a).strip()) or str(a) for a in actions]
        twice = len(set(names)) < len(names)
        return [
            (f"{name}#{action}" if twice else name, self.position(state.child(action)))
            for name, action in zip(names, actions)
        ]

    def text(self, position: _State) -> str:
        return position.line


class _State:
    """A state that is what its text says."""

    __slots__ = ("state", "key", "line")

    def __init__(self, state: Any, key: Hashable) -> None:
        self.state = state
        player = state.current_player()
        text = str(key)
        # Moves that a text does not show, such as those that a rule of ko forbids.
        actions = () if state.is_terminal() else tuple(state.legal_actions())
        self.key = (key, player, actions)
        rows = "/".join(row.strip() for row in text.strip().splitlines())
        self.line = re.sub(r"\s+", "_", f"{player}:{rows}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _State) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"<state {self.line}>"
