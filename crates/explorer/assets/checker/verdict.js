// What is said of a file: sections 1 and 4 of docs/certificate.md, in the order given there.

import { Body, HEADER_LIMIT, Lines, NotChecked, Refuted, Unreadable } from "./lines.js";
import { Header } from "./header.js";
import { NotAPosition } from "./game.js";
import { Proof } from "./proof.js";
import { Hands, walkFor, walkPlain } from "./walk.js";
import { walkSuperko } from "./superko.js";
import { Chess } from "./chess.js";
import { FiftyMoves } from "./fifty-moves.js";
import { Checkers } from "./checkers.js";
import { GoBoardGame } from "./go.js";
import { GoProblem } from "./go-problem.js";
import { Tsume } from "./tsume.js";

const SAME_IN_BOTH = ["game", "repetition", "footprints", "root", "history"];

/** Whose claim it is, and which results support it. */
export class Claim {
  constructor(claimant, wins) {
    this.claimant = claimant;
    this.wins = wins;
  }

  supportedBy(result) {
    return this.wins ? result === this.claimant : result !== 1 - this.claimant;
  }
}

/** What chess is played for besides checkmate. */
const AIMS = [
  "selfmate", "stalemate", "reflexmate", "semi-reflexmate white", "semi-reflexmate black",
];

/** The game of a header, with its parameters. What it does not define is unreadable. */
function gameOf(header, graph) {
  const text = header.get("game");
  const blank = text.indexOf(" ");
  const name = blank < 0 ? text : text.slice(0, blank);
  const parameters = blank < 0 ? null : text.slice(blank + 1);
  if (name === "tsume" && parameters?.includes(" conventional:")) {
    throw new NotChecked("is about a length by convention, which the page does not check", "convention");
  }
  let game;
  try {
    if (text === "chess") game = new Chess();
    else if (text === "chess fifty-moves") game = new FiftyMoves();
    else if (name === "chess" && AIMS.includes(parameters)) game = new Chess(parameters);
    else if (text === "checkers") game = new Checkers();
    else if (name === "go" && parameters !== null) game = new GoBoardGame(parameters);
    else if (name === "go-problem" && parameters !== null) {
      game = new GoProblem(parameters, header.get("root").split(" ")[0]);
    } else if (name === "tsume" && parameters !== null) game = new Tsume(parameters);
    else if (text === "graph") {
      if (!graph) header.fail("game", "which graph game it is about has to be said");
      game = graph;
    } else header.fail("game", "no such game, or parameters that it does not have");
  } catch (error) {
    if (error instanceof NotAPosition) header.fail("game", error.message);
    throw error;
  }
  if (!game.rules.includes(header.rule)) {
    header.fail("repetition", `no rule of this game; it has ${game.rules.join(", ")}`);
  }
  if (header.has("hands") && !game.apart) header.fail("hands", "nobody holds anything in this game");
  if (header.has("hands") && !header.wins && text !== "chess fifty-moves") header.fail("hands", "only who wins");
  if (header.has("database") && !game.hasDatabase) header.fail("database", "the game has none");
  return game;
}

/** A position in its one spelling. */
function positionOf(game, text, line, kind) {
  let position;
  try {
    position = game.read(text);
  } catch (error) {
    if (!(error instanceof NotAPosition)) throw error;
    throw new Refuted(line, kind);
  }
  if (game.write(position) !== text) throw new Refuted(line, kind);
  return position;
}

/** The positions from the start of the history to the root; each move has to be possible. */
function historyOf(game, header) {
  const line = header.line("history");
  const text = header.get("history");
  const at = text.indexOf(" moves ");
  if (at < 0) throw new Refuted(line, "bad-history");
  const board = header.rule === "positional-superko";
  const steps = [{ position: positionOf(game, text.slice(0, at), line, "bad-history"), irreversible: false }];
  const seen = new Set();
  if (header.superko) seen.add(game.situation(steps[0].position, board));
  for (const word of text.slice(at + " moves ".length).split(" ")) {
    const last = steps[steps.length - 1].position;
    const move = game.mayGoOn(last) ? game.find(last, game.moves(last), word) : undefined;
    if (move === undefined) throw new Refuted(line, "bad-history");
    const position = game.play(last, move);
    if (header.superko) {
      const situation = game.situation(position, board);
      if (seen.has(situation) && !game.isPass(last, move)) throw new Refuted(line, "bad-history");
      seen.add(situation);
    }
    const irreversible = game.isIrreversible ? game.isIrreversible(last, move) : false;
    steps.push({ position, irreversible, text: word });
  }
  return steps;
}

/**
 * Checks one block, from behind its header. A generator: it yields now and then, so that its caller can
 * do something else meanwhile, and returns a block as the page wants it.
 */
function* checkBlock(header, lines, graph) {
  const game = gameOf(header, graph);
  // A game that speaks for one player only says which.
  if (!(game.claimants ?? game.players).includes(header.player)) throw new Refuted(header.line("claim"), "unsupported-claim");
  if (header.namesAttacker && !game.players.includes(header.get("attacker"))) {
    throw new Refuted(header.line("attacker"), "unsupported-claim");
  }
  if (header.superko && header.get("footprints") !== game.footprints) {
    throw new Refuted(header.line("footprints"), "footprint-mismatch");
  }
  if (!header.has("database")) return yield* checkStrategy(header, lines, game, graph, null);
  // Without the database nothing can be said of it but what follows if it is believed.
  const relies = `relies on ${header.get("database")}`;
  const database = game.readDatabase(header.get("database"));
  if (database.unknown) throw new NotChecked(`${relies}, of which nothing is known here`);
  try {
    return yield* checkStrategy(header, lines, game, graph, database);
  } catch (error) {
    if (error instanceof Refuted)
      throw new NotChecked(`${relies}; and even if that is believed: ${error.message}`);
    throw error;
  }
}

