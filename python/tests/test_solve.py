"""Positions of the games that are known: verdicts, limits, what is wrong."""

import datetime
import json
import os
import pathlib
import subprocess

import pytest

import threefold as tf
from threefold import Verdict

MATE = "7k/5Q2/6K1/8/8/8/8/8 w - -"
LOSS = "8/8/8/8/8/1k6/7r/K7 w - -"
DRAW = "8/8/8/8/8/1k6/1p6/1K6 w - -"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
MORPHY = "kbK5/pp6/1P6/8/8/8/8/R7 w - -"


def test_a_mate_is_proved_and_its_certificate_holds():
    result = tf.solve(MATE)
    assert result.verdict is Verdict.PROVEN and result.verdict
    assert (result.words, result.claim, result.line) == ("white mates", "white wins", ["f7g7"])
    assert result.checked and tf.check(result.certificate).ok
    assert (result.game, result.root, result.within, result.written) == (
        "chess",
        MATE,
        1,
        ["1. Qg7#"],
    )


def test_a_verdict_is_about_the_attacker_who_is_asked_about():
    assert tf.solve(LOSS, attacker="black").verdict is Verdict.PROVEN
    assert tf.solve(LOSS, attacker="white").verdict is Verdict.DISPROVEN
    assert tf.solve(LOSS, attacker="second").verdict is Verdict.PROVEN
    assert not tf.solve(LOSS).verdict


@pytest.mark.parametrize("fen, value", [(MATE, "win"), (LOSS, "loss"), (DRAW, "draw")])
def test_values(fen, value):
    result = tf.solve(fen, value=True)
    assert result.value == value
    assert len(result.certificate.claims) == (2 if value == "draw" else 1)
    assert result.certificate.check().ok


def test_moves_have_verdicts_of_their_own():
    moves = {one.move: one for one in tf.solve(MATE, moves=True).moves}
    assert moves["f7g7"].verdict is Verdict.PROVEN and moves["f7g7"].written == "Qg7#"
    assert moves["f7f8"].words == "wins" and moves["f7f1"].verdict
    assert tf.solve(MATE).moves is None


def test_a_limit_is_no_verdict():
    result = tf.solve(START, nodes=100)
    assert result.verdict is Verdict.UNKNOWN and result.reason == "nodes"
    assert result.certificate is None and result.checked is None
    with pytest.raises(tf.UnknownError):
        bool(result.verdict)
    with pytest.raises(tf.UnknownError):
        if not result.verdict:
            pass
    with pytest.raises(TypeError):
        bool(result)
    assert tf.solve(START, time=0.05).reason == "time"
    assert tf.solve(START, time=datetime.timedelta(milliseconds=50)).reason == "time"
    assert tf.solve(START, time="50ms").reason == "time"
    assert tf.solve(START, nodes="1k", memory="64K").nodes <= 1100


def test_the_moves_before_the_position_count_as_repetitions():
    fen = "8/8/8/8/8/1k6/7r/K7 b - - 0 1"
    text = tf.solve(f"{fen} moves h2h8 a1b1 h8h2 b1a1")
    moves = tf.solve(fen, history=["h2h8", "a1b1", "h8h2", "b1a1"])
    assert (text.root, text.verdict) == (moves.root, moves.verdict)
    assert moves.certificate.claims[0].history.endswith("moves h2h8 a1b1 h8h2 b1a1")
    assert text.certificate.hash == moves.certificate.hash


def test_every_game_of_the_registry_is_read(examples, fixtures):
    assert tf.solve("W:WK1:BK32", nodes=1000).game == "checkers"
    assert tf.solve("go 2x3 at-least 1").game == "go"
    assert tf.solve("2x3 at-least 1", game="go").verdict is Verdict.DISPROVEN
    graph = (fixtures / "figure1-reading1.game").read_text()
    assert tf.solve(graph).game == "graph"
    assert tf.solve(fixtures / "figure1-reading1.game").verdict is tf.solve(graph).verdict
    assert [p.game for p in tf.read(examples / "repetition.epd")].count("chess") >= 1
    assert {"chess", "checkers", "go", "graph", "go-problem", "tsume"} <= set(tf.GAMES)
    for text in (graph, '[Event "a"]\n\n1. e4 *\n'):
        with pytest.raises(tf.QuestionError, match="history"):
            tf.solve(text, history=["e5"])


