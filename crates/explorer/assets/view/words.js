// Sentences of the page.

const RULE_SENTENCES = {
  draw: "a repeated position counts as a draw",
  "attacker-loses": "a repeated position counts against the attacker",
  "attacker-wins": "a repeated position counts for the attacker",
  "situational-superko": "no move may recreate a board with the same side to move",
  "positional-superko": "no move may recreate a board",
};

/** What the kinds of section 4 of docs/certificate.md mean. */
const KIND_SENTENCES = {
  "unsupported-claim": "the game has no such player",
  "footprint-mismatch": "the game keeps footprints in another way",
  "bad-root": "this is no position of the game",
  "bad-history": "these moves cannot have been played",
  "history-mismatch": "these moves do not lead to the position in question",
  "other-question": "it is not about the question of the game's file",
  "missing-line": "a move is missing here",
  "unreadable-move": "this is no move",
  "illegal-move": "this move is not legal",
  "repeating-move": "this move repeats, and may not be played",
  "wrong-terminal": "behind this move the game can end against the claim",
  "claimant-stuck": "behind this move the claimant can have no move left",
  lost: "behind this move the opponent wins within the plies that are left",
  cycle: "behind this move play can go round in a circle, which wins nothing",
  "history-repetition": "behind this move a position of the history comes back",
  "surplus-line": "the proof was complete before this line",
  "moves-count": "there are more or fewer lines than it says",
  "too-long": "the win takes more plies than that",
};

const number = (count) => count.toLocaleString("en");

