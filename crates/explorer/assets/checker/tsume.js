// Tsume: shogi in which one side gives check with every move. Slow and simple: a move is legal if after it the own
// king cannot be taken, which is looked up square by square.
//
// A square is a number from 0: file - 1 + 9 * (rank - 1), files from Black's right, ranks from the top. Pieces are
// the letters of SFEN, `+P` for a promoted pawn, capitals for Black. A position is the board (81 pieces, "" for
// none), the colour to move (0 Black, 1 White), and both hands, counts in the order of `IN_HAND`.

import { NotAPosition } from "./game.js";

const IN_HAND = "RBGSNLP";
const IN_A_SET = { R: 2, B: 2, G: 4, S: 4, N: 4, L: 4, P: 18, K: 2 };
const SHOGI_STRAIGHT = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
];
const SHOGI_DIAGONAL = [
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
];
const LIKE_GOLD = [...SHOGI_STRAIGHT, [-1, -1], [1, -1]];
/** Where Black's pieces go with one step, and the directions in which they go as far as they can. */
const SHOGI_STEPS = {
  P: [[0, -1]],
  L: [],
  N: [
    [-1, -2],
    [1, -2],
  ],
  S: [[0, -1], ...SHOGI_DIAGONAL],
  G: LIKE_GOLD,
  B: [],
  R: [],
  K: [...SHOGI_STRAIGHT, ...SHOGI_DIAGONAL],
  "+P": LIKE_GOLD,
  "+L": LIKE_GOLD,
  "+N": LIKE_GOLD,
  "+S": LIKE_GOLD,
  "+B": SHOGI_STRAIGHT,
  "+R": SHOGI_DIAGONAL,
};
const SHOGI_SLIDES = { L: [[0, -1]], B: SHOGI_DIAGONAL, R: SHOGI_STRAIGHT, "+B": SHOGI_DIAGONAL, "+R": SHOGI_STRAIGHT };
const SHOGI_SQUARES = [...Array(81).keys()];

const shogiFile = (square) => (square % 9) + 1;
const shogiRank = (square) => Math.floor(square / 9) + 1;
const nameOfSquare = (square) => `${shogiFile(square)}${"abcdefghi"[shogiRank(square) - 1]}`;
const colourOf = (piece) => (piece.at(-1) <= "Z" ? 0 : 1);
const ofColour = (kind, colour) => (colour === 0 ? kind : kind.toLowerCase());

/** The squares that the piece on a square attacks; on some of them may be pieces of its own. */
function targetsOf(board, square) {
  const piece = board[square];
  const forward = colourOf(piece) === 0 ? 1 : -1;
  const kind = piece.toUpperCase();
  const found = [];
  const step = (from, [file, rank]) => {
    const toFile = shogiFile(from) + file;
    const toRank = shogiRank(from) + rank * forward;
    const isThere = toFile >= 1 && toFile <= 9 && toRank >= 1 && toRank <= 9;
    return isThere ? toFile - 1 + 9 * (toRank - 1) : -1;
  };
  for (const by of SHOGI_STEPS[kind]) {
    const to = step(square, by);
    if (to >= 0) found.push(to);
  }
  for (const by of SHOGI_SLIDES[kind] ?? []) {
    for (let to = step(square, by); to >= 0; to = step(to, by)) {
      found.push(to);
      if (board[to] !== "") break;
    }
  }
  return found;
}

function isInCheck(board, colour) {
  const king = board.indexOf("Kk"[colour]);
  return (
    king >= 0 &&
    SHOGI_SQUARES.some(
      (square) =>
        board[square] !== "" &&
        colourOf(board[square]) !== colour &&
        targetsOf(board, square).includes(king),
    )
  );
}

/** Whether an unpromoted piece could never move again on a square. */
function isDead(kind, square, colour) {
  const rank = colour === 0 ? shogiRank(square) : 10 - shogiRank(square);
  return ((kind === "P" || kind === "L") && rank === 1) || (kind === "N" && rank <= 2);
}

