// Boards of Go: rules, score, and the ends that unconditional life decides.

import { NotAPosition } from "./game.js";
import { FREE, GoBoard, STONES } from "./go-board.js";

const PASSES = ["", " pass", " over"];
const GO_PARAMETERS = /^([^ ]+) at-least (0|-?[1-9][0-9]{0,9})( suicide)?( basic-ko)?( played-out)?$/;

/** How many positions are remembered with their moves. */
export const MOST_KNOWN = 20000;

/** Remembers what was computed for a position, as long as there is room. */
export function remembered(known, key, compute) {
  let found = known.get(key);
  if (found === undefined) {
    found = compute();
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, found);
  }
  return found;
}

/** Moves with texts in the order of their bytes. */
export function inOrder(moves) {
  return moves.sort((a, b) => (a.text < b.text ? -1 : 1));
}

export class GoBoardGame {
  constructor(parameters) {
    const words = GO_PARAMETERS.exec(parameters);
    if (!words) {
      throw new NotAPosition("expected <rows>x<columns> at-least <score> [suicide] [basic-ko] [played-out]");
    }
    this.name = "go";
    this.players = ["black", "white"];
    this.footprints = "interval";
    this.occurrences = null;
    this.assumptions = [];
    this.board = GoBoard.ofSize(words[1]);
    this.atLeast = Number(words[2]);
    if (this.atLeast < -(2 ** 31) || this.atLeast >= 2 ** 31)
      throw new NotAPosition("a score of more than 32 bits");
    this.suicide = words[3] !== undefined;
    this.basicKo = words[4] !== undefined;
    this.playedOut = words[5] !== undefined;
    this.rules = this.basicKo ? ["draw"] : ["situational-superko", "positional-superko"];
    this.known = new Map();
    this.decided = new Map();
  }

  read(text) {
    const words = text.split(" ");
    if (words.length < 2 || words.length > 3) throw new NotAPosition("expected rows and the side to move");
    const stones = this.board.readStones(words[0]);
    const turn = ["B", "W"].indexOf(words[1]);
    if (turn < 0) throw new NotAPosition("expected B or W");
    if (!this.board.everyChainHasALiberty(stones)) throw new NotAPosition("a chain without liberties");
    const position = { stones, turn, passes: 0, ko: -1 };
    if (words.length === 3) {
      position.passes = PASSES.indexOf(` ${words[2]}`);
      if (position.passes < 0) {
        position.passes = 0;
        position.ko = words[2].startsWith("ko:") ? (this.board.byName.get(words[2].slice(3)) ?? -1) : -1;
        if (!this.basicKo || position.ko < 0 || !this.canBeKo(position)) {
          throw new NotAPosition("expected pass, over, or a ko that there can be");
        }
      }
    }
    return position;
  }

  write({ stones, turn, passes, ko }) {
    const where = ko < 0 ? "" : ` ko:${this.board.names[ko]}`;
    return `${this.board.writeStones(stones)} ${"BW"[turn]}${PASSES[passes]}${where}`;
  }

  key({ stones, turn, passes, ko }) {
    return stones + String.fromCharCode(turn, passes, ko + 1);
  }

  turn(position) {
    return position.turn;
  }

  /** The stones after a move, or null where it is illegal, whatever a rule of ko says. */
  put(stones, turn, point) {
    if (stones[point] !== FREE) return null;
    const after = [...stones];
    after[point] = STONES[turn];
    const takeIfDead = (start) => {
      const chain = this.board.chainAt(after, start);
      if (chain.border.some((other) => after[other] === FREE)) return false;
      for (const stone of chain.points) after[stone] = FREE;
      return true;
    };
    for (const other of this.board.near[point]) if (after[other] === STONES[1 - turn]) takeIfDead(other);
    if (takeIfDead(point) && !this.suicide) return null;
    return after.join("");
  }

  /** Where the player who moves next may not take back, after a move that led from one board to another. */
  koAfter(before, after, turn, point) {
    if (!this.basicKo) return -1;
    const taken = this.board.near[point].filter((other) => before[other] !== FREE && after[other] === FREE);
    // Nothing but one single stone was taken, and retaking gives the board before.
    return taken.length === 1 && this.put(after, 1 - turn, taken[0]) === before ? taken[0] : -1;
  }

