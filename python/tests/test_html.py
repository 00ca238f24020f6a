"""What notebooks show is well-formed, and hides nothing of what it leaves out."""

from html.parser import HTMLParser

import pytest

import threefold as tf


class Well(HTMLParser):
    """Every element that is opened is closed, in order."""

    def __init__(self):
        super().__init__()
        self.open, self.text, self.seen = [], [], []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.seen.append(tag)
        assert not any(name in ("src", "href") for name, _ in attrs), "no network"

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def read(page):
    parser = Well()
    parser.feed(page)
    parser.close()
    assert not parser.open
    return "".join(parser.text), parser.seen


def test_an_answer_shows_the_board_and_the_strategy():
    text, tags = read(tf.solve("8/8/3K3k/8/8/8/5P2/8 w - -", nodes="1M")._repr_html_())
    assert "♚" in text and "white mates" in text and "certificate verified" in text
    assert tags.count("td") == 64 and "details" in tags
    # More than a page can show.
    assert "…" in text


def test_names_are_escaped():
    class Nasty(tf.Game):
        def to_move(self, position):
            return 0

        def moves(self, position):
            return [("<script>", 1)]

        def result(self, position):
            return "first" if position else None

        def text(self, position):
            return f"<b>{position}"

    page = tf.solve(0, game=Nasty())._repr_html_()
    assert "<script>" not in page and "&lt;script&gt;" in page
    read(page)


@pytest.mark.parametrize(
    "text, arguments",
    [
        ("8/8/8/8/8/1k6/1p6/1K6 w - -", {"value": True}),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - -", {"mate": "shortest", "keys": True}),
        ("go 2x2 at-least 1", {}),
        ("W:WK1:BK32", {"nodes": 100}),
        ("threefold game 1\nrule: draw\nroot: A\nA first: B\nB second: A\n", {}),
    ],
)
def test_every_kind_of_answer_is_shown(text, arguments):
    read(tf.solve(text, **arguments)._repr_html_())
