// The walks of section 3 and of section 6: every rule of repetition but superko.

import { Refuted } from "./lines.js";
import { DATABASE, END, HISTORY, HORIZON, LEAF, OPEN } from "./proof.js";

/** How many positions are looked at between two pauses. */
export const STRIDE = 256;

/** Reads the claimant's move, which has to be a legal one. */
function readAnswer(game, position, moves, body) {
  const text = body.move(position);
  const move = game.find(position, moves, text);
  if (move === undefined) throw new Refuted(body.line, "illegal-move");
  return { move, text };
}

/** Whether a position of the history draws at its next occurrence, can recur, and is in the database. */
function databaseIsRefused({ game, history, database }, before, limit) {
  const recent = history.findLastIndex((step) => step.irreversible);
  return history
    .slice(Math.max(recent, 0))
    .some(
      ({ position }) => before.get(game.key(position)) >= limit && game.databaseKnows(position, database),
    );
}

/** How often each position occurred before the root. */
function occurrencesOf(game, earlier) {
  const before = new Map();
  for (const position of earlier) {
    const key = game.key(position);
    before.set(key, (before.get(key) ?? 0) + 1);
  }
  return before;
}

/**
 * What a position that is met for the first time asks for: null where the game is over in support of the claim,
 * otherwise its legal moves.
 */
function movesToWalk({ game, claim }, position, choice, isKnown) {
  const result = game.over(position);
  if (result !== null) {
    if (!claim.supportedBy(result)) throw new Refuted(choice, "wrong-terminal");
    return null;
  }
  const moves = game.moves(position);
  if (moves.length > 0) return moves;
  if (!claim.supportedBy(game.stuck(position))) {
    const own = game.turn(position) === claim.claimant;
    throw new Refuted(choice, own && !isKnown ? "claimant-stuck" : "wrong-terminal");
  }
  return null;
}

/** The position as an open one: the moves to be walked from it, the claimant's being read. */
function opened({ game, claim, proof }, node, position, moves, choice, body) {
  if (game.turn(position) !== claim.claimant) {
    return { node, position, choice, replies: moves, next: 0, children: [] };
  }
  const { move, text } = readAnswer(game, position, moves, body);
  proof.setAnswer(node, text, body.line);
  return { node, position, choice: body.line, replies: [move], next: 0, children: [] };
}

/**
 * The stack of both walks. `meet(position, choice, stack)` looks at a position below those on the stack: it returns
 * its number, and what has to be walked below it, if anything has to be.
 */
function* walkStack({ game, proof, root, hands }, rootLine, body, meet) {
  const stack = [];
  let frame = null;
  let position = root;
  let choice = rootLine;
  for (let steps = 1; ; steps++) {
    if (steps % STRIDE === 0) yield body.lines.number;
    const { node, below } = meet(position, choice, stack);
    frame?.children.push(node);
    if (below) {
      stack.push(below);
      frame = below;
    }
    // The next reply that has not been walked.
    while (frame && frame.next === frame.replies.length) {
      proof.close(frame.node, frame.children);
      if (hands?.wins) hands.add(frame.position, frame.node);
      stack.pop();
      frame = stack.length ? stack[stack.length - 1] : null;
    }
    if (!frame) return;
    choice = frame.choice;
    position = game.play(frame.position, frame.replies[frame.next++]);
  }
}

/** The last plies of a claim to hold for a number of them, which have no lines: section 6. */
export class LastPlies {
  constructor({ game, claim, history }) {
    this.game = game;
    this.claim = claim;
    this.before = occurrencesOf(
      game,
      history.slice(0, -1).map((step) => step.position),
    );
    this.limit = game.occurrences === null ? Infinity : game.occurrences - 1;
    /** By the plies that were left: the claimant's move that held last. */
    this.held = [];
  }

  drawsByHistory(position) {
    return this.before.size > 0 && (this.before.get(this.game.key(position)) ?? 0) >= this.limit;
  }

  /** Whether the claimant has not lost within the plies that are left: K in section 6. */
  holds(position, left) {
    const { game, claim } = this;
    if (this.drawsByHistory(position)) return true;
    const result = game.over(position);
    if (result !== null) return claim.supportedBy(result);
    const moves = game.moves(position);
    if (moves.length === 0) return claim.supportedBy(game.stuck(position));
    if (left === 0) return true;
    if (game.turn(position) === claim.claimant) return this.answer(position, moves, left) !== undefined;
    return moves.every((move) => this.holds(game.play(position, move), left - 1));
  }