export function counted(count, one, many) {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/** A name of a player as it begins a sentence. */
const SIDES_OF_TSUME = { attacker: "攻方 (attacker)", defender: "玉方 (defender)" };

export function capital(name) {
  return SIDES_OF_TSUME[name] ?? name[0].toUpperCase() + name.slice(1);
}

/** How long play is, in the unit of its players: in chess two plies are a move, elsewhere every move counts. */
export function lasting(game, plies) {
  if (game.name === "checkers") return counted(plies, "ply", "plies");
  return counted(game.name === "chess" ? Math.ceil(plies / 2) : plies, "move", "moves");
}

/** What an attacker does who reaches the aim of a game of chess, and what he is asked whether he does. */
const REACHES = { mate: ["mates", "mate"], stalemate: ["stalemates", "stalemate"] };

/** How many moves an attacker of chess makes in so many plies from a position on; without `all` those that can end it. */
function movesIn({ claim, game }, position, plies, all) {
  const attacker = claim.wins ? claim.claimant : 1 - claim.claimant;
  const first = game.turn(position) === attacker ? 1 : 0;
  // A selfmate is complete only with the move of the other side.
  const last = all || game.aim in REACHES ? 0 : 1;
  return Math.max(0, Math.floor((plies + first - last) / 2));
}

/** Of a mate in chess: the moves that it takes, or that it does not come in; null for everything else. */
function mateOf(block) {
  const { game, header, root } = block;
  if (game.name !== "chess") return null;
  if (header.has("within")) return { within: movesIn(block, root, Number(header.get("within")), true) };
  return header.has("plies") ? { holds: movesIn(block, root, Number(header.get("plies")), false) } : null;
}

/** What becomes of the target of a problem of Go. */
function fateOf({ claim, game }) {
  const defends = claim.claimant === game.defender;
  const target = capital(game.players[game.defender]);
  if (game.live && game.eyes.length) return `${target} has ${defends ? "a" : "no"} second eye`;
  if (game.live) return `${target} ${defends ? "is alive" : "does not live"}`;
  return `${target} is ${defends ? "not captured" : "dead"}`;
}

/** A claim about a mate of shogi. */
function tsumeSentence({ claim, game, header }) {
  const said = `${capital(game.players[claim.claimant])} ${claim.wins ? "mates" : "is not mated"}`;
  const plies = header.has("within") ? "within" : "plies";
  if (!header.has(plies)) return said;
  const moves = Number(header.get(plies));
  return `${said} in ${lasting(game, moves)}${claim.wins ? ` (${moves}手詰)` : ""}`;
}

export function claimSentence(block) {
  const { claim, game, header } = block;
  // Of a board several scores are asked about.
  if (game.name === "go" && claim.claimant === 0 && claim.wins)
    return `Black scores at least ${game.atLeast}`;
  if (game.name === "go" && claim.claimant === 1 && !claim.wins)
    return `White keeps Black below ${game.atLeast}`;
  if (game.name === "go-problem") return fateOf(block);
  if (game.name === "tsume") return tsumeSentence(block);
  const mate = mateOf(block);
  const [does, reach] = REACHES[game.aim] ?? [`forces ${game.aim}`, `force ${game.aim}`];
  if (mate?.within) return `${capital(game.players[claim.claimant])} ${does} in ${mate.within}`;
  if (mate) return `${capital(game.players[1 - claim.claimant])} does not ${reach} in ${mate.holds}`;
  const said = `${capital(game.players[claim.claimant])} ${claim.wins ? "wins" : "holds"}`;
  const plies = (key) => lasting(game, Number(header.get(key)));
  if (header.has("within")) return `${said} within ${plies("within")}`;
  return header.has("plies") ? `${said} for ${plies("plies")}` : said;
}

/** What is played, and for what. */
function gameSentence(game, root) {
  if (game.name === "checkers") return "American checkers";
  if (game.name === "graph") return "a graph game";
  if (game.name === "tsume") {
    return `tsume-shogi · ${["Black", "White"][game.attacker]} has to give check with every move`;
  }
  const size = game.board && `${game.board.rows}x${game.board.columns}`;
  const flags = [
    game.suicide && "suicide is legal",
    game.playedOut && "played out to two passes",
    game.basicKo && "basic ko",
  ]
    .filter((flag) => flag)
    .map((flag) => ` · ${flag}`)
    .join("");
  if (game.name === "go") return `Go ${size} · Black wins with a score of at least ${game.atLeast}${flags}`;
  if (game.name === "go-problem") {
    const aim = game.live ? "lives unconditionally" : "is not captured";
    const succeeds = `${capital(game.players[game.defender])} succeeds if the target (△) ${aim}`;
    const threats = game.players.map((player, at) => root.threats[at] && ` · ${counted(root.threats[at], "ko threat", "ko threats")} for ${capital(player)}`);
    return `a problem of Go · ${capital(game.players[root.turn])} to play · ${succeeds}${threats.filter(Boolean).join("")}${flags}`;
  }
  return game.name;
}

/** Files about different positions, or under different rules, have no common title. */
const arePartsOfOne = (blocks) =>
  ["repetition", "footprints", "root", "history", "attacker"].every((key) =>
    blocks.every(({ header }) => header.get(key) === blocks[0].header.get(key)),
  );

/**
 * A win within so many plies, and that there is none within one fewer, or within two where the one makes no difference; a
 * score, and that there is no better one.
 */
function exactTitle(blocks) {
  const [win, hold] = blocks;
  if (blocks.length !== 2 || !win.claim.wins || hold.claim.wins) return null;
  if (win.claim.claimant === hold.claim.claimant) return null;
  const same = win.header.get("game") === hold.header.get("game");
  const within = Number(win.header.get("within"));
  // Only who has moved last can have won: with one ply less the claimant has moved no less often.
  const winnerMovesLast = win.game.name === "tsume" || (win.game.name === "chess" && win.game.aim !== "selfmate");
  const movesLast = winnerMovesLast && (within % 2 === 1) === (win.game.turn(win.root) === win.claim.claimant);
  const held = Number(hold.header.get("plies"));
  if (same && within && (held === within - 1 || (movesLast && held === within - 2)))
    return mateOf(hold)?.holds ? `${claimSentence(win)}, and not in ${mateOf(hold).holds}` : `${claimSentence(win)}, and not sooner`;
  // The score that is asked about is a word of the game; all others have to be the same.
  const board = ({ header }) => header.get("game").replace(/ at-least -?\d+/, "");
  const isScore = win.game.name === "go" && win.claim.claimant === 0 && !win.game.basicKo;
  if (isScore && board(win) === board(hold) && hold.game.atLeast === win.game.atLeast + 1)
    return `With best play Black scores ${win.game.atLeast}`;
  return null;
}

/** Of a problem of Go two questions are asked: whether the target can live, and whether it can be captured. */
function fateTitle(blocks) {
  const [live, survive] = [true, false].map((isLive) => blocks.find(({ game }) => game.name === "go-problem" && game.live === isLive));
  // What ends a game early, and a zone of the region, make no other question of it.
  const asked = blocks.map(({ header }) => header.get("game").replace(/ (live|survive) | (with|without|zone):.*$/g, " ").trim());
  if (blocks.length !== 2 || !live || !survive || asked[0] !== asked[1]) return null;
  const defends = ({ claim, game }) => claim.claimant === game.defender;
  // Who is captured does not live; who lives is not captured.
  if (!defends(survive)) return defends(live) ? null : fateOf(survive);
  return defends(live) ? fateOf(live) : `${fateOf(live)} and is not captured: seki`;
}

/** Both strategies of a draw, the one claim, or all of them. */
export function titleOf(blocks) {
  const exact = arePartsOfOne(blocks) ? (exactTitle(blocks) ?? fateTitle(blocks)) : null;
  if (exact) return exact;
  const players = new Set(blocks.map(({ claim }) => claim.claimant));
  const plain = blocks.every(
    ({ claim, header }) =>
      !claim.wins && !header.has("plies") && header.get("game") === blocks[0].header.get("game"),
  );
  if (blocks.length === 2 && plain && players.size === 2 && arePartsOfOne(blocks)) return "A draw: both sides hold";
  return blocks.map(claimSentence).join("; ");
}

export function questionSentence({ header, history, game, root }) {
  const parts = [gameSentence(game, root)];
  // In Go nothing is a draw: nobody has won a play that goes on for ever.
  parts.push(game.basicKo ? "play without an end is won by nobody" : RULE_SENTENCES[header.rule]);
  // Of tsume the game itself says it.
  if (header.namesAttacker && header.get("attacker") !== "attacker") parts.push(`the attacker is ${header.get("attacker")}`);
  if (history.length > 1) parts.push(`after ${counted(history.length - 1, "move", "moves")}`);
  // What is believed belongs to the question: it is said first.
  for (const assumption of game.assumptions) parts.push(`believed: ${assumption.replace(/\.$/, "")}`);
  return parts.join(" · ");
}

/** What the page says of a file that was looked at: {text, good}. */
export function verdictSentence(result) {
  const positions = result.blocks.reduce((sum, { proof }) => sum + proof.positions, 0);
  const claims = result.blocks.map(claimSentence).join(" and ");
  if (result.kind === "served") {
    return {
      good: true,
      partly: true,
      text: `Verified by the program that serves this page: ${claims}, ${counted(positions, "position", "positions")}.`,
    };
  }
  if (result.kind === "verified") {
    return { good: true, text: `Verified here: ${claims}, ${counted(positions, "position", "positions")}.` };
  }
  if (result.kind === "not-checked" && result.blocks.length) {
    const leaves = result.blocks.reduce((sum, { proof }) => sum + proof.databaseLeaves, 0);
    const { text } = result.blocks.find(({ database }) => database).database;
    return {
      good: true,
      partly: true,
      text:
        `Checked here but for an endgame database: ${claims}, ${counted(positions, "position", "positions")}. ` +
        `What ${text.split(" ").slice(0, 2).join(" ")} says of ${number(leaves)} of them is believed.`,
    };
  }
  if (result.kind === "refuted") {
    const text = `This is no proof. Line ${number(result.line)}: ${KIND_SENTENCES[result.what]} (${result.what}).`;
    return { good: false, text };
  }
  if (result.kind === "not-checked") return { good: false, text: `Not checked: it ${result.message}.` };
  return { good: false, text: `This cannot be read as a certificate: ${result.message}.` };
}

/** How long play can last at most, from a position of a proof. */
export function lengthSentence(game, proof, node) {
  const height = proof.height[node];
  if (height < 0) return "may go round for ever";
  // How long it lasts in the database is not known here.
  return `${lasting(game, height)} to the end${proof.databaseLeaves ? ", or to the database," : ""} at most`;
}

/** Of a claim for a number of plies: how many are still claimed. */
export function leftSentence(block, position, left) {
  if (block.game.name !== "chess") return `not lost after ${lasting(block.game, left)} more`;
  return `no ${block.game.aim} in ${counted(movesIn(block, position, left, false), "more move", "more moves")}`;
}

export function shortLeft(block, position, left) {
  const { game } = block;
  return `${game.name === "chess" ? counted(movesIn(block, position, left, false), "move", "moves") : lasting(game, left)} left`;
}

export function shortLength(game, height) {
  if (height === null || height === 0) return "";
  return height < 0 ? "no end" : `≤ ${lasting(game, height)}`;
}

/** `after` is the move behind which the position was; null at the start. */
const placeOf = (ply, after) => {
  if (ply < 0) return "of the history";
  return ply === 0 ? "at the start" : `after ${after}`;
};

export const bannedSentence = (ply, after) => `would repeat the situation ${placeOf(ply, after)}`;

export const returnSentence = (ply, after) =>
  `returns to the position ${placeOf(ply, after)}: a circle that helps nobody`;

/** Facts about a proof for those who want to know what was checked: [what, value]. */
export function aboutProof(block, lines) {
  const { header, game, proof } = block;
  const facts = [
    ["Claim", header.fullClaim],
    ["Game", header.get("game")],
    ["Rule", `${header.rule}: ${RULE_SENTENCES[header.rule]}`],
    ["Position in question", header.get("root")],
  ];
  if (header.has("attacker")) facts.push(["Attacker", header.get("attacker")]);
  if (header.has("history")) facts.push(["Moves before it", header.get("history")]);
  if (header.has("database")) facts.push(["Database, believed", header.get("database")]);
  facts.push(
    ["Moves of the proof", counted(lines, "line", "lines")],
    ["Positions", `${number(proof.positions)}, of them ${counted(proof.leaves, "end", "ends")}`],
  );
  if (!proof.left) facts.push(["Longest play", lengthSentence(game, proof, 0)]);
  for (const assumption of game.assumptions) facts.push(["Believed", assumption]);
  facts.push([
    "How it was checked",
    proof.isRemote
      ? "By the program that serves this page, when it was started, with the checker of threefold check. The page shows " +
        "what it is told."
      : "By the JavaScript in this page, from the rules of the game alone: every move of the opponent was tried in " +
      "every position that can arise, and everything ends in support of the claim" +
      (header.has("database")
        ? ", or in the database, which is not here."
        : ". Nothing was looked up anywhere."),
  ]);
  return facts;
}
