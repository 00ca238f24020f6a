// The walk of section 5: superko, where a finished position is skipped only if its lemma applies.

import { Refuted } from "./lines.js";
import { END } from "./proof.js";
import { STRIDE } from "./walk.js";

/** An interval takes the place of a set with more members. */
const MOST_MEMBERS = 1000;

/** Situations as numbers, and which of them are on the path. */
class Situations {
  constructor(game, board) {
    this.game = game;
    this.board = board;
    this.numbers = new Map();
    this.shapes = [];
    this.positions = [];
    /** How often each is on the path. */
    this.times = [];
    this.path = [];
  }

  of(position) {
    const text = this.game.situation(position, this.board);
    let number = this.numbers.get(text);
    if (number === undefined) {
      number = this.numbers.size;
      this.numbers.set(text, number);
      this.positions.push(position);
      this.times.push(0);
    }
    return number;
  }

  shape(number) {
    return (this.shapes[number] ??= this.game.shape(this.positions[number], this.board));
  }

  enter(number) {
    this.times[number] += 1;
    this.path.push(number);
  }

  leave() {
    this.times[this.path.pop()] -= 1;
  }

  hasAll(set) {
    for (const number of set) if (this.times[number] === 0) return false;
    return true;
  }
}

/** F of section 5: a set, and where `footprints` says so an interval when it is a large one. */
class Footprints {
  constructor(situations, exact) {
    this.situations = situations;
    this.most = exact ? Infinity : MOST_MEMBERS;
    this.members = new Set();
    this.interval = null;
  }

  add(number) {
    if (this.members) {
      this.members.add(number);
      if (this.members.size > this.most) this.becomeInterval();
    } else this.widen(intervalAround(this.situations.shape(number)));
  }

  merge(other) {
    if (other.members) {
      for (const number of other.members) this.add(number);
    } else {
      if (this.members) this.becomeInterval();
      if (this.interval) this.widen(other.interval);
      else this.interval = copyOfInterval(other.interval);
    }
  }

  becomeInterval() {
    const { members } = this;
    this.members = null;
    for (const number of members) {
      const around = intervalAround(this.situations.shape(number));
      if (this.interval) this.widen(around);
      else this.interval = around;
    }
  }

  widen(other) {
    const mine = this.interval;
    for (const colour of [0, 1]) {
      for (let w = 0; w < mine.all[colour].length; w++) {
        mine.all[colour][w] &= other.all[colour][w];
        mine.any[colour][w] |= other.any[colour][w];
      }
      mine.fewest[colour] = Math.min(mine.fewest[colour], other.fewest[colour]);
      mine.most[colour] = Math.max(mine.most[colour], other.most[colour]);
    }
    for (const turn of other.turns) mine.turns.add(turn);
  }

  contains({ stones, counts, turn }) {
    const { all, any, fewest, most, turns } = this.interval;
    if (!turns.has(turn)) return false;
    for (const colour of [0, 1]) {
      if (counts[colour] < fewest[colour] || counts[colour] > most[colour]) return false;
      for (let w = 0; w < stones[colour].length; w++) {
        const word = stones[colour][w];
        if ((all[colour][w] & ~word) !== 0 || (word & ~any[colour][w]) !== 0) return false;
      }
    }
    return true;
  }

  anyOnPath() {
    const { situations, members } = this;
    if (members) {
      for (const number of members) if (situations.times[number] > 0) return true;
      return false;
    }
    return situations.path.some((number) => this.contains(situations.shape(number)));
  }
}

function intervalAround({ stones, counts, turn }) {
  return {
    all: stones.map((words) => words.slice()),
    any: stones.map((words) => words.slice()),
    fewest: counts.slice(),
    most: counts.slice(),
    turns: new Set([turn]),
  };
}

function copyOfInterval({ all, any, fewest, most, turns }) {
  return {
    all: all.map((words) => words.slice()),
    any: any.map((words) => words.slice()),
    fewest: fewest.slice(),
    most: most.slice(),
    turns: new Set(turns),
  };
}

/** Whether nothing but passes lies between an open occurrence of the position and this one. */
function isRoundOfPasses(stack, key, byPass) {
  for (let at = stack.length - 1; byPass && at >= 0; at--) {
    if (stack[at].key === key) return true;
    byPass = stack[at].byPass;
  }
  return false;
}

