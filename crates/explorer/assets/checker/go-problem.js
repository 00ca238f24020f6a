// Problems of Go: docs/go-problems.md, "The game that is played", and docs/certificate.md.

import { NotAPosition } from "./game.js";
import { FREE, GoBoard, STONES } from "./go-board.js";
import { inOrder, remembered } from "./go.js";

const LISTS = ["region", "target", "eyes", "declared"];
const MOST_THREATS = 16;

export class GoProblem {
  /** `first`: the rows of the root, which the parameters have to fit. */
  constructor(parameters, first) {
    const words = parameters.split(" ");
    this.name = "go-problem";
    this.players = ["black", "white"];
    this.footprints = "interval";
    this.occurrences = 2;
    this.board = GoBoard.ofSize(words[0]);
    this.defender = this.players.indexOf(words[2]);
    if (!["live", "survive"].includes(words[1]) || this.defender < 0) {
      throw new NotAPosition("expected live or survive, and the defender");
    }
    this.live = words[1] === "live";
    this.attacker = 1 - this.defender;
    let at = 3;
    for (const list of LISTS) {
      const given = words[at]?.startsWith(`${list}:`);
      const points = given ? this.readPoints(words[at++].slice(list.length + 1)) : [];
      this[list] = points;
    }
    const flag = (word) => words[at] === word && at++ > 0;
    this.basicKo = flag("basic-ko");
    this.eyeSpace = !flag("without:eye-space");
    this.life = !flag("without:life");
    this.death = flag("with:death");
    if (this.death && (this.live || this.basicKo || this.eyes.length)) {
      throw new NotAPosition("with:death is for survive under superko, without eyes");
    }
    this.miai = flag("with:miai");
    if (this.miai && (this.basicKo || this.eyes.length)) {
      throw new NotAPosition("with:miai is for superko, without eyes");
    }
    const zone = words[at]?.startsWith("zone:") ? this.readPoints(words[at++].slice("zone:".length)) : null;
    if (at !== words.length || this.region.length === 0 || this.target.length === 0) {
      throw new NotAPosition("parameters that are unknown, missing, or in another order");
    }
    this.rules = this.basicKo ? ["draw"] : ["situational-superko", "positional-superko"];
    this.isEye = this.marked(this.eyes);
    this.bound(this.region);
    this.known = new Map();
    this.ended = new Map();
    this.first = this.board.readStones(first);
    this.fit(this.first);
    const list = (points) => points.map((point) => this.board.names[point]).join(" ");
    this.assumptions = [];
    if (this.declared.length) this.assumptions.push(`The stones on ${list(this.declared)} never die.`);
    if (this.eyes.length) {
      this.assumptions.push(`${["Black", "White"][this.defender]} never fills ${list(this.eyes)}.`);
    }
    this.zone = zone;
    this.claimants = this.players;
    if (zone) this.enterZone(zone);
  }

  /** The points that are played on, and what is next to them. */
  bound(region) {
    this.region = region;
    this.inRegion = this.marked(region);
    this.edge = [...new Set(region.flatMap((point) => this.board.near[point]))].filter(
      (point) => !this.inRegion[point],
    );
    this.isEdge = this.marked(this.edge);
  }

  /**
   * From now on the game is about the zone alone. What is left out of it is filled with stones of the attacker in
   * positions, where the defender has none.
   */
  enterZone(zone) {
    const { region, inRegion: whole } = this;
    const inZone = this.marked(zone);
    if (this.basicKo || this.eyes.length || !zone.every((point) => whole[point])) {
      throw new NotAPosition("a zone is for superko without eyes, and in the region");
    }
    if (!this.target.every((point) => inZone[point])) throw new NotAPosition("the target is not in the zone");
    this.bound(zone);
    this.inWhole = whole;
    const near = this.marked(this.edge.filter((point) => whole[point]));
    const isOwn = (point) => this.first[point] === STONES[this.defender];
    if (this.edge.some((point) => near[point] && isOwn(point))) {
      throw new NotAPosition("a stone of the defender is next to the zone");
    }
    this.filled = region.filter((point) => !inZone[point] && !isOwn(point));
    this.isFilled = this.marked(this.filled);
    this.isOpen = this.marked(zone.filter((point) => this.board.near[point].some((other) => near[other])));
    this.claimants = [this.players[this.defender]];
    if (this.lacksLiberties(this.fill(this.first))) {
      throw new NotAPosition("a chain of the defender has no liberty in the zone");
    }
  }

