// Chess with the fifty-move rule: a position has its clock.

import { Chess, moveFrom, moveTo } from "./chess.js";
import { DRAW, NotAPosition } from "./game.js";

/** Plies without a capture or a move of a pawn that draw the game. */
const CLOCK_LIMIT = 100;

export class FiftyMoves extends Chess {
  constructor() {
    super();
    this.rules = ["draw"];
  }

  get hasDatabase() {
    return false;
  }

  read(text) {
    const at = text.lastIndexOf(" ");
    const clock = text.slice(at + 1);
    if (at < 0 || !/^[0-9]{1,3}$/.test(clock) || Number(clock) > CLOCK_LIMIT) {
      throw new NotAPosition("expected a clock of at most 100");
    }
    return this.withClock(super.read(text.slice(0, at)), Number(clock));
  }

  write(position) {
    return `${super.write(position)} ${position.clock}`;
  }

  key(position) {
    return super.key(position) + String.fromCharCode(position.clock);
  }

  /** The board, and the plies that are left. */
  apart(position) {
    return { board: super.key(position), hand: [CLOCK_LIMIT - position.clock] };
  }

  over(position) {
    return this.isLate(position) ? DRAW : super.over(position);
  }

  isLate(position) {
    if (position.clock < CLOCK_LIMIT) return false;
    return !this.inCheck(position) || this.legal(position).length > 0;
  }

  why(position) {
    return this.isLate(position) ? "Fifty moves without a capture or a pawn move: a draw." : super.why(position);
  }

  /** There is no history: the clock says what of it counts. */
  mayGoOn() {
    return false;
  }

  play(position, move) {
    const after = super.play(position, move);
    const isPawn = (position.board[moveFrom(move)] & 7) === 1;
    const taken = position.board[moveTo(move)];
    // Castling may be written as the king taking his own rook.
    const takes = taken !== 0 && taken >> 3 !== position.turn;
    return this.withClock(after, isPawn || takes ? 0 : position.clock + 1);
  }

  withClock(position, clock) {
    position.clock = clock;
    return position;
  }
}
