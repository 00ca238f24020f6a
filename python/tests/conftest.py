import os
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture
def examples():
    return REPOSITORY / "examples"


@pytest.fixture
def fixtures():
    return REPOSITORY / "crates" / "games" / "graph" / "fixtures"


@pytest.fixture
def program():
    """The program `threefold`, which has to say the same."""
    path = os.environ.get("THREEFOLD_PROGRAM")
    if not path:
        pytest.skip("THREEFOLD_PROGRAM does not say where the program is")
    return path
