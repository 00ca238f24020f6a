// Boards of shogi: which pieces attack what. Looked up outwards from the square that is attacked, in tables.
//
// A square is a number from 0: 9 * (file - 1) + rank - 1, files from Black's right, ranks from the top, so that numbers
// have the order of names. A piece is its kind, the place in SHOGI_KINDS, with OF_WHITE added where it is White's; 0 is no
// piece. A promoted piece is PROMOTED_BY above the other.

export const SHOGI_KINDS = ["", "P", "L", "N", "S", "B", "R", "G", "K", "+P", "+L", "+N", "+S", "+B", "+R"];
export const OF_WHITE = 16;
export const PROMOTED_BY = 8;
export const SHOGI_PAWN = 1;
export const SHOGI_LANCE = 2;
export const SHOGI_KNIGHT = 3;
export const SHOGI_KING = 8;

const kindNamed = (name) => SHOGI_KINDS.indexOf(name);
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
const EIGHT_WAYS = [...SHOGI_STRAIGHT, ...SHOGI_DIAGONAL];
const LIKE_GOLD = [...SHOGI_STRAIGHT, [-1, -1], [1, -1]];
const KNIGHT_JUMPS = [
  [-1, -2],
  [1, -2],
];
/** Where Black's pieces go with one step, and the directions in which they go as far as they can. */
const SHOGI_STEPS = {
  P: [[0, -1]],
  N: KNIGHT_JUMPS,
  S: [[0, -1], ...SHOGI_DIAGONAL],
  G: LIKE_GOLD,
  K: EIGHT_WAYS,
  "+P": LIKE_GOLD,
  "+L": LIKE_GOLD,
  "+N": LIKE_GOLD,
  "+S": LIKE_GOLD,
  "+B": SHOGI_STRAIGHT,
  "+R": SHOGI_DIAGONAL,
};
const SHOGI_SLIDES = { L: [[0, -1]], B: SHOGI_DIAGONAL, R: SHOGI_STRAIGHT, "+B": SHOGI_DIAGONAL, "+R": SHOGI_STRAIGHT };

export const SHOGI_SQUARES = [...Array(81).keys()];
export const shogiFile = (square) => Math.floor(square / 9) + 1;
export const shogiRank = (square) => (square % 9) + 1;
export const shogiSquareName = (square) => `${shogiFile(square)}${"abcdefghi"[shogiRank(square) - 1]}`;

/** The square with this name, or -1. */
export function shogiSquareNamed(name) {
  const file = "123456789".indexOf(name[0]);
  const rank = "abcdefghi".indexOf(name[1]);
  return name.length === 2 && file >= 0 && rank >= 0 ? 9 * file + rank : -1;
}

/** The letters of SFEN for a piece, capitals for Black; nothing for none. */
export function shogiLetters(piece) {
  const name = SHOGI_KINDS[piece & 15];
  return piece & OF_WHITE ? name.toLowerCase() : name;
}

function squareBeside(square, file, rank) {
  const toFile = shogiFile(square) + file;
  const toRank = shogiRank(square) + rank;
  return toFile >= 1 && toFile <= 9 && toRank >= 1 && toRank <= 9 ? 9 * (toFile - 1) + toRank - 1 : -1;
}

function raysFrom(square, [file, rank]) {
  const ray = [];
  for (let to = squareBeside(square, file, rank); to >= 0; to = squareBeside(to, file, rank)) ray.push(to);
  return ray;
}

/** For each square the lines to the edge, in the order of EIGHT_WAYS; empty ones are there. */
export const SHOGI_RAYS = SHOGI_SQUARES.map((square) => EIGHT_WAYS.map((way) => raysFrom(square, way)));

/** In which of the eight ways another square lies, or -1: at 81 * from + to. */
const WAY_TO = new Int8Array(81 * 81).fill(-1);
for (const square of SHOGI_SQUARES) {
  SHOGI_RAYS[square].forEach((ray, way) => ray.forEach((to) => (WAY_TO[81 * square + to] = way)));
}
export const shogiWay = (from, to) => WAY_TO[81 * from + to];

const stepsOf = (kind) => SHOGI_STEPS[SHOGI_KINDS[kind]] ?? [];
const slidesOf = (kind) => SHOGI_SLIDES[SHOGI_KINDS[kind]] ?? [];
/** A step of Black's as the piece's owner makes it. */
const turned = ([file, rank], piece) => [file, piece & OF_WHITE ? -rank : rank];
const PIECES = SHOGI_KINDS.flatMap((_, kind) => (kind === 0 ? [] : [kind, kind + OF_WHITE]));

