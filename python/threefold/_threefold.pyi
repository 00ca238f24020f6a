"""The compiled part. Nothing in it is for users but what ``threefold`` names."""

import os
from collections.abc import Callable, Sequence
from typing import Any, Optional

GAMES: list[str]
"""The names of the games that the package knows."""
MOST_THREADS: int
"""The most threads of one search."""
__version__: str

_Answered = tuple[dict[str, Any], dict[str, Any], list["Certificate"]]
_Progress = Optional[Callable[[dict[str, Any]], object]]

class Interrupt:
    def __init__(self) -> None: ...
    def end(self) -> None: ...

class Effort:
    def __init__(
        self,
        nodes: Optional[int] = None,
        time_s: Optional[float] = None,
        memory: Optional[int] = None,
        check: bool = True,
        ignore: bool = False,
        threads: int = 1,
        fifty_moves: bool = False,
    ) -> None: ...

class Position:
    """A position that was read, with the question that its source asks."""

    @property
    def game(self) -> str: ...
    @property
    def input(self) -> str: ...
    @property
    def id(self) -> Optional[str]: ...
    @property
    def root(self) -> str: ...
    def diagram(self) -> Optional[str]: ...

class Database:
    """An endgame database of ``"checkers"`` or ``"chess"``."""

    @staticmethod
    def open(directory: os.PathLike[str] | str, game: str = "checkers") -> Database: ...
    @staticmethod
    def build(
        pieces: int,
        directory: Optional[os.PathLike[str] | str] = None,
        threads: int = 0,
        game: str = "checkers",
    ) -> Database: ...
    @property
    def pieces(self) -> int: ...
    def probe(self, text: str) -> Optional[dict[str, Any]]: ...

class Leader:
    """The leader of a question that is divided into jobs."""

    def __init__(
        self,
        position: Position,
        nodes: int,
        memory: int,
        attacker: Optional[str] = None,
        rule: Optional[str] = None,
        saved: Optional[str] = None,
        database: Optional[Database] = None,
    ) -> None: ...
    def next(self, free: int) -> list[str]: ...
    def report(self, report: str) -> tuple[list[int], Optional[str]]: ...
    def failed(self, job: int, reason: str) -> list[int]: ...
    def status(self) -> dict[str, Any]: ...
    def certificate(self) -> str: ...
    def save(self) -> str: ...

def whole_job(
    position: Position,
    nodes: int,
    memory: int,
    seed: int = 0,
    attacker: Optional[str] = None,
    rule: Optional[str] = None,
    database: Optional[Database] = None,
) -> str: ...
def do_job(job: str, interrupt: Interrupt) -> str: ...

class Worker:
    def __init__(self, directory: Optional[str] = None) -> None: ...
    def work(self, job: str, interrupt: Interrupt) -> str: ...

class Graph:
    def __len__(self) -> int: ...
    def node(self, number: int) -> dict[str, Any]: ...

class Certificate:
    def headers(self) -> list[dict[str, Any]]: ...
    def text(self) -> str: ...
    def hash(self) -> str: ...
    def moves(self, block: int) -> list[str]: ...
    def save(self, path: str) -> None: ...
    def check(
        self,
        interrupt: Interrupt,
        time_s: Optional[float] = None,
        memory: Optional[int] = None,
        question: Optional[Position] = None,
        attacker: Optional[str] = None,
        expand: bool = False,
    ) -> list[dict[str, Any]]: ...
    def strategy(self, interrupt: Interrupt, block: int, most: int) -> Graph: ...

class Mirror:
    def __init__(self) -> None: ...
    def __len__(self) -> int: ...
    def meet(self, game: Any, position: Any) -> int: ...
    def object(self, text: str) -> Any: ...
    def known(self, number: int) -> tuple[Any, Optional[str], Optional[list[tuple[str, int]]]]: ...
    # Last: below it the word means the method.
    def list(self, game: Any, position: Any, most: int) -> Sequence[int]: ...

def read_positions(
    data: bytes, name: Optional[str] = None, game: Optional[str] = None
) -> tuple[list[Position], list[Any]]: ...
def solve(
    position: Position,
    effort: Effort,
    interrupt: Interrupt,
    attacker: Optional[str] = None,
    rule: Optional[str] = None,
    value: bool = False,
    moves: bool = False,
    database: Optional[Database] = None,
    progress: _Progress = None,
) -> _Answered: ...
def mate(
    position: Position,
    effort: Effort,
    interrupt: Interrupt,
    within: Optional[int] = None,
    attacker: Optional[str] = None,
    keys: bool = False,
    progress: _Progress = None,
) -> _Answered: ...
def solve_game(
    mirror: Mirror,
    game: Any,
    position: Any,
    effort: Effort,
    interrupt: Interrupt,
    attacker: Optional[str] = None,
    rule: Optional[str] = None,
    value: bool = False,
    moves: bool = False,
    history: list[str] = ...,
    progress: _Progress = None,
) -> _Answered: ...
def mate_game(
    mirror: Mirror,
    game: Any,
    position: Any,
    effort: Effort,
    interrupt: Interrupt,
    within: Optional[int] = None,
    attacker: Optional[str] = None,
    rule: Optional[str] = None,
    keys: bool = False,
    history: list[str] = ...,
    progress: _Progress = None,
) -> _Answered: ...
def board_value(
    size: str,
    effort: Effort,
    interrupt: Interrupt,
    ko: Optional[str] = None,
    cycle: Optional[str] = None,
    suicide: bool = False,
    position: Optional[str] = None,
    history: Optional[str] = None,
    moves: Optional[bool] = None,
    progress: _Progress = None,
) -> _Answered: ...
def read_problems(
    data: bytes,
    name: str,
    goal: Optional[str] = None,
    region: Optional[str] = None,
    target: Optional[str] = None,
    eye: Optional[str] = None,
    safe: Optional[str] = None,
    to_play: Optional[str] = None,
    ko: Optional[str] = None,
    threats: tuple[int, int] = (0, 0),
    frame: str = "auto",
    outside_liberties: Optional[int] = None,
) -> list[Position]: ...
def solve_problem(
    problem: Position,
    effort: Effort,
    interrupt: Interrupt,
    more_threats: int = 2,
    verdict_only: bool = False,
    tree_nodes: Optional[int] = None,
    progress: _Progress = None,
) -> _Answered: ...
def page(certificates: list[Certificate]) -> str: ...
def explore(certificates: list[Certificate], path: str) -> None: ...
def read_certificate(
    data: Optional[bytes] = None,
    path: Optional[str] = None,
    graph: Optional[Position] = None,
    database: Optional[Database] = None,
    game: Any = None,
    mirror: Optional[Mirror] = None,
) -> Certificate: ...
