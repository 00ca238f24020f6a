// The board of the question: what is in the text, as a picture, and pieces put on it with mouse or keyboard.

import { Chess } from "../checker/chess.js";
import { Checkers } from "../checker/checkers.js";
import { Tsume } from "../checker/tsume.js";
import { Board, svg } from "../view/board.js";
import { byId } from "../view/load.js";
import { element } from "../view/page.js";
import { TsumeLook } from "../view/shogi-look.js";
import { ChessLook, CheckersLook } from "../view/squares.js";

/** `pieces`: [sign, what it is]; `put(position, id, sign)` changes a position, which need not be a legal one. */
const SET_UPS = {
  chess: {
    empty: "4k3/8/8/8/8/8/8/4K3 w - -",
    make: () => [new Chess(), new ChessLook(false)],
    sides: ["White to move", "Black to move"],
    pieces: [..."♔♕♖♗♘♙♚♛♜♝♞♟"].map((sign, at) => [sign, [6, 5, 4, 3, 2, 1][at % 6] + (at < 6 ? 0 : 8)]),
    put(position, id, piece) {
      position.board[(id.charCodeAt(0) - 97) * 8 + id.charCodeAt(1) - 49] = piece ?? 0;
      [position.rights, position.ep] = [0, -1];
    },
  },
  checkers: {
    empty: "B:W32:B1",
    make: () => [new Checkers(), new CheckersLook(false)],
    sides: ["Black to move", "White to move"],
    pieces: [
      ["⛂", "b"],
      ["⛃", "B"],
      ["⛀", "w"],
      ["⛁", "W"],
    ],
    put(position, id, piece) {
      const board = [...position.board];
      board[Number(id) - 1] = piece ?? ".";
      position.board = board.join("");
    },
  },
  // Pieces in hand belong to the position as well: it is shown, and set up as text.
  tsume: { make: () => [new Tsume("black"), new TsumeLook(false)] },
};

export class SetUp {
  /** `changed(text)` is called with what has been set up. */
  constructor(changed) {
    this.changed = changed;
    for (const [game, label] of [
      ["chess", "Set up chess"],
      ["checkers", "Set up checkers"],
    ]) {
      const button = element("button", { type: "button", textContent: label });
      button.onclick = () => changed(SET_UPS[game].empty);
      byId("set-ups").append(button);
    }
  }

  /** Shows a task that was read; nothing for games without such a board, and without a task. */
  show(task) {
    const kind = task && SET_UPS[task.game];
    // What is being set up is not always a position yet: the board stays.
    if (!task && this.isOwn) return;
    this.isOwn = false;
    byId("set-up").replaceChildren();
    if (!kind) {
      if (task?.diagram) byId("set-up").append(element("pre", { textContent: task.diagram }));
      return;
    }
    const [game, look] = kind.make();
    this.position = game.read(task.root);
    look.hint = () => svg("g");
    const board = new Board(look, ([{ to }]) => {
      if (!kind.put) return;
      kind.put(this.position, to, this.piece);
      this.isOwn = true;
      this.changed(game.write(this.position));
      draw();
    });
    const draw = () => board.show(this.position, kind.put ? look.cells.map(({ id }) => ({ to: id })) : [], null, []);
    draw();
    const box = element("div", { className: "small-board" }, board.element);
    byId("set-up").append(box);
    if (kind.put) byId("set-up").append(this.palette(kind, game));
  }

  palette(kind, game) {
    const choose = (button, piece) => {
      this.piece = piece;
      for (const other of row.querySelectorAll("[aria-pressed]")) other.setAttribute("aria-pressed", other === button);
    };
    const button = (textContent, piece) => {
      const made = element("button", { type: "button", textContent });
      made.setAttribute("aria-pressed", false);
      made.onclick = () => choose(made, piece);
      return made;
    };
    const turn = element("button", { type: "button", textContent: kind.sides[this.position.turn] });
    turn.onclick = () => {
      this.position.turn = 1 - this.position.turn;
      turn.textContent = kind.sides[this.position.turn];
      this.isOwn = true;
      this.changed(game.write(this.position));
    };
    const remove = button("Remove", null);
    const row = element("div", { className: "row palette" }, ...kind.pieces.map((one) => button(...one)), remove, turn);
    choose(remove, null);
    return row;
  }
}
