"""Games in Python, against the same games in the solver, and against exhaustive search."""

import random

import pytest

import threefold as tf
from threefold import Verdict

RULES = ["draw", "attacker-loses", "attacker-wins", "situational-superko", "positional-superko"]


class Nim(tf.Game):
    def to_move(self, position):
        return position[1]

    def moves(self, position):
        heap, player = position
        return [(f"take-{n}", (heap - n, 1 - player)) for n in (1, 2, 3) if n <= heap]

    def result(self, position):
        return "loss" if position[0] == 0 else None


class Loops(tf.Game):
    """A random game with loops, and how a `.game` file says it."""

    def __init__(self, seed, positions):
        numbers = random.Random(seed)
        self.turns, self.results, self.edges, self.boards = [], [], [], []
        self.asked = {"moves": [], "result": []}
        for number in range(positions):
            over = number > 0 and numbers.random() < 0.25
            self.turns.append(numbers.choice(["first", "second"]))
            self.results.append(numbers.choice(["first", "second", "draw"]) if over else None)
            count = 0 if over else numbers.randint(0, 3)
            self.edges.append(numbers.sample(range(positions), min(count, positions)))
            self.boards.append(f"b{numbers.randrange(max(1, positions * 2 // 3))}")

    def to_move(self, position):
        return self.turns[position]

    def moves(self, position):
        self.asked["moves"].append(position)
        return ((f"n{to}", to) for to in self.edges[position])

    def result(self, position):
        self.asked["result"].append(position)
        return self.results[position]

    def text(self, position):
        return f"n{position}"

    def board(self, position):
        return self.boards[position]

    def file(self, rule):
        lines = ["threefold game 1", f"rule: {rule}", "root: n0"]
        for number, edges in enumerate(self.edges):
            result, board = self.results[number], f"board={self.boards[number]}"
            if result is not None:
                word = "draw" if result == "draw" else f"win-{result}"
                lines.append(f"n{number} {word} {board}")
            else:
                after = " ".join(f"n{to}" for to in edges)
                lines.append(f"n{number} {self.turns[number]} {board}: {after}".rstrip())
        return "\n".join(lines) + "\n"


def first_wins(game):
    """Under the rule `draw` by retrograde analysis, written independently of everything."""
    count = len(game.turns)
    won = [result == "first" for result in game.results]
    changed = True
    while changed:
        changed = False
        for number in range(count):
            if won[number] or game.results[number] is not None:
                continue
            edges = [won[to] for to in game.edges[number]]
            now = any(edges) if game.turns[number] == "first" else all(edges)
            if now:
                won[number] = changed = True
    return won[0]


def test_a_game_in_a_few_lines():
    game = Nim()
    for heap in range(1, 30):
        result = tf.solve((heap, 0), game=game)
        assert bool(result.verdict) == (heap % 4 != 0)
        assert result.certificate.check().ok
        assert result.certificate.claims[0].game == "nim"
    assert tf.solve((7, 1), game=game, value=True).value == "win"
    assert tf.solve((8, 1), game=game, value=True).value == "loss"
    result = tf.solve((7, 0), game=game, moves=True)
    assert [one.move for one in result.moves if one.verdict] == ["take-3"]
    mate = tf.solve((5, 0), game=game, mate="shortest", keys=True)
    assert mate.at_most == 2 and mate.keys == ["take-1"]
    assert tf.solve((8, 0), game=game, history=["take-1"]).root == "(7, 1)"


def test_random_loopy_games_have_the_verdicts_of_the_same_files(fixtures):
    decided = {rule: [0, 0] for rule in RULES}
    for seed in range(400):
        game = Loops(seed, 3 + seed % 12)
        for rule in RULES:
            ours = tf.solve(0, game=game, rule=rule, attacker="first")
            theirs = tf.solve(game.file(rule), attacker="first")
            assert ours.verdict is theirs.verdict, (seed, rule)
            assert ours.certificate.check().ok
            decided[rule][bool(ours.verdict)] += 1
        assert bool(tf.solve(0, game=game, attacker="first").verdict) == first_wins(game), seed
    # Both answers come up under every rule.
    assert all(min(both) > 10 for both in decided.values()), decided


