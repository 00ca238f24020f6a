// Graph games: positions in layers by their distance from the root, moves as arrows.

import { svg } from "./board.js";

const WIDTH = 90;
const HEIGHT = 74;
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
    const widest = Math.max(...this.layers.map((layer) => layer.length));
    const width = Math.max(widest * WIDTH, 3 * WIDTH);
    this.cells = [];
    this.layers.forEach((layer, row) => layer.forEach((id, column) => {
      // Every other layer is moved aside, so that arrows over several layers do not hide behind positions.
      const shift = layer.length < widest ? (row % 2 ? 0.18 : -0.18) * WIDTH : 0;
      const x = width * (column + 0.5) / layer.length + shift;
      this.cells.push({ id, row, column, x, y: HEIGHT * (row + 0.6) });
    }));
    const height = HEIGHT * (this.layers.length + 0.2);
    const shown = Math.max(height, width / 2);
    this.viewBox = [0, (height - shown) / 2, width, shown];
    this.byId = new Map(this.cells.map((cell) => [cell.id, cell]));
    this.markCell = ({ x, y }, name) => svg("circle", { cx: x, cy: y, r: name === "last" ? 0 : 27, class: `mark-${name}` });
    this.hint = ({ x, y }) => svg("circle", { cx: x, cy: y, r: 26, class: "hint-ring" });
  }

  backdrop() {
    const group = svg("g", { "aria-hidden": "true" });
    const tip = svg("marker", {
      id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse",
    }, svg("path", { d: "M0 0.5L8 4L0 7.500z", class: "arrow-tip" }));
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
      return svg("path", { d: `M${from.x + 14} ${from.y - 15}c30 -26 42 18 9 17`, class: kind, "marker-end": "url(#tip)" });
    }
    const dx = to.x - from.x;
    const dy = to.y - from.y;
    const length = Math.hypot(dx, dy);
    // To one side, so that two arrows between the same positions are two.
    const bend = 0.12 * length + 6;
    const middle = [(from.x + to.x) / 2 - (dy / length) * bend, (from.y + to.y) / 2 + (dx / length) * bend];
    const cut = ([x, y]) => {
      const away = Math.hypot(middle[0] - x, middle[1] - y);
      return [x + ((middle[0] - x) / away) * 24, y + ((middle[1] - y) / away) * 24];
    };
    const [x1, y1] = cut([from.x, from.y]);
    const [x2, y2] = cut([to.x, to.y]);
    return svg("path", { d: `M${x1} ${y1}Q${middle[0]} ${middle[1]} ${x2} ${y2}`, class: kind, "marker-end": "url(#tip)" });
  }

  draw(position) {
    const under = [];
    const over = [];
    for (const { id, x, y } of this.cells) {
      const node = this.game.nodes.get(id);
      const here = id === position.name;
      const owner = node.end !== null ? "is-end" : node.turn === 0 ? "is-first" : "is-second";
      const shape = node.end === null && node.turn === 1
        ? svg("rect", { x: x - 20, y: y - 20, width: 40, height: 40, rx: 6 })
        : svg("circle", { cx: x, cy: y, r: 21 });
      shape.setAttribute("class", `vertex ${owner}${here ? " is-here" : ""}`);
      over.push(shape, svg("text", { x, y: y + 5, class: "vertex-name", "text-anchor": "middle" }, shortened(id)));
    }
    if (this.byId.has(position.name)) {
      for (const move of position.moves) if (this.byId.has(move.text)) under.push(this.arrow(position.name, move, "arrow is-open"));
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

const shortened = (name) => (name.length > 6 ? `${name.slice(0, 5)}…` : name);

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
