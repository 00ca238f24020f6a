"""What notebooks show: a board, and a strategy that unfolds. One piece of HTML, no network."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Optional

from . import _threefold
from ._errors import ThreefoldError

if TYPE_CHECKING:
    from ._certificates import Certificate, Node
    from ._results import MateResult, Result

#: Moves that are open at first.
OPEN = 3
#: Positions that a page shows of a strategy; what is left out is said.
SHOWN = 400
#: Positions of a strategy that are counted for a page: larger ones are not drawn.
MOST = 50_000

_MEN = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟"))
_STYLE = (
    "<style>.tf-board{border-collapse:collapse;margin:.5em 0}"
    ".tf-board td{width:1.7em;height:1.7em;padding:0;text-align:center;font-size:1.2em;"
    "line-height:1;color:#000}.tf-board .l{background:#f0e4cc}.tf-board .d{background:#c8a878}"
    ".tf-tree details{margin-left:1.2em}.tf-tree summary{cursor:pointer}"
    ".tf-tree .leaf{margin-left:2.3em}.tf-note{opacity:.7}</style>"
)


def _board(game: str, root: str) -> str:
    """A picture of a position: chess as a table, other games as they draw themselves."""
    if game == "chess":
        rows = []
        for y, rank in enumerate(root.split(" ")[0].split("/")):
            cells: list[str] = []
            for c in rank:
                cells.extend([" "] * int(c) if c.isdigit() else [_MEN.get(c, c)])
            shade = ("l", "d")
            rows.append(
                "<tr>"
                + "".join(
                    f'<td class="{shade[(x + y) % 2]}">{html.escape(man)}</td>'
                    for x, man in enumerate(cells)
                )
                + "</tr>"
            )
        return f'<table class="tf-board">{"".join(rows)}</table>'
    if game in _threefold.GAMES:
        try:
            positions, _ = _threefold.read_positions(root.encode(), game=game)
            drawn = positions[0].diagram() if positions else None
        except (ThreefoldError, ValueError):
            drawn = None
        if drawn:
            return f"<pre>{html.escape(drawn)}</pre>"
    return f"<pre>{html.escape(root)}</pre>"


class _Tree:
    """A strategy as nested ``details``. A position that was shown before is named, not repeated."""

    def __init__(self) -> None:
        self.left = SHOWN
        self.shown: set[Node] = set()
        self.out: list[str] = []

    def _leaf(self, text: str) -> None:
        self.out.append(f'<div class="leaf">{text}</div>')

    def node(self, node: Node, path: str, depth: int) -> None:
        """Everything below a position; ``path`` says how it was reached."""
        text = html.escape(path)
        if node.ending is not None:
            self._leaf(f'{text} <span class="tf-note">{node.ending}</span>')
            return
        if node in self.shown:
            self._leaf(f'{text} <span class="tf-note">as above</span>')
            return
        if self.left <= 0:
            self._leaf(f'{text} <span class="tf-note">…</span>')
            return
        self.left -= 1
        self.shown.add(node)
        if node.by_claimant:
            for move, after in node.moves.items():
                self.node(after, f"{path} {move}".strip(), depth)
            return
        note = f' <span class="tf-note">≤ {node.plies} plies</span>'
        plies = "" if node.plies is None else note
        opened = " open" if depth < OPEN else ""
        title = html.escape(node.position)
        self.out.append(f'<details{opened}><summary title="{title}">{text}{plies}</summary>')
        for move, after in node.moves.items():
            self.node(after, f"{move} →", depth + 1)
        self.out.append("</details>")


def _strategies(certificate: Certificate) -> str:
    out = []
    for number, claim in enumerate(certificate.claims):
        out.append(f"<p><b>{html.escape(str(claim))}</b></p>")
        try:
            root = certificate.root(number, most=MOST)
        except ThreefoldError as error:
            out.append(f'<p class="tf-note">{html.escape(str(error))}</p>')
            continue
        tree = _Tree()
        tree.node(root, "", 0)
        out.append(f'<div class="tf-tree">{"".join(tree.out)}</div>')
    return "".join(out)


def certificate(shown: Certificate) -> str:
    """A certificate: its positions, and what is played."""
    claim = shown.claims[0]
    board = _board(str(claim.game).split(" ")[0], str(claim.root))
    return f"<div>{_STYLE}{board}{_strategies(shown)}</div>"


def _answer(shown: Result | MateResult, title: str, line: Optional[list[str]]) -> str:
    out = [_STYLE, f"<p><b>{html.escape(title)}</b></p>", _board(shown.game, shown.root)]
    if line:
        out.append(f"<p>{html.escape(' '.join(line[:24]))}{' …' if len(line) > 24 else ''}</p>")
    checked = {True: "certificate verified", None: "no certificate", False: "certificate REFUTED"}
    said = checked[shown.checked]
    certified = sum(standing == "certified" for _, standing in shown.claims)
    if shown.checked is None and certified:
        said = f"certificates of {certified} of {len(shown.claims)} claims verified"
    note = f"{shown.nodes:,} nodes, {shown.time_s:.2f} s, {said}"
    out.append(f'<p class="tf-note">{note}</p>')
    for one in shown.certificates:
        out.append(_strategies(one))
    return f"<div>{''.join(out)}</div>"


def result(shown: Result) -> str:
    """An answer: the board, the line, the strategy."""
    return _answer(shown, shown.words, shown.written or shown.line)


def mate_result(shown: MateResult) -> str:
    """An answer about the length of a win."""
    return _answer(shown, f"{shown.attacker}: {shown.words}", shown.line)
