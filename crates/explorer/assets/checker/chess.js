// Chess. Squares are numbered file by file (a1 = 0, a2 = 1, ..., h8 = 63), and a move is a number whose order
// is that of the bytes of its text.

import { DRAW, NotAPosition } from "./game.js";

const WHITE = 0;
const EMPTY = 0;
const PAWN = 1;
const KNIGHT = 2;
const BISHOP = 3;
const ROOK = 4;
const QUEEN = 5;
const KING = 6;
/** What is added to a piece of Black. */
const OF_BLACK = 8;

const PIECE_LETTERS = ".PNBRQK..pnbrqk";
/** Promotions in the order of their letters; the first is none. */
const PROMOTION_LETTERS = ["", "b", "n", "q", "r"];
const PROMOTED = [EMPTY, BISHOP, KNIGHT, QUEEN, ROOK];

/** Rights to castle: of White on the side of the h-file and of the a-file, then of Black. */
const RIGHT_LETTERS = "KQkq";
/** Files from 0 that the king and the rook come to, by side: h, a. */
const KING_COMES_TO = [6, 2];
const ROOK_COMES_TO = [5, 3];
/** Files of rooks and king in standard chess. */
const STANDARD_ROOKS = [7, 0];
const STANDARD_KING = 4;

const fileOf = (square) => square >> 3;
const rankOf = (square) => square & 7;

function chessSquare(file, rank) {
  return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? file * 8 + rank : -1;
}

const SQUARES = [...Array(64).keys()];

/** The squares that steps lead to, by square. */
function stepTable(steps) {
  return SQUARES.map((square) =>
    steps
      .map(([file, rank]) => chessSquare(fileOf(square) + file, rankOf(square) + rank))
      .filter((to) => to >= 0),
  );
}

/** The squares on lines from a square to the edge, by square: a list for each direction. */
function rayTable(directions) {
  return SQUARES.map((square) =>
    directions
      .map(([file, rank]) => {
        const ray = [];
        let to = chessSquare(fileOf(square) + file, rankOf(square) + rank);
        while (to >= 0) {
          ray.push(to);
          to = chessSquare(fileOf(to) + file, rankOf(to) + rank);
        }
        return ray;
      })
      .filter((ray) => ray.length),
  );
}

const STRAIGHT = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
];
const DIAGONAL = [
  [1, 1],
  [1, -1],
  [-1, -1],
  [-1, 1],
];
const KNIGHT_TO = stepTable([
  [1, 2],
  [2, 1],
  [2, -1],
  [1, -2],
  [-1, -2],
  [-2, -1],
  [-2, 1],
  [-1, 2],
]);
const KING_TO = stepTable([...STRAIGHT, ...DIAGONAL]);
const STRAIGHT_RAYS = rayTable(STRAIGHT);
const DIAGONAL_RAYS = rayTable(DIAGONAL);
/** Where a pawn of a colour on a square captures. */
const PAWN_TAKES = [
  stepTable([
    [1, 1],
    [-1, 1],
  ]),
  stepTable([
    [1, -1],
    [-1, -1],
  ]),
];

/** Whether two squares are on one line: a man may be pinned there. */
const ON_A_LINE = SQUARES.map((from) => {
  const line = new Uint8Array(64);
  for (const rays of [STRAIGHT_RAYS, DIAGONAL_RAYS])
    for (const ray of rays[from]) for (const to of ray) line[to] = 1;
  return line;
});

/**
 * Rights to castle are a number with four bits for each, in the order of RIGHT_LETTERS: the file of the rook from 1,
 * or 0 where there is none.
 */
const rookFileOf = (rights, right) => ((rights >> (4 * right)) & 15) - 1;
const homeRow = (right) => (right < 2 ? 0 : 7);

/** What remains of the rights when something moves from one square to another. */
function rightsKept({ rights, kings }, from, to) {
  let kept = rights;
  for (let right = 0; right < 4 && kept; right++) {
    const file = rookFileOf(rights, right);
    if (file < 0) continue;
    const rook = file * 8 + homeRow(right);
    if (from === rook || to === rook || from === kings[right >> 1]) kept &= ~(15 << (4 * right));
  }
  return kept;
}