  /** A move of the claimant that holds, or undefined; the one that held last is tried first. */
  answer(position, moves, left) {
    const holds = (move) => this.holds(this.game.play(position, move), left - 1);
    const last = this.held[left];
    if (last !== undefined) {
      const again = this.game.find(position, moves, last);
      if (again !== undefined && holds(again)) return again;
    }
    const found = moves.find(holds);
    if (found !== undefined) this.held[left] = this.game.text(position, found);
    return found;
  }
}

const parentOn = (stack) => (stack.length ? stack[stack.length - 1].node : -1);

/**
 * Positions by their boards. Finished ones answer for those with the same board and no less in the winner's hand; where
 * somebody holds, those that were met answer for those with no more in the opponent's (section 3).
 */
export class Hands {
  constructor({ game, claim, proof }) {
    this.game = game;
    this.wins = claim.wins;
    this.player = claim.wins ? claim.claimant : 1 - claim.claimant;
    this.proof = proof;
    this.boards = new Map();
  }

  add(position, node) {
    const { board, hand } = this.game.apart(position, this.player);
    if (!this.boards.has(board)) this.boards.set(board, []);
    this.boards.get(board).push({ hand, node });
  }

  /** Of those that answer for a position the one from which play is over soonest; undefined if there is none. */
  covering(position) {
    const { board, hand } = this.game.apart(position, this.player);
    const { height } = this.proof;
    let best;
    for (const { hand: other, node } of this.boards.get(board) ?? []) {
      const answers = other.every((count, place) => (this.wins ? count <= hand[place] : count >= hand[place]));
      if (answers && (best === undefined || height[node] < height[best])) best = node;
    }
    return best;
  }
}

/** `earlier`: the positions before the root. */
export function* walkPlain(block, rootLine, earlier, body) {
  const { game, claim, proof, database, hands } = block;
  const before = occurrencesOf(game, earlier);
  const limit = game.occurrences === null ? Infinity : game.occurrences - 1;
  const refuseDatabase = database && claim.wins && databaseIsRefused(block, before, limit);

  yield* walkStack(block, rootLine, body, (position, choice, stack) => {
    const answers = hands?.covering(position);
    if (answers !== undefined) return { node: answers, below: null };
    const key = game.key(position);
    const known = proof.index.get(key);
    if (known !== undefined) {
      if (claim.wins && proof.state[known] === OPEN) throw new Refuted(choice, "cycle");
      return { node: known, below: null };
    }
    const node = proof.add(parentOn(stack));
    proof.index.set(key, node);
    const leaf = (state) => {
      proof.leaf(node, state);
      return { node, below: null };
    };
    if (before.size && (before.get(key) ?? 0) >= limit) {
      if (claim.wins) throw new Refuted(choice, "history-repetition");
      return leaf(HISTORY);
    }
    const believed = database && game.databaseKnows(position, database);
    if (believed && refuseDatabase) throw new Refuted(choice, "history-repetition");
    const moves = movesToWalk(block, position, choice, believed);
    if (moves === null) {
      const end = leaf(END);
      hands?.add(position, node);
      return end;
    }
    if (believed) return leaf(DATABASE);
    if (hands && !claim.wins) hands.add(position, node);
    return { node, below: opened(block, node, position, moves, choice, body) };
  });
}

/** The walk of a claim to hold for so many plies: a position that comes back with more of them left is walked again. */
export function* walkFor(plies, leafPlies, block, rootLine, body) {
  const { game, claim, proof } = block;
  const last = new LastPlies(block);
  proof.left = [];

  yield* walkStack(block, rootLine, body, (position, choice, stack) => {
    const left = plies - stack.length;
    const key = game.key(position);
    const known = proof.index.get(key);
    if (known !== undefined && proof.left[known] >= left) return { node: known, below: null };
    const node = proof.add(parentOn(stack));
    proof.index.set(key, node);
    proof.left[node] = left;
    const leaf = (state) => {
      proof.leaf(node, state);
      return { node, below: null };
    };
    if (last.drawsByHistory(position)) return leaf(HISTORY);
    const moves = movesToWalk(block, position, choice, false);
    if (moves === null) return leaf(END);
    if (left === 0) return leaf(HORIZON);
    if (left <= leafPlies && game.turn(position) !== claim.claimant) {
      if (!last.holds(position, left)) throw new Refuted(choice, "lost");
      return leaf(LEAF);
    }
    return { node, below: opened(block, node, position, moves, choice, body) };
  });
}