def test_values_and_distances_are_those_of_the_same_files():
    for seed in range(100):
        game = Loops(seed, 4 + seed % 9)
        ours, theirs = tf.solve(0, game=game, value=True), tf.solve(game.file("draw"), value=True)
        assert ours.value == theirs.value
        ours = tf.solve(0, game=game, mate="shortest", attacker="first")
        theirs = tf.solve(game.file("draw"), mate="shortest", attacker="first")
        assert (ours.plies, ours.verdict) == (theirs.plies, theirs.verdict), seed


def test_python_is_asked_once_a_position():
    for seed in range(30):
        game = Loops(seed, 14)
        for rule in RULES:
            tf.solve(0, game=game, rule=rule)
            tf.solve(0, game=game, rule=rule, attacker="second")
        for asked in game.asked.values():
            assert len(asked) == len(set(asked))


def test_a_certificate_is_checked_by_another_copy_of_the_game(tmp_path):
    certificate = tf.solve((21, 0), game=Nim()).certificate
    certificate.save(tmp_path / "nim.cert")
    assert tf.check(tmp_path / "nim.cert", game=Nim(), position=(21, 0)).ok
    lie = certificate.text.replace("take-1", "take-2")
    assert not tf.check(lie, game=Nim(), position=(21, 0)).ok

    class Other(Nim):
        name = "nim"

        def moves(self, position):
            return [m for m in super().moves(position) if m[0] != "take-1"]

    assert not tf.check(certificate.text, game=Other(), position=(21, 0)).ok
    # Without the position the root means nothing.
    assert not tf.check(certificate.text, game=Nim()).ok
    with pytest.raises(tf.CertificateError, match="nim"):
        tf.check(certificate.text)


def test_strategies_of_games_in_python_are_played_against():
    game = Nim()
    walk = tf.solve((21, 0), game=game).certificate.walk()
    numbers = random.Random(1)
    while not walk.over:
        walk.reply(numbers.choice(walk.moves))
    assert walk.ending == "win" and walk.position == "(0, 1)"


def test_what_a_game_raises_is_raised_and_nothing_is_believed():
    class Late(Nim):
        def moves(self, position):
            if position[0] == 5:
                raise ZeroDivisionError("in moves")
            return super().moves(position)

    game = Late()
    for _ in range(3):
        with pytest.raises(ZeroDivisionError, match="in moves"):
            tf.solve((21, 0), game=game)
    # What has nothing to do with it is solved.
    assert tf.solve((3, 0), game=game).verdict is Verdict.PROVEN


@pytest.mark.parametrize(
    "changes",
    [
        {"moves": lambda self, p: [("a", [1, 2])]},
        {"moves": lambda self, p: [("a b", 1)]},
        {"moves": lambda self, p: [("", 1)]},
        {"moves": lambda self, p: [("a", 1), ("a", 2)]},
        {"moves": lambda self, p: [1, 2]},
        {"result": lambda self, p: "won"},
        {"result": lambda self, p: 1},
        {"to_move": lambda self, p: 2},
        {"to_move": lambda self, p: "white"},
        {"text": lambda self, p: "two\nlines"},
        {"name": "My Game"},
        {"name": "chess"},
        {"players": ("a", "a")},
    ],
)
def test_games_that_break_the_contract_are_told(changes):
    methods = {
        "to_move": lambda self, p: p % 2,
        "moves": lambda self, p: [("a", p + 1), ("b", p + 2)],
        "result": lambda self, p: "loss" if p > 8 else None,
    }
    broken = type("Broken", (tf.Game,), {**methods, **changes})()
    with pytest.raises(tf.GameError) as error:
        tf.solve(0, game=broken)
    assert error.value.hint


