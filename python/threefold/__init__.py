"""A game solver that is right about repetition, with certificates that anyone can check.

>>> import threefold
>>> result = threefold.solve("7k/5Q2/6K1/8/8/8/8/8 w - -")
>>> result.words
'white mates'
>>> threefold.check(result.certificate).ok
True
"""

from ._certificates import Certificate, Check, Claim, Finding, Node, Walk, check, load
from ._errors import (
    CertificateError,
    DatabaseError,
    GameError,
    PositionError,
    QuestionError,
    ThreefoldError,
    UnknownError,
    WrongAnswerError,
)
from ._games import Game, graph_file, positions
from ._positions import read
from ._results import MateResult, MoveResult, Result, Verdict
from ._solve import solve, solve_many
from . import go
from ._threefold import GAMES, Database, Position, __version__

__all__ = [
    "GAMES",
    "Certificate",
    "CertificateError",
    "Check",
    "Claim",
    "Database",
    "DatabaseError",
    "Finding",
    "Game",
    "GameError",
    "MateResult",
    "MoveResult",
    "Node",
    "Position",
    "PositionError",
    "QuestionError",
    "Result",
    "ThreefoldError",
    "UnknownError",
    "Verdict",
    "Walk",
    "WrongAnswerError",
    "__version__",
    "check",
    "go",
    "graph_file",
    "load",
    "positions",
    "read",
    "solve",
    "solve_many",
]
