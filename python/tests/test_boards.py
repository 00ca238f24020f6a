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
    assert (result.words, result.written) == ("black mates", ["1... Qh4#"])
    assert result.verdict and result.certificate.claims[0].history.count(" ") > 3


def test_chess960_is_read():
    board = chess.Board("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w BGbg - 0 1", chess960=True)
    root = tf.solve(board, nodes=10).root
    assert chess.Board(root, chess960=True).castling_rights == board.castling_rights


def test_other_variants_are_refused():
    import chess.variant

    with pytest.raises(tf.PositionError):
        tf.solve(chess.variant.AtomicBoard())


def test_boards_of_shogi_are_read_by_their_sfen():
    class Board:
        def sfen(self):
            return "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"

    if "shogi" in tf.GAMES:
        assert tf.solve(Board(), nodes=10).game.startswith("shogi")
    else:
        with pytest.raises(tf.QuestionError, match="shogi"):
            tf.solve(Board(), nodes=10)
