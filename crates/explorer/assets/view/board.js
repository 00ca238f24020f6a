// One board for all games: cells that can be clicked, or walked over with the arrow keys and chosen with Enter.

const SVG = "http://www.w3.org/2000/svg";

/** An SVG element with attributes and children. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/**
 * `look` says how a game is drawn:
 *
 *     viewBox            [x, y, width, height]
 *     backdrop()         what does not change
 *     cells              [{id, row, column, x, y}], row by row; x and y are centres
 *     reach              half the width of a cell
 *     markCell(cell, name), hint(cell)  what shows a cell as chosen or left; optional: as a legal one
 *     draw(position)     {under, over}: elements below the cells and above them
 *     nameOf(position, cell)  what is there, in words
 *     cellsOf(position, move) {from, to} as ids; null for moves that are not on the board
 */
export class Board {
  /** `choose(moves)` is called with the moves that begin and end where the user has said. */
  constructor(look, choose) {
    this.look = look;
    this.choose = choose;
    this.moves = [];
    this.selected = null;
    this.focused = look.cells[0]?.id ?? null;
    this.under = svg("g", { "aria-hidden": "true" });
    this.marks = svg("g", { "aria-hidden": "true" });
    this.over = svg("g", { "aria-hidden": "true", class: "over" });
    this.hints = svg("g", { "aria-hidden": "true", class: "over" });
    this.element = svg("svg", {
      viewBox: look.viewBox.join(" "),
      class: `board board-${look.kind}`,
      role: "grid",
    });
    this.element.setAttribute("aria-label", "Board. Arrow keys move, Enter chooses.");
    this.cells = new Map();
    const rows = new Map();
    const grid = svg("g", { role: "rowgroup" });
    for (const cell of look.cells) {
      if (!rows.has(cell.row)) {
        rows.set(cell.row, svg("g", { role: "row" }));
        grid.append(rows.get(cell.row));
      }
      const { reach } = look;
      const element = svg("rect", {
        x: cell.x - reach,
        y: cell.y - reach,
        width: 2 * reach,
        height: 2 * reach,
        rx: look.rounded ? reach : 0,
        class: "cell",
        role: "gridcell",
        tabindex: "-1",
      });
      element.addEventListener("click", () => this.pick(cell.id));
      element.addEventListener("focus", () => this.focusOn(cell.id, false));
      rows.get(cell.row).append(element);
      this.cells.set(cell.id, { cell, element });
    }
    this.element.append(look.backdrop(), this.under, this.marks, this.over, grid, this.hints);
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  /** `moves`: [{from, to, text}]; `last`: the move that led here, as {from, to}; `banned`: ids. */
  show(position, moves, last, banned, note) {
    this.position = position;
    this.moves = moves;
    this.last = last;
    this.banned = banned;
    this.note = note;
    this.selected = null;
    const { under, over } = this.look.draw(position);
    this.under.replaceChildren(...under);
    this.over.replaceChildren(...over);
    this.mark();
  }

  /** The cells that can be chosen now. */
  targets() {
    if (this.selected !== null) {
      return this.moves.filter((move) => move.from === this.selected).map((move) => move.to);
    }
    return this.moves.map((move) => move.from ?? move.to);
  }

  mark() {
    const { look } = this;
    const at = (id) => this.cells.get(id).cell;
    const square = (id, name) => {
      const { x, y } = at(id);
      return look.markCell({ x, y }, name);
    };
    const marks = [];
    if (this.last?.from) marks.push(square(this.last.from, "last"));
    if (this.last?.to) marks.push(square(this.last.to, "last"));
    if (this.selected !== null) marks.push(square(this.selected, "selected"));
    this.marks.replaceChildren(...marks);
    const targets = new Set(this.targets());
    const hints = [];
    const dots =
      this.selected !== null
        ? targets
        : new Set(this.moves.filter((move) => !move.from).map((move) => move.to));
    const hint =
      look.hint ?? (({ x, y }) => svg("circle", { cx: x, cy: y, r: look.reach * 0.26, class: "hint" }));
    for (const id of dots) hints.push(hint(at(id)));
    for (const id of this.banned) {
      const { x, y } = at(id);
      const arm = look.reach * 0.35;
      hints.push(
        svg("path", {
          d: `M${x - arm} ${y - arm}l${2 * arm} ${2 * arm}m0 ${-2 * arm}l${-2 * arm} ${2 * arm}`,
          class: "banned",
        }),
      );
    }
    this.hints.replaceChildren(...hints);
    for (const [id, { cell, element }] of this.cells) {
      const choice = targets.has(id)
        ? this.selected === null && this.moves.some((move) => move.from === id)
          ? ", can move"
          : ", legal move"
        : "";
      const state =
        id === this.selected
          ? ", selected"
          : this.banned.includes(id)
            ? ", banned by the rule of repetition"
            : choice;
      element.setAttribute("aria-label", look.nameOf(this.position, cell) + state);
      element.setAttribute("aria-selected", String(id === this.selected));
      element.classList.toggle("open", targets.has(id));
      element.setAttribute("tabindex", id === this.focused ? "0" : "-1");
    }
  }

  pick(id) {
    this.focusOn(id, false);
    const direct =
      this.selected === null
        ? this.moves.filter((move) => !move.from && move.to === id)
        : this.moves.filter((move) => move.from === this.selected && move.to === id);
    if (direct.length) {
      this.selected = null;
      this.mark();
      this.choose(direct);
      return;
    }
    const canMove = this.moves.some((move) => move.from === id);
    this.selected = canMove && this.selected !== id ? id : null;
    this.mark();
  }

  focusOn(id, really) {
    if (this.focused !== id) {
      this.cells.get(this.focused)?.element.setAttribute("tabindex", "-1");
      this.focused = id;
      this.cells.get(id).element.setAttribute("tabindex", "0");
    }
    if (really) this.cells.get(id).element.focus();
  }

  key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key in steps) {
      const next = this.nearest(...steps[event.key]);
      if (next !== null) this.focusOn(next, true);
      event.preventDefault();
    } else if (event.key === "Enter" || event.key === " ") {
      this.pick(this.focused);
      event.preventDefault();
    } else if (event.key === "Escape" && this.selected !== null) {
      this.selected = null;
      this.mark();
    }
  }

  /** The next cell in a direction: as far ahead as need be, and as little beside it as possible. */
  nearest(dx, dy) {
    const here = this.cells.get(this.focused).cell;
    let best = null;
    let least = Infinity;
    for (const { cell } of this.cells.values()) {
      const ahead = (cell.x - here.x) * dx + (cell.y - here.y) * dy;
      const beside = Math.abs((cell.x - here.x) * dy) + Math.abs((cell.y - here.y) * dx);
      if (ahead <= 0.01 || beside > ahead + 0.01) continue;
      const distance = ahead + 3 * beside;
      if (distance < least) {
        least = distance;
        best = cell.id;
      }
    }
    return best;
  }
}