def test_the_rule_can_be_another_one(fixtures):
    text = "threefold game 1\nrule: draw\nroot: A\nA first: B\nB second: A\n"
    assert tf.solve(text).verdict is Verdict.DISPROVEN
    assert tf.solve(text, rule="attacker-wins").verdict is Verdict.PROVEN
    # Second may not go back to A: he has no move, and has lost.
    assert tf.solve(text, rule="situational-superko").verdict is Verdict.PROVEN


def test_the_plain_table_is_wrong_where_the_solver_is_right(fixtures):
    game = fixtures / "figure2.game"
    right = tf.solve(game)
    with pytest.raises(tf.WrongAnswerError) as wrong:
        tf.solve(game, policy="ignore")
    assert wrong.value.result.verdict is not right.verdict
    assert tf.solve(game, policy="ignore", check=False).verdict is not right.verdict


@pytest.mark.parametrize(
    "text, line, column",
    [
        ("7k/5Q2/6K1/8/8/8/8/9 w - -", 1, 20),
        ("W:WK1:BK33", 1, 9),
        ("go 2x3", 1, 4),
        (f"{LOSS} moves a1a3", 1, 33),
        ("threefold game 1\nrule: draw\nroot: A\nA first: B:\n", 4, 10),
        ("nonsense", None, None),
    ],
)
def test_errors_name_the_place(text, line, column):
    with pytest.raises(tf.PositionError) as error:
        tf.solve(text)
    assert (error.value.line, error.value.column) == (line, column)
    assert error.value.position == text
    assert isinstance(error.value, ValueError) and isinstance(error.value, tf.ThreefoldError)


@pytest.mark.parametrize(
    "arguments",
    [
        {"attacker": "red"},
        {"game": "ludo"},
        {"rule": "positional-superko"},
        {"rule": "superko"},
        {"value": True, "attacker": "white"},
        {"value": True, "rule": "attacker-wins"},
        {"keys": True},
        {"mate": 0},
        {"mate": "soon"},
        {"mate": 2, "value": True},
        {"nodes": "many"},
        {"nodes": -1},
        {"nodes": float("inf")},
        {"time": "1 week"},
        {"memory": "64Q"},
        {"policy": "none"},
        {"policy": "ignore", "mate": 2},
        {"threads": -1},
        {"threads": "two"},
        {"history": "f7g7"},
        {"game": object()},
    ],
)
def test_questions_that_make_no_sense_are_refused(arguments):
    with pytest.raises(tf.QuestionError):
        tf.solve(MATE, **arguments)


def test_things_that_are_no_position_are_refused(tmp_path):
    for thing in (5, None, b"7k/8", ["e2e4"]):
        with pytest.raises(tf.PositionError):
            tf.solve(thing)
    with pytest.raises(FileNotFoundError):
        tf.solve(tmp_path / "missing.epd")
    two = tmp_path / "two.epd"
    two.write_text(f"{MATE}\n{LOSS}\n")
    with pytest.raises(tf.PositionError):
        tf.solve(two)
    assert len(tf.read(two)) == 2
    two.write_text(f"{MATE}\nnonsense here\n")
    with pytest.raises(tf.PositionError):
        tf.read(two)
    with pytest.raises(MemoryError):
        tf.solve(MATE, memory="4000000G")
    # What has no end, or nobody writes to, and what is larger than any list.
    pipe, huge = tmp_path / "pipe.epd", tmp_path / "huge.epd"
    os.mkfifo(pipe)
    huge.touch()
    os.truncate(huge, 3 << 29)
    for path in (pathlib.Path("/dev/zero"), pipe, huge):
        with pytest.raises(tf.PositionError, match="regular file|64 MiB"):
            tf.read(path, game="chess")
        with pytest.raises((tf.CertificateError, OSError)):
            tf.load(path)