  fill(stones) {
    const after = [...stones];
    for (const point of this.filled) after[point] = STONES[this.attacker];
    return after.join("");
  }

  /** The stones as they are on the board. */
  stones({ stones }) {
    if (!this.zone) return stones;
    return [...stones].map((stone, point) => (this.inRegion[point] ? stone : this.first[point])).join("");
  }

  /** The defender's chains that are in the zone altogether. */
  ownInZone(stones) {
    return this.board
      .chains(stones, STONES[this.defender])
      .filter((chain) => chain.points.every((point) => this.inRegion[point]));
  }

  lacksLiberties(stones) {
    return this.ownInZone(stones).some((chain) => chain.border.every((point) => stones[point] !== FREE));
  }

  /** Whether the attacker could take a chain next to what is left out of the zone. */
  isGivenUp({ stones, turn }) {
    if (!this.zone || turn !== this.attacker) return false;
    return this.ownInZone(stones).some(
      (chain) =>
        chain.points.some((point) => this.isOpen[point]) &&
        chain.border.filter((point) => stones[point] === FREE).length < 2,
    );
  }

  /**
   * The points where a stone of the defender would take the last liberty of a chain of the attacker to which points
   * left out belong, and such a chain without liberties would have stones in the zone.
   */
  barred(stones) {
    const theirs = STONES[this.attacker];
    const last = new Map();
    let isAny = false;
    for (const { points, border } of this.board.parts(
      (point) => this.inWhole[point] === 1 && stones[point] === theirs,
    )) {
      const isWalled = border.some((point) => stones[point] === theirs);
      const free = border.filter((point) => stones[point] === FREE);
      if (isWalled || free.length > 1 || !points.some((point) => this.isFilled[point])) continue;
      const isInZone = points.some((point) => this.inRegion[point]);
      isAny ||= isInZone && free.length === 0;
      for (const point of free) last.set(point, last.get(point) || isInZone);
    }
    return new Set([...last.keys()].filter((point) => isAny || last.get(point)));
  }

  marked(points) {
    const mark = new Uint8Array(this.board.size);
    for (const point of points) mark[point] = 1;
    return mark;
  }

  readPoints(text) {
    const points = text.split(",").map((name) => this.board.byName.get(name) ?? -1);
    if (points.some((point, n) => point < 0 || (n > 0 && point <= points[n - 1]))) {
      throw new NotAPosition("expected points from the top row down, each row from left to right");
    }
    return points;
  }

  /** Whether the parameters fit the board of the root. */
  fit(stones) {
    const { board } = this;
    const demand = (holds, otherwise) => {
      if (!holds) throw new NotAPosition(otherwise);
    };
    demand(board.everyChainHasALiberty(stones), "a chain without liberties");
    demand(
      this.target.every((point) => this.inRegion[point] && stones[point] === STONES[this.defender]),
      "the target is not made of stones of the defender in the region",
    );
    const isTarget = this.marked(this.target);
    const isDeclared = this.marked(this.declared);
    const isSafe = new Uint8Array(board.size);
    const ofTarget = new Uint8Array(board.size);
    const declaredEdge = new Set();
    for (const colour of STONES) {
      const living = this.marked(board.benson(stones, colour, false).chains.flatMap((chain) => chain.points));
      for (const chain of board.chains(stones, colour)) {
        const { points, border } = chain;
        const declared = points.some((point) => isDeclared[point]);
        if (points.some((point) => isTarget[point])) {
          demand(!declared, "a stone of the target is declared safe");
          for (const point of points) ofTarget[point] = 1;
          continue;
        }
        const alive = living[points[0]] === 1;
        if (alive || declared) for (const point of points) isSafe[point] = 1;
        if (!declared) continue;
        for (const point of points) if (this.isEdge[point]) declaredEdge.add(point);
        const allOutside = points.length + this.region.length === board.size;
        demand(
          alive || allOutside || border.some((point) => !this.inRegion[point]),
          "the region is all around a chain that is declared safe",
        );
      }
    }
    demand(
      this.declared.length === declaredEdge.size && this.declared.every((point) => declaredEdge.has(point)),
      "what is declared safe are not the stones next to the region of chains outside",
    );
    demand(
      this.region.every((point) => !isSafe[point]),
      "safe stones in the region",
    );
    demand(
      this.edge.every((point) => isSafe[point]),
      "the region does not end at safe stones",
    );
    demand(
      board
        .parts((point) => this.inRegion[point] === 1)
        .every((part) => part.points.some((point) => ofTarget[point])),
      "the region falls apart",
    );
    for (const eye of this.eyes) {
      const around = board.near[eye];
      const chain =
        around.length && stones[around[0]] !== FREE ? board.chainAt(stones, around[0]).points : [];
      demand(
        this.inRegion[eye] &&
          stones[eye] === FREE &&
          chain.some((point) => ofTarget[point]) &&
          around.every((point) => chain.includes(point)),
        "what is marked is no eye of one chain of the target",
      );
    }
  }

