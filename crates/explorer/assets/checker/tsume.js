// Tsume: shogi in which one side gives check with every move. Moves are made from what attacks the own king, and from
// where the other king can be attacked; tests/perft.test.mjs counts them.
//
// A position is the board (see shogi-board.js), the colour to move (0 Black, 1 White), both hands, counts in the order of
// `IN_HAND`, and where the kings are, -1 for none. A move is a number whose order is that of the bytes of its text.

import { NotAPosition } from "./game.js";
import { KNIGHT_FROM, OF_WHITE, PROMOTED_BY, SHOGI_KING, SHOGI_KINDS, SHOGI_KNIGHT, SHOGI_LANCE, SHOGI_PAWN } from "./shogi-board.js";
import { SHOGI_RAYS, SHOGI_SQUARES, attackersOf, attacksAlong, isAttackedBy, shogiFile, shogiLetters } from "./shogi-board.js";
import { shogiRank, shogiSquareName, shogiSquareNamed, shogiTargets, shogiWay, slidesThrough, wouldAttack } from "./shogi-board.js";

const IN_HAND = "RBGSNLP";
const KINDS_IN_HAND = [...IN_HAND].map((letter) => SHOGI_KINDS.indexOf(letter));
const PLACE_IN_HAND = SHOGI_KINDS.map((name) => IN_HAND.indexOf(name.at(-1) ?? "none"));
const IN_A_SET = { R: 2, B: 2, G: 4, S: 4, N: 4, L: 4, P: 18, K: 2 };

/** Drops come behind all other moves, in the order of their letters. */
const DROPS_FROM = 81 * 81 * 2;
const DROP_ORDER = "BGLNPRS";
const boardMove = (from, to, promotes) => (from * 81 + to) * 2 + (promotes ? 1 : 0);
const dropMove = (kind, to) => DROPS_FROM + DROP_ORDER.indexOf(SHOGI_KINDS[kind]) * 81 + to;
const isDrop = (move) => move >= DROPS_FROM;
const droppedKind = (move) => SHOGI_KINDS.indexOf(DROP_ORDER[Math.floor((move - DROPS_FROM) / 81)]);
const fromOf = (move) => Math.floor(move / 162);
const toOf = (move) => (isDrop(move) ? (move - DROPS_FROM) % 81 : (move >> 1) % 81);

export function shogiMoveText(move) {
  const to = shogiSquareName(toOf(move));
  if (isDrop(move)) return `${SHOGI_KINDS[droppedKind(move)]}*${to}`;
  return shogiSquareName(fromOf(move)) + to + (move & 1 ? "+" : "");
}

/** Whether an unpromoted piece could never move again on a square. */
function isDead(kind, square, turn) {
  const rank = turn === 0 ? shogiRank(square) : 10 - shogiRank(square);
  return ((kind === SHOGI_PAWN || kind === SHOGI_LANCE) && rank === 1) || (kind === SHOGI_KNIGHT && rank <= 2);
}

const isInZone = (square, turn) => (turn === 0 ? shogiRank(square) <= 3 : shogiRank(square) >= 7);
const mayPromote = (kind) => kind + PROMOTED_BY < SHOGI_KINDS.length;
const colourBit = (turn) => (turn === 0 ? 0 : OF_WHITE);

/**
 * The squares on which a check from these squares is answered by a piece other than the king: null for all, if there is
 * no check.
 */
