// The shape of a whole proof: how many positions there are at each distance from the root.

import { svg } from "./board.js";
import { lasting } from "./words.js";

const WIDTH_OF_SHAPE = 600;
const HEIGHT_OF_SHAPE = 90;
/** Longer proofs have several plies in a column. */
const MOST_COLUMNS = 150;

/** How many positions are so many plies away from the root. */
export function positionsByPly(proof) {
  const { before } = proof;
  const plies = new Int32Array(proof.size).fill(-1);
  plies[0] = 0;
  const counts = [1];
  const way = [];
  for (let node = 1; node < proof.size; node++) {
    let at = node;
    while (plies[at] < 0 && before[at] >= 0) {
      way.push(at);
      at = before[at];
    }
    while (way.length) {
      const next = way.pop();
      plies[next] = plies[at] + 1;
      counts[plies[next]] = (counts[plies[next]] ?? 0) + 1;
      at = next;
    }
  }
  return { counts, plies };
}

/** A drawing of it, with the distance of the position at hand. */
export function drawShape({ counts }, here) {
  const together = Math.ceil(counts.length / MOST_COLUMNS);
  const columns = [];
  counts.forEach((count, ply) => {
    const column = Math.floor(ply / together);
    columns[column] = (columns[column] ?? 0) + count;
  });
  const most = Math.max(...columns);
  const width = WIDTH_OF_SHAPE / columns.length;
  const group = svg("svg", {
    viewBox: `0 0 ${WIDTH_OF_SHAPE} ${HEIGHT_OF_SHAPE}`,
    class: "shape",
    "aria-hidden": "true",
  });
  columns.forEach((count, column) => {
    // At least a line, for what is there.
    const height = Math.max(1.5, (count / most) * HEIGHT_OF_SHAPE);
    group.append(
      svg("rect", {
        x: column * width,
        y: HEIGHT_OF_SHAPE - height,
        width: Math.max(width - 1, 0.8),
        height,
        class: Math.floor(here / together) === column ? "here" : "",
      }),
    );
  });
  return group;
}

/** The same in words. */
export function shapeSentence(game, { counts }) {
  const most = counts.reduce((best, count, ply) => (count > counts[best] ? ply : best), 0);
  const wide = counts[most] === 1 ? "1 position" : `${counts[most].toLocaleString("en")} positions`;
  return `${lasting(game, counts.length - 1)} deep, widest after ${lasting(game, most)}: ${wide}.`;
}