const isInZone = (square, colour) => (colour === 0 ? shogiRank(square) <= 3 : shogiRank(square) >= 7);

/** The board after a move; what is taken is gone. */
function boardAfter(board, colour, move) {
  const after = [...board];
  if (move.dropped) {
    after[move.to] = ofColour(move.dropped, colour);
  } else {
    after[move.to] = (move.promotes ? "+" : "") + board[move.from];
    after[move.from] = "";
  }
  return after;
}

class TsumeMove {
  constructor(from, dropped, to, promotes) {
    this.from = from;
    this.dropped = dropped;
    this.to = to;
    this.promotes = promotes;
    const begin = dropped ? `${dropped}*` : nameOfSquare(from);
    this.text = begin + nameOfSquare(to) + (promotes ? "+" : "");
  }
}

export class Tsume {
  constructor(parameters) {
    const attacker = ["black", "white"].indexOf(parameters);
    if (attacker < 0) throw new NotAPosition("expected black or white");
    this.attacker = attacker;
    this.name = "tsume";
    this.players = ["attacker", "defender"];
    this.rules = ["attacker-loses"];
    this.footprints = null;
    this.occurrences = 2;
    this.assumptions = [];
  }

  read(text) {
    const fields = text.split(" ");
    if (fields.length !== 4) throw new NotAPosition("expected four fields");
    const [placement, side, hand, number] = fields;
    const ranks = placement.split("/");
    if (ranks.length !== 9 || !["b", "w"].includes(side) || number !== "1") {
      throw new NotAPosition("expected nine ranks, b or w, hands, and 1");
    }
    const board = new Array(81).fill("");
    ranks.forEach((signs, rank) => {
      let file = 9;
      let plus = "";
      for (const sign of signs) {
        if (/^[1-9]$/.test(sign) && plus === "") file -= Number(sign);
        else if (sign === "+" && plus === "") plus = "+";
        else if (/^[A-Za-z]$/.test(sign) && SHOGI_STEPS[plus + sign.toUpperCase()] && file > 0) {
          board[file - 1 + 9 * rank] = plus + sign;
          file -= 1;
          plus = "";
        } else throw new NotAPosition("no piece");
      }
      if (file !== 0 || plus !== "") throw new NotAPosition("a rank has nine squares");
    });
    const hands = this.readHands(hand);
    const turn = side === "b" ? 0 : 1;
    this.demand(board, hands, turn);
    return { board, turn, hands };
  }

  readHands(text) {
    const hands = [new Array(7).fill(0), new Array(7).fill(0)];
    let count = "";
    for (const sign of text === "-" ? "" : text) {
      const kind = IN_HAND.indexOf(sign.toUpperCase());
      if (/^[0-9]$/.test(sign)) count += sign;
      else if (/^[A-Za-z]$/.test(sign) && kind >= 0) {
        hands[colourOf(sign)][kind] += Number(count === "" ? "1" : count);
        count = "";
      } else throw new NotAPosition("no piece in hand");
    }
    if (count !== "") throw new NotAPosition("a count without a piece");
    return hands;
  }

  /** What a position has to be besides readable. */
  demand(board, hands, turn) {
    for (const [kind, most] of Object.entries(IN_A_SET)) {
      let count = board.filter((piece) => piece !== "" && piece.at(-1).toUpperCase() === kind).length;
      const place = IN_HAND.indexOf(kind);
      if (place >= 0) count += hands[0][place] + hands[1][place];
      if (count > most) throw new NotAPosition("more pieces than there are");
    }
    const kings = ["K", "k"].map((king) => board.filter((piece) => piece === king).length);
    if (kings[0] > 1 || kings[1] > 1 || kings[1 - this.attacker] !== 1) {
      throw new NotAPosition("one king each, and the defender has one");
    }
    const isStuck = (piece, square) =>
      piece !== "" && isDead(piece.toUpperCase(), square, colourOf(piece));
    if (board.some(isStuck)) throw new NotAPosition("a piece that could never move");
    if (isInCheck(board, 1 - turn)) throw new NotAPosition("a king could be taken");
  }

