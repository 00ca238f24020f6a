"""Endgame databases of checkers and chess."""

import pytest

import threefold as tf


@pytest.fixture(scope="module")
def database():
    return tf.Database.build(3)


def test_positions_are_looked_up(database):
    assert database.pieces == 3
    found = database.probe("W:WK1,K2:BK32")
    assert (
        found["value"] == "win"
        and found["winner"] == "white"
        and found["plies"] == len(found["line"])
    )
    assert database.probe("W:WK1,K2,K3:BK32") is None
    with pytest.raises(tf.PositionError):
        database.probe("W:WK1:BK33")


def test_certificates_rely_on_the_database_that_they_name(database):
    certificate = tf.solve("W:WK1,K2:BK32", database=database, attacker="white").certificate
    assert certificate.claims[0].database and certificate.check().ok
    assert certificate.check(expand_database=True).ok
    with pytest.raises(tf.CertificateError, match="database="):
        tf.check(certificate.text)
    assert tf.check(certificate.text, database=database).ok
    with pytest.raises(tf.CertificateError, match="pieces"):
        tf.check(certificate.text, database=tf.Database.build(2))


def test_tables_of_chess():
    tables = tf.Database.build(3, game="chess")
    assert tables.pieces == 3
    found = tables.probe("8/8/8/3k4/8/8/8/K5Q1 w - -")
    assert (found["value"], found["winner"], found["plies"]) == ("win", "white", 17)
    assert len(found["line"]) == 17
    assert tables.probe("8/8/8/3k4/8/8/8/K5QR w - -") is None
    certificate = tf.solve("8/8/8/3k4/8/8/8/K5Q1 w - -", database=tables).certificate
    assert certificate.claims[0].database.startswith("chess-dtm 3 ") and certificate.check().ok
    assert tf.check(certificate.text, database=tables).ok
    with pytest.raises(tf.CertificateError, match="database="):
        tf.check(certificate.text)
    with pytest.raises(tf.DatabaseError, match="checkers or chess"):
        tf.Database.build(3, game="go")


def test_a_database_is_opened_and_built(tmp_path):
    with pytest.raises(tf.DatabaseError):
        tf.Database.open(tmp_path)
    tf.Database.build(2, tmp_path / "egdb", threads=1)
    assert tf.Database.open(tmp_path / "egdb").pieces == 2
    for pieces in (0, 1, 6, 20):
        with pytest.raises((tf.DatabaseError, ValueError)):
            tf.Database.build(pieces)