  read(text) {
    const words = text.split(" ");
    const stones = this.board.readStones(words[0]);
    const turn = ["B", "W"].indexOf(words[1]);
    if (turn < 0) throw new NotAPosition("expected B or W");
    const position = { stones, turn, threats: [0, 0], ko: -1 };
    let at = 2;
    const threats = /^threats:(0|[1-9][0-9]?)\/(0|[1-9][0-9]?)$/.exec(words[at] ?? "");
    if (threats) {
      position.threats = [Number(threats[1]), Number(threats[2])];
      at += 1;
    }
    if (Math.max(...position.threats) > MOST_THREATS) throw new NotAPosition("more than 16 threats");
    for (let point = 0; point < this.board.size; point++) {
      if (!this.inRegion[point] && stones[point] !== this.first[point]) {
        throw new NotAPosition("other stones outside the region");
      }
    }
    if (!this.board.everyChainHasALiberty(stones)) throw new NotAPosition("a chain without liberties");
    if (this.basicKo && words[at]?.startsWith("ko:")) {
      position.ko = this.board.byName.get(words[at++].slice(3)) ?? -1;
      if (position.ko < 0 || !this.canBeKo(position)) throw new NotAPosition("no ko can be there");
    }
    if (at !== words.length) throw new NotAPosition("something behind the position");
    if (this.zone) {
      position.stones = this.fill(stones);
      if (this.lacksLiberties(position.stones)) throw new NotAPosition("no liberties in the zone");
    }
    return position;
  }

  write(position) {
    const { turn, threats, ko } = position;
    const number = threats[0] + threats[1] > 0 ? ` threats:${threats[0]}/${threats[1]}` : "";
    const where = ko < 0 ? "" : ` ko:${this.board.names[ko]}`;
    return `${this.board.writeStones(this.stones(position))} ${"BW"[turn]}${number}${where}`;
  }

  key({ stones, turn, threats, ko }) {
    return stones + String.fromCharCode(turn, threats[0], threats[1], ko + 1);
  }

  turn(position) {
    return position.turn;
  }

  /** Stones outside the region are never taken, nor what is connected with them. */
  isTaken(after, chain) {
    return (
      chain.points.every((point) => this.inRegion[point]) &&
      chain.border.every((point) => after[point] !== FREE)
    );
  }

  /** The stones after a move and how many were taken; null where it is illegal, whatever a rule of ko says. */
  put(stones, turn, point) {
    if (stones[point] !== FREE) return null;
    const after = [...stones];
    after[point] = STONES[turn];
    const taken = [];
    for (const other of this.board.near[point]) {
      if (after[other] !== STONES[1 - turn]) continue;
      const chain = this.board.chainAt(after, other);
      if (!this.isTaken(after, chain)) continue;
      for (const stone of chain.points) after[stone] = FREE;
      taken.push(...chain.points);
    }
    if (taken.length === 0 && this.isTaken(after, this.board.chainAt(after, point))) return null;
    return { stones: after.join(""), taken };
  }

  /** The point of the ko after a move that took these stones. */
  koAfter(after, turn, point, taken) {
    if (!this.basicKo || taken.length !== 1) return -1;
    const back = this.put(after, 1 - turn, taken[0]);
    return back && back.taken.length === 1 && back.taken[0] === point ? taken[0] : -1;
  }