function answersTo(checkers, king) {
  if (checkers.length === 0) return null;
  if (checkers.length > 1) return [];
  const way = shogiWay(king, checkers[0]);
  if (way < 0) return checkers;
  const ray = SHOGI_RAYS[king][way];
  return ray.slice(0, ray.indexOf(checkers[0]) + 1);
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
    const board = new Uint8Array(81);
    ranks.forEach((signs, rank) => {
      let file = 9;
      let plus = "";
      for (const sign of signs) {
        const kind = SHOGI_KINDS.indexOf(plus + sign.toUpperCase());
        if (/^[1-9]$/.test(sign) && plus === "") file -= Number(sign);
        else if (sign === "+" && plus === "") plus = "+";
        else if (/^[A-Za-z]$/.test(sign) && kind > 0 && file > 0) {
          board[9 * (file - 1) + rank] = kind + (sign > "Z" ? OF_WHITE : 0);
          file -= 1;
          plus = "";
        } else throw new NotAPosition("no piece");
      }
      if (file !== 0 || plus !== "") throw new NotAPosition("a rank has nine squares");
    });
    const hands = this.readHands(hand);
    const turn = side === "b" ? 0 : 1;
    this.demand(board, hands, turn);
    const kings = [board.indexOf(SHOGI_KING), board.indexOf(SHOGI_KING + OF_WHITE)];
    return { board, turn, hands, kings };
  }

  readHands(text) {
    const hands = [new Array(7).fill(0), new Array(7).fill(0)];
    let count = "";
    for (const sign of text === "-" ? "" : text) {
      const kind = IN_HAND.indexOf(sign.toUpperCase());
      if (/^[0-9]$/.test(sign)) count += sign;
      else if (/^[A-Za-z]$/.test(sign) && kind >= 0) {
        hands[sign > "Z" ? 1 : 0][kind] += Number(count === "" ? "1" : count);
        count = "";
      } else throw new NotAPosition("no piece in hand");
    }
    if (count !== "") throw new NotAPosition("a count without a piece");
    return hands;
  }

  /** What a position has to be besides readable. */
  demand(board, hands, turn) {
    const men = SHOGI_SQUARES.map((square) => shogiLetters(board[square]));
    for (const [kind, most] of Object.entries(IN_A_SET)) {
      let count = men.filter((man) => man !== "" && man.at(-1).toUpperCase() === kind).length;
      const place = IN_HAND.indexOf(kind);
      if (place >= 0) count += hands[0][place] + hands[1][place];
      if (count > most) throw new NotAPosition("more pieces than there are");
    }
    const kings = ["K", "k"].map((king) => men.filter((man) => man === king).length);
    if (kings[0] > 1 || kings[1] > 1 || kings[1 - this.attacker] !== 1) {
      throw new NotAPosition("one king each, and the defender has one");
    }
    const isStuck = (square) => isDead(board[square] & 15, square, board[square] & OF_WHITE ? 1 : 0);
    if (SHOGI_SQUARES.some(isStuck)) throw new NotAPosition("a piece that could never move");
    const king = men.indexOf("Kk"[1 - turn]);
    if (king >= 0 && isAttackedBy(board, king, colourBit(turn))) throw new NotAPosition("a king could be taken");
  }

  write({ board, turn, hands }) {
    const ranks = [];
    for (let rank = 0; rank < 9; rank++) {
      let signs = "";
      for (let file = 8; file >= 0; file--) signs += shogiLetters(board[9 * file + rank]) || ".";
      ranks.push(signs.replace(/\.+/g, (empty) => `${empty.length}`));
    }
    let hand = "";
    for (const colour of [0, 1]) {
      KINDS_IN_HAND.forEach((kind, place) => {
        const count = hands[colour][place];
        if (count) hand += (count > 1 ? count : "") + shogiLetters(kind + colourBit(colour));
      });
    }
    return `${ranks.join("/")} ${"bw"[turn]} ${hand || "-"} 1`;
  }

  /** Three squares in each of 27 characters, and the hands and the side to move in four. */
  key({ board, turn, hands }) {
    const signs = new Array(31);
    for (let at = 0; at < 27; at++) signs[at] = board[3 * at] | (board[3 * at + 1] << 5) | (board[3 * at + 2] << 10);
    hands.forEach(([r, b, g, s, n, l, p], colour) => {
      signs[27 + 2 * colour] = r | (b << 3) | (g << 6) | (s << 9) | (turn << 12);
      signs[28 + 2 * colour] = n | (l << 3) | (p << 6);
    });
    return String.fromCharCode(...signs);
  }

  /** The board with the side to move, and what a player has in hand. What is in neither is in the other hand. */
  apart(position, player) {
    const colour = player === 0 ? this.attacker : 1 - this.attacker;
    const board = this.key({ ...position, hands: [new Array(7).fill(0), new Array(7).fill(0)] });
    return { board, hand: position.hands[colour] };
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
    return this.checkersOf(position).length ? "Checkmate." : "The defender cannot move.";
  }

  /** The squares from which the king of the player to move is attacked; two of them if there are more. */
  checkersOf({ board, turn, kings }) {
    return kings[turn] < 0 ? [] : attackersOf(board, kings[turn], colourBit(1 - turn), 2);
  }

  moves(position) {
    const answers = answersTo(this.checkersOf(position), position.kings[position.turn]);
    const found = this.boardMoves(position, answers);
    this.addDrops(position, answers, found);
    return found.sort((a, b) => a - b);
  }

  /** All but drops. `answers`: where pieces other than the king may go, null for everywhere. */
  boardMoves(position, answers) {
    const { board, turn, kings } = position;
    const found = [];
    const own = kings[turn];
    const targets = [];
    for (let from = 0; from < 81; from++) {
      const piece = board[from];
      if (piece === 0 || piece >> 4 !== turn) continue;
      const kind = piece & 15;
      if (kind !== SHOGI_KING && answers?.length === 0) continue;
      targets.length = 0;
      shogiTargets(board, from, targets);
      for (const to of targets) {
        if (kind === SHOGI_KING) {
          if (!this.kingIsSafe(position, from, to)) continue;
        } else if ((answers && !answers.includes(to)) || this.isPinned(position, own, from, to)) continue;
        const add = (after, promotes) => {
          if (turn !== this.attacker || this.givesCheck(position, from, to, after)) {
            found.push(boardMove(from, to, promotes));
          }
        };
        if (!isDead(kind, to, turn)) add(piece, false);
        if (mayPromote(kind) && (isInZone(from, turn) || isInZone(to, turn))) add(piece + PROMOTED_BY, true);
      }
    }
    return found;
  }

  /** Whether the king is not attacked on `to`, when it is gone from where it stands. */
  kingIsSafe({ board, turn }, from, to) {
    const king = board[from];
    board[from] = 0;
    const safe = !isAttackedBy(board, to, colourBit(1 - turn));
    board[from] = king;
    return safe;
  }

  /** Whether the king is open to attack along a line when a piece leaves `from`, and not for `to` on the same line. */
  isPinned({ board, turn }, king, from, to) {
    const way = king < 0 ? -1 : shogiWay(king, from);
    return way >= 0 && shogiWay(king, to) !== way && slidesThrough(board, king, way, from, colourBit(1 - turn));
  }

  /** Whether a move attacks the other king, by the piece as it is after it or by one behind it. */
  givesCheck({ board, turn, kings }, from, to, piece) {
    const king = kings[1 - turn];
    if (king < 0) return false;
    if (wouldAttack(board, piece, to, king, from)) return true;
    const way = shogiWay(king, from);
    return way >= 0 && shogiWay(king, to) !== way && slidesThrough(board, king, way, from, colourBit(turn));
  }

  addDrops(position, answers, found) {
    const { board, turn, hands } = position;
    const held = KINDS_IN_HAND.filter((_, place) => hands[turn][place] > 0);
    if (held.length === 0 || answers?.length === 0) return;
    let filesOfPawns = 0;
    const pawn = SHOGI_PAWN + colourBit(turn);
    for (let at = 0; at < 81; at++) if (board[at] === pawn) filesOfPawns |= 1 << shogiFile(at);
    const add = (kind, to) => {
      if (board[to] !== 0 || isDead(kind, to, turn)) return;
      if (kind === SHOGI_PAWN && ((filesOfPawns >> shogiFile(to)) & 1 || this.isMateByDrop(position, to))) return;
      found.push(dropMove(kind, to));
    };
    if (turn !== this.attacker) {
      for (const to of answers ?? SHOGI_SQUARES) for (const kind of held) add(kind, to);
      return;
    }
    const king = position.kings[1 - turn];
    const addCheck = (kind, to) => {
      if (!answers || answers.includes(to)) add(kind, to);
    };
    SHOGI_RAYS[king].forEach((ray, way) => {
      for (let at = 0; at < ray.length && board[ray[at]] === 0; at++) {
        for (const kind of held) if (attacksAlong(kind + colourBit(turn), way, at === 0)) addCheck(kind, ray[at]);
      }
    });
    if (held.includes(SHOGI_KNIGHT)) for (const to of KNIGHT_FROM[turn][king]) addCheck(SHOGI_KNIGHT, to);
  }

  /** Whether a pawn dropped on `to` mates. Nothing can be put between, so that only pieces on the board can answer. */
  isMateByDrop({ board, turn, hands, kings }, to) {
    const pawn = SHOGI_PAWN + colourBit(turn);
    const king = kings[1 - turn];
    if (king < 0 || !wouldAttack(board, pawn, to, king, -1)) return false;
    const after = board.slice();
    after[to] = pawn;
    const position = { board: after, turn: 1 - turn, hands, kings };
    const answers = answersTo(this.checkersOf(position), king);
    return !this.hasBoardMove(position, answers);
  }

  /** Whether a move that is no drop answers a check, be it a check or not. */
  hasBoardMove(position, answers) {
    const { board, turn, kings } = position;
    const targets = [];
    for (let from = 0; from < 81; from++) {
      if (board[from] === 0 || board[from] >> 4 !== turn) continue;
      const isKing = (board[from] & 15) === SHOGI_KING;
      targets.length = 0;
      shogiTargets(board, from, targets);
      for (const to of targets) {
        if (isKing ? this.kingIsSafe(position, from, to) : answers.includes(to)) {
          if (isKing || !this.isPinned(position, kings[turn], from, to)) return true;
        }
      }
    }
    return false;
  }

  text(_, move) {
    return shogiMoveText(move);
  }

  find(_, moves, text) {
    const to = shogiSquareNamed(text.slice(2, 4));
    if (to < 0) return undefined;
    let move;
    if (text[1] === "*") {
      if (text.length !== 4 || !DROP_ORDER.includes(text[0])) return undefined;
      move = dropMove(SHOGI_KINDS.indexOf(text[0]), to);
    } else {
      const from = shogiSquareNamed(text.slice(0, 2));
      const end = text.slice(4);
      if (from < 0 || (end !== "" && end !== "+")) return undefined;
      move = boardMove(from, to, end === "+");
    }
    return moves.includes(move) ? move : undefined;
  }

  play({ board, turn, hands, kings }, move) {
    const after = board.slice();
    const to = toOf(move);
    const change = (place, by) => {
      const held = [...hands];
      held[turn] = [...hands[turn]];
      held[turn][place] += by;
      return held;
    };
    if (isDrop(move)) {
      const kind = droppedKind(move);
      after[to] = kind + colourBit(turn);
      return { board: after, turn: 1 - turn, hands: change(PLACE_IN_HAND[kind], -1), kings };
    }
    const from = fromOf(move);
    after[to] = board[from] + (move & 1 ? PROMOTED_BY : 0);
    after[from] = 0;
    const held = board[to] === 0 ? hands : change(PLACE_IN_HAND[board[to] & 15], 1);
    const isKing = (board[from] & 15) === SHOGI_KING;
    const stand = isKing ? kings.map((king, colour) => (colour === turn ? to : king)) : kings;
    return { board: after, turn: 1 - turn, hands: held, kings: stand };
  }
}
