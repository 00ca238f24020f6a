"""The endgame database of checkers."""

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


def test_a_database_is_opened_and_built(tmp_path):
    with pytest.raises(tf.DatabaseError):
        tf.Database.open(tmp_path)
    tf.Database.build(2, tmp_path / "egdb", threads=1)
    assert tf.Database.open(tmp_path / "egdb").pieces == 2
    for pieces in (0, 1, 6, 20):
        with pytest.raises((tf.DatabaseError, ValueError)):
            tf.Database.build(pieces)