  /** Whether the opponent can have taken a single stone where the position has its ko. */
  canBeKo({ stones, turn, ko }) {
    const before = this.put(stones, turn, ko);
    if (!before || before.taken.length !== 1) return false;
    const point = before.taken[0];
    if (!this.inRegion[ko] || (this.isEye[point] && 1 - turn === this.defender)) return false;
    const again = this.put(before.stones, 1 - turn, point);
    return again !== null && again.stones === stones && again.taken.length === 1 && again.taken[0] === ko;
  }

  moves(position) {
    return remembered(this.known, this.key(position), () => {
      const { stones, turn, threats, ko } = position;
      const found = [];
      const barred = this.zone && turn === this.defender ? this.barred(stones) : new Set();
      for (const point of this.region) {
        if (point === ko || (turn === this.defender && this.isEye[point])) continue;
        if (barred.has(point)) continue;
        const put = this.put(stones, turn, point);
        if (!put) continue;
        const next = { stones: put.stones, turn: 1 - turn, threats, ko: -1 };
        next.ko = this.koAfter(put.stones, turn, point, put.taken);
        found.push({ text: this.board.names[point], point, after: next });
      }
      if (turn === (this.live ? this.attacker : this.defender)) {
        found.push({ text: "pass", after: { stones, turn: 1 - turn, threats, ko: -1 } });
      }
      if (threats[turn] > 0 && !(this.zone && turn === this.attacker)) {
        const left = threats.map((number, player) => (player === turn ? number - 1 : number));
        found.push({ text: "threat", after: { stones, turn, threats: left, ko: -1 } });
      }
      return inOrder(found);
    });
  }

  text(_, move) {
    return move.text;
  }

  find(_, moves, text) {
    return moves.find((move) => move.text === text);
  }

  play(_, move) {
    return move.after;
  }

  /** In a zone nothing bans the attacker. */
  isPass(position, move) {
    return move.text === "pass" || (this.zone !== null && position.turn === this.attacker);
  }

  mayGoOn(position) {
    return !this.isGivenUp(position);
  }

  stuck(position) {
    return 1 - position.turn;
  }

  situation({ stones, turn, threats }, board) {
    return stones + String.fromCharCode(threats[0], threats[1], board ? 2 : turn);
  }

  shape({ stones, turn }, board) {
    return this.board.shape(stones, board ? -1 : turn);
  }

  over({ stones, turn }) {
    return remembered(this.ended, stones + turn, () => this.end(stones, turn)).result;
  }

  end(stones, turn) {
    const name = (player) => ["Black", "White"][player];
    const own = STONES[this.defender];
    if (this.target.every((point) => stones[point] !== own)) {
      return { result: this.attacker, why: `The target is captured: ${name(this.attacker)} has won.` };
    }
    if (this.live || this.life) {
      const living = this.living(stones, this.defender);
      if (this.target.some((point) => living[point])) {
        return {
          result: this.defender,
          why: `The target lives unconditionally: ${name(this.defender)} has won.`,
        };
      }
    }
    if (this.isGivenUp({ stones, turn })) {
      return { result: this.attacker, why: `A chain at the edge of the zone is given up: ${name(this.attacker)} has won.` };
    }
    const isLost = this.miai && this.isLost(stones);
    if (this.live && (isLost || ((this.eyeSpace || this.miai) && this.hasNoSpace(stones)))) {
      return {
        result: this.attacker,
        why: `There is no room left for two eyes: ${name(this.attacker)} has won.`,
      };
    }
    if (isLost || (this.death && this.isDead(stones, turn))) {
      return {
        result: this.attacker,
        why: `The target cannot escape capture: ${name(this.attacker)} has won.`,
      };
    }
    return { result: null, why: "" };
  }

  why(position) {
    const { result, why } = this.end(position.stones, position.turn);
    return result === null ? `${["Black", "White"][position.turn]} has no legal move and has lost.` : why;
  }

