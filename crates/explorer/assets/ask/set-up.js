// The board of the question: what is in the text, as a picture, and pieces put on it with mouse or keyboard.

import { Chess } from "../checker/chess.js";
import { Checkers } from "../checker/checkers.js";
import { FREE, GoBoard } from "../checker/go-board.js";
import { OF_WHITE, SHOGI_KINDS, shogiSquareNamed } from "../checker/shogi-board.js";
import { Tsume } from "../checker/tsume.js";
import { Board, svg } from "../view/board.js";
import { SHOGI_SIGNS, hasSigns } from "../view/kif.js";
import { byId } from "../view/load.js";
import { element } from "../view/page.js";
import { GoLook } from "../view/points.js";
import { SHOGI_HANDS, SHOGI_NAMES, TsumeLook } from "../view/shogi-look.js";
import { CHESS_NAMES } from "../view/pieces.js";
import { ChessLook, CheckersLook } from "../view/squares.js";

const COLOURS = ["black", "white"];
/** How many pieces of a kind a set of shogi has. */
const SHOGI_SET = { R: 2, B: 2, G: 4, S: 4, N: 4, L: 4, P: 18 };

/** What the side that is to be mated holds by convention: all pieces that are nowhere else. */
function restOf({ board, hands, turn }) {
  return [...SHOGI_HANDS].map((kind, place) => {
    const used = [...board].filter((piece) => SHOGI_KINDS[piece & (OF_WHITE - 1)].at(-1) === kind).length;
    return Math.max(0, SHOGI_SET[kind] - used - hands[turn][place]);
  });
}

/** A position of shogi as it is set up: it need not be a legal one. */
class ShogiSetUp extends Tsume {
  demand() {}
}

function putShogi(position, id, piece) {
  const defender = 1 - position.turn;
  const hasRest = String(position.hands[defender]) === String(restOf(position));
  if (id.endsWith("*")) {
    const colour = "bw".indexOf(id[0]);
    const place = SHOGI_HANDS.indexOf(id[1]);
    position.hands[colour][place] = Math.max(0, position.hands[colour][place] + (piece === null ? -1 : 1));
    if (colour === defender) return;
  } else {
    const square = shogiSquareNamed(id);
    position.board[square] = piece === position.board[square] ? 0 : (piece ?? 0);
  }
  if (hasRest) position.hands[defender] = restOf(position);
}

/** A problem of Go as it is set up, written as SGF. */
class GoSetUp {
  constructor(rows, columns = rows) {
    this.name = "go-problem";
    this.board = new GoBoard(rows, columns);
    this.region = [...this.board.near.keys()];
    this.inRegion = this.region.map(() => true);
    [this.target, this.declared, this.eyes] = [[], [], []];
  }

  write({ stones, turn }) {
    const { columns } = this.board;
    const named = (point) => `[${String.fromCharCode(97 + (point % columns), 97 + Math.floor(point / columns))}]`;
    const list = (key, points) => (points.length ? key + points.map(named).join("") : "");
    const of = (stone) => this.region.filter((point) => stones[point] === stone);
    const marks = list("MA", this.target) + list("SQ", this.declared);
    return `(;GM[1]FF[4]SZ[${columns}]PL[${"BW"[turn]}]${list("AB", of("X"))}${list("AW", of("O"))}${marks})`;
  }

  put(position, id, piece) {
    const point = this.board.byName.get(id);
    const toggled = (points) => (points.includes(point) ? points.filter((other) => other !== point) : [...points, point]);
    if (piece === "target" || piece === "declared") {
      this[piece] = toggled(this[piece]);
      return;
    }
    const stones = [...position.stones];
    stones[point] = piece === stones[point] ? FREE : (piece ?? FREE);
    if (stones[point] === FREE) for (const marks of ["target", "declared"]) this[marks] = this[marks].filter((other) => other !== point);
    position.stones = stones.join("");
  }
}

const shogiPieces = () =>
  [0, 1].flatMap((colour) =>
    [...SHOGI_KINDS.entries()].slice(1).map(([kind, letters]) => {
      const promoted = letters[0] === "+" ? "promoted " : "";
      const name = `${COLOURS[colour]} ${promoted}${SHOGI_NAMES[letters.at(-1)]}`;
      return [hasSigns() ? SHOGI_SIGNS[letters] : letters, kind + colour * OF_WHITE, name, colour === 1];
    }),
  );

/**
 * `pieces`: [sign, what it is, its name, whether it stands on its head]; `put(position, id, piece, game)` changes a
 * position, which need not be a legal one.
 */
