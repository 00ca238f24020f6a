// The walk of section 3: every rule of repetition but superko.

import { Refuted } from "./lines.js";
import { DATABASE, END, HISTORY, OPEN } from "./proof.js";

/** How many positions are looked at between two pauses. */
export const STRIDE = 256;

/** Reads the claimant's move, which has to be a legal one. */
function readAnswer(game, position, moves, body) {
  const text = body.move();
  const move = game.find(position, moves, text);
  if (move === undefined) throw new Refuted(body.line, "illegal-move");
  return { move, text };
}

/** Whether a position of the history draws at its next occurrence, can recur, and is in the database. */
function databaseIsRefused({ game, history, database }, before, limit) {
  const recent = history.findLastIndex((step) => step.irreversible);
  return history.slice(Math.max(recent, 0)).some(({ position }) => (
    before.get(game.key(position)) >= limit && game.databaseKnows(position, database)
  ));
}

/** `earlier`: the positions before the root. */
export function* walkPlain(block, rootLine, earlier, body) {
  const { game, claim, proof, database } = block;
  const { index } = proof;
  const before = new Map();
  for (const position of earlier) {
    const key = game.key(position);
    before.set(key, (before.get(key) ?? 0) + 1);
  }
  const limit = game.occurrences === null ? Infinity : game.occurrences - 1;
  const refuseDatabase = database && claim.wins && databaseIsRefused(block, before, limit);

  const stack = [];
  let frame = null;
  let position = block.root;
  let choice = rootLine;
  let steps = 0;
  for (;;) {
    if (++steps % STRIDE === 0) yield body.lines.number;
    const key = game.key(position);
    let node = index.get(key);
    if (node === undefined) {
      node = proof.add(frame ? frame.node : -1);
      index.set(key, node);
      frame?.children.push(node);
      const entered = enter(node, key);
      if (entered) {
        stack.push(entered);
        frame = entered;
      }
    } else {
      if (claim.wins && proof.state[node] === OPEN) throw new Refuted(choice, "cycle");
      frame.children.push(node);
    }
    // The next reply that has not been walked.
    while (frame && frame.next === frame.replies.length) {
      proof.close(frame.node, frame.children);
      stack.pop();
      frame = stack.length ? stack[stack.length - 1] : null;
    }
    if (!frame) return;
    choice = frame.choice;
    position = game.play(frame.position, frame.replies[frame.next++]);
  }

  /** Looks at a position that is met for the first time: null for a leaf, else what has to be walked below. */
  function enter(node, key) {
    if (before.size && (before.get(key) ?? 0) >= limit) {
      if (claim.wins) throw new Refuted(choice, "history-repetition");
      proof.leaf(node, HISTORY);
      return null;
    }
    const result = game.over(position);
    if (result !== null) {
      if (!claim.supportedBy(result)) throw new Refuted(choice, "wrong-terminal");
      proof.leaf(node, END);
      return null;
    }
    const known = database && game.databaseKnows(position, database);
    if (known && refuseDatabase) throw new Refuted(choice, "history-repetition");
    const moves = game.moves(position);
    const own = game.turn(position) === claim.claimant;
    if (moves.length === 0) {
      if (!claim.supportedBy(game.stuck(position))) {
        throw new Refuted(choice, own && !known ? "claimant-stuck" : "wrong-terminal");
      }
      proof.leaf(node, END);
      return null;
    }
    if (known) {
      proof.leaf(node, DATABASE);
      return null;
    }
    if (!own) return { node, position, choice, replies: moves, next: 0, children: [] };
    const { move, text } = readAnswer(game, position, moves, body);
    proof.setAnswer(node, text, body.line);
    return { node, position, choice: body.line, replies: [move], next: 0, children: [] };
  }
}
