// Graph games, read from a `.game` file: docs/game-format.md.

import { DRAW, NotAPosition } from "./game.js";
import { Refuted, Unreadable, trimmed } from "./lines.js";
import { ALL_RULES, ATTACKER_RULES, SUPERKO_RULES } from "./header.js";

const GRAPH_NAME = /^[A-Za-z0-9_\-.']+$/;
const GRAPH_ENDS = ["win-first", "win-second", "draw"];
const GRAPH_HEADERS = ["rule", "root", "attacker", "history", "occurrences"];
// Counted in the tree of a search, which means nothing here, and in the whole game.
const GRAPH_OCCURRENCES = new Map([["tree:2,game:2", 2], ["tree:2,game:3", 3], ["tree:3,game:3", 3]]);
const GRAPH_WORDS = /[^\t\n\v\f\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;

const wordsOf = (text) => text.match(GRAPH_WORDS) ?? [];

export class GraphGame {
  /** @param {Uint8Array} bytes of the file; throws Unreadable */
  constructor(bytes) {
    this.name = "graph";
    this.players = ["first", "second"];
    this.rules = ALL_RULES;
    this.footprints = "exact";
    this.occurrences = 2;
    this.assumptions = [];
    this.headers = new Map();
    this.nodes = new Map();
    let text;
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      throw new Unreadable("the game is not UTF-8");
    }
    let started = false;
    for (const [at, raw] of text.split("\n").entries()) {
      let line = trimmed(raw);
      if (!started || !line.startsWith("note:")) line = trimmed(line.split("#")[0]);
      if (line === "") continue;
      try {
        if (started) this.readLine(line);
        else if (line !== "threefold game 1") throw new NotAPosition("expected 'threefold game 1'");
      } catch (error) {
        if (!(error instanceof NotAPosition)) throw error;
        throw new Unreadable(`the game, line ${at + 1}: ${error.message}`);
      }
      started = true;
    }
    if (!started) throw new Unreadable("the game is empty");
    this.validate();
  }

  readLine(line) {
    const colon = line.indexOf(":");
    const head = trimmed(colon < 0 ? line : line.slice(0, colon));
    const tail = colon < 0 ? "" : trimmed(line.slice(colon + 1));
    if (colon >= 0 && line.startsWith("note:")) return;
    if (colon >= 0 && GRAPH_HEADERS.includes(line.slice(0, colon))) {
      if (this.headers.has(head) || tail === "")
        throw new NotAPosition(`'${head}' twice, or without a value`);
      this.headers.set(head, tail);
      return;
    }
    const words = wordsOf(head);
    const name = words[0] ?? "";
    let label = name;
    if (words.length === 3 && words[2].startsWith("board=")) label = words.pop().slice("board=".length);
    if (words.length !== 2 || !GRAPH_NAME.test(name) || !GRAPH_NAME.test(label) || this.nodes.has(name)) {
      throw new NotAPosition("expected a position that has no line yet, and whose turn it is or who has won");
    }
    const end = GRAPH_ENDS.indexOf(words[1]);
    const turn = this.players.indexOf(words[1]);
    if (end >= 0 && tail === "") {
      this.nodes.set(name, { name, label, end: [0, 1, DRAW][end], turn: 0, moves: [] });
      return;
    }
    if (turn < 0 || colon < 0) throw new NotAPosition("expected whose turn it is, or who has won");
    const moves = wordsOf(tail).map((word) => {
      const found = /^([A-Za-z0-9_\-.']+)(|!|~|!~|~!)$/.exec(word);
      if (!found) throw new NotAPosition(`expected a successor, not '${word.slice(0, 60)}'`);
      return { text: found[1], isPass: found[2].includes("~"), isIrreversible: found[2].includes("!") };
    });
    moves.sort((a, b) => (a.text < b.text ? -1 : 1));
    if (moves.some((move, at) => at > 0 && move.text === moves[at - 1].text)) {
      throw new NotAPosition("a successor twice");
    }
    this.nodes.set(name, { name, label, end: null, turn, moves });
  }

  validate() {
    for (const { name, moves } of this.nodes.values()) {
      for (const move of moves) {
        if (!this.nodes.has(move.text)) throw new Unreadable(`the game: unknown position '${move.text}'`);
      }
      for (const move of moves) {
        if (move.isIrreversible && this.leadsToBoardOf(move.text, name)) {
          throw new Unreadable(`the game: a way leads back from '${move.text}' to '${name}'`);
        }
        if (move.isPass && this.leads(move.text, name, (step) => step.isPass)) {
          throw new Unreadable(`the game: passes lead round in a circle at '${name}'`);
        }
      }
    }
    const rule = this.headers.get("rule");
    if (!ALL_RULES.includes(rule)) throw new Unreadable("the game has no rule");
    if (!this.nodes.has(this.headers.get("root"))) throw new Unreadable("the game has no root");
    if (!this.headers.has("attacker")) this.headers.set("attacker", "first");
    if (!this.players.includes(this.headers.get("attacker"))) {
      throw new Unreadable("the game: the attacker is first or second");
    }
    if (this.headers.has("occurrences")) {
      this.occurrences = GRAPH_OCCURRENCES.get(wordsOf(this.headers.get("occurrences")).join(""));
      if (this.occurrences === undefined) throw new Unreadable("the game: not a number of occurrences");
    }
    if (this.headers.has("history")) this.validateHistory(wordsOf(this.headers.get("history")), rule);
  }

  /** Keeps the history as a certificate has it, if it is more than the root. */
  validateHistory(names, rule) {
    const board = rule === "positional-superko";
    const seen = new Set();
    names.forEach((name, at) => {
      const node = this.nodes.get(name);
      const move = at > 0 ? this.nodes.get(names[at - 1]).moves.find((one) => one.text === name) : null;
      if (!node || move === undefined) {
        throw new Unreadable(`the game: '${name.slice(0, 60)}' in the history cannot be reached`);
      }
      const situation = this.situation(node, board);
      if (SUPERKO_RULES.includes(rule) && seen.has(situation) && !move?.isPass) {
        throw new Unreadable(`the game: '${name}' in the history repeats`);
      }
      seen.add(situation);
    });
    if (names[names.length - 1] !== this.headers.get("root")) {
      throw new Unreadable("the game: the history does not end in the root");
    }
    if (names.length > 1) this.headers.set("history", `${names[0]} moves ${names.slice(1).join(" ")}`);
    else this.headers.delete("history");
  }

  /** Whether some moves that `may` be used lead from one position to another. */
  leads(start, goal, may) {
    const seen = new Set([start]);
    for (const at of seen) {
      if (at === goal) return true;
      for (const move of this.nodes.get(at)?.moves ?? []) if (may(move)) seen.add(move.text);
    }
    return false;
  }

  /** The same from board to board: positions with one label are one. */
  leadsToBoardOf(start, goal) {
    const after = new Map();
    for (const { label, moves } of this.nodes.values()) {
      if (!after.has(label)) after.set(label, []);
      for (const move of moves) {
        const to = this.nodes.get(move.text);
        if (to) after.get(label).push(to.label);
      }
    }
    const seen = new Set([this.nodes.get(start).label]);
    for (const at of seen) for (const to of after.get(at)) seen.add(to);
    return seen.has(this.nodes.get(goal).label);
  }

  /** A certificate of a graph game has to be about the question of its file. */
  compareQuestion(header) {
    const asked = [
      ["repetition", this.headers.get("rule")],
      ["attacker", this.headers.get("attacker")],
      ["root", this.headers.get("root")],
      ["history", this.headers.get("history")],
    ];
    for (const [key, value] of asked) {
      if (key === "attacker" && !ATTACKER_RULES.includes(header.rule)) continue;
      if (header.get(key) !== value) {
        throw new Refuted(header.line(header.has(key) ? key : "root"), "other-question");
      }
    }
  }

  read(text) {
    const node = this.nodes.get(text);
    if (!node) throw new NotAPosition("no position of the game");
    return node;
  }

  write(node) {
    return node.name;
  }

  key(node) {
    return node.name;
  }

  turn(node) {
    return node.turn;
  }

  over(node) {
    return node.end;
  }

  mayGoOn(node) {
    return node.end === null;
  }

  moves(node) {
    return node.moves;
  }

  text(_, move) {
    return move.text;
  }

  find(_, moves, text) {
    return moves.find((move) => move.text === text);
  }

  play(_, move) {
    return this.nodes.get(move.text);
  }

  isPass(_, move) {
    return move.isPass;
  }

  stuck(node) {
    return 1 - node.turn;
  }

  situation(node, board) {
    return board ? node.label : node.name;
  }

  why(node) {
    if (node.end === null) return `${node.turn === 0 ? "First" : "Second"} cannot move and has lost.`;
    return node.end === DRAW ? "A draw." : `${node.end === 0 ? "First" : "Second"} has won.`;
  }
}
