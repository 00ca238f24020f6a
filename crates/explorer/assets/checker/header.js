// The header of a block, and what can be said of it without knowing the game.

import { FIRST_WORDS, HEADER_LIMIT, Unreadable, hasControl, trimmed } from "./lines.js";

export const SUPERKO_RULES = ["situational-superko", "positional-superko"];
export const ATTACKER_RULES = ["attacker-loses", "attacker-wins"];
export const ALL_RULES = ["draw", ...ATTACKER_RULES, ...SUPERKO_RULES];

const REQUIRED_KEYS = ["game", "claim", "repetition", "root", "moves"];
const KEYS = [...REQUIRED_KEYS, "attacker", "footprints", "within", "plies", "leaf-plies", "hands", "history", "database"];

/** Whether it is the one way to write a number of so many bits. */
function isCount(text, bits) {
  return /^(0|[1-9][0-9]{0,19})$/.test(text) && BigInt(text) < 1n << bits;
}

export class Header {
  /** Reads a block up to its separator. */
  constructor(lines) {
    const first = lines.next(HEADER_LIMIT);
    if (first === null) throw new Unreadable("the file is empty");
    if (first !== `${FIRST_WORDS}1`) {
      throw new Unreadable(`line ${lines.number}: expected '${FIRST_WORDS}1'`);
    }
    this.firstLine = lines.number;
    this.values = new Map();
    this.places = new Map();
    for (;;) {
      const line = lines.next(HEADER_LIMIT);
      if (line === null) throw new Unreadable(`line ${lines.number + 1}: the file ends within a header`);
      if (line === "---") break;
      this.entry(line, lines.number);
    }
    for (const key of REQUIRED_KEYS) {
      if (!this.has(key)) throw new Unreadable(`line ${lines.number}: no '${key}' in the header`);
    }
    this.understand();
  }

  entry(line, number) {
    const comment = line.search(/[ \t]#/);
    const text = trimmed(comment < 0 ? line : line.slice(0, comment));
    const colon = text.indexOf(":");
    const key = text.slice(0, Math.max(colon, 0));
    if (!KEYS.includes(key)) {
      throw new Unreadable(`line ${number}: expected '<key>: <value>', found '${text.slice(0, 60)}'`);
    }
    if (this.has(key)) throw new Unreadable(`line ${number}: a second '${key}'`);
    const value = trimmed(text.slice(colon + 1));
    if (value === "" || hasControl(value)) {
      throw new Unreadable(`line ${number}: '${key}' has no value, or a control character in it`);
    }
    this.values.set(key, value);
    this.places.set(key, number);
  }

  understand() {
    this.rule = this.get("repetition");
    if (!ALL_RULES.includes(this.rule)) this.fail("repetition", "no such rule");
    this.superko = SUPERKO_RULES.includes(this.rule);
    this.namesAttacker = ATTACKER_RULES.includes(this.rule);

    const claim = /^([^ ]+) (wins|holds)$/u.exec(this.get("claim"));
    if (!claim) this.fail("claim", "expected '<player> wins' or '<player> holds'");
    this.player = claim[1];
    this.wins = claim[2] === "wins";

    if (this.has("footprints") !== this.superko)
      this.fail("footprints", "there under superko, and only there");
    if (this.superko && !["exact", "interval"].includes(this.get("footprints"))) {
      this.fail("footprints", "expected 'exact' or 'interval'");
    }
    if (this.has("attacker") !== this.namesAttacker) {
      this.fail("attacker", "there under attacker-loses and attacker-wins, and only there");
    }
    if (this.namesAttacker) {
      const attacks = this.player === this.get("attacker");
      const possible = this.rule === "attacker-loses" ? attacks === this.wins : attacks !== this.wins;
      if (!possible) this.fail("claim", "no question of this rule with this attacker");
    }
    if (this.superko && this.has("database")) this.fail("database", "no database knows superko");
    for (const [key, possible] of [
      ["within", this.wins],
      ["plies", !this.wins],
    ]) {
      if (!this.has(key)) continue;
      if (!possible || this.superko || this.has("database")) {
        this.fail(key, "not with this claim, nor under superko or with a database");
      }
      if (!isCount(this.get(key), 32n)) this.fail(key, "expected a number below 2^32");
    }
    if (this.has("leaf-plies")) {
      if (!this.has("plies")) this.fail("leaf-plies", "only with a number of plies for which somebody holds");
      if (!["1", "2", "3"].includes(this.get("leaf-plies"))) this.fail("leaf-plies", "expected 1, 2 or 3");
    }
    if (this.has("hands")) {
      if (this.get("hands") !== "dominate") this.fail("hands", "expected 'dominate'");
      if (this.superko || this.has("plies") || this.has("history") || this.has("database"))
        this.fail("hands", "not with plies, a history, a database or superko");
    }
    if (!isCount(this.get("moves"), 64n)) this.fail("moves", "expected a number below 2^64");
  }

  /** The claim as it is repeated: with its number of plies, where it has one. */
  get fullClaim() {
    const plies = ["within", "plies"].filter((key) => this.has(key)).map((key) => ` ${key} ${this.get(key)}`);
    return this.get("claim") + plies.join("");
  }

  has(key) {
    return this.values.has(key);
  }

  get(key) {
    return this.values.get(key);
  }

  /** The line of a key, or the first of the block if it is missing. */
  line(key) {
    return this.places.get(key) ?? this.firstLine;
  }

  fail(key, what) {
    throw new Unreadable(`line ${this.line(key)}: ${key}: ${what}`);
  }
}