  /** Points of the region with unconditionally living stones of a player, marked. */
  living(stones, player) {
    const own = STONES[player];
    const inside = [];
    const found = new Uint8Array(this.board.size);
    for (const chain of this.board.chains(stones, own)) {
      const here = chain.points.filter((point) => this.inRegion[point]);
      if (here.length === chain.points.length) inside.push(chain);
      else for (const point of here) found[point] = 1;
    }
    const regions = this.board
      .parts((point) => this.inRegion[point] === 1 && stones[point] !== own)
      .filter((region) => region.border.every((point) => stones[point] === own));
    const empty = (region) => region.points.filter((point) => stones[point] === FREE);
    const connected = found.slice();
    for (const point of this.edge) if (stones[point] === own) connected[point] = 1;
    const left = this.board.leftAlive(inside, regions, empty, (point) => connected[point] === 1);
    for (const chain of left.chains) for (const point of chain.points) found[point] = 1;
    return found;
  }

  /** Stones of the attacker that are connected to safe ones next to the region, marked; with those. */
  connected(stones) {
    const wall = new Uint8Array(this.board.size);
    for (const chain of this.board.chains(stones, STONES[this.attacker])) {
      if (chain.points.some((point) => this.isEdge[point])) for (const point of chain.points) wall[point] = 1;
    }
    return wall;
  }

  /** Whether the defender can connect to safe stones of his. */
  hasWayOut(stones, wall) {
    return this.region.some(
      (point) =>
        !wall[point] &&
        this.board.near[point].some(
          (other) => this.isEdge[other] && stones[other] === STONES[this.defender],
        ),
    );
  }

  /** Points of the region without a living stone and not next to one. */
  room(living) {
    // Of the wall only what is next to the region counts, and it is next to points of the region only.
    return this.region.filter(
      (point) => !living[point] && !this.board.near[point].some((other) => living[other]),
    );
  }

  /** Whether every two of the points are neighbours. */
  areNeighbours(points) {
    const { near } = this.board;
    return points.every((point, n) => points.slice(n + 1).every((other) => near[point].includes(other)));
  }

  /** Whether no two eyes fit, and the attacker has a move to spare. */
  isDead(stones, turn) {
    const wall = this.connected(stones);
    const room = this.room(wall);
    const spare = this.region.filter((point) => stones[point] === FREE && !room.includes(point));
    return (
      !this.hasWayOut(stones, wall) &&
      this.areNeighbours(room) &&
      spare.length >= (turn === this.attacker ? 1 : 2)
    );
  }

  /** Stones of the attacker in chains with two doors each, which connect them to safe ones, marked. */
  held(stones, wall) {
    const { near } = this.board;
    const door = this.marked(
      this.region.filter(
        (point) => stones[point] === FREE && near[point].some((other) => wall[other]),
      ),
    );
    const held = new Uint8Array(this.board.size);
    const chains = this.board
      .chains(stones, STONES[this.attacker])
      .filter((chain) => chain.points.every((point) => this.inRegion[point]))
      .filter((chain) => chain.points.every((point) => !wall[point]));
    const first = (chain) => Math.min(...chain.points);
    for (const chain of chains.sort((one, other) => first(one) - first(other))) {
      const doors = chain.border.filter((point) => door[point]).sort((one, other) => one - other);
      if (doors.length < 2) continue;
      for (const point of chain.points) held[point] = 1;
      for (const point of doors.slice(0, 2)) door[point] = 0;
    }
    return held;
  }

  /** Whether no two eyes fit when all that can be connected to safe stones is. */
  isLost(stones) {
    const wall = this.connected(stones);
    if (this.hasWayOut(stones, wall)) return false;
    const held = this.held(stones, wall);
    if (!held.includes(1)) return false;
    return this.areNeighbours(this.room(held.map((mark, point) => mark | wall[point])));
  }

  /** Whether two eyes of the defender do not fit any more. */
  hasNoSpace(stones) {
    const theirs = STONES[this.attacker];
    const wall = this.connected(stones);
    if (this.hasWayOut(stones, wall)) return false;
    // Where the attacker always passes, the defender's stones stay.
    const isPlace = (point) => !this.miai || stones[point] !== STONES[this.defender];
    const others = this.region.filter((point) => stones[point] === theirs && !wall[point]);
    const living = wall.slice();
    if (others.length >= 5) {
      const found = this.living(stones, this.attacker);
      for (const point of this.region) if (found[point]) living[point] = 1;
    }
    return this.areNeighbours(this.room(living).filter(isPlace));
  }
}