/** What a header says of the game: its root, how play came there, and what is claimed. */
function questionOf(header, game, graph, database) {
  const rootLine = header.line("root");
  const root = positionOf(game, header.get("root"), rootLine, "bad-root");
  const history = header.has("history") ? historyOf(game, header) : [{ position: root }];
  if (game.key(history[history.length - 1].position) !== game.key(root)) {
    throw new Refuted(header.line("history"), "history-mismatch");
  }
  if (game === graph) graph.compareQuestion(header);

  const claim = new Claim(game.players.indexOf(header.player), header.wins);
  return { header, game, claim, root, history, database };
}

/**
 * The block with this header, of which nothing is checked here: whoever serves it has done that. The caller adds `proof`
 * and `lines`.
 */
export function servedBlock(text, graph) {
  const header = new Header(new Lines(new TextEncoder().encode(text)));
  const game = gameOf(header, graph);
  const database = header.has("database") ? game.readDatabase(header.get("database")) : null;
  return questionOf(header, game, graph, database);
}

/** Root, history and walk of a block. */
function* checkStrategy(header, lines, game, graph, database) {
  const proof = new Proof();
  const block = { ...questionOf(header, game, graph, database), proof };
  const { history } = block;
  const rootLine = header.line("root");
  const body = new Body(lines);
  const before = history.slice(0, -1).map((step) => step.position);
  if (header.superko) {
    yield* walkSuperko(block, rootLine, before, body, header.rule === "positional-superko");
  } else if (header.has("plies")) {
    yield* walkFor(Number(header.get("plies")), Number(header.get("leaf-plies") ?? 0), block, rootLine, body);
  } else {
    if (header.has("hands")) block.hands = new Hands(block);
    yield* walkPlain(block, rootLine, before, body);
  }
  const used = body.used;
  if (body.next() !== null) throw new Refuted(body.line, "surplus-line");
  if (BigInt(header.get("moves")) !== BigInt(used)) throw new Refuted(header.line("moves"), "moves-count");
  if (header.has("within") && proof.height[0] > Number(header.get("within"))) {
    throw new Refuted(header.line("within"), "too-long");
  }
  block.lines = used;
  return block;
}

/**
 * A verified block with all positions that can arise in its proof, those included for which others answer: for the page,
 * which shows what is played in each.
 */
export function* unfolded(block) {
  if (!block.hands || !block.claim.wins) return block;
  const { hands, proof } = block;
  const whole = { ...block, hands: null, proof: new Proof() };
  const lines = { number: 0 };
  const body = {
    lines,
    move(position) {
      const node = hands.covering(position);
      this.line = lines.number = proof.answerLine[node];
      return proof.answer[node];
    },
  };
  yield* walkPlain(whole, 0, [], body);
  return whole;
}

function* checkBlocks(lines, graph, blocks) {
  const first = new Header(lines);
  blocks.push(yield* checkBlock(first, lines, graph));
  if (lines.peek(HEADER_LIMIT) === null) return;
  const second = new Header(lines);
  const pair =
    SAME_IN_BOTH.every((key) => first.get(key) === second.get(key)) &&
    [first, second].every((header) => !header.wins && !header.has("plies")) &&
    first.player !== second.player &&
    !first.namesAttacker;
  if (!pair) {
    throw new Unreadable(
      `line ${second.firstLine}: two blocks have to say of both players that they hold, ` +
        "about the same game, root, history and rule",
    );
  }
  blocks.push(yield* checkBlock(second, lines, graph));
  if (lines.peek(HEADER_LIMIT) !== null) throw new Unreadable(`line ${lines.number + 1}: a third block`);
}

/**
 * Reads and checks a certificate. A generator that yields the number of the line it has come to, and returns
 *
 *     kind      "verified", "refuted", "unreadable" or "not-checked"
 *     blocks    what was verified, or, if it is not checked because of a database, verified but for that
 *     said      in one line, as `threefold check` has it
 *     message   why it is refused
 *
 * @param {Uint8Array} bytes
 * @param {GraphGame} [graph] what certificates of graph games are about
 */
export function* check(bytes, graph) {
  if (bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd) {
    const message = "compressed; unpack it with zstd first";
    return { kind: "not-checked", blocks: [], said: "not checked: compressed", message };
  }
  const blocks = [];
  const verified = () => blocks.map((block) => `VERIFIED ${block.header.fullClaim}`);
  try {
    yield* checkBlocks(new Lines(bytes), graph, blocks);
  } catch (error) {
    if (error instanceof Refuted) {
      const said = [...verified(), error.message].join(", ");
      return { kind: "refuted", blocks, said, message: error.message, line: error.line, what: error.kind };
    }
    if (error instanceof Unreadable) {
      return { kind: "unreadable", blocks: [], said: "unreadable", message: error.message };
    }
    if (error instanceof NotChecked) {
      return { kind: "not-checked", blocks: [], said: `not checked: ${error.about}`, message: error.message };
    }
    throw error;
  }
  const database = blocks.find((block) => block.database);
  if (database) {
    const message = `relies on ${database.header.get("database")}`;
    return { kind: "not-checked", blocks, said: "not checked: database", message };
  }
  return { kind: "verified", blocks, said: verified().join(", "), message: "" };
}
