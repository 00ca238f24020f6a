// Boards of shogi: nine by nine, with what each side has in hand above and below.

import { svg } from "./board.js";
import { shogiLetters, shogiSquareNamed } from "../checker/shogi-board.js";
import { shogiMoveText } from "../checker/tsume.js";
import { SHOGI_SIGNS, hasSigns } from "./kif.js";

const SHOGI_SIDE = 40;
export const SHOGI_HANDS = "RBGSNLP";
export const SHOGI_NAMES = {
  P: "pawn",
  L: "lance",
  N: "knight",
  S: "silver",
  G: "gold",
  B: "bishop",
  R: "rook",
  K: "king",
};

export class TsumeLook {
  /** Black sits at the bottom, unless `flipped`. */
  constructor(flipped) {
    this.hasSigns = hasSigns();
    this.kind = "shogi";
    this.viewBox = [0, 0, 9 * SHOGI_SIDE, 11 * SHOGI_SIDE];
    this.reach = SHOGI_SIDE / 2;
    this.flipped = flipped;
    this.cells = [];
    const add = (id, row, column) => {
      const at = flipped ? { row: 10 - row, column: 8 - column } : { row, column };
      const centre = { x: (at.column + 0.5) * SHOGI_SIDE, y: (at.row + 0.5) * SHOGI_SIDE };
      this.cells.push({ id, ...at, ...centre });
    };
    // Whoever sees his own hand at the bottom has it from left to right.
    for (const [place, kind] of [...SHOGI_HANDS].entries()) add(`w${kind}*`, 0, 7 - place);
    for (let rank = 0; rank < 9; rank++) {
      for (let column = 0; column < 9; column++) {
        add(`${9 - column}${"abcdefghi"[rank]}`, rank + 1, column);
      }
    }
    for (const [place, kind] of [...SHOGI_HANDS].entries()) add(`b${kind}*`, 10, place + 1);
    this.cells.sort((a, b) => a.row - b.row || a.column - b.column);
  }

  markCell({ x, y }, name) {
    const { reach } = this;
    const size = { width: 2 * reach, height: 2 * reach };
    return svg("rect", { x: x - reach, y: y - reach, ...size, class: `mark-${name}` });
  }

  backdrop() {
    const group = svg("g", { "aria-hidden": "true" });
    for (const { id, x, y } of this.cells) {
      const isHand = id.endsWith("*");
      const shade = isHand ? "shogi-hand" : "shogi-square";
      const size = { width: SHOGI_SIDE, height: SHOGI_SIDE };
      group.append(svg("rect", { x: x - this.reach, y: y - this.reach, ...size, class: shade }));
      if (!isHand) {
        group.append(svg("text", { x: x - 19, y: y - 12.5, class: "coordinate shogi-coordinate" }, id));
      }
    }
    return group;
  }

  /** The piece on a square, or the kind in a hand and how many there are. */
  at(position, id) {
    if (!id.endsWith("*")) {
      const piece = shogiLetters(position.board[shogiSquareNamed(id)]);
      return { piece, count: piece === "" ? 0 : 1 };
    }
    const colour = "bw".indexOf(id[0]);
    const piece = colour === 0 ? id[1] : id[1].toLowerCase();
    return { piece, count: position.hands[colour][SHOGI_HANDS.indexOf(id[1])] };
  }

  draw(position) {
    const over = [];
    for (const { id, x, y } of this.cells) {
      const { piece, count } = this.at(position, id);
      if (count === 0) continue;
      const isBlack = piece.at(-1) <= "Z";
      const turned = isBlack === this.flipped ? " rotate(180)" : "";
      const side = isBlack ? "black-piece" : "white-piece";
      const promoted = piece.startsWith("+") ? " promoted-piece" : "";
      over.push(
        svg(
          "g",
          { transform: `translate(${x} ${y})${turned}`, class: `shogi-piece ${side}${promoted}` },
          svg("path", { d: "M0-17L11.500-12L15 16L-15 16L-11.500-12Z", class: "shogi-outline" }),
          this.sign(piece.toUpperCase()),
        ),
      );
      if (count > 1) {
        const place = { x: x + 19, y: y + 18.5, class: "shogi-count", "text-anchor": "end" };
        over.push(svg("text", place, String(count)));
      }
    }
    return { under: [], over };
  }

  /** What is written on a piece: the letters of SFEN where the signs cannot be shown. */
  sign(kind) {
    const middle = { y: 9.5, "text-anchor": "middle" };
    if (this.hasSigns) return svg("text", middle, SHOGI_SIGNS[kind]);
    return svg("text", { ...middle, class: "shogi-letter" }, kind);
  }

  nameOf(position, { id }) {
    const { piece, count } = this.at(position, id);
    const colour = piece !== "" && piece.at(-1) <= "Z" ? "black" : "white";
    const promoted = piece.startsWith("+") ? "promoted " : "";
    const name = piece === "" ? "" : `${colour} ${promoted}${SHOGI_NAMES[piece.at(-1).toUpperCase()]}`;
    if (id.endsWith("*")) return `in hand: ${count} ${name}`;
    return piece === "" ? id : `${id}, ${name}`;
  }

  cellsOf(position, move) {
    const text = shogiMoveText(move);
    const from = text[1] === "*" ? `${"bw"[position.turn]}${text[0]}*` : text.slice(0, 2);
    return { from, to: text.slice(2, 4) };
  }
}
