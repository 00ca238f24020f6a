// Graph games: positions in layers by their distance from the root, moves as arrows.

import { svg } from "./board.js";

const HEIGHT = 74;
/** Half the height of a position, and room for a letter of its name. */
const HALF = 20;
const LETTER = 8;
const LONGEST_NAME = 9;
/** Larger games are drawn around the position at hand. */
const MOST_DRAWN = 40;

export class GraphLook {
  constructor(game, root) {
    this.kind = "graph";
    this.game = game;
    this.reach = 22;
    this.layers = layersFrom(game, [root.name], MOST_DRAWN);
    this.place();
  }

  place() {
    const step = 2 * Math.max(...this.layers.flat().map(halfWidth)) + 44;
    const widest = Math.max(...this.layers.map((layer) => layer.length));
    // Not much higher than wide: the page shows other things too.
    const height = HEIGHT * (this.layers.length + 0.2);
    const width = Math.max(widest * step, 2.5 * step, 0.9 * height);
    this.cells = [];
    this.layers.forEach((layer, row) =>
      layer.forEach((id, column) => {
        // Every other layer is moved aside, so that arrows over several layers do not hide behind positions.
        const shift = layer.length < widest ? (row % 2 ? 0.18 : -0.18) * step : 0;
        const x = (width * (column + 0.5)) / layer.length + shift;
        this.cells.push({ id, row, column, x, y: HEIGHT * (row + 0.6) });
      }),
    );
    const shown = Math.max(height, width / 2);
    this.viewBox = [0, (height - shown) / 2, width, shown];
    this.byId = new Map(this.cells.map((cell) => [cell.id, cell]));
    const around = ({ x, y }, name) => {
      const half = halfWidth(this.cells.find((cell) => cell.x === x && cell.y === y).id);
      return svg("rect", {
        x: x - half - 5,
        y: y - HALF - 5,
        width: 2 * half + 10,
        height: 2 * HALF + 10,
        rx: 12,
        class: name,
      });
    };
    this.markCell = (cell, name) => (name === "last" ? svg("g") : around(cell, `mark-${name}`));
    this.hint = (cell) => around(cell, "hint-ring");
  }

  backdrop() {
    const group = svg("g", { "aria-hidden": "true" });
    const tip = svg(
      "marker",
      {
        id: "tip",
        viewBox: "0 0 8 8",
        refX: 7,
        refY: 4,
        markerWidth: 7,
        markerHeight: 7,
        orient: "auto-start-reverse",
      },
      svg("path", { d: "M0 0.5L8 4L0 7.500z", class: "arrow-tip" }),
    );
    group.append(svg("defs", {}, tip));
    for (const { id } of this.cells) {
      for (const move of this.game.nodes.get(id).moves) {
        if (!this.byId.has(move.text)) continue;
        group.append(this.arrow(id, move, "arrow"));
      }
    }
    return group;
  }

  arrow(id, move, name) {
    const from = this.byId.get(id);
    const to = this.byId.get(move.text);
    const kind = `${name}${move.isPass ? " is-pass" : ""}`;
    if (from === to) {
      const right = from.x + halfWidth(id);
      return svg("path", {
        d: `M${right - 8} ${from.y - HALF - 1}c28 -26 44 20 11 18`,
        class: kind,
        "marker-end": "url(#tip)",
      });
    }
    const dx = to.x - from.x;
    const dy = to.y - from.y;
    const length = Math.hypot(dx, dy);
    // To one side, so that two arrows between the same positions are two.
    const bend = 0.12 * length + 6;
    const middle = [(from.x + to.x) / 2 - (dy / length) * bend, (from.y + to.y) / 2 + (dx / length) * bend];
    const [x1, y1] = edgeOf(from, middle);
    const [x2, y2] = edgeOf(to, middle);
    return svg("path", {
      d: `M${x1} ${y1}Q${middle[0]} ${middle[1]} ${x2} ${y2}`,
      class: kind,
      "marker-end": "url(#tip)",
    });
  }

  draw(position) {
    const under = [];
    const over = [];
    for (const { id, x, y } of this.cells) {
      const node = this.game.nodes.get(id);
      const here = id === position.name;
      const owner = node.end !== null ? "is-end" : node.turn === 0 ? "is-first" : "is-second";
      const half = halfWidth(id);
      const isSquare = node.end === null && node.turn === 1;
      const shape = svg("rect", {
        x: x - half,
        y: y - HALF,
        width: 2 * half,
        height: 2 * HALF,
        rx: isSquare ? 5 : HALF,
      });
      shape.setAttribute("class", `vertex ${owner}${here ? " is-here" : ""}`);
      over.push(
        shape,
        svg("text", { x, y: y + 5, class: "vertex-name", "text-anchor": "middle" }, shortened(id)),
      );
    }
    if (this.byId.has(position.name)) {
      for (const move of position.moves)
        if (this.byId.has(move.text)) under.push(this.arrow(position.name, move, "arrow is-open"));
    }
    return { under, over };
  }

  nameOf(position, { id }) {
    const node = this.game.nodes.get(id);
    const whose = node.end === null ? `${this.game.players[node.turn]} to move` : this.game.why(node);
    return `${id}, ${whose}${id === position.name ? ", here" : ""}`;
  }

  cellsOf(_, move) {
    return this.byId.has(move.text) ? { to: move.text } : null;
  }
}

const shortened = (name) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name);

/** Half the width of a position, by its name. */
function halfWidth(name) {
  return Math.max(HALF, (shortened(name).length * LETTER) / 2 + 9);
}

/** Where a line from a position towards a point leaves what is drawn of it. */
function edgeOf({ id, x, y }, [toX, toY]) {
  const dx = toX - x;
  const dy = toY - y;
  const share = Math.min((halfWidth(id) + 3) / Math.abs(dx), (HALF + 3) / Math.abs(dy));
  return [x + dx * share, y + dy * share];
}

/** Positions in layers by their distance from the first ones, at most so many. */
function layersFrom(game, first, most) {
  const seen = new Set(first);
  const layers = [];
  let layer = first;
  while (layer.length) {
    layers.push(layer);
    const next = [];
    for (const name of layer) {
      for (const move of game.nodes.get(name).moves) {
        if (seen.has(move.text) || seen.size >= most) continue;
        seen.add(move.text);
        next.push(move.text);
      }
    }
    layer = next;
  }
  return layers;
}