/** By piece: the ways, a bit each, that lead from a square to one beside it from which the piece attacks it. */
const NEAR = new Uint8Array(32);
/** The same where there are empty squares between. */
const FAR = new Uint8Array(32);
/** By piece and square: where it goes with one step. */
const STEP_TO = [];
/** By piece: the ways in which it slides. */
const SLIDE_WAYS = [];
for (const piece of PIECES) {
  const bitOf = (step) => {
    const [file, rank] = turned(step, piece);
    const way = EIGHT_WAYS.findIndex(([f, r]) => f === -file && r === -rank);
    return way < 0 ? 0 : 1 << way;
  };
  for (const step of slidesOf(piece & 15)) FAR[piece] |= bitOf(step);
  NEAR[piece] = FAR[piece];
  for (const step of stepsOf(piece & 15)) NEAR[piece] |= bitOf(step);
  STEP_TO[piece] = SHOGI_SQUARES.map((square) =>
    stepsOf(piece & 15)
      .map((step) => squareBeside(square, ...turned(step, piece)))
      .filter((to) => to >= 0),
  );
  SLIDE_WAYS[piece] = slidesOf(piece & 15).map((step) => {
    const [file, rank] = turned(step, piece);
    return EIGHT_WAYS.findIndex(([f, r]) => f === file && r === rank);
  });
}
/** By colour and square: from where a knight of that colour attacks it. */
export const KNIGHT_FROM = [0, OF_WHITE].map((colour) =>
  SHOGI_SQUARES.map((square) =>
    KNIGHT_JUMPS.map((jump) => {
      const [file, rank] = turned(jump, colour);
      return squareBeside(square, -file, -rank);
    }).filter((from) => from >= 0),
  ),
);

/** Whether a piece attacks along a way, as seen from the square attacked: `beside` it, or further off. */
export const attacksAlong = (piece, way, beside) => (((beside ? NEAR : FAR)[piece] >> way) & 1) === 1;

/** Where the piece on a square may go, own pieces taken into account and kings not. Appended to `found`. */
export function shogiTargets(board, square, found) {
  const piece = board[square];
  const own = piece & OF_WHITE;
  const isOwn = (to) => board[to] !== 0 && (board[to] & OF_WHITE) === own;
  for (const to of STEP_TO[piece][square]) if (!isOwn(to)) found.push(to);
  for (const way of SLIDE_WAYS[piece]) {
    for (const to of SHOGI_RAYS[square][way]) {
      if (!isOwn(to)) found.push(to);
      if (board[to] !== 0) break;
    }
  }
}

/** The squares from which a colour (0 or OF_WHITE) attacks a square; at most `most` of them. */
export function attackersOf(board, square, colour, most) {
  const found = [];
  const rays = SHOGI_RAYS[square];
  for (let way = 0; way < 8; way++) {
    const ray = rays[way];
    for (let at = 0; at < ray.length; at++) {
      const piece = board[ray[at]];
      if (piece === 0) continue;
      if ((piece & OF_WHITE) === colour && attacksAlong(piece, way, at === 0)) {
        found.push(ray[at]);
        if (found.length === most) return found;
      }
      break;
    }
  }
  const knight = SHOGI_KNIGHT + colour;
  for (const from of KNIGHT_FROM[colour ? 1 : 0][square]) {
    if (board[from] === knight) found.push(from);
  }
  return found;
}

export const isAttackedBy = (board, square, colour) => attackersOf(board, square, colour, 1).length > 0;

/** Whether a piece that slides, of a colour, attacks a square along a way when what stands on `without` is gone. */
export function slidesThrough(board, square, way, without, colour) {
  for (const at of SHOGI_RAYS[square][way]) {
    const piece = board[at];
    if (piece === 0 || at === without) continue;
    return (piece & OF_WHITE) === colour && attacksAlong(piece, way, false);
  }
  return false;
}

/** Whether a piece on `from` would attack `square`; `without`: a square that counts as empty, or -1. */
export function wouldAttack(board, piece, from, square, without) {
  const way = shogiWay(square, from);
  if (way < 0) return (piece & 15) === SHOGI_KNIGHT && KNIGHT_FROM[piece & OF_WHITE ? 1 : 0][square].includes(from);
  const ray = SHOGI_RAYS[square][way];
  if (ray[0] === from) return attacksAlong(piece, way, true);
  if (!attacksAlong(piece, way, false)) return false;
  for (const at of ray) {
    if (at === from) return true;
    if (board[at] !== 0 && at !== without) return false;
  }
  return false;
}