/**
 * Whether it is a position of Chess960, by section 1: a right to castle with a king or a rook that stands elsewhere
 * than in standard chess. Its castling is the king taking the rook.
 */
function isChess960({ rights, kings }) {
  for (let right = 0; right < 4; right++) {
    const file = rookFileOf(rights, right);
    if (file >= 0 && (file !== STANDARD_ROOKS[right & 1] || fileOf(kings[right >> 1]) !== STANDARD_KING))
      return true;
  }
  return false;
}

export const squareName = (square) => "abcdefgh"[fileOf(square)] + (rankOf(square) + 1);

function squareNamed(name) {
  return /^[a-h][1-8]$/.test(name) ? chessSquare(name.charCodeAt(0) - 97, name.charCodeAt(1) - 49) : -1;
}

/** The squares from which a side attacks a square, all of them or one; none the place of a king who is not there. */
function attackers(board, square, by, all) {
  const found = [];
  if (square < 0) return found;
  const own = by === WHITE ? 0 : OF_BLACK;
  const tell = (from) => {
    found.push(from);
    return !all;
  };
  for (const from of PAWN_TAKES[1 - by][square]) if (board[from] === own + PAWN && tell(from)) return found;
  for (const from of KNIGHT_TO[square]) if (board[from] === own + KNIGHT && tell(from)) return found;
  for (const from of KING_TO[square]) if (board[from] === own + KING && tell(from)) return found;
  for (const [rays, slider] of [
    [STRAIGHT_RAYS, own + ROOK],
    [DIAGONAL_RAYS, own + BISHOP],
  ]) {
    for (const ray of rays[square]) {
      for (const from of ray) {
        const piece = board[from];
        if (piece === EMPTY) continue;
        if ((piece === slider || piece === own + QUEEN) && tell(from)) return found;
        break;
      }
    }
  }
  return found;
}

/** Whether a line begins with a slider of this kind, or a queen. */
function comesAlong(board, rays, slider, queen) {
  for (let r = 0; r < rays.length; r++) {
    const ray = rays[r];
    for (let s = 0; s < ray.length; s++) {
      const piece = board[ray[s]];
      if (piece === EMPTY) continue;
      if (piece === slider || piece === queen) return true;
      break;
    }
  }
  return false;
}

function standsOn(board, squares, piece) {
  for (let s = 0; s < squares.length; s++) if (board[squares[s]] === piece) return true;
  return false;
}

function isAttacked(board, square, by) {
  const own = by === WHITE ? 0 : OF_BLACK;
  if (square < 0) return false;
  return (
    standsOn(board, KNIGHT_TO[square], own + KNIGHT) ||
    standsOn(board, PAWN_TAKES[1 - by][square], own + PAWN) ||
    comesAlong(board, STRAIGHT_RAYS[square], own + ROOK, own + QUEEN) ||
    comesAlong(board, DIAGONAL_RAYS[square], own + BISHOP, own + QUEEN) ||
    standsOn(board, KING_TO[square], own + KING)
  );
}

/**
 * A position: 64 squares, the side to move, rights to castle, the en passant square if a capture there is
 * legal (else -1), the squares of the kings (-1 for one who is not there).
 */
class ChessPosition {
  constructor(board, turn, rights, ep, kings) {
    this.board = board;
    this.turn = turn;
    this.rights = rights;
    this.ep = ep;
    this.kings = kings;
  }
}

const encodeMove = (from, to, promotion) => (from * 64 + to) * 8 + promotion;
export const moveFrom = (move) => move >> 9;
export const moveTo = (move) => (move >> 3) & 63;
export const movePromotion = (move) => PROMOTED[move & 7];

/** Whether the side is in check after a move; the board is put back. */
function leavesInCheck({ board, turn, kings }, from, to, taken) {
  const moved = board[from];
  const onTo = board[to];
  board[from] = EMPTY;
  const onTaken = board[taken];
  board[taken] = EMPTY;
  board[to] = moved;
  const king = from === kings[turn] ? to : kings[turn];
  const bad = isAttacked(board, king, 1 - turn);
  board[to] = EMPTY;
  board[taken] = onTaken;
  board[to] = onTo;
  board[from] = moved;
  return bad;
}

