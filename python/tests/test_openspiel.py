"""Games of OpenSpiel, against plain recursion and retrograde analysis on its own states."""

import pytest

import threefold as tf
from threefold.openspiel import OpenSpielGame

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")


def plain_value(state, known):
    """What the first player gets, in a game that cannot repeat."""
    key = (str(state), state.current_player())
    if key not in known:
        if state.is_terminal():
            first = state.returns()[0]
            known[key] = (first > 0) - (first < 0)
        else:
            values = [plain_value(state.child(a), known) for a in state.legal_actions()]
            known[key] = max(values) if state.current_player() == 0 else min(values)
    return known[key]


@pytest.mark.parametrize(
    "name",
    [
        "tic_tac_toe",
        "nim(pile_sizes=1;3;5)",
        "clobber(rows=3,columns=4)",
        "hex(board_size=3)",
        "breakthrough(rows=4,columns=3)",
        "connect_four(rows=4,columns=4,x_in_row=3)",
    ],
)
def test_games_without_loops_have_the_values_of_plain_recursion(name):
    try:
        spiel = pyspiel.load_game(name)
    except pyspiel.SpielError as error:
        pytest.skip(f"this version of OpenSpiel has no {name}: {error}")
    game = OpenSpielGame(spiel)
    state = spiel.new_initial_state()
    value = {1: "win", 0: "draw", -1: "loss"}[plain_value(state, {})]
    result = tf.solve(game.start(), game=game, value=True)
    assert result.value == value
    assert result.certificate.check().ok


def first_forces_a_win(game, positions):
    """By retrograde analysis over all positions: a repetition is no win."""
    won = {p: game.result(p) == "first" for p in positions}
    edges = {p: [q for _, q in game.moves(p)] for p in positions if game.result(p) is None}
    movers = {p: game.to_move(p) for p in edges}
    changed = True
    while changed:
        changed = False
        for position, after in edges.items():
            if won[position]:
                continue
            some = (won[q] for q in after)
            if any(some) if movers[position] == 0 else all(some):
                won[position] = changed = True
    return won


def test_a_game_with_loops_has_the_values_of_retrograde_analysis():
    game = OpenSpielGame("checkers(rows=4,columns=4)")
    positions = tf.positions(game, game.start(), most=20_000)
    won = first_forces_a_win(game, positions)
    for position in positions[:: max(1, len(positions) // 200)]:
        result = tf.solve(position, game=game, attacker="first")
        assert bool(result.verdict) == won[position]
        assert result.certificate.check().ok


@pytest.mark.parametrize(
    "fen",
    ["7k/5Q2/6K1/8/8/8/8/8 w - -", "kbK5/pp6/1P6/8/8/8/8/R7 w - -", "k7/2Q5/8/8/8/8/8/K7 b - -"],
)
def test_chess_of_openspiel_has_the_mates_of_chess(fen):
    game = OpenSpielGame("chess", key=lambda state: str(state).rsplit(" ", 2)[0])
    start = game.position(game.game.new_initial_state(f"{fen} 0 1"))
    for moves in (1, 2):
        theirs = tf.solve(start, game=game, mate=moves)
        ours = tf.solve(fen, mate=moves)
        assert theirs.verdict is ours.verdict
        assert all(one.check().ok for one in theirs.certificates)


@pytest.mark.parametrize("name", ["kuhn_poker", "backgammon", "matrix_rps"])
def test_games_that_are_no_such_games_are_refused(name):
    try:
        spiel = pyspiel.load_game(name)
    except pyspiel.SpielError:
        pytest.skip(f"this version of OpenSpiel has no {name}")
    with pytest.raises(tf.GameError):
        OpenSpielGame(spiel)
