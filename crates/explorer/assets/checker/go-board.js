// What boards and problems of Go share: points, chains, unconditional life. Stones are a text with a letter for
// each point, from the top row down: `X` black, `O` white, `.` empty.

import { NotAPosition } from "./game.js";

export const COLUMN_LETTERS = "ABCDEFGHJKLMNOPQRST";
export const STONES = "XO";
export const FREE = ".";

export class GoBoard {
  constructor(rows, columns) {
    if (!(rows >= 1 && rows <= 19 && columns >= 1 && columns <= 19)) {
      throw new NotAPosition("boards have 1 to 19 rows and columns");
    }
    this.rows = rows;
    this.columns = columns;
    this.size = rows * columns;
    this.names = [];
    this.near = [];
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const point = this.names.length;
        this.names.push(`${COLUMN_LETTERS[column]}${rows - row}`);
        const near = [];
        if (row > 0) near.push(point - columns);
        if (column > 0) near.push(point - 1);
        if (column < columns - 1) near.push(point + 1);
        if (row < rows - 1) near.push(point + columns);
        this.near.push(near);
      }
    }
    this.byName = new Map(this.names.map((name, point) => [name, point]));
  }

  /** `<rows>x<columns>`, read as the parameters have it. */
  static ofSize(text) {
    const size = /^([1-9][0-9]?)x([1-9][0-9]?)$/.exec(text);
    if (!size) throw new NotAPosition("expected the size of the board, as in 3x4");
    return new GoBoard(Number(size[1]), Number(size[2]));
  }

  readStones(text) {
    const rows = text.split("/");
    if (rows.length !== this.rows || rows.some((row) => row.length !== this.columns || /[^XO.]/.test(row))) {
      throw new NotAPosition("expected the rows of this board, of X, O and points");
    }
    return rows.join("");
  }

  writeStones(stones) {
    const rows = [];
    for (let at = 0; at < this.size; at += this.columns) rows.push(stones.slice(at, at + this.columns));
    return rows.join("/");
  }

  /** The connected set of points around `start` that belong to it, and the points around that. */
  part(start, belongs) {
    const points = [start];
    const mark = new Uint8Array(this.size);
    mark[start] = 1;
    const border = [];
    for (let at = 0; at < points.length; at++) {
      for (const other of this.near[points[at]]) {
        if (mark[other]) continue;
        mark[other] = 1;
        (belongs(other) ? points : border).push(other);
      }
    }
    return { points, border };
  }

  /** All connected sets of points that belong. */
  parts(belongs) {
    const done = new Uint8Array(this.size);
    const found = [];
    for (let start = 0; start < this.size; start++) {
      if (done[start] || !belongs(start)) continue;
      const part = this.part(start, belongs);
      for (const point of part.points) done[point] = 1;
      found.push(part);
    }
    return found;
  }

  chains(stones, colour) {
    return this.parts((point) => stones[point] === colour);
  }

  chainAt(stones, start) {
    const colour = stones[start];
    return this.part(start, (point) => stones[point] === colour);
  }

  everyChainHasALiberty(stones) {
    return [...STONES].every((colour) =>
      this.chains(stones, colour).every((chain) => chain.border.some((point) => stones[point] === FREE)),
    );
  }

  /**
   * Strikes off chains with less than two vital regions and regions that border on something else than
   * the chains that are left and `safe` points, until nothing changes.
   * `asked(region)`: the points of a region that have to be next to a chain for which it is vital.
   */
  leftAlive(chains, regions, asked, safe) {
    const owner = new Int32Array(this.size).fill(-1);
    chains.forEach((chain, number) =>
      chain.points.forEach((point) => {
        owner[point] = number;
      }),
    );
    // By region: the chains that it borders on, and those for which it is vital.
    const facts = regions.map((region) => {
      const around = new Set(region.border.map((point) => owner[point]));
      const vital = new Set(around);
      for (const point of asked(region)) {
        const beside = new Set(this.near[point].map((other) => owner[other]));
        for (const chain of vital) if (!beside.has(chain)) vital.delete(chain);
      }
      vital.delete(-1);
      return { region, vital };
    });
    const alive = new Set(chains.keys());
    let left = facts;
    for (;;) {
      const times = new Map();
      for (const { vital } of left) for (const chain of vital) times.set(chain, (times.get(chain) ?? 0) + 1);
      const struck = [...alive].filter((chain) => (times.get(chain) ?? 0) < 2);
      for (const chain of struck) alive.delete(chain);
      const kept = left.filter(({ region }) =>
        region.border.every((point) => alive.has(owner[point]) || safe(point)),
      );
      if (struck.length === 0 && kept.length === left.length) break;
      left = kept;
    }
    return { chains: [...alive].map((number) => chains[number]), regions: left.map(({ region }) => region) };
  }

  /** Benson's unconditionally living chains of a colour on the whole board, and the regions that they enclose. */
  benson(stones, colour, suicide) {
    const chains = this.chains(stones, colour);
    const regions = this.parts((point) => stones[point] !== colour);
    const asked = (region) =>
      suicide ? region.points : region.points.filter((point) => stones[point] === FREE);
    return this.leftAlive(chains, regions, asked, () => false);
  }

  /** Stones as words of 32 bits, and their number, by colour. */
  shape(stones, turn) {
    const words = Math.ceil(this.size / 32);
    const found = [new Int32Array(words), new Int32Array(words)];
    const counts = [0, 0];
    for (let point = 0; point < this.size; point++) {
      const colour = STONES.indexOf(stones[point]);
      if (colour < 0) continue;
      found[colour][point >> 5] |= 1 << (point & 31);
      counts[colour] += 1;
    }
    return { stones: found, counts, turn };
  }
}