/** Whether a pawn of the side to move can legally take en passant on the square. */
function canTakeEnPassant(position, ep) {
  const { board, turn } = position;
  const pawn = PAWN + (turn === WHITE ? 0 : OF_BLACK);
  const taken = turn === WHITE ? ep - 1 : ep + 1;
  return PAWN_TAKES[1 - turn][ep].some(
    (from) => board[from] === pawn && !leavesInCheck(position, from, ep, taken),
  );
}

export class Chess {
  /**
   * `aim` is what the game is played for: checkmate, `selfmate`, `stalemate`, `reflexmate`, or
   * `semi-reflexmate` with the player who need not mate.
   */
  constructor(aim = "mate") {
    this.players = ["white", "black"];
    const [word, free] = aim.split(" ");
    this.aim = word;
    this.obliged = this.players.map((player) => word.endsWith("reflexmate") && player !== free);
    this.name = "chess";
    this.rules = ["draw", "attacker-loses", "attacker-wins"];
    this.footprints = null;
    this.occurrences = 3;
    this.assumptions = [];
  }

  /** Problems have none. */
  get hasDatabase() {
    return this.aim === "mate";
  }

  /** `chess-dtm <men> blake3:<hash>`, `syzygy <names> blake3:<hash>` */
  readDatabase(text) {
    const [name, of, hash, ...rest] = text.split(" ");
    if (rest.length > 0 || !/^blake3:[0-9a-f]{64}$/.test(hash)) return { text, unknown: true };
    if (name === "chess-dtm" && /^[34]$/.test(of)) return { text, pieces: Number(of) };
    if (name === "syzygy") return { text, materials: new Set(of.split(",")) };
    return { text, unknown: true };
  }

  databaseKnows({ board, rights, kings }, { pieces, materials }) {
    const men = board.filter((piece) => piece !== EMPTY);
    if (rights !== 0 || kings.includes(-1)) return false;
    if (!materials) return men.length <= pieces;
    const letters = men.map((piece) => PIECE_LETTERS[piece]);
    const named = (kind, letter) => kind.repeat(letters.filter((one) => one === letter).length);
    const white = [..."KQRBNP"].map((kind) => named(kind, kind)).join("");
    const black = [..."KQRBNP"].map((kind) => named(kind, kind.toLowerCase())).join("");
    return materials.has(`${white}v${black}`) || materials.has(`${black}v${white}`);
  }

  read(text) {
    const fields = text.split(" ");
    if (fields.length !== 4) throw new NotAPosition("expected four fields");
    const rows = fields[0].split("/");
    if (rows.length !== 8) throw new NotAPosition("expected eight rows");
    const board = new Array(64).fill(EMPTY);
    rows.forEach((row, at) => {
      let file = 0;
      for (const letter of row) {
        if (letter >= "1" && letter <= "8") {
          file += Number(letter);
          continue;
        }
        const piece = PIECE_LETTERS.indexOf(letter);
        if (piece <= 0 || letter === "." || file > 7)
          throw new NotAPosition("expected eight squares in each row");
        board[chessSquare(file, 7 - at)] = piece;
        file += 1;
      }
      if (file !== 8) throw new NotAPosition("expected eight squares in each row");
    });
    const turn = ["w", "b"].indexOf(fields[1]);
    if (turn < 0) throw new NotAPosition("expected w or b");
    const rights = this.readRights(fields[2], [board.indexOf(KING), board.indexOf(KING + OF_BLACK)]);
    const ep = fields[3] === "-" ? -1 : squareNamed(fields[3]);
    if (fields[3] !== "-" && ep < 0) throw new NotAPosition("expected an en passant square");
    return this.validate(board, turn, rights, ep);
  }

  /** `KQkq`, or files of rooks: whether that is how this position has them is for `write` to say. */
  readRights(text, kings) {
    const fail = () => {
      throw new NotAPosition("expected rights to castle");
    };
    if (text === "-") return 0;
    if (!/^(K?Q?k?q?|[A-H]{0,2}[a-h]{0,2})$/.test(text) || text === "") fail();
    let rights = 0;
    for (const letter of text) {
      let right = RIGHT_LETTERS.indexOf(letter);
      let file = STANDARD_ROOKS[right & 1];
      if (right < 0) {
        const player = letter < "a" ? WHITE : 1;
        file = "abcdefgh".indexOf(letter.toLowerCase());
        right = 2 * player + (file > fileOf(kings[player]) ? 0 : 1);
      }
      if (rookFileOf(rights, right) >= 0) fail();
      rights |= (file + 1) << (4 * right);
    }
    return rights;
  }

