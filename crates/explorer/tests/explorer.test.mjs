// What the page shows, without a page.

import test from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { GraphGame } from "../assets/checker/graph.js";
import { Explorer, OUTSIDE } from "../assets/view/explorer.js";
import { ROWS_OF_MAP, mapCells, meetings, placesIn, weights } from "../assets/view/map.js";
import { positionsByPly } from "../assets/view/shape.js";
import { titleOf, verdictSentence } from "../assets/view/words.js";
import { moduleNames, script } from "./bundle.mjs";
import { checkAtOnce } from "./check.mjs";

const bytes = (text) => new TextEncoder().encode(text);

function explorers(certificate, graph) {
  const result = checkAtOnce(bytes(certificate), graph && new GraphGame(bytes(graph)));
  assert.equal(result.kind, "verified", result.message);
  return result.blocks.map((block) => new Explorer(block));
}

// The example of docs/certificate.md.
const MATE = `threefold certificate 1
game: chess
claim: white wins
repetition: draw
root: kbK5/pp6/1P6/8/8/8/8/R7 w - -
moves: 8
---
a1a6
b6b7
a6a7
a6a7
a6a7
a6a7
a6a7
a6a7
`;

// Black goes round with his king for ever.
const HOLD = `threefold certificate 1
game: graph
claim: second holds
repetition: draw
root: A
moves: 1
---
A
`;
const HOLD_GAME = `threefold game 1
rule: draw
root: A
A first: B C
B second: A D
C draw
D win-first
`;

// Figure 2 of Kishimoto and Mueller (2004).
const SUPERKO_GAME = `threefold game 1
rule: situational-superko
root: A
A first: B C
B second: D
C second: D
D first: C
`;
const SUPERKO_HOLD = `threefold certificate 1
game: graph
claim: first wins
repetition: situational-superko
footprints: exact
root: A
moves: 2
---
B
C
`;

test("the opponent's moves are in SAN, with the answer, the length and the leaves", () => {
  const [explorer] = explorers(MATE);
  assert.equal(explorer.claimantMoves, true);
  assert.deepEqual(
    explorer
      .replies()
      .filter((reply) => reply.ofProof)
      .map((reply) => reply.label),
    ["Ra6"],
  );
  assert.equal(explorer.proof.height[0], 3);
  assert.ok(explorer.answer());
  const replies = explorer.replies();
  assert.deepEqual(
    replies.map((reply) => [reply.label, reply.answer, reply.height]).sort(),
    [
      ["Bc7", "Rxa7#", 1],
      ["Bd6", "Rxa7#", 1],
      ["Be5", "Rxa7#", 1],
      ["Bf4", "Rxa7#", 1],
      ["Bg3", "Rxa7#", 1],
      ["Bh2", "Rxa7#", 1],
      ["bxa6", "b7#", 1],
    ].sort(),
  );
  assert.ok(explorer.play("b7a6") && explorer.answer());
  assert.deepEqual(explorer.ending(), { what: "end", why: "Checkmate." });
  assert.deepEqual(explorer.line(), ["a1a6", "b7a6", "b6b7"]);
  assert.equal(explorer.moveName(2), "1... bxa6");
});

test("every position of a proof is reached by the line that is said to reach it", () => {
  const [explorer] = explorers(MATE);
  for (let node = 0; node < explorer.proof.size; node++) {
    const moves = explorer.movesTo(node);
    assert.equal(explorer.playLine(moves), moves.length);
    assert.equal(explorer.here.node, node);
    assert.equal(explorer.nodeOf(explorer.game.write(explorer.here.position)), node);
  }
  assert.equal(explorer.nodeOf("8/8/8/8/8/8/8/8 w - -"), null);
  assert.equal(explorer.nodeOf("8/8/k7/8/8/8/8/K6R w - - 0 1"), OUTSIDE);
});

test("the shape of a proof counts every position once", () => {
  const [explorer] = explorers(MATE);
  const { counts, plies } = positionsByPly(explorer.proof);
  assert.deepEqual(counts, [1, 1, 7, 7]);
  assert.equal(plies[0], 0);
});

test("the number of positions below is that of different ones", () => {
  const [explorer] = explorers(MATE);
  assert.equal(explorer.below(0), explorer.proof.size - 1);
  explorer.playLine(["a1a6", "b7a6"]);
  assert.equal(explorer.below(explorer.here.node), 1);
});

test("an alternative of the claimant is outside of the proof", () => {
  const [explorer] = explorers(MATE);
  assert.ok(explorer.play("a1a2"));
  assert.equal(explorer.inProof, false);
  assert.equal(explorer.answer(), false);
  assert.ok(explorer.replies().length > 0);
});

test("play outside of the proof can come back into it", () => {
  const [explorer] = explorers(HOLD, HOLD_GAME.replace("B second: A D", "B second: A D E\nE first: A"));
  explorer.playLine(["B", "E"]);
  assert.equal(explorer.inProof, false);
  const [back] = explorer.replies();
  assert.notEqual(back.node, OUTSIDE);
  explorer.play("A");
  assert.equal(explorer.inProof, true);
});

