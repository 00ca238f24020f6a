"""Go: boards and problems, as the program answers them."""

import json
import subprocess

import pytest

import threefold as tf
import threefold.go
from test_solve import agree, without_times


def test_boards_have_their_values():
    assert tf.go.value("2x2").value == 1
    board = tf.go.value("1x5", moves="all")
    assert board.value == 0 and set(board.best) <= set(board.moves)
    assert all(one.check().ok for one in board.certificates) and len(board.certificates) == 2
    assert tf.go.value("2x3", nodes=1, moves="none").value is None


def test_what_makes_no_sense_is_refused():
    for arguments in ({"ko": "none"}, {"cycle": "tie"}, {"moves": "some"}, {"position": "..."}):
        with pytest.raises(tf.QuestionError):
            tf.go.value("2x2", **arguments)
    with pytest.raises(tf.QuestionError):
        tf.go.value("2by2")


def test_boards_have_the_keys_of_the_program(program):
    out = subprocess.run(
        [program, "go", "board", "1x5", "--json", "--moves"], capture_output=True, text=True
    )
    theirs = without_times(json.loads(out.stdout))
    ours = without_times(tf.go.value("1x5", moves="all").to_dict())
    assert agree(ours, theirs)


def test_problems_have_verdicts_and_right_moves(examples):
    several = tf.go.problems(examples / "one-eye.sgf")
    assert len(several) > 10
    result = tf.go.problem(several[0], tree=True, nodes="1M")
    assert result.verdict and result.fate and result.tree.startswith("(;")
    assert len(result.right) + len(result.wrong) + len(result.open) > 0
    assert result.certificates and all(one.check().ok for one in result.certificates)
    assert "X" in result.diagram and result.checked
    with pytest.raises(tf.QuestionError):
        tf.solve(several[0])
    with pytest.raises(tf.QuestionError):
        tf.go.problem(several[0], goal="live")
    with pytest.raises(tf.PositionError, match="problems"):
        tf.go.problem(examples / "one-eye.sgf")


def test_what_is_said_of_a_problem_is_read(examples):
    corner = examples / "corner.sgf"
    with pytest.raises(tf.PositionError, match="361"):
        tf.go.problem(corner, frame="none")
    with pytest.raises(tf.QuestionError):
        tf.go.problem(corner, frame="10")
    with pytest.raises(tf.QuestionError):
        tf.go.problem(corner, goal="win")
    with pytest.raises(tf.PositionError):
        tf.go.problem(corner, safe="wall", region="Z99")
    said = tf.go.problem(corner, goal="live", safe="wall", nodes="1M")
    assert said.assuming and said.verdict
    assert tf.go.problem(corner.read_text(), goal="live", safe="wall").verdict == said.verdict


def test_problems_have_the_keys_of_the_program(program, examples):
    path = examples / "one-eye.sgf"
    out = subprocess.run(
        [program, "solve", "--json", "--memory", "64M", f"{path}#1"], capture_output=True, text=True
    )
    theirs = without_times(json.loads(out.stdout.splitlines()[0]))
    ours = without_times(tf.go.problem(tf.go.problems(path)[0]).to_dict())
    assert agree(ours, theirs)