def test_mates_are_counted_in_moves_of_the_attacker():
    within = tf.solve(MORPHY, mate=2, keys=True)
    assert within.verdict is Verdict.PROVEN and within.keys == ["a1a6"]
    assert within.at_most == 2 and all(one.check().ok for one in within.certificates)
    assert "a1a7" in within.refutations
    assert tf.solve(MORPHY, mate=1).verdict is Verdict.DISPROVEN
    shortest = tf.solve(MORPHY, mate="shortest")
    assert (shortest.at_least, shortest.at_most, shortest.plies) == (2, 2, (3, 3))
    assert shortest.keys is None
    both = [("white wins within 3", "certified"), ("black holds plies 1", "certified")]
    assert shortest.claims == both and shortest.checked
    # What is said of other first moves has no certificate.
    assert within.claims[2] == ("b6a7: black holds plies 3", "searched") and within.checked is None
    assert "certificates of 3 of 18 claims verified" in within._repr_html_()


def test_many_positions_come_back_in_order():
    fens = [MATE, LOSS, DRAW] * 20
    expected = [tf.solve(fen).verdict for fen in fens]
    for workers in (1, 3, 0):
        results = list(tf.solve_many(iter(fens), workers=workers))
        assert [result.verdict for result in results] == expected
        assert [result.input for result in results] == fens
    with pytest.raises(tf.PositionError):
        list(tf.solve_many([MATE, "nonsense"], workers=2))
    results = list(tf.solve_many([MATE, "nonsense", LOSS], workers=2, errors="return"))
    assert isinstance(results[1], tf.PositionError) and results[1].index == 1
    assert results[2].verdict is Verdict.DISPROVEN and results[2].written == results[2].line
    # Who stops early leaves nothing running.
    assert next(iter(tf.solve_many([MATE] + [START] * 5, workers=2))).verdict is Verdict.PROVEN


def test_threads_search_one_question_together():
    for fen, value in ((MATE, "win"), (LOSS, "loss"), (DRAW, "draw")):
        for threads in (0, 2):
            result = tf.solve(fen, value=True, threads=threads)
            assert result.value == value and result.checked


def without_times(report):
    if isinstance(report, dict):
        return {k: without_times(v) for k, v in report.items() if k != "time_s"}
    if isinstance(report, list):
        return [without_times(one) for one in report]
    return report


def agree(ours, theirs):
    """Whether both say the same; the program may say more."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return all(key in theirs and agree(ours[key], theirs[key]) for key in ours)
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(agree, ours, theirs))
    return ours == theirs


@pytest.mark.parametrize(
    "flags, arguments",
    [
        ([], {}),
        (["--value", "--moves"], {"value": True, "moves": True}),
        (["--mate", "2", "--keys"], {"mate": 2, "keys": True}),
        (["--shortest"], {"mate": "shortest"}),
    ],
)
def test_dictionaries_have_the_keys_of_the_program(program, examples, flags, arguments):
    # Both with the table that Python has by default.
    limits = ["--nodes", "20k", "--memory", "64M"]
    for text in (MATE, LOSS, DRAW, MORPHY):
        out = subprocess.run(
            [program, "solve", "--json", *limits, *flags, text], capture_output=True, text=True
        )
        theirs = without_times(json.loads(out.stdout))
        ours = without_times(tf.solve(text, nodes="20k", **arguments).to_dict())
        assert agree(ours, theirs), text
        assert {"input", "game", "root", "verdict", "nodes", "checked"} <= set(ours)


def test_files_are_read_as_the_program_reads_them(program, examples):
    for name in ("mates.epd", "repetition.epd"):
        path = pathlib.Path("examples") / name
        out = subprocess.run(
            [program, "solve", "--json", "--nodes", "2k", "--memory", "64M", str(path)],
            capture_output=True,
            text=True,
            cwd=examples.parent,
        )
        theirs = [json.loads(line) for line in out.stdout.splitlines()]
        ours = [r.to_dict() for r in tf.solve_many(tf.read(examples / name), nodes="2k")]
        for one, other in zip(ours, theirs, strict=True):
            for key in ("id", "operations", "verdict", "nodes", "line", "recorded", "stats"):
                assert agree(without_times(one[key]), without_times(other[key]))
