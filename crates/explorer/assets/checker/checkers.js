// American checkers. A position is a text of 32 squares (`b` and `w` men, `B` and `W` kings) and the side to move.

import { NotAPosition } from "./game.js";

const MAN = ["b", "w"];
const KING_OF = ["B", "W"];
/** The row on which a player's men are crowned, from 0. */
const CROWNING = [7, 0];

/**
 * The squares next to a square, all from 0: [to higher numbers, to lower ones], each [left, right], -1 where the
 * board ends. A jump is two steps in one direction.
 */
const CHECKERS_STEPS = [...Array(32).keys()].map((square) => {
  const row = square >> 2;
  // Counted from 1, rows 1, 3, ... are next to n + 4 and n + 5, the others to n + 3 and n + 4.
  const shift = row % 2 === 0 ? [0, 1] : [-1, 0];
  const inRow = (to, expected) => (to >= 0 && to < 32 && to >> 2 === expected ? to : -1);
  return [
    shift.map((by) => inRow(square + 4 + by, row + 1)),
    shift.map((by) => inRow(square - 4 + by, row - 1)),
  ];
});

const crowned = (square, player) => square >> 2 === CROWNING[player];

class CheckersMove {
  constructor(text, from, path, taken) {
    this.text = text;
    this.from = from;
    this.path = path;
    this.taken = taken;
  }

  get to() {
    return this.path[this.path.length - 1];
  }
}

export class Checkers {
  constructor() {
    this.name = "checkers";
    this.players = ["black", "white"];
    this.rules = ["draw", "attacker-loses", "attacker-wins"];
    this.footprints = null;
    this.occurrences = 3;
    this.assumptions = [];
  }

  read(text) {
    const found = /^([BW]):W([^:]*):B([^:]*)$/.exec(text);
    if (!found) throw new NotAPosition("expected the side to move and two lists of squares");
    const board = new Array(32).fill(".");
    let pieces = 0;
    for (const [player, list] of [
      [1, found[2]],
      [0, found[3]],
    ]) {
      const words = list === "" ? [] : list.split(",");
      if (words.length > 12) throw new NotAPosition("more than 12 pieces");
      for (const word of words) {
        const piece = /^(K?)([1-9][0-9]?)$/.exec(word);
        const square = piece ? Number(piece[2]) - 1 : -1;
        if (square < 0 || square > 31 || board[square] !== ".") {
          throw new NotAPosition("no square, or two pieces on it");
        }
        if (!piece[1] && crowned(square, player)) throw new NotAPosition("a man where it is crowned");
        board[square] = (piece[1] ? KING_OF : MAN)[player];
        pieces += 1;
      }
    }
    if (pieces === 0) throw new NotAPosition("no piece");
    return { board: board.join(""), turn: found[1] === "B" ? 0 : 1 };
  }

  write({ board, turn }) {
    const list = (player) =>
      [...board]
        .map((piece, square) => ({ piece, number: square + 1 }))
        .filter(({ piece }) => piece === MAN[player] || piece === KING_OF[player])
        .map(({ piece, number }) => (piece === KING_OF[player] ? `K${number}` : `${number}`))
        .join(",");
    return `${turn === 0 ? "B" : "W"}:W${list(1)}:B${list(0)}`;
  }

  key({ board, turn }) {
    return board + turn;
  }

  turn(position) {
    return position.turn;
  }

  over() {
    return null;
  }

  mayGoOn() {
    return true;
  }

  stuck(position) {
    return 1 - position.turn;
  }

  why({ board, turn }) {
    const name = ["Black", "White"][turn];
    const none = !board.includes(MAN[turn]) && !board.includes(KING_OF[turn]);
    return none ? `${name} has no piece left.` : `${name} cannot move.`;
  }

  moves({ board, turn }) {
    const squares = [...board];
    const foes = [MAN[1 - turn], KING_OF[1 - turn]];
    const jumps = [];
    const quiet = [];
    for (let from = 0; from < 32; from++) {
      const piece = squares[from];
      if (piece !== MAN[turn] && piece !== KING_OF[turn]) continue;
      const king = piece === KING_OF[turn];
      const ways = king ? [0, 1] : [turn];
      squares[from] = ".";
      const jumpOn = (at, path, taken) => {
        let further = false;
        for (const way of ways) {
          for (const side of [0, 1]) {
            const over = CHECKERS_STEPS[at][way][side];
            if (over < 0 || !foes.includes(squares[over]) || taken.includes(over)) continue;
            const to = CHECKERS_STEPS[over][way][side];
            if (to < 0 || squares[to] !== ".") continue;
            further = true;
            const longer = [...path, to];
            const all = [...taken, over];
            if (!king && crowned(to, turn)) jumps.push([from, longer, all]);
            else jumpOn(to, longer, all);
          }
        }
        if (!further && path.length) jumps.push([from, path, taken]);
      };
      jumpOn(from, [], []);
      squares[from] = piece;
      for (const way of ways) {
        for (const to of CHECKERS_STEPS[from][way]) {
          if (to >= 0 && squares[to] === ".")
            quiet.push(new CheckersMove(`${from + 1}-${to + 1}`, from, [to], []));
        }
      }
    }
    const found = jumps.length ? named(jumps) : quiet;
    return found.sort((a, b) => (a.text < b.text ? -1 : 1));
  }

  text(_, move) {
    return move.text;
  }

  find(_, moves, text) {
    return moves.find((move) => move.text === text);
  }

  play({ board, turn }, move) {
    const after = [...board];
    const king = board[move.from] === KING_OF[turn] || crowned(move.to, turn);
    after[move.from] = ".";
    for (const over of move.taken) after[over] = ".";
    after[move.to] = (king ? KING_OF : MAN)[turn];
    return { board: after.join(""), turn: 1 - turn };
  }

  /** No earlier position can occur again after a capture or a move of a man. */
  isIrreversible({ board, turn }, move) {
    return move.taken.length > 0 || board[move.from] === MAN[turn];
  }

  get hasDatabase() {
    return true;
  }

  /** `checkers-wld <pieces> blake3:<hash>` */
  readDatabase(text) {
    const found = /^checkers-wld ([1-9][0-9]?) blake3:[0-9a-f]{64}$/.exec(text);
    return found ? { text, pieces: Number(found[1]) } : { text, unknown: true };
  }

  databaseKnows({ board, turn }, database) {
    const men = [...board].filter((piece) => piece !== ".");
    return (
      men.length <= database.pieces &&
      men.some((piece) => piece === MAN[1 - turn] || piece === KING_OF[1 - turn])
    );
  }
}

/** Jumps with their texts: all squares where the first and the last one do not tell. */
function named(jumps) {
  const ends = ([from, path]) => `${from + 1}x${path[path.length - 1] + 1}`;
  const times = new Map();
  for (const jump of jumps) times.set(ends(jump), (times.get(ends(jump)) ?? 0) + 1);
  return jumps.map((jump) => {
    const [from, path, taken] = jump;
    const short = ends(jump);
    const text = times.get(short) === 1 ? short : [from, ...path].map((square) => square + 1).join("x");
    return new CheckersMove(text, from, path, taken);
  });
}