  validate(board, turn, rights, ep) {
    const fail = (what) => {
      throw new NotAPosition(what);
    };
    const kings = [board.indexOf(KING), board.indexOf(KING + OF_BLACK)];
    for (const colour of [0, 1]) {
      const men = board.filter((piece) => piece !== EMPTY && piece >> 3 === colour);
      const own = colour * OF_BLACK;
      if (men.filter((piece) => piece === own + KING).length > 1) fail("expected one king of a colour");
      if (men.length > 16 || men.filter((piece) => piece === own + PAWN).length > 8) fail("too many men");
    }
    if (kings[0] < 0 && kings[1] < 0) fail("expected a king");
    for (const square of SQUARES) {
      if ((board[square] & 7) === PAWN && [0, 7].includes(rankOf(square)))
        fail("a pawn on the first or last row");
    }
    for (let right = 0; right < 4; right++) {
      const file = rookFileOf(rights, right);
      if (file < 0) continue;
      const king = kings[right >> 1];
      const inPlace =
        king >= 0 &&
        board[file * 8 + homeRow(right)] === ROOK + (right >> 1) * OF_BLACK &&
        rankOf(king) === homeRow(right) &&
        (right % 2 === 0 ? file > fileOf(king) : file < fileOf(king));
      if (!inPlace) fail("a right to castle without king and rook in their places");
    }
    if (isAttacked(board, kings[1 - turn], turn)) fail("the side that is not to move is in check");
    const position = new ChessPosition(board, turn, rights, -1, kings);
    const checks = attackers(board, kings[turn], 1 - turn, true);
    if (checks.length > 2) fail("more than two men give check");
    if (ep >= 0) {
      const pawn = turn === WHITE ? ep - 1 : ep + 1;
      const start = turn === WHITE ? ep + 1 : ep - 1;
      if (
        rankOf(ep) !== (turn === WHITE ? 5 : 2) ||
        board[ep] !== EMPTY ||
        board[start] !== EMPTY ||
        board[pawn] !== PAWN + (turn === WHITE ? OF_BLACK : 0)
      )
        fail("no pawn has just passed the en passant square");
      const opened = (from) =>
        [...STRAIGHT_RAYS[from], ...DIAGONAL_RAYS[from]].some(
          (ray) =>
            ray.includes(start) && ray.includes(kings[turn]) && ray.indexOf(start) < ray.indexOf(kings[turn]),
        );
      if (!checks.every((from) => from === pawn || opened(from)))
        fail("a check that the last move cannot have given");
      if (canTakeEnPassant(position, ep)) position.ep = ep;
    }
    return position;
  }

  write(position) {
    const { board, turn, rights, ep } = position;
    const rows = [];
    for (let rank = 7; rank >= 0; rank--) {
      let row = "";
      let gap = 0;
      for (let file = 0; file < 8; file++) {
        const piece = board[chessSquare(file, rank)];
        if (piece === EMPTY) {
          gap += 1;
          continue;
        }
        row += (gap || "") + PIECE_LETTERS[piece];
        gap = 0;
      }
      rows.push(row + (gap || ""));
    }
    const other = isChess960(position);
    let castling = "";
    for (let right = 0; right < 4; right++) {
      const file = rookFileOf(rights, right);
      if (file >= 0) castling += other ? (right < 2 ? "ABCDEFGH" : "abcdefgh")[file] : RIGHT_LETTERS[right];
    }
    return `${rows.join("/")} ${"wb"[turn]} ${castling || "-"} ${ep < 0 ? "-" : squareName(ep)}`;
  }

  /** Four squares in each of 16 characters, and the rest in two. */
  key({ board: b, turn, rights, ep }) {
    const four = (at) => b[at] | (b[at + 1] << 4) | (b[at + 2] << 8) | (b[at + 3] << 12);
    return String.fromCharCode(
      four(0),
      four(4),
      four(8),
      four(12),
      four(16),
      four(20),
      four(24),
      four(28),
      four(32),
      four(36),
      four(40),
      four(44),
      four(48),
      four(52),
      four(56),
      four(60),
      rights,
      turn | ((ep + 1) << 1),
    );
  }

