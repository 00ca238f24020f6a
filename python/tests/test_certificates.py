"""Certificates: files, checks, strategies that are played against."""

import json
import random
import subprocess

import pytest

import threefold as tf

MATE = "7k/5Q2/6K1/8/8/8/8/8 w - -"
LOSS = "8/8/8/8/8/1k6/7r/K7 w - -"
ROOK = "8/8/8/3k4/8/8/4R3/4K3 w - -"


@pytest.fixture(scope="module")
def rook():
    return tf.solve(ROOK, nodes="2M").certificate


def test_a_certificate_is_written_and_read_back(tmp_path, rook):
    for name in ("a.cert", "a.cert.zst"):
        rook.save(tmp_path / name)
        again = tf.load(tmp_path / name)
        assert again.text == rook.text and again.hash == rook.hash
        assert tf.check(tmp_path / name).ok
    assert (tmp_path / "a.cert").read_text() == rook.text
    assert (tmp_path / "a.cert.zst").stat().st_size < len(rook.text)
    assert tf.load(rook.text).claims[0].claim == "white wins"
    assert tf.load(rook.text.encode()).hash == rook.hash
    with pytest.raises(OSError):
        rook.save(tmp_path / "missing" / "a.cert")


def test_a_lie_is_refuted():
    text = tf.solve(MATE).certificate.text
    finding = tf.check(text.replace("f7g7", "a1a2")).findings[0]
    assert not finding.verified and (finding.refuted, finding.line) == ("illegal-move", 8)
    assert tf.check(text.replace("f7g7", "f7f6")).findings[0].refuted == "missing-line"
    assert not tf.check(text.replace("white wins", "black wins"))
    with pytest.raises(tf.CertificateError):
        tf.check(text.replace("threefold certificate 1", "threefold certificate 7"))
    with pytest.raises(tf.CertificateError):
        tf.check("x.cert")
    with pytest.raises(tf.CertificateError):
        tf.load("no\ncertificate\n")


def test_a_limit_of_a_check_is_no_verdict(rook):
    checked = rook.check(memory=1000)
    assert not checked.ok
    assert checked.findings[0].limit == "memory" and checked.findings[0].refuted is None


def test_a_certificate_answers_a_question():
    certificate = tf.solve(LOSS, attacker="black").certificate
    assert certificate.check(question=LOSS).ok
    assert not certificate.check(question=MATE).ok


def test_findings_have_the_keys_of_the_program(program, tmp_path, rook):
    rook.save(tmp_path / "a.cert")
    out = subprocess.run(
        [program, "check", "--json", str(tmp_path / "a.cert")], capture_output=True, text=True
    )
    theirs = json.loads(out.stdout)
    ours = tf.check(tmp_path / "a.cert").findings[0].to_dict()
    assert {**theirs, "file": None} == ours


def test_the_strategy_wins_against_random_play(rook):
    random_numbers = random.Random(5)
    longest = rook.length_at_most
    for _ in range(50):
        walk = rook.walk()
        while not walk.over:
            assert walk.node.plies <= longest - len(walk.played)
            walk.reply(random_numbers.choice(walk.moves))
        assert walk.ending == "win" and len(walk.played) <= longest
        # What was played is a game of chess, and ends in mate.
        chess = pytest.importorskip("chess")
        board = chess.Board(ROOK + " 0 1")
        for move in walk.played:
            board.push(board.parse_uci(move))
        assert board.is_checkmate()


def test_a_strategy_that_holds_answers_for_ever():
    certificate = tf.solve("8/8/8/8/8/1k6/1p6/1K6 w - -", value=True).certificate
    random_numbers = random.Random(6)
    for claim in range(2):
        walk = certificate.walk(claim)
        for _ in range(200):
            if walk.over:
                assert walk.ending in ("draw", "win")
                break
            walk.reply(random_numbers.choice(walk.moves))
    assert certificate.length_at_most is None


def test_moves_are_taken_back(rook):
    walk = rook.walk()
    before, moves = walk.position, walk.moves
    with pytest.raises(tf.QuestionError):
        walk.back()
    walk.reply(moves[0])
    assert walk.position != before
    walk.back()
    assert (walk.position, walk.moves) == (before, moves)
    with pytest.raises(tf.QuestionError):
        walk.reply("a1a9")


def test_a_strategy_is_listed(rook):
    pairs = list(rook)
    assert dict(pairs)[ROOK] == rook.root().reply
    assert len(dict(pairs)) == len(pairs) <= len(rook)
    nodes = list(rook.nodes())
    assert nodes[0] == rook.root() and nodes[0].plies == rook.length_at_most
    assert all(node.ending or node.moves for node in nodes)
    with pytest.raises(tf.CertificateError):
        tf.load(rook.text).root(most=10)
    with pytest.raises(tf.CertificateError):
        tf.load(rook.text.replace("e1", "e9")).root()


def test_under_superko_there_is_no_graph():
    certificate = tf.solve("go 2x2 at-least 1").certificate
    assert certificate.check().ok
    with pytest.raises(tf.CertificateError, match="superko"):
        certificate.walk()


def test_graph_games_are_given_with_their_certificates(fixtures):
    path = fixtures / "figure1-reading1.game"
    certificate = tf.solve(path).certificate
    assert certificate.check().ok
    with pytest.raises(tf.CertificateError):
        tf.check(certificate.text)
    assert tf.check(certificate.text, game=path).ok
    assert tf.check(certificate.text, game=path.read_text()).ok


def test_a_certificate_is_a_page(fixtures):
    for position in ("go 2x2 at-least 1", fixtures / "figure1-reading1.game"):
        page = tf.solve(position).certificate.page()
        assert page.startswith("<!") and "</html>" in page
    text = tf.solve(fixtures / "figure1-reading1.game").certificate.text
    with pytest.raises(tf.CertificateError):
        tf.load(text).page()


def test_an_answer_is_explored(tmp_path):
    path = tmp_path / "mate.html"
    mate = tf.solve("4k3/Q7/3K4/8/8/8/8/8 w - -", mate="shortest")
    mate.explore(path)
    page = path.read_text()
    assert page.count('class="certificate"') == len(mate.certificates)
    mate.certificates[0].explore(path)
    assert path.read_text() == mate.certificates[0].page()
    other = tmp_path / "other.html"
    other.write_text("mine")
    with pytest.raises(OSError):
        mate.explore(other)
    assert other.read_text() == "mine"
    with pytest.raises(tf.CertificateError):
        tf.solve("n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k w - -", nodes=1).explore(path)
