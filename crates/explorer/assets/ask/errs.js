// Where an ordinary table errs: the line of the proof on which what it says of the question stops to hold. The player
// who has it his way plays what the proof plays, the other one what the table believes in.

import { Explorer } from "../view/explorer.js";

/** The longest such line, in plies. */
const LONGEST_LINE = 60;

/** The position behind a line, the line being its history, as a text that the solver reads; null where it reads none. */
function textBehind({ game, header, root }, explorer, graph) {
  const line = explorer.line();
  if (game.name === "graph") {
    const names = explorer.path().map(({ position }) => game.write(position));
    const lines = graph.split("\n").filter((one) => !/^\s*(root|history)\s*:/.test(one));
    const [first, ...others] = lines;
    return [first, `history: ${names.join(" ")}`, `root: ${names.at(-1)}`, ...others].join("\n");
  }
  const start = header.get("history") ?? `${game.write(root)} moves`;
  return line.length || header.has("history") ? [start, ...line].join(" ") : game.write(root);
}

/** Whose win an engine is asked about, as it is named in requests. */
const attackerOf = (game, player) => (game.name === "tsume" ? ["black", "white"][game.attacker] : game.players[player]);

/**
 * Of the first of these blocks that an ordinary table contradicts: {side, steps, at, why} as a page shows it, or null.
 * `ask(text, attacker)` is what the table says of a position, alone and empty: {verdict, words}.
 */
export async function whereItErrs(blocks, graph, ask) {
  for (const [side, block] of blocks.entries()) {
    const { game, claim, header } = block;
    if (!["chess", "checkers", "graph"].includes(header.get("game")) && game.name !== "tsume") continue;
    const attacker = attackerOf(game, claim.wins ? claim.claimant : 1 - claim.claimant);
    const explorer = new Explorer(block);
    const says = () => ask(textBehind(block, explorer, graph), attacker);
    const wrong = claim.wins ? "disproven" : "proven";
    const first = await says();
    if (first.verdict === wrong) return { side, says: first.words, ...(await follow(explorer, says, wrong)) };
  }
  return null;
}

async function follow(explorer, says, wrong) {
  const steps = [];
  while (steps.length < LONGEST_LINE && explorer.ending() === null) {
    const replies = explorer.replies();
    const tried = explorer.claimantMoves ? replies.filter(({ ofProof }) => ofProof) : replies;
    const at = steps.length;
    let first = null;
    for (const { text } of tried) {
      explorer.play(text);
      const step = { move: text, ...(await says()) };
      first ??= { ...step, says: step.words };
      if (step.verdict === wrong || explorer.ending() !== null) {
        steps.push({ ...step, says: step.words });
        break;
      }
      explorer.goTo(at);
    }
    if (steps.length > at && steps.at(-1).verdict === wrong) continue;
    if (steps.length === at) steps.push(first);
    const why =
      explorer.claimantMoves
        ? "Asked about the position behind this move alone, with an empty table, it takes that back: what the table " +
          "holds of it was found on another line, where a position came back."
        : "Asked about the positions behind the moves here, each alone with an empty table, it stands by it in none: " +
          "what the table holds of them was found on another line, where a position came back.";
    return { steps, at, why };
  }
  return { steps, at: 0, why: "" };
}