test("a player who holds may go round, which is said", () => {
  const [explorer] = explorers(HOLD, HOLD_GAME);
  assert.equal(explorer.proof.height[0], -1);
  assert.deepEqual(
    explorer.replies().map((reply) => [reply.text, reply.leaf, reply.height]),
    [
      ["B", null, -1],
      ["C", "A draw.", 0],
    ],
  );
  explorer.play("B");
  const [back] = explorer.replies();
  assert.deepEqual([back.text, back.returnsTo, back.ofProof], ["A", 0, true]);
  explorer.answer();
  assert.equal(explorer.replies()[0].returnsTo, 1);
});

test("under superko a banned move is named with the place that it would repeat", () => {
  const [explorer] = explorers(SUPERKO_HOLD, SUPERKO_GAME);
  assert.equal(explorer.playLine(["B", "D", "C"]), 3);
  const { legal, banned } = explorer.movesHere();
  assert.deepEqual(legal, []);
  assert.deepEqual(
    banned.map(({ text, ply }) => [text, ply]),
    [["D", 2]],
  );
  assert.equal(explorer.ending().what, "end");
  assert.equal(explorer.inProof, true);
});

test("a win within a number of plies is refused if the proof takes longer", () => {
  const within = (plies) => MATE.replace("moves:", `within: ${plies}\nmoves:`);
  assert.equal(checkAtOnce(bytes(within(3))).said, "VERIFIED white wins within 3");
  assert.equal(checkAtOnce(bytes(within(2))).said, "REFUTED line 6: too-long");
});

test("the last plies have no lines, and are answered all the same", () => {
  const [explorer] = explorers(`threefold certificate 1
game: chess
claim: black holds
repetition: draw
plies: 3
leaf-plies: 3
root: 2Nk4/R7/4B3/7p/7K/p7/2b5/8 w - -
moves: 0
---
`);
  assert.equal(explorer.proof.size, 1);
  const check = explorer.replies().find((reply) => reply.label === "Ra8");
  assert.equal(check.left, 2);
  assert.notEqual(check.answer, null);
  assert.ok(explorer.play("a7a8") && explorer.inProof && explorer.claimantMoves);
  assert.equal(explorer.replies()[0].ofProof, true);
  assert.ok(explorer.answer() && explorer.inProof);
  for (const { text } of explorer.replies()) {
    assert.ok(explorer.play(text));
    assert.equal(explorer.ending().what, "horizon");
    explorer.goTo(2);
  }
  // What the proof does not play is not claimed.
  explorer.goTo(1);
  const other = explorer.replies().find((reply) => !reply.ofProof);
  if (other) assert.ok(explorer.play(other.text) && !explorer.inProof);
});

test("a claim to hold for some plies ends where they do", () => {
  const certificate = `threefold certificate 1
game: graph
claim: second holds
repetition: draw
plies: 2
root: A
moves: 1
---
A
`;
  const [explorer] = explorers(certificate, HOLD_GAME);
  assert.equal(explorer.proof.left[0], 2);
  explorer.play("B");
  explorer.answer();
  // The root again: it was met with two plies left, which is more.
  assert.deepEqual([explorer.here.node, explorer.ending()], [0, null]);
  const shorter = certificate
    .replace("plies: 2", "plies: 1")
    .replace("moves: 1", "moves: 0")
    .replace("\nA\n", "\n");
  const [other] = explorers(`${shorter.trimEnd()}\n`, HOLD_GAME);
  other.play("B");
  assert.equal(other.ending().what, "horizon");
});

test("every kind of refutation of the specification has a sentence", () => {
  const text = readFileSync(new URL("../../../docs/certificate.md", import.meta.url), "utf8");
  const table = text.slice(text.indexOf("wrong-game  "), text.indexOf("Lines are counted from 1"));
  const kinds = [...table.matchAll(/^([a-z-]+) {2,}/gm)].map((found) => found[1]);
  assert.ok(kinds.length >= 18);
  // Questions are not asked of a page, and it has no databases and no other game at hand.
  const elsewhere = ["wrong-game", "database-mismatch"];
  for (const what of kinds.filter((kind) => !elsewhere.includes(kind))) {
    const { text: said } = verdictSentence({ kind: "refuted", blocks: [], line: 7, what });
    assert.doesNotMatch(said, /undefined/, what);
  }
});

