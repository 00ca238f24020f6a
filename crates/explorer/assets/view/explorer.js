// Going through a proof: the line that is being looked at, and what can be said of every move from here. It knows
// nothing of the page.

import { DATABASE, END, HISTORY, HORIZON, LEAF } from "../checker/proof.js";
import { LastPlies } from "../checker/walk.js";
import { moveLabel } from "./san.js";
import { lasting } from "./words.js";

/** The position is not one of the proof. */
export const OUTSIDE = -1;

/** Longer lines are not told move by move. */
const MOST_NAMED = 60;

/**
 * A position of the line:
 *
 *     position   as the game has it
 *     key        the same for the same position
 *     node       its number in the proof, or OUTSIDE
 *     text       the move that led here, as certificates have it; null at the root
 *     label      the same as people read it
 *     situation  under superko, what is compared
 *     inside     inside a leaf of a claim for a number of plies, which is no position of the proof: the plies that are
 *                left; else null
 */
export class Explorer {
  /** @param block what `check` returned for one claim */
  constructor(block) {
    this.block = block;
    this.game = block.game;
    this.proof = block.proof;
    this.claim = block.claim;
    this.superko = block.header.superko;
    this.board = block.header.rule === "positional-superko";
    this.counts = new Map();
    this.past = block.history
      .slice(0, -1)
      .map(({ position, text }) => this.step(position, OUTSIDE, text ?? null, text));
    this.last = new LastPlies(block);
    this.steps = [this.step(block.root, 0, null, null)];
    this.at = 0;
  }

  step(position, node, text, label, inside = null) {
    const situation = this.superko ? this.game.situation(position, this.board) : null;
    return { position, key: this.game.key(position), node, text, label, situation, inside };
  }

  get here() {
    return this.steps[this.at];
  }

  get inProof() {
    return this.here.node !== OUTSIDE || this.here.inside !== null;
  }

  /** In a leaf, at its top or inside: the plies that are left; else null. */
  get leftInLeaf() {
    const { node, inside } = this.here;
    return node !== OUTSIDE && this.proof.state[node] === LEAF ? this.proof.left[node] : inside;
  }

  /** Whether it is the claimant's turn, and the game goes on. */
  get claimantMoves() {
    return this.ending() === null && this.game.turn(this.here.position) === this.claim.claimant;
  }

  /** The positions on the path to the one at hand, the history before the root too. */
  path() {
    return [...this.past, ...this.steps.slice(0, this.at + 1)];
  }

  /** Legal moves, and under superko those that a rule of repetition forbids, each with the place that it repeats. */
  movesHere() {
    const { position } = this.here;
    const legal = [];
    const banned = [];
    if (this.game.over(position) !== null) return { legal, banned };
    const path = this.superko ? this.path() : [];
    for (const move of this.game.moves(position)) {
      const after = this.game.play(position, move);
      if (this.superko && !this.game.isPass(position, move)) {
        const situation = this.game.situation(after, this.board);
        const repeats = path.findIndex((step) => step.situation === situation);
        if (repeats >= 0) {
          banned.push({ text: this.game.text(position, move), move, ply: repeats - this.past.length });
          continue;
        }
      }
      legal.push({ move, after, text: this.game.text(position, move) });
    }
    return { legal, banned };
  }

  /** Why nothing is played from here, or null: {what: "end" | "history" | "database" | "stuck", why} */
  ending() {
    const { node, position } = this.here;
    const state = node === OUTSIDE ? null : this.proof.state[node];
    if (state === HISTORY || (this.here.inside !== null && this.last.drawsByHistory(position))) {
      return {
        what: "history",
        why: "This position has occurred before the root so often that it is a draw now.",
      };
    }
    if (state === HORIZON || (this.here.inside === 0 && this.movesHere().legal.length > 0))
      return { what: "horizon", why: "The claim ends here: so many moves have been played." };
    if (state === DATABASE) {
      const { text } = this.block.database;
      return { what: "database", why: `The proof ends here: the result is taken from the database ${text}.` };
    }
    if (state === END || this.game.over(position) !== null || this.movesHere().legal.length === 0) {
      return { what: "end", why: this.game.why(position) };
    }
    return null;
  }

  /**
   * Where a move leads to, as `node` and `inside` of a step say it. Inside a leaf a position may be one of the proof, which
   * claims less about it.
   */
  placeOf(text, after, answer) {
    const node = this.childOf(this.here.node, this.here.position, text, after);
    const left = this.leftInLeaf;
    if (left === null || (answer !== null && answer !== text)) return { node, inside: null };
    if (node !== OUTSIDE && this.proof.left[node] >= left - 1) return { node, inside: null };
    return { node: OUTSIDE, inside: left - 1 };
  }