def test_moves_must_be_something_that_can_be_listed():
    class Silent(Nim):
        def moves(self, position):
            return None

    with pytest.raises(TypeError):
        tf.solve((3, 0), game=Silent())
    with pytest.raises(NotImplementedError):
        tf.solve(1, game=tf.Game())


def test_positional_superko_needs_boards():
    with pytest.raises(tf.QuestionError, match="board"):
        tf.solve((3, 0), game=Nim(), rule="positional-superko")
    with pytest.raises(tf.QuestionError):
        tf.solve((3, 0), game=Nim(), history=["take-9"])
    with pytest.raises(tf.QuestionError):
        tf.solve((3, 0), game=Nim(), threads=2)


def test_all_positions_are_listed():
    assert len(tf.positions(Nim(), (10, 0))) == len(set(tf.positions(Nim(), (10, 0)))) == 20
    with pytest.raises(tf.GameError):
        tf.positions(Nim(), (100, 0), most=50)


def test_a_game_is_anything_with_the_three_methods():
    class Plain:
        def to_move(self, position):
            return 0

        def moves(self, position):
            return [("end", 1)]

        def result(self, position):
            return "first" if position else None

    assert tf.solve(0, game=Plain()).words == "first wins"

    class Slots(Plain):
        __slots__ = ()

    assert tf.solve(0, game=Slots()).verdict


def test_games_are_forgotten_with_their_objects():
    import gc
    import weakref

    game = Nim()
    tf.solve((21, 0), game=game)
    gone = weakref.ref(game)
    del game
    gc.collect()
    assert gone() is None


def test_a_game_is_written_down_for_the_program():
    for seed in range(60):
        game = Loops(seed, 4 + seed % 9)
        for rule in RULES:
            ours = tf.solve(0, game=game, rule=rule, attacker="first")
            theirs = tf.solve(tf.graph_file(game, 0, rule=rule), attacker="first")
            assert ours.verdict is theirs.verdict, (seed, rule)
    with pytest.raises(tf.CertificateError, match="graph_file|rules"):
        tf.solve((3, 0), game=Nim()).certificate.page()


class Pursuit(tf.Game):
    """Two on a ring: the first goes ``speed`` fields at most, the second one, and is caught or not."""

    def __init__(self, size: int, speed: int) -> None:
        self.size, self.speed, self.asked = size, speed, 0

    def to_move(self, position):
        return position[2]

    def moves(self, position):
        self.asked += 1
        hunter, hunted, player = position
        steps = [step for step in range(-self.speed, self.speed + 1) if step]
        if player == 0:
            return [(f"{s:+}", ((hunter + s) % self.size, hunted, 1)) for s in steps]
        return [(f"{s:+}", (hunter, (hunted + s) % self.size, 0)) for s in (-1, 1)]

    def result(self, position):
        return "first" if position[0] == position[1] else None


@pytest.mark.parametrize("rule", ["draw", "attacker-loses", "attacker-wins"])
def test_games_that_fit_into_a_list(rule):
    # Who is faster catches the other one; who is not does not, from an odd distance.
    for speed, caught in ((2, True), (1, False)):
        game = Pursuit(90, speed)
        start = (0, 45, 0) if caught else (0, 45, 1)
        result = tf.solve(start, game=game, attacker="first", rule=rule)
        wanted = caught or rule == "attacker-wins"
        assert bool(result.verdict) == wanted
        assert tf.check(result.certificate.text, game=game, position=start).ok
        count = len(tf.positions(game, start))
        assert game.asked <= count
        # A short search, and then all positions once.
        assert result.to_dict()["nodes"] <= 16384 + count
    # As many as the limit allows, and no more.
    game = Pursuit(200, 1)
    result = tf.solve((0, 100, 1), game=game, attacker="first", rule=rule, nodes=20_000)
    assert result.to_dict()["nodes"] <= 40_000
