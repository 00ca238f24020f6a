// Boards of points: Go. Of a problem only the region and what is around it is shown.

import { COLUMN_LETTERS } from "../checker/go-board.js";
import { svg } from "./board.js";

const STEP = 24;
const LEAST_WIDTH = 9 * STEP;
const STARS = { 9: [2, 4, 6], 13: [3, 6, 9], 19: [3, 9, 15] };

export class GoLook {
  constructor(game) {
    this.kind = "points";
    this.game = game;
    const { rows, columns } = game.board;
    this.part = { top: 0, left: 0, bottom: rows - 1, right: columns - 1 };
    if (game.name === "go-problem") this.part = this.around(game);
    const { top, left, bottom, right } = this.part;
    this.reach = STEP / 2;
    this.rounded = true;
    // Room for the names of rows and columns. Small boards are not blown up.
    const width = (right - left + 1) * STEP + 24;
    const height = (bottom - top + 1) * STEP + 24;
    const shown = [Math.max(width, LEAST_WIDTH), Math.max(height, LEAST_WIDTH / 2)];
    this.viewBox = [
      left * STEP - 32 - (shown[0] - width) / 2,
      top * STEP - 16 - (shown[1] - height) / 2,
      ...shown,
    ];
    this.markCell = ({ x, y }, name) =>
      name === "last"
        ? svg("circle", { cx: x, cy: y, r: 0 })
        : svg("circle", { cx: x, cy: y, r: STEP * 0.46, class: `mark-${name}` });
    this.cells = [];
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        this.cells.push({
          id: game.board.names[row * columns + column],
          row,
          column,
          x: column * STEP,
          y: row * STEP,
        });
      }
    }
  }

  /** The rows and columns of the region of a problem, and two more on each side. */
  around(game) {
    const { rows, columns } = game.board;
    const rowsOf = game.region.map((point) => Math.floor(point / columns));
    const columnsOf = game.region.map((point) => point % columns);
    const [top, bottom] = [Math.max(0, Math.min(...rowsOf) - 2), Math.min(rows - 1, Math.max(...rowsOf) + 2)];
    const [left, right] = [
      Math.max(0, Math.min(...columnsOf) - 2),
      Math.min(columns - 1, Math.max(...columnsOf) + 2),
    ];
    return { top, left, bottom, right };
  }

  backdrop() {
    const { rows, columns } = this.game.board;
    const { top, left, bottom, right } = this.part;
    const group = svg("g", { "aria-hidden": "true" });
    // Lines go on where the board does.
    const [x1, x2] = [left * STEP - (left > 0 ? 12 : 0), right * STEP + (right < columns - 1 ? 12 : 0)];
    const [y1, y2] = [top * STEP - (top > 0 ? 12 : 0), bottom * STEP + (bottom < rows - 1 ? 12 : 0)];
    group.append(
      svg("rect", {
        x: left * STEP - 12,
        y: top * STEP - 12,
        width: (right - left + 1) * STEP,
        height: (bottom - top + 1) * STEP,
        class: "wood",
        rx: 2,
      }),
    );
    for (let row = top; row <= bottom; row++)
      group.append(svg("path", { d: `M${x1} ${row * STEP}H${x2}`, class: "grid-line" }));
    for (let column = left; column <= right; column++) {
      group.append(svg("path", { d: `M${column * STEP} ${y1}V${y2}`, class: "grid-line" }));
    }
    for (const row of STARS[rows] ?? []) {
      for (const column of STARS[columns] ?? []) {
        if (row < top || row > bottom || column < left || column > right) continue;
        group.append(svg("circle", { cx: column * STEP, cy: row * STEP, r: 2.2, class: "star" }));
      }
    }
    for (let row = top; row <= bottom; row++) {
      group.append(
        svg(
          "text",
          { x: left * STEP - 16, y: row * STEP + 3.5, class: "coordinate", "text-anchor": "end" },
          String(rows - row),
        ),
      );
    }
    for (let column = left; column <= right; column++) {
      group.append(
        svg(
          "text",
          { x: column * STEP, y: bottom * STEP + 24, class: "coordinate", "text-anchor": "middle" },
          COLUMN_LETTERS[column],
        ),
      );
    }
    return group;
  }

  draw(position) {
    const under = [];
    const over = [];
    const problem = this.game.name === "go-problem";
    const stones = this.stonesOf(position);
    for (const { id, x, y } of this.cells) {
      const point = this.game.board.byName.get(id);
      const stone = stones[point];
      if (problem && !this.game.inRegion[point]) {
        under.push(svg("rect", { x: x - 12, y: y - 12, width: STEP, height: STEP, class: "outside" }));
      }
      if (stone !== ".") {
        over.push(
          svg("circle", {
            cx: x,
            cy: y,
            r: STEP * 0.46,
            class: stone === "X" ? "stone black-stone" : "stone white-stone",
          }),
        );
      }
      const on = stone === "." ? "on-wood" : stone === "X" ? "on-black" : "on-white";
      if (problem && this.game.target.includes(point)) {
        over.push(svg("path", { d: `M${x} ${y - 6}l5.200 9h-10.400z`, class: `sign ${on}` }));
      }
      if (problem && this.game.eyes.includes(point))
        over.push(svg("circle", { cx: x, cy: y, r: 4.5, class: `sign ${on}` }));
      if (problem && this.game.declared.includes(point)) {
        over.push(svg("rect", { x: x - 4, y: y - 4, width: 8, height: 8, class: `sign ${on}` }));
      }
      if (position.ko === point)
        over.push(svg("rect", { x: x - 5, y: y - 5, width: 10, height: 10, class: "sign on-wood" }));
      if (this.lastPoint === point && stone !== ".")
        over.push(svg("circle", { cx: x, cy: y, r: 3, class: `last-stone ${on}` }));
    }
    return { under, over };
  }

  /** As they are on the board: what is next to a zone counts as something else in its game. */
  stonesOf(position) {
    return this.game.stones?.(position) ?? position.stones;
  }

  nameOf(position, { id }) {
    const point = this.game.board.byName.get(id);
    const stones = this.stonesOf(position);
    const signs = [position.ko === point ? ", ko" : ""];
    if (this.game.name === "go-problem") {
      if (this.game.target.includes(point)) signs.push(", target");
      if (!this.game.inRegion[point]) signs.push(", outside the region");
    }
    return id + { ".": "", X: ", black stone", O: ", white stone" }[stones[point]] + signs.join("");
  }

  cellsOf(_, move) {
    return move.point === undefined ? null : { to: this.game.board.names[move.point] };
  }
}