  /** The number in the proof of the position that a move leads to, or OUTSIDE. */
  childOf(node, position, text, after) {
    if (!this.superko) return this.proof.index.get(this.game.key(after)) ?? OUTSIDE;
    if (node !== OUTSIDE) {
      const { first, count, edges, edgeMoves } = this.proof;
      for (let e = first[node]; e < first[node] + count[node]; e++)
        if (edgeMoves[e] === text) return edges[e];
    }
    return OUTSIDE;
  }

  /** Sees to it that what there is to know of the position at hand is here. Of a proof in the page it is. */
  async load() {
    await this.proof.load?.(this);
  }

  /** What can be played here, the move of the proof first where it is the claimant's turn. */
  replies() {
    const { node, position } = this.here;
    const answer = this.textOfAnswer(node, position, this.here.inside);
    const all = this.game.over(position) === null ? this.game.moves(position) : [];
    const path = this.path();
    const found = this.movesHere().legal.map(({ move, after, text }) => {
      const { node: child, inside } = this.placeOf(text, after, answer);
      const key = this.game.key(after);
      const met = this.superko ? -1 : path.findIndex((step) => step.key === key);
      return {
        text,
        move,
        after,
        label: moveLabel(this.game, position, move, all),
        node: child,
        isClaimed: child !== OUTSIDE || inside !== null,
        ofProof: text === answer,
        height: child === OUTSIDE ? null : this.proof.height[child],
        left: child === OUTSIDE ? inside : (this.proof.left?.[child] ?? null),
        leaf: child === OUTSIDE ? null : this.leafAt(child, after),
        returnsTo: met < 0 ? null : met - this.past.length,
        joins: child !== OUTSIDE && node !== OUTSIDE && met < 0 && this.proof.before[child] !== node,
        answer: this.answerAt(child, after, inside),
      };
    });
    return found.sort((a, b) => Number(b.ofProof) - Number(a.ofProof));
  }

  leafAt(node, position) {
    const state = this.proof.state[node];
    if (state === DATABASE) return "database";
    if (state === HORIZON) return "the claim ends here";
    if (state === HISTORY) return "draw by the history";
    return state === END ? this.game.why(position) : null;
  }

  /** The claimant's move in a position, as a step says where it is; null if it is not his turn, or nothing is claimed. */
  textOfAnswer(node, position, inside) {
    if (node !== OUTSIDE) return this.proof.answer[node];
    if (!inside || this.game.turn(position) !== this.claim.claimant || this.game.over(position) !== null) return null;
    if (this.last.drawsByHistory(position)) return null;
    const move = this.last.answer(position, this.game.moves(position), inside);
    return move === undefined ? null : this.game.text(position, move);
  }

  /** What the proof answers in a position, as people read it. */
  answerAt(node, position, inside) {
    const text = this.textOfAnswer(node, position, inside);
    if (text === null) return null;
    const moves = this.game.moves(position);
    return moveLabel(this.game, position, this.game.find(position, moves, text), moves);
  }

  /** How many positions are below one of the proof, or the promise of it. */
  below(node) {
    if (!this.counts.has(node)) this.counts.set(node, this.proof.below(node));
    return this.counts.get(node);
  }

  /** Plays a move; what was behind the position at hand is dropped, unless it is the same move. */
  play(text) {
    const next = this.steps[this.at + 1];
    if (next?.text === text) {
      this.at += 1;
      return true;
    }
    const { node, position, inside: before } = this.here;
    const reply = this.movesHere().legal.find((one) => one.text === text);
    if (!reply) return false;
    const label = moveLabel(this.game, position, reply.move, this.game.moves(position));
    const to = this.placeOf(text, reply.after, this.textOfAnswer(node, position, before));
    this.steps.length = this.at + 1;
    this.steps.push(this.step(reply.after, to.node, text, label, to.inside));
    this.at += 1;
    return true;
  }

  /** Lets the proof answer, if it is the claimant's turn in a position of it. */
  answer() {
    const { node, position, inside } = this.here;
    const text = this.textOfAnswer(node, position, inside);
    return text !== null && this.play(text);
  }

  goTo(ply) {
    this.at = Math.max(0, Math.min(ply, this.steps.length - 1));
  }

  /** Plays a list of moves from the root, as far as they are legal; how many were. */
  playLine(texts) {
    this.steps.length = 1;
    this.at = 0;
    let played = 0;
    while (played < texts.length && this.play(texts[played])) played += 1;
    return played;
  }