/**
 * `earlier`: the positions before the root. A node of the proof is a walk of a position here: one that is walked
 * again on another path has several. An edge leads to the walk whose lemma was used, so that
 * following edges is playing by section 7.
 */
export function* walkSuperko(block, rootLine, earlier, body, board) {
  const { game, claim, proof } = block;
  const situations = new Situations(game, board);
  const exact = game.footprints === "exact";
  block.situations = situations;
  proof.edgeMoves = [];
  for (const position of earlier) situations.enter(situations.of(position));

  const stack = [];
  let arriving = { position: block.root, choice: rootLine, byPass: false, text: null };
  let steps = 0;
  for (;;) {
    if (++steps % STRIDE === 0) yield body.lines.number;
    const parent = stack.length ? stack[stack.length - 1] : null;
    const key = game.key(arriving.position);
    const situation = situations.of(arriving.position);
    situations.enter(situation);
    const known = proof.index.get(key);
    if (known !== undefined && situations.hasAll(proof.needed[known]) && !proof.created[known].anyOnPath()) {
      situations.leave();
      if (parent) {
        for (const number of proof.needed[known]) parent.needed.add(number);
        parent.created.merge(proof.created[known]);
        parent.children.push(known);
        parent.texts.push(arriving.text);
      }
    } else {
      if (isRoundOfPasses(stack, key, arriving.byPass)) throw new Refuted(arriving.choice, "cycle");
      const node = proof.add(parent ? parent.node : -1);
      parent?.children.push(node);
      parent?.texts.push(arriving.text);
      const frame = {
        ...arriving,
        key,
        node,
        situation,
        needed: new Set(),
        created: new Footprints(situations, exact),
        replies: [],
        next: 0,
        children: [],
        texts: [],
      };
      stack.push(frame);
      enter(frame);
    }
    for (;;) {
      const frame = stack[stack.length - 1];
      if (!frame) return;
      if (frame.next < frame.replies.length) {
        const { after, text, isPass } = frame.replies[frame.next++];
        arriving = { position: after, text, byPass: isPass, choice: frame.choice };
        break;
      }
      close(frame);
    }
  }

  function close(frame) {
    stack.pop();
    situations.leave();
    frame.needed.delete(frame.situation);
    const { node } = frame;
    if (proof.state[node] !== END) {
      proof.close(node, frame.children);
      proof.edgeMoves.push(...frame.texts);
    }
    proof.needed[node] = frame.needed;
    proof.created[node] = frame.created;
    proof.index.set(frame.key, node);
    const parent = stack[stack.length - 1];
    if (parent) {
      for (const number of frame.needed) parent.needed.add(number);
      parent.created.merge(frame.created);
    }
  }

  /** Fills in D, F and the replies of a position that has just been put on the path. */
  function enter(frame) {
    const { position, node, needed, created } = frame;
    const result = game.over(position);
    if (result !== null) {
      if (!claim.supportedBy(result)) throw new Refuted(frame.choice, "wrong-terminal");
      proof.leaf(node, END);
      return;
    }
    const own = game.turn(position) === claim.claimant;
    const moves = game.moves(position);
    const legal = [];
    const banned = [];
    for (const move of moves) {
      const after = game.play(position, move);
      const isPass = game.isPass(position, move);
      const number = situations.of(after);
      if (!isPass && situations.times[number] > 0) banned.push(number);
      else legal.push({ move, after, isPass, number, text: game.text(position, move) });
    }
    const supported = claim.supportedBy(game.stuck(position));
    if (!own || legal.length === 0) for (const number of banned) needed.add(number);
    if (!own && !supported && !legal.some((reply) => reply.isPass)) {
      for (const reply of legal) created.add(reply.number);
    }
    if (legal.length === 0) {
      if (!supported) throw new Refuted(frame.choice, own ? "claimant-stuck" : "wrong-terminal");
      proof.leaf(node, END);
      return;
    }
    if (!own) {
      frame.replies = legal;
      return;
    }
    const text = body.move();
    frame.choice = body.line;
    const move = game.find(position, moves, text);
    if (move === undefined) throw new Refuted(body.line, "illegal-move");
    const reply = legal.find((one) => one.move === move);
    if (!reply) throw new Refuted(body.line, "repeating-move");
    if (!reply.isPass) created.add(reply.number);
    proof.setAnswer(node, text, body.line);
    frame.replies = [reply];
  }
}