  /** Whether the opponent can have come here by a move after which the ko is where the position has it. */
  canBeKo({ stones, turn, ko }) {
    const before = this.put(stones, turn, ko);
    if (before === null || before[ko] === FREE) return false;
    return this.board.near[ko].some(
      (point) =>
        stones[point] === STONES[1 - turn] &&
        before[point] === FREE &&
        this.put(before, 1 - turn, point) === stones &&
        this.koAfter(before, stones, 1 - turn, point) === ko,
    );
  }

  moves(position) {
    return remembered(this.known, this.key(position), () => {
      const { stones, turn, passes, ko } = position;
      const found = [{ text: "pass", after: { stones, turn: 1 - turn, passes: passes + 1, ko: -1 } }];
      for (let point = 0; point < this.board.size; point++) {
        const after = point === ko ? null : this.put(stones, turn, point);
        if (after === null) continue;
        const next = {
          stones: after,
          turn: 1 - turn,
          passes: 0,
          ko: this.koAfter(stones, after, turn, point),
        };
        found.push({ text: this.board.names[point], point, after: next });
      }
      return inOrder(found);
    });
  }

  text(_, move) {
    return move.text;
  }

  find(_, moves, text) {
    return moves.find((move) => move.text === text);
  }

  play(_, move) {
    return move.after;
  }

  isPass(_, move) {
    return move.text === "pass";
  }

  mayGoOn(position) {
    return position.passes < 2;
  }

  /** A pass is always legal, so that nobody is ever stuck. */
  stuck(position) {
    return 1 - position.turn;
  }

  situation({ stones, turn }, board) {
    return board ? stones : stones + turn;
  }

  shape({ stones, turn }, board) {
    return this.board.shape(stones, board ? -1 : turn);
  }

  over({ stones, passes }) {
    if (passes === 2) return this.score(stones) >= this.atLeast ? 0 : 1;
    if (this.playedOut || (this.basicKo && this.suicide)) return null;
    const points = this.board.size;
    if (this.atLeast > points) return this.basicKo ? null : 1;
    if (this.atLeast <= -points) return this.basicKo ? null : 0;
    return remembered(this.decided, stones, () => {
      if (2 * this.surePoints(stones, 0) - points >= this.atLeast) return 0;
      return points - 2 * this.surePoints(stones, 1) < this.atLeast ? 1 : null;
    });
  }

  /** Area of Black minus that of White. */
  score(stones) {
    let score = 0;
    for (const stone of stones) score += stone === "X" ? 1 : stone === "O" ? -1 : 0;
    for (const { points, border } of this.board.parts((point) => stones[point] === FREE)) {
      const black = border.some((point) => stones[point] === "X");
      const white = border.some((point) => stones[point] === "O");
      if (black !== white) score += black ? points.length : -points.length;
    }
    return score;
  }

  /** Points of living stones, and of their eyes of one point. */
  surePoints(stones, player) {
    const { chains, regions } = this.board.benson(stones, STONES[player], this.suicide);
    const count = chains.reduce((sum, chain) => sum + chain.points.length, 0);
    return chains.length ? count + regions.filter((region) => region.points.length === 1).length : 0;
  }

  why({ stones, passes }) {
    const points = this.board.size;
    if (passes === 2) {
      const score = this.score(stones);
      const ahead =
        score > 0 ? `Black is ahead by ${score}` : score < 0 ? `White is ahead by ${-score}` : "Even";
      return `Two passes. ${ahead} (asked: Black by at least ${this.atLeast}).`;
    }
    if (this.atLeast > points || this.atLeast <= -points) return "No score of this board can be otherwise.";
    for (const [player, name] of ["Black", "White"].entries()) {
      const sure = this.surePoints(stones, player);
      const decided = player === 0 ? 2 * sure - points >= this.atLeast : points - 2 * sure < this.atLeast;
      if (decided)
        return `${name} lives unconditionally (Benson) and keeps at least ${sure} of ${points} points.`;
    }
    return "";
  }
}