  /** The same, where the positions of the proof may have to be asked for; from the root, or from the position at hand. */
  async follow(texts, fromRoot) {
    if (fromRoot) {
      this.steps.length = 1;
      this.at = 0;
    }
    let played = 0;
    await this.load();
    while (played < texts.length && this.play(texts[played])) {
      played += 1;
      await this.load();
    }
    return played;
  }

  /** Two moves have a number in chess and checkers: `3.` and `3...`; elsewhere each has one. */
  numberOf(ply) {
    if (this.game.name !== "chess" && this.game.name !== "checkers") return `${ply}.`;
    const turn = this.game.turn(this.steps[ply - 1].position);
    const first = this.game.turn(this.steps[0].position);
    return `${Math.floor((ply - 1 + first) / 2) + 1}${turn === 0 ? "." : "..."}`;
  }

  /** A move of the line with its number; null at the start and before it. */
  moveName(ply) {
    return ply > 0 ? `${this.numberOf(ply)} ${this.steps[ply].label}` : null;
  }

  line() {
    return this.steps.slice(1, this.at + 1).map((step) => step.text);
  }

  /** The move to a child of a position of the proof; `moves` are the legal ones. */
  edgeMove(node, at, position, moves) {
    const { first, edgeMoves, answer } = this.proof;
    if (this.superko) return this.game.find(position, moves, edgeMoves[first[node] + at]);
    return answer[node] === null ? moves[at] : this.game.find(position, moves, answer[node]);
  }

  /** The moves of a line that leads to a position of the proof. */
  movesTo(node) {
    const known = this.proof.ways?.[node];
    if (known) return known;
    const path = this.proof.pathTo(node);
    const texts = [];
    let position = this.block.root;
    for (let n = 1; n < path.length; n++) {
      const { first, count, edges } = this.proof;
      const from = path[n - 1];
      const at = edges.slice(first[from], first[from] + count[from]).indexOf(path[n]);
      const move = this.edgeMove(from, at, position, this.game.moves(position));
      texts.push(this.game.text(position, move));
      position = this.game.play(position, move);
    }
    return texts;
  }

  /** The same as a short text for people. */
  labelsTo(node, most) {
    const plies = this.proof.pliesTo(node);
    if (plies > MOST_NAMED) return `a line of ${lasting(this.game, plies)}`;
    let position = this.block.root;
    const labels = [];
    for (const text of this.movesTo(node)) {
      const moves = this.game.moves(position);
      const move = this.game.find(position, moves, text);
      labels.push(moveLabel(this.game, position, move, moves));
      position = this.game.play(position, move);
    }
    return labels.length > most ? `… ${labels.slice(-most).join(" ")}` : labels.join(" ");
  }

  /** The moves of a line to any position of the proof, as `movesTo` has them. */
  async lineTo(node) {
    return this.proof.way ? this.proof.way(node) : this.movesTo(node);
  }

  /** As `nodeOf`, of any proof. */
  async find(text) {
    const read = this.readPosition(text);
    if (read === null || !this.proof.find) return this.nodeOf(text);
    return this.proof.find(this.game.write(read));
  }

  /** The number in the proof of a position that is given as a text; null if the text is no position. */
  nodeOf(text) {
    const read = this.readPosition(text);
    return read && (this.proof.index.get(this.game.key(read)) ?? OUTSIDE);
  }

  readPosition(text) {
    try {
      const fields = text.trim();
      // A FEN may come with its two counters.
      return this.game.read(this.game.name === "chess" ? fields.split(/ +/).slice(0, 4).join(" ") : fields);
    } catch {
      return null;
    }
  }

  /** Plays the longest line to its end, from here. */
  async playLongest() {
    if (this.proof.longest) {
      await this.follow(await this.proof.longest(this.here.node), false);
      return;
    }
    for (;;) {
      if (this.claimantMoves ? this.answer() : false) continue;
      const reply = this.ending() || this.claimantMoves ? null : this.longestReply();
      if (reply === null || !this.play(reply)) break;
    }
  }

  /** The move of the opponent's longest resistance from here, where play has an end. */
  longestReply() {
    const { node, position } = this.here;
    let best = null;
    let longest = -1;
    for (const { after, text } of this.movesHere().legal) {
      const child = this.childOf(node, position, text, after);
      if (child !== OUTSIDE && this.proof.height[child] > longest) {
        longest = this.proof.height[child];
        best = text;
      }
    }
    return best;
  }
}
