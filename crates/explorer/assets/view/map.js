// A map of a proof: what lies below the position at hand, a row for each ply. As wide as a move is the part of the
// positions that the proof has below it; a position that several lines lead to is counted where it is nearest.

import { svg } from "./board.js";
import { moveLabel } from "./san.js";

export const ROWS_OF_MAP = 12;
const HEIGHT_OF_ROW = 18;
/** Narrower cells are drawn as one, without a name. */
const NARROWEST = 3;
/** Wider by so much for each letter, and a little more, and a cell can have its name. */
const WIDTH_OF_LETTER = 7.2;
/** So many are drawn at once; the widest are met first. */
const MOST_CELLS = 1500;
/** So many places where lines meet are told, */
const MOST_MEETINGS = 6;
/** and places with fewer moves to them are none. */
const FEWEST_MOVES = 3;

/** How many positions each position stands for: itself, and those to which the way leads through it. */
export function weights(proof, { plies, counts }) {
  const { before } = proof;
  const begins = new Int32Array(counts.length + 1);
  counts.forEach((count, ply) => {
    begins[ply + 1] = begins[ply] + count;
  });
  const byPly = new Int32Array(proof.size);
  for (let node = 0; node < proof.size; node++) if (plies[node] >= 0) byPly[begins[plies[node]]++] = node;
  const found = new Int32Array(proof.size).fill(1);
  for (let n = begins[counts.length - 1] - 1; n > 0; n--) found[before[byPly[n]]] += found[byPly[n]];
  return found;
}

/**
 * Of a position its weight and its moves, the widest first: {weight, moves: [[place or text of the move, the position it
 * leads to, its weight]], more}; `more` says that there are others that are too narrow.
 */
export function placesIn(proof, weight) {
  return (node) => {
    const below = new Map();
    for (let at = 0; at < proof.count[node]; at++) {
      const child = proof.edges[proof.first[node] + at];
      if (proof.before[child] === node && child !== 0 && !below.has(child)) below.set(child, at);
    }
    const moves = [...below].map(([child, at]) => [at, child, weight[child]]);
    return { weight: weight[node], moves: moves.sort((a, b) => b[2] - a[2]), more: false };
  };
}

/**
 * The cells of the map below the position at hand, in units of its width: {row, x, width, node, line, label, own,
 * count}; `line` is the moves from here, `own` whether the last of them is the claimant's. Cells without a label stand for
 * several that are too narrow. `placeOf` is `placesIn` a proof, or of a part of one.
 */
export function mapCells(explorer, placeOf, width) {
  const { game, claim } = explorer.block;
  const { node, position } = explorer.here;
  const cells = [];
  const todo = [{ node, position, x: 0, width, row: 0, line: [] }];
  for (let n = 0; n < todo.length && cells.length < MOST_CELLS; n++) {
    const from = todo[n];
    const place = from.row === ROWS_OF_MAP ? undefined : placeOf(from.node);
    if (!place || (place.moves.length === 0 && !place.more)) continue;
    const own = game.turn(from.position) === claim.claimant;
    const moves = game.moves(from.position);
    let { x } = from;
    let isWhole = !place.more;
    for (const [at, child, weight] of place.moves) {
      const wide = (from.width * weight) / (place.weight - 1);
      if (wide < NARROWEST) {
        isWhole = false;
        break;
      }
      const move =
        typeof at === "string"
          ? game.find(from.position, moves, at)
          : explorer.edgeMove(from.node, at, from.position, moves);
      const line = [...from.line, game.text(from.position, move)];
      const label = moveLabel(game, from.position, move, moves);
      cells.push({ row: from.row, x, width: wide, node: child, line, label, own, count: weight });
      todo.push({
        node: child,
        position: game.play(from.position, move),
        x,
        width: wide,
        row: from.row + 1,
        line,
      });
      x += wide;
    }
    if (isWhole) continue;
    const rest = from.x + from.width - x;
    cells.push({ row: from.row, x, width: rest, node: null, line: from.line, label: "", own, count: 0 });
  }
  return cells;
}

/** A drawing of it; `go(line)` is called with the moves to a cell that is clicked. */
export function drawMap(cells, width, go) {
  const drawing = svg("svg", {
    viewBox: `0 0 ${width} ${ROWS_OF_MAP * HEIGHT_OF_ROW}`,
    class: "map",
    // Whoever does not see it has the same in the list of moves.
    "aria-hidden": "true",
  });
  for (const { row, x, width: wide, node, line, label, own, count } of cells) {
    const y = row * HEIGHT_OF_ROW;
    const shape = { x, y, width: Math.max(wide - 1, 0.5), height: HEIGHT_OF_ROW - 1 };
    const kind = node === null ? "rest" : own ? "own" : "theirs";
    const cell = svg("g", { class: `cell-${kind}` }, svg("rect", shape));
    if (node !== null) {
      const places = `${label}: ${count.toLocaleString("en")} ${count === 1 ? "position" : "positions"}`;
      cell.append(svg("title", {}, places));
      if (wide > WIDTH_OF_LETTER * label.length + 4) {
        cell.append(svg("text", { x: x + 3, y: y + HEIGHT_OF_ROW - 5.5 }, label));
      }
      cell.addEventListener("click", () => go(line));
    }
    drawing.append(cell);
  }
  return drawing;
}

/** The positions to which most moves of the proof lead: [{node, moves}], the most first. */
export function meetings(proof) {
  const moves = new Int32Array(proof.size);
  for (const child of proof.edges) moves[child] += 1;
  const found = [];
  for (let node = 1; node < proof.size; node++) {
    if (moves[node] < FEWEST_MOVES) continue;
    if (found.length === MOST_MEETINGS && moves[node] <= found[MOST_MEETINGS - 1].moves) continue;
    found.push({ node, moves: moves[node] });
    found.sort((a, b) => b.moves - a.moves);
    found.length = Math.min(found.length, MOST_MEETINGS);
  }
  return found;
}