  turn(position) {
    return position.turn;
  }

  /** Insufficient material; checkmate and stalemate are a matter of having no move. */
  over({ board }) {
    if (this.aim === "stalemate") return null;
    let minors = 0;
    let knights = 0;
    let colours = 0;
    for (let square = 0; square < 64; square++) {
      const kind = board[square] & 7;
      if (kind === EMPTY || kind === KING) continue;
      if (kind !== KNIGHT && kind !== BISHOP) return null;
      minors += 1;
      if (kind === KNIGHT) knights += 1;
      else colours |= 1 << ((fileOf(square) + rankOf(square)) & 1);
    }
    return minors <= 1 || (knights === 0 && colours !== 3) ? DRAW : null;
  }

  mayGoOn(position) {
    return this.over(position) === null;
  }

  inCheck({ board, kings, turn }) {
    return isAttacked(board, kings[turn], 1 - turn);
  }

  stuck(position) {
    const mated = this.inCheck(position);
    if (this.aim === "stalemate") return mated ? DRAW : 1 - position.turn;
    if (!mated) return DRAW;
    return /(self|reflex)mate$/.test(this.aim) ? position.turn : 1 - position.turn;
  }

  why(position) {
    if (this.over(position) !== null) return "Insufficient material: a draw.";
    if (this.inCheck(position)) return "Checkmate.";
    return this.aim === "stalemate" ? "Stalemate." : "Stalemate: a draw.";
  }

  moves(position) {
    const all = this.legal(position);
    const mates = (move) => {
      const after = this.play(position, move);
      return this.inCheck(after) && this.legal(after).length === 0;
    };
    const some = this.obliged[position.turn] ? all.filter(mates) : [];
    return some.length > 0 ? some : all;
  }

  /** All moves that chess allows. */
  legal(position) {
    const { board, turn, ep, kings } = position;
    const found = [];
    const king = kings[turn];
    const aligned = ON_A_LINE[king];
    const checked = isAttacked(board, king, 1 - turn);
    const pawn = PAWN + turn * OF_BLACK;
    const last = turn === WHITE ? 7 : 0;
    const forward = turn === WHITE ? 1 : -1;

    const add = (from, to) => {
      const mayExpose = checked || from === king || aligned?.[from] === 1;
      if (mayExpose && leavesInCheck(position, from, to, to)) return;
      if (board[from] === pawn && (to & 7) === last) {
        for (let promotion = 1; promotion <= 4; promotion++) found.push(encodeMove(from, to, promotion));
      } else found.push(encodeMove(from, to, 0));
    };
    const addSteps = (from, targets) => {
      for (let t = 0; t < targets.length; t++) {
        const there = board[targets[t]];
        if (there === EMPTY || there >> 3 !== turn) add(from, targets[t]);
      }
    };
    const addRays = (from, rays) => {
      for (let r = 0; r < rays.length; r++) {
        const ray = rays[r];
        for (let s = 0; s < ray.length; s++) {
          const there = board[ray[s]];
          if (there === EMPTY || there >> 3 !== turn) add(from, ray[s]);
          if (there !== EMPTY) break;
        }
      }
    };

    for (let from = 0; from < 64; from++) {
      const piece = board[from];
      if (piece === EMPTY || piece >> 3 !== turn) continue;
      switch (piece & 7) {
        case PAWN: {
          const one = from + forward;
          if (board[one] === EMPTY) {
            add(from, one);
            const two = one + forward;
            if ((from & 7) === (turn === WHITE ? 1 : 6) && board[two] === EMPTY) add(from, two);
          }
          for (const to of PAWN_TAKES[turn][from]) {
            const there = board[to];
            if (there !== EMPTY && there >> 3 !== turn) add(from, to);
            else if (to === ep && !leavesInCheck(position, from, to, to - forward)) {
              found.push(encodeMove(from, to, 0));
            }
          }
          break;
        }
        case KNIGHT:
          addSteps(from, KNIGHT_TO[from]);
          break;
        case BISHOP:
          addRays(from, DIAGONAL_RAYS[from]);
          break;
        case ROOK:
          addRays(from, STRAIGHT_RAYS[from]);
          break;
        case QUEEN:
          addRays(from, DIAGONAL_RAYS[from]);
          addRays(from, STRAIGHT_RAYS[from]);
          break;
        default:
          addSteps(from, KING_TO[from]);
      }
    }
    if (!checked) this.addCastling(position, found);
    return found.sort((a, b) => a - b);
  }