const SET_UPS = {
  chess: {
    label: "Set up chess",
    empty: "4k3/8/8/8/8/8/8/4K3 w - -",
    make: () => [new Chess(), new ChessLook(false)],
    sides: ["White to move", "Black to move"],
    pieces: () =>
      [..."♔♕♖♗♘♙♚♛♜♝♞♟"].map((sign, at) => {
        const kind = 6 - (at % 6);
        return [sign, kind + (at < 6 ? 0 : 8), `${COLOURS[at < 6 ? 1 : 0]} ${CHESS_NAMES[kind]}`];
      }),
    put(position, id, piece) {
      const square = (id.charCodeAt(0) - 97) * 8 + id.charCodeAt(1) - 49;
      position.board[square] = piece === position.board[square] ? 0 : (piece ?? 0);
      [position.rights, position.ep] = [0, -1];
    },
  },
  tsume: {
    label: "Set up shogi",
    empty: "4k4/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1",
    make: () => [new ShogiSetUp("black"), new TsumeLook(false)],
    sides: ["▲ to move", "△ to move"],
    pieces: shogiPieces,
    put: putShogi,
    hint: "A click on a hand adds a piece to it, or removes one. The side to be mated holds what is left.",
  },
  checkers: {
    label: "Set up checkers",
    empty: "B:W32:B1",
    make: () => [new Checkers(), new CheckersLook(false)],
    sides: ["Black to move", "White to move"],
    pieces: () => [
      ["⛂", "b", "black man"],
      ["⛃", "B", "black king"],
      ["⛀", "w", "white man"],
      ["⛁", "W", "white king"],
    ],
    put(position, id, piece) {
      const board = [...position.board];
      board[Number(id) - 1] = piece === board[Number(id) - 1] ? "." : (piece ?? ".");
      position.board = board.join("");
    },
  },
};

const GO_SIZES = [5, 7, 9, 13, 19];

/** Boards of Go begin empty: an empty one is no problem that the solver could read. */
const GO_SET_UP = {
  label: "Set up Go",
  make(size) {
    const game = new GoSetUp(size);
    return [game, new GoLook(game)];
  },
  sides: ["Black to play", "White to play"],
  pieces: () => [
    ["●", "X", "black stone"],
    ["○", "O", "white stone"],
    ["△", "target", "mark: what is in question"],
    ["□", "declared", "mark: never dies"],
  ],
  put: (position, id, piece, game) => game.put(position, id, piece),
  hint: "△ marks the stones in question; □ stones of the wall that count as alive.",
};

export class SetUp {
  /** `changed(text)` is called with what has been set up. */
  constructor(changed) {
    this.changed = changed;
    const add = (label, onclick) => byId("set-ups").append(element("button", { type: "button", textContent: label, onclick }));
    for (const { label, empty } of Object.values(SET_UPS)) add(label, () => this.begin(empty));
    add(GO_SET_UP.label, () => this.beginGo(9));
  }

  begin(text) {
    this.isOwn = false;
    this.changed(text);
  }

  beginGo(size) {
    const [game, look] = GO_SET_UP.make(size);
    this.edit(GO_SET_UP, game, look, { stones: FREE.repeat(size * size), turn: 0, ko: -1 });
    const sizes = GO_SIZES.map((one) => element("option", { value: one, textContent: `${one}x${one}`, selected: one === size }));
    const choice = element("select", { onchange: () => this.beginGo(Number(choice.value)) }, ...sizes);
    choice.setAttribute("aria-label", "Size of the board");
    byId("set-up").querySelector(".palette").append(choice);
    this.tell(game);
  }

  /** Shows a task that was read; nothing for games without such a board, and without a task. */
  show(task) {
    // What is being set up is not always a position yet: the board stays.
    if (!task && this.isOwn) return;
    this.isOwn = false;
    byId("set-up").replaceChildren();
    if (!task) return;
    const kind = SET_UPS[task.game];
    if (kind) {
      const [game, look] = kind.make();
      this.edit(kind, game, look, game.read(task.root));
    } else if (task.game === "go-problem" && task.root) {
      const [rows, side] = task.root.split(" ");
      const game = new GoSetUp(rows.split("/").length, rows.split("/")[0].length);
      const board = new Board(new GoLook(game), () => {});
      board.show({ stones: rows.replaceAll("/", ""), turn: "BW".indexOf(side), ko: -1 }, [], null, []);
      byId("set-up").append(element("div", { className: "small-board" }, board.element));
    } else if (task.diagram) byId("set-up").append(element("pre", { textContent: task.diagram }));
  }

  tell(game) {
    this.isOwn = true;
    this.changed(game.write(this.position));
  }

  edit(kind, game, look, position) {
    this.position = position;
    look.hint = () => svg("g");
    const board = new Board(look, ([{ to }]) => {
      kind.put(this.position, to, this.piece, game);
      this.tell(game);
      draw();
    });
    const draw = () => board.show(this.position, look.cells.map(({ id }) => ({ to: id })), null, []);
    draw();
    const box = element("div", { className: "small-board" }, board.element);
    const hint = element("p", { className: "hint-text", textContent: kind.hint ?? "" });
    byId("set-up").replaceChildren(box, this.palette(kind, game), hint);
  }

  palette(kind, game) {
    const choose = (button, piece) => {
      this.piece = piece;
      for (const other of row.querySelectorAll("[aria-pressed]")) other.setAttribute("aria-pressed", other === button);
    };
    const button = (textContent, piece, name = textContent, isTurned = false) => {
      const made = element("button", { type: "button", title: name, className: name === textContent ? "" : "piece" }, element("span", { textContent, className: isTurned ? "turned" : "" }));
      made.setAttribute("aria-label", name);
      made.setAttribute("aria-pressed", false);
      made.onclick = () => choose(made, piece);
      return made;
    };
    const turn = element("button", { type: "button", textContent: kind.sides[this.position.turn] });
    turn.onclick = () => {
      this.position.turn = 1 - this.position.turn;
      turn.textContent = kind.sides[this.position.turn];
      this.tell(game);
    };
    const pieces = kind.pieces().map((one) => button(...one));
    const remove = button("Remove", null);
    const row = element("div", { className: "row palette" }, ...pieces, remove, turn);
    choose(pieces[0], kind.pieces()[0][1]);
    return row;
  }
}