  write({ board, turn, hands }) {
    const ranks = [];
    for (let rank = 0; rank < 9; rank++) {
      let signs = "";
      for (let file = 8; file >= 0; file--) signs += board[file + 9 * rank] || ".";
      ranks.push(signs.replace(/\.+/g, (empty) => `${empty.length}`));
    }
    let hand = "";
    for (const colour of [0, 1]) {
      [...IN_HAND].forEach((kind, place) => {
        const count = hands[colour][place];
        if (count) hand += (count > 1 ? count : "") + ofColour(kind, colour);
      });
    }
    return `${ranks.join("/")} ${"bw"[turn]} ${hand || "-"} 1`;
  }

  key(position) {
    return this.write(position);
  }

  turn(position) {
    return position.turn === this.attacker ? 0 : 1;
  }

  over() {
    return null;
  }

  mayGoOn() {
    return true;
  }

  stuck(position) {
    return 1 - this.turn(position);
  }

  why(position) {
    if (this.turn(position) === 0) return "The attacker has no check.";
    return isInCheck(position.board, position.turn) ? "Checkmate." : "The defender cannot move.";
  }

  moves(position) {
    const { board, turn } = position;
    const found = this.candidates(position).filter((move) => {
      const after = boardAfter(board, turn, move);
      if (isInCheck(after, turn)) return false;
      if (turn === this.attacker && !isInCheck(after, 1 - turn)) return false;
      return move.dropped !== "P" || !this.isMateByDrop(after, turn);
    });
    return found.sort((a, b) => (a.text < b.text ? -1 : 1));
  }

  /** Moves but for the safety of the own king. */
  candidates({ board, turn, hands }) {
    const found = [];
    for (const from of SHOGI_SQUARES) {
      const piece = board[from];
      if (piece === "" || colourOf(piece) !== turn) continue;
      const kind = piece.toUpperCase();
      for (const to of targetsOf(board, from)) {
        if (board[to] !== "" && colourOf(board[to]) === turn) continue;
        if (!isDead(kind, to, turn)) found.push(new TsumeMove(from, null, to, false));
        if (SHOGI_STEPS[`+${kind}`] && (isInZone(from, turn) || isInZone(to, turn))) {
          found.push(new TsumeMove(from, null, to, true));
        }
      }
    }
    [...IN_HAND].forEach((kind, place) => {
      if (!hands[turn][place]) return;
      const pawn = ofColour("P", turn);
      for (const to of SHOGI_SQUARES) {
        if (board[to] !== "" || isDead(kind, to, turn)) continue;
        const isOnFile = (square) => shogiFile(square) === shogiFile(to) && board[square] === pawn;
        if (kind === "P" && SHOGI_SQUARES.some(isOnFile)) continue;
        found.push(new TsumeMove(null, kind, to, false));
      }
    });
    return found;
  }

  /** Whether a pawn that was dropped mates. Nothing can be put between, so that only pieces on the board can answer. */
  isMateByDrop(board, turn) {
    const them = 1 - turn;
    if (!isInCheck(board, them)) return false;
    for (const from of SHOGI_SQUARES) {
      if (board[from] === "" || colourOf(board[from]) !== them) continue;
      for (const to of targetsOf(board, from)) {
        if (board[to] !== "" && colourOf(board[to]) === them) continue;
        const after = [...board];
        after[to] = after[from];
        after[from] = "";
        if (!isInCheck(after, them)) return false;
      }
    }
    return true;
  }

  text(_, move) {
    return move.text;
  }

  find(_, moves, text) {
    return moves.find((move) => move.text === text);
  }

  play({ board, turn, hands }, move) {
    const held = hands.map((hand) => [...hand]);
    if (move.dropped) held[turn][IN_HAND.indexOf(move.dropped)] -= 1;
    else if (board[move.to] !== "") {
      held[turn][IN_HAND.indexOf(board[move.to].at(-1).toUpperCase())] += 1;
    }
    return { board: boardAfter(board, turn, move), turn: 1 - turn, hands: held };
  }
}