  /** By the laws of Chess960, which are those of standard chess for a king on the e-file and rooks in the corners. */
  addCastling(position, found) {
    const { board, turn, rights, kings } = position;
    const king = kings[turn];
    const row = homeRow(2 * turn);
    for (const side of [0, 1]) {
      const file = rookFileOf(rights, 2 * turn + side);
      if (file < 0) continue;
      const rook = file * 8 + row;
      const kingTo = KING_COMES_TO[side] * 8 + row;
      const rookTo = ROOK_COMES_TO[side] * 8 + row;
      const squares = [king, rook, kingTo, rookTo];
      // Nothing but the two stands where they go, and the king is safe on his way.
      let possible = true;
      for (let at = Math.min(...squares); at <= Math.max(...squares); at += 8) {
        const onWay = (from, to) => at >= Math.min(from, to) && at <= Math.max(from, to);
        if (
          at !== king &&
          at !== rook &&
          (onWay(king, kingTo) || onWay(rook, rookTo)) &&
          board[at] !== EMPTY
        ) {
          possible = false;
        }
        if (onWay(king, kingTo) && isAttacked(board, at, 1 - turn)) possible = false;
      }
      if (!possible) continue;
      const to = isChess960(position) ? rook : kingTo;
      // The rook may have stood before an attacker.
      const after = this.play(position, encodeMove(king, to, 0));
      if (!isAttacked(after.board, kingTo, 1 - turn)) found.push(encodeMove(king, to, 0));
    }
  }

  text(_, move) {
    return squareName(moveFrom(move)) + squareName(moveTo(move)) + PROMOTION_LETTERS[move & 7];
  }

  find(_, moves, text) {
    const from = squareNamed(text.slice(0, 2));
    const to = squareNamed(text.slice(2, 4));
    const promotion = PROMOTION_LETTERS.indexOf(text.slice(4));
    if (from < 0 || to < 0 || promotion < 0) return undefined;
    const move = encodeMove(from, to, promotion);
    return moves.includes(move) ? move : undefined;
  }

  /** Two squares at once, or onto a rook of his own: no other move of a king is like that. */
  isCastling({ board, turn }, move) {
    const from = moveFrom(move);
    const to = moveTo(move);
    return (
      board[from] === KING + turn * OF_BLACK &&
      (Math.abs(to - from) === 16 || board[to] === ROOK + turn * OF_BLACK)
    );
  }

  play(position, move) {
    const from = moveFrom(move);
    const to = moveTo(move);
    const { turn } = position;
    const board = position.board.slice();
    const piece = board[from];
    const kind = piece & 7;
    let { kings } = position;
    if (this.isCastling(position, move)) {
      const side = to > from ? 0 : 1;
      const row = rankOf(from);
      const kingTo = KING_COMES_TO[side] * 8 + row;
      board[from] = EMPTY;
      board[rookFileOf(position.rights, 2 * turn + side) * 8 + row] = EMPTY;
      board[ROOK_COMES_TO[side] * 8 + row] = ROOK + turn * OF_BLACK;
      board[kingTo] = piece;
      kings = turn === WHITE ? [kingTo, kings[1]] : [kings[0], kingTo];
      return new ChessPosition(board, 1 - turn, rightsKept(position, from, from), -1, kings);
    }
    board[from] = EMPTY;
    board[to] = (move & 7) === 0 ? piece : PROMOTED[move & 7] + turn * OF_BLACK;
    if (kind === KING) kings = turn === WHITE ? [to, kings[1]] : [kings[0], to];
    if (kind === PAWN && to === position.ep) board[turn === WHITE ? to - 1 : to + 1] = EMPTY;
    const rights = position.rights ? rightsKept(position, from, to) : 0;
    const after = new ChessPosition(board, 1 - turn, rights, -1, kings);
    if (kind === PAWN && Math.abs(to - from) === 2 && canTakeEnPassant(after, (from + to) >> 1)) {
      after.ep = (from + to) >> 1;
    }
    return after;
  }
}