test("every module is where it is imported from, and all of them are in the page", () => {
  const names = moduleNames();
  const found = new Set();
  for (const name of names) {
    const text = readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
    for (const [, from] of text.matchAll(/^import .* from "(.*)";$/gm)) {
      const path = new URL(from, `file:///${name}`).pathname.slice(1);
      assert.ok(names.indexOf(path) >= 0 && names.indexOf(path) < names.indexOf(name), `${path} in ${name}`);
      found.add(path);
    }
    assert.doesNotMatch(text, /^import \{$/m, name);
  }
  assert.deepEqual(
    names.filter((name) => !found.has(name)),
    ["assets/view/page.js"],
  );
  assert.doesNotThrow(() => new Function(script()));
});

test("a line is played as far as it is legal", () => {
  const [explorer] = explorers(MATE);
  assert.equal(explorer.playLine(["a1a6", "b7a6", "e2e4"]), 2);
  assert.equal(explorer.playLine(["<script>"]), 0);
});

test("a position that is drawn by the history is a leaf that says so", () => {
  const certificate = `threefold certificate 1
game: graph
claim: second holds
repetition: draw
root: A
history: B moves A
moves: 0
---
`;
  const [explorer] = explorers(
    certificate,
    `threefold game 1
rule: draw
root: A
history: B A
A first: B C
B second: A
C draw
`,
  );
  explorer.play("B");
  assert.equal(explorer.ending().what, "history");
});

test("a map divides what is below a move among the replies to it", () => {
  for (const [certificate, graph] of [[MATE], [HOLD, HOLD_GAME], [SUPERKO_HOLD, SUPERKO_GAME]]) {
    const [explorer] = explorers(certificate, graph);
    const { proof } = explorer.block;
    const weight = weights(proof, positionsByPly(proof));
    assert.equal(weight[0], proof.size);
    const cells = mapCells(explorer, placesIn(proof, weight), 600);
    assert.ok(cells.length > 0);
    for (const cell of cells) {
      assert.ok(cell.row < ROWS_OF_MAP);
      assert.ok(cell.x >= 0 && cell.x + cell.width <= 600.001);
      if (cell.node === null) continue;
      assert.equal(cell.count, weight[cell.node]);
      // The moves of a cell lead to its position.
      assert.equal(explorer.playLine(cell.line), cell.row + 1);
      assert.equal(explorer.here.node, cell.node);
    }
    for (let row = 0; row < ROWS_OF_MAP; row++) {
      const along = cells.filter((cell) => cell.row === row).sort((a, b) => a.x - b.x);
      for (let n = 1; n < along.length; n++) assert.ok(along[n].x >= along[n - 1].x + along[n - 1].width - 0.001);
    }
    explorer.goTo(0);
  }
});

test("lines meet where several moves lead to one position", () => {
  const [explorer] = explorers(MATE);
  const found = meetings(explorer.block.proof);
  const { proof } = explorer.block;
  const count = (node) => proof.edges.filter((child) => child === node).length;
  const counts = [...Array(proof.size).keys()].slice(1).map(count).sort((a, b) => b - a);
  assert.deepEqual(
    found.map(({ moves }) => moves),
    counts.filter((moves) => moves >= 3).slice(0, 6),
  );
  for (const { node, moves } of found) assert.equal(moves, count(node));
});

test("answers to different questions have no title that says more than they do", () => {
  const question = (root, claim, limit) => `threefold certificate 1
game: chess
claim: ${claim}
repetition: draw
${limit}
root: ${root} w - -
moves: ${limit === "plies: 0" ? 0 : 1}
---
${limit === "plies: 0" ? "" : "a1a8\n"}`;
  const here = "4k3/8/4K3/8/8/8/8/R7";
  const blocks = (...texts) => texts.flatMap((text) => checkAtOnce(bytes(text)).blocks);
  const mate = question(here, "white wins", "within: 1");
  assert.equal(
    titleOf(blocks(mate, question(here, "black holds", "plies: 0"))),
    "White mates in 1, and not sooner",
  );
  // Mate in two: with two plies White has moved as often as with one.
  const two = (claim, limit) => `threefold certificate 1
game: chess
claim: ${claim}
repetition: draw
${limit}
root: kbK5/pp6/1P6/8/8/8/8/R7 w - -
moves: ${claim === "white wins" ? 8 : 0}
---
${claim === "white wins" ? MATE.split("---\n")[1] : ""}`;
  const held = two("black holds", "plies: 1\nleaf-plies: 3");
  const title = (within) => titleOf(blocks(two("white wins", `within: ${within}`), held));
  assert.equal(title(3), "White mates in 2, and not in 1");
  assert.equal(title(4), "White mates in 2; White does not mate in 1");
  const elsewhere = question("4k3/8/4K3/8/8/8/8/1R6", "black holds", "plies: 0");
  assert.equal(titleOf(blocks(mate, elsewhere)), "White mates in 1; White does not mate in 0");
});

test("the score of a board has a title only where both halves are about one game", () => {
  const block = (game, claimant, wins, atLeast) => ({
    game: { name: "go", players: ["black", "white"], atLeast, basicKo: false },
    claim: { claimant, wins },
    header: { get: (key) => (key === "game" ? game : "same"), has: () => false, rule: "situational-superko" },
  });
  const win = block("go 1x3 at-least 0", 0, true, 0);
  assert.equal(titleOf([win, block("go 1x3 at-least 1", 1, false, 1)]), "With best play Black scores 0");
  assert.equal(
    titleOf([win, block("go 1x3 at-least 1 suicide", 1, false, 1)]),
    "Black scores at least 0; White keeps Black below 1",
  );
});
