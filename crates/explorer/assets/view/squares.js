// Boards of squares: chess and checkers.

import { moveFrom, moveTo, squareName } from "../checker/chess.js";
import { svg } from "./board.js";
import { CHESS_DRAWINGS, CHESS_NAMES, CROWN } from "./pieces.js";

const SIDE = 45;

/** Squares of a board of eight rows; `flipped`: seen from the side of who begins above. */
function eightByEight(idOf, flipped) {
  const cells = [];
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column < 8; column++) {
      const id = flipped ? idOf(7 - row, 7 - column) : idOf(row, column);
      if (id !== null) cells.push({ id, row, column, x: (column + 0.5) * SIDE, y: (row + 0.5) * SIDE });
    }
  }
  return cells;
}

function checkered() {
  const group = svg("g", { "aria-hidden": "true" });
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column < 8; column++) {
      const shade = (row + column) % 2 ? "dark-square" : "light-square";
      group.append(svg("rect", { x: column * SIDE, y: row * SIDE, width: SIDE, height: SIDE, class: shade }));
    }
  }
  return group;
}

const markSquare = ({ x, y }, name) =>
  svg("rect", {
    x: x - SIDE / 2,
    y: y - SIDE / 2,
    width: SIDE,
    height: SIDE,
    class: `mark-${name}`,
  });

export class ChessLook {
  constructor(flipped) {
    this.kind = "squares";
    this.viewBox = [0, 0, 8 * SIDE, 8 * SIDE];
    this.reach = SIDE / 2;
    this.markCell = markSquare;
    this.cells = eightByEight((row, column) => squareName(column * 8 + 7 - row), flipped);
  }

  backdrop() {
    const group = checkered();
    for (const { id, row, column, x, y } of this.cells) {
      const shade = (row + column) % 2 ? "on-dark" : "on-light";
      if (row === 7)
        group.append(
          svg("text", { x: x + 20, y: y + 20, class: `coordinate ${shade}`, "text-anchor": "end" }, id[0]),
        );
      if (column === 0)
        group.append(svg("text", { x: x - 20.5, y: y - 13, class: `coordinate ${shade}` }, id[1]));
    }
    return group;
  }

  pieceAt(position, id) {
    return position.board[(id.charCodeAt(0) - 97) * 8 + id.charCodeAt(1) - 49];
  }

  draw(position) {
    const over = [];
    for (const { id, x, y } of this.cells) {
      const piece = this.pieceAt(position, id);
      if (piece === 0) continue;
      const drawing = CHESS_DRAWINGS[piece & 7];
      over.push(
        svg(
          "g",
          {
            transform: `translate(${x - 22.5} ${y - 22.5})`,
            class: piece >> 3 ? "man black-man" : "man white-man",
          },
          svg("path", { d: drawing.outline, class: "outline" }),
          svg("path", { d: drawing.lines, class: "lines" }),
        ),
      );
    }
    return { under: [], over };
  }

  nameOf(position, { id }) {
    const piece = this.pieceAt(position, id);
    return piece === 0 ? id : `${id}, ${piece >> 3 ? "black" : "white"} ${CHESS_NAMES[piece & 7]}`;
  }

  cellsOf(_, move) {
    return { from: squareName(moveFrom(move)), to: squareName(moveTo(move)) };
  }
}

export class CheckersLook {
  /** Black's men begin at the top, on 1 to 12. */
  constructor(flipped) {
    this.kind = "squares";
    this.viewBox = [0, 0, 8 * SIDE, 8 * SIDE];
    this.reach = SIDE / 2;
    this.markCell = markSquare;
    this.cells = eightByEight(
      (row, column) => ((row + column) % 2 ? String(row * 4 + (column >> 1) + 1) : null),
      flipped,
    );
  }

  backdrop() {
    const group = checkered();
    for (const { id, x, y } of this.cells) {
      group.append(svg("text", { x: x - 20.5, y: y - 13, class: "coordinate on-dark" }, id));
    }
    return group;
  }

  draw(position) {
    const over = [];
    for (const { id, x, y } of this.cells) {
      const piece = position.board[Number(id) - 1];
      if (piece === ".") continue;
      const black = piece.toLowerCase() === "b";
      const group = svg(
        "g",
        { transform: `translate(${x} ${y})`, class: black ? "man black-man" : "man white-man" },
        svg("circle", { r: 16.5, class: "outline" }),
        svg("circle", { r: 12, class: "lines" }),
      );
      if (piece === "B" || piece === "W")
        group.append(svg("path", { d: CROWN, transform: "translate(-9 -10) scale(0.85)", class: "crown" }));
      over.push(group);
    }
    return { under: [], over };
  }

  nameOf(position, { id }) {
    const names = { b: ", black man", w: ", white man", B: ", black king", W: ", white king" };
    return `square ${id}${names[position.board[Number(id) - 1]] ?? ""}`;
  }

  cellsOf(_, move) {
    return { from: String(move.from + 1), to: String(move.to + 1) };
  }
}
