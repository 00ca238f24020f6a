// What a walk leaves behind: every position that it met, what is played there, and where that leads.
// Positions are numbers, in the order in which they were met; the root is 0.

export const OPEN = 0;
export const WALKED = 1;
/** The game is over there, or nobody can move. */
export const END = 2;
/** It has occurred before the root so often that it is a draw. */
export const HISTORY = 3;
/** A database is believed about it. */
export const DATABASE = 4;

/** The number of plies that the claim is about has been played. */
export const HORIZON = 5;
/** The last plies of the claim, which have no lines: they have been looked through. */
export const LEAF = 6;

export class Proof {
  constructor() {
    /** The position by its key; where it was walked several times (sections 5 and 6), the last walk. */
    this.index = new Map();
    this.state = [];
    /** Whose child it was first; -1 for the root. */
    this.parent = [];
    /** How many plies play can last at most from here; -1 where there is no end to it. */
    this.height = [];
    /** The claimant's move and the line it is in, where it is his turn. */
    this.answer = [];
    this.answerLine = [];
    /** Children of n: `edges` from first[n] on, count[n] of them, in the order of the moves. */
    this.first = [];
    this.count = [];
    this.edges = [];
    /** Texts of the moves to them; under superko only, where the path decides which moves there are. */
    this.edgeMoves = null;
    /** Where the claim is to hold for a number of plies: how many were left when the position was met. */
    this.left = null;
    /** Under superko, of completed walks: D and F. */
    this.needed = [];
    this.created = [];
    this.leaves = 0;
    this.databaseLeaves = 0;
    this.texts = new Map();
  }

  get size() {
    return this.state.length;
  }

  /** How many different positions there are. */
  get positions() {
    return this.index.size;
  }

  add(parent) {
    const node = this.state.length;
    this.state.push(OPEN);
    this.parent.push(parent);
    this.height.push(-1);
    this.answer.push(null);
    this.answerLine.push(0);
    this.first.push(0);
    this.count.push(0);
    return node;
  }

  setAnswer(node, text, line) {
    // Lines are many, and moves few: one string for all that are alike.
    let known = this.texts.get(text);
    if (known === undefined) {
      known = text;
      this.texts.set(text, text);
    }
    this.answer[node] = known;
    this.answerLine[node] = line;
  }

  leaf(node, state) {
    this.state[node] = state;
    this.height[node] = 0;
    this.leaves += 1;
    if (state === DATABASE) this.databaseLeaves += 1;
  }

  /** All children have been walked. */
  close(node, children) {
    this.state[node] = WALKED;
    this.first[node] = this.edges.length;
    this.count[node] = children.length;
    let height = 0;
    for (const child of children) {
      this.edges.push(child);
      // An open child is an ancestor: play can go round there.
      const below = this.state[child] === OPEN || child === node ? -1 : this.height[child];
      if (below < 0) height = -1;
      else if (height >= 0 && below + 1 > height) height = below + 1;
    }
    this.height[node] = height;
  }

  children(node) {
    return this.edges.slice(this.first[node], this.first[node] + this.count[node]);
  }

  /** How many positions can arise below one, itself not counted. */
  below(node) {
    const { edges, first, count } = this;
    const seen = new Uint8Array(this.size);
    const todo = [node];
    seen[node] = 1;
    let found = 0;
    while (todo.length) {
      const at = todo.pop();
      for (let e = first[at]; e < first[at] + count[at]; e++) {
        const child = edges[e];
        if (!seen[child]) {
          seen[child] = 1;
          found += 1;
          todo.push(child);
        }
      }
    }
    return found;
  }

  /**
   * By which position a line leads to each: the shortest line, or under superko, where a move can be banned on
   * another line, the one by which the walk came first.
   */
  get before() {
    if (this.edgeMoves) return this.parent;
    if (!this.shortest) {
      this.shortest = new Int32Array(this.size).fill(-1);
      const line = [0];
      for (let n = 0; n < line.length; n++) {
        const at = line[n];
        for (let e = this.first[at]; e < this.first[at] + this.count[at]; e++) {
          const child = this.edges[e];
          if (child === 0 || this.shortest[child] >= 0) continue;
          this.shortest[child] = at;
          line.push(child);
        }
      }
    }
    return this.shortest;
  }

  /** How many plies away from the root a position is. */
  pliesTo(node) {
    return this.pathTo(node).length - 1;
  }

  /** The positions from the root to one. */
  pathTo(node) {
    const path = [];
    for (let at = node; at >= 0; at = this.before[at]) path.push(at);
    return path.reverse();
  }
}
