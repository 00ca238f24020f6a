"""Boards of other libraries."""

import pytest

import threefold as tf

chess = pytest.importorskip("chess")


def test_a_board_of_python_chess_is_read_with_its_game():
    board = chess.Board("8/8/8/8/8/1k6/7r/K7 b - - 0 1")
    for move in ("h2h8", "a1b1", "h8h2", "b1a1"):
        board.push_uci(move)
    ours = tf.solve(board)
    text = tf.solve("8/8/8/8/8/1k6/7r/K7 b - - 0 1 moves h2h8 a1b1 h8h2 b1a1")
    assert ours.certificate.text == text.certificate.text
    # Without the game before it.
    assert tf.solve(board, history=()).certificate.claims[0].history is None
    assert tf.solve(board, history=[chess.Move.from_uci("b3c3")], nodes=10).root.startswith("8/8")


def test_a_board_from_its_start_is_a_game():
    board = chess.Board()
    for san in ("f3", "e5", "g4"):
        board.push_san(san)
    result = tf.solve(board)
    assert (result.words, result.written) == ("black mates", ["2... Qh4#"])
    assert result.verdict and result.certificate.claims[0].history.count(" ") > 3


def test_chess960_is_read():
    board = chess.Board("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w BGbg - 0 1", chess960=True)
    root = tf.solve(board, nodes=10).root
    assert chess.Board(root, chess960=True).castling_rights == board.castling_rights


def test_other_variants_are_refused():
    import chess.variant

    with pytest.raises(tf.PositionError):
        tf.solve(chess.variant.AtomicBoard())


def test_boards_of_shogi_are_mate_problems():
    class Board:
        """As python-shogi and cshogi have it, as far as it is read."""

        def __init__(self, sfen):
            self.text = sfen

        def sfen(self):
            return self.text

    for name, sfen in [
        ("tanuki1_1", "9/7Sk/1+R7/9/9/9/9/9/9 b r2b4g3s4n4l18p 1"),
        ("tanuki3_3", "9/9/6S2/8k/9/7R1/9/9/9 b r2b4g3s3n4l18p 1"),
    ]:
        ours = tf.solve(Board(sfen))
        assert ours.game == "tsume" and ours.verdict is tf.Verdict.PROVEN, name
        assert ours.certificate.check().ok and len(ours.line) % 2 == 1
        assert ours.certificate.text == tf.solve(f"sfen {sfen}").certificate.text
        walk = ours.certificate.walk()
        while not walk.over:
            walk.reply(walk.moves[-1])
        assert walk.ending == "win"
    no_mate = Board("7BS/6GP1/7Ns/8k/9/7GN/9/9/9 b 2rb2g2s2n4l17p 1")
    assert tf.solve(no_mate, nodes="1M").verdict is not tf.Verdict.PROVEN
