// The page: reads what is in it, checks it, and shows it.

import { GraphGame } from "../checker/graph.js";
import { Board } from "./board.js";
import { byId, checkAll, contentsOf, lineOf } from "./load.js";
import { Explorer, OUTSIDE } from "./explorer.js";
import { GoLook } from "./points.js";
import { GraphLook } from "./graph-look.js";
import { drawMap, mapCells, meetings, placesIn, weights } from "./map.js";
import { NoAnswer, servedResult } from "./remote.js";
import { drawShape, positionsByPly, shapeSentence } from "./shape.js";
import { TsumeLook } from "./shogi-look.js";
import { ChessLook, CheckersLook } from "./squares.js";
import { aboutProof, bannedSentence, capital, claimSentence, counted } from "./words.js";
import { lasting, leftSentence, lengthSentence, questionSentence, returnSentence, shortLeft } from "./words.js";
import { shortLength, titleOf, verdictSentence } from "./words.js";

/** Of larger proofs only the positions below the one at hand are counted, not those below every move. */
const MOST_COUNTED = 300000;

/** How many moves of a long line are shown before and behind the one at hand. */
const MOST_SHOWN = 200;

export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

function lookOf(block, flipped) {
  const { game } = block;
  if (game.name === "chess") return new ChessLook(flipped);
  if (game.name === "checkers") return new CheckersLook(flipped);
  if (game.name === "tsume") return new TsumeLook(flipped);
  if (game.name === "graph") return new GraphLook(game, block.root);
  return new GoLook(game);
}

class Page {
  /** `question` is what the address says of the question, before the line. */
  constructor(result, question) {
    this.result = result;
    this.question = question;
    this.explorers = result.blocks.map((block) => new Explorer(block));
    this.side = 0;
    this.flipped = false;
    this.said = "";
    this.shown = {};
    this.beside = null;
    this.works = [];
    this.queue = Promise.resolve();
    byId("to-start").onclick = () => this.goTo(0);
    byId("back").onclick = () => this.goTo(this.explorer.at - 1);
    byId("forward").onclick = () => this.goTo(this.explorer.at + 1);
    byId("to-last").onclick = () => this.goTo(this.explorer.steps.length - 1);
    byId("longest").onclick = () => this.playLongest();
    byId("flip").onclick = () => {
      this.flipped = !this.flipped;
      this.makeBoard();
      this.do(() => {});
    };
    byId("replies").classList.toggle("wide", this.block.game.name === "graph");
    byId("flip").hidden = !["chess", "checkers", "tsume"].includes(this.block.game.name);
    byId("link").onclick = () => this.copyLink();
    byId("jump").onsubmit = (event) => {
      event.preventDefault();
      this.jump(byId("position").value);
    };
    this.makeSides();
    this.makeBoard();
  }

  /** Does one thing after the other: what is asked for may have to come from elsewhere. Shows what has come of it. */
  do(work) {
    this.queue = this.queue
      .then(async () => {
        const said = await work();
        await this.explorer.load();
        this.show();
        if (said) byId("jump-said").textContent = said;
      })
      .catch((error) => {
        byId("verdict").textContent =
          error instanceof NoAnswer
            ? "The program that this page came from does not answer. Start it again, and open the address that it prints."
            : `A mistake of this page, which says nothing about the proof: ${error.message}.`;
        byId("verdict").className = "failed";
        if (!(error instanceof NoAnswer)) console.error(error);
      });
    return this.queue;
  }

  get explorer() {
    return this.explorers[this.side];
  }

  get block() {
    return this.explorer.block;
  }

  get opponent() {
    return 1 - this.block.claim.claimant;
  }

  playerName(player) {
    return capital(this.block.game.players[player]);
  }

  makeSides() {
    const group = byId("sides");
    group.hidden = this.explorers.length < 2;
    group.replaceChildren(
      ...this.explorers.map(({ block }, side) => {
        const button = element("button", { type: "button", textContent: claimSentence(block) });
        button.onclick = () => {
          this.goToSide(side);
          this.do(() => {});
        };
        button.setAttribute("aria-pressed", String(side === this.side));
        return button;
      }),
    );
  }

  goToSide(side) {
    this.side = side;
    this.makeSides();
    this.makeBoard();
  }

  makeBoard() {
    this.look = lookOf(this.block, this.flipped);
    this.board = new Board(this.look, (moves) => this.chosen(moves));
    byId("board-box").querySelector("svg")?.remove();
    byId("board-box").prepend(this.board.element);
    // The same for every position, so that nothing moves when a board is drawn.
    byId("board-box").style.aspectRatio = `${this.look.viewBox[2]} / ${this.look.viewBox[3]}`;
    const { proof } = this.block;
    this.shape = proof.isRemote ? { counts: proof.byPly, plies: proof.plies } : positionsByPly(proof);
    byId("shape-said").textContent = shapeSentence(this.block.game, this.shape);
    byId("question").textContent = questionSentence(this.block);
    if (!proof.isRemote) this.placeOf = placesIn(proof, weights(proof, this.shape));
    this.makeMeetings();
    byId("about").replaceChildren(
      ...aboutProof(this.block, this.block.lines).flatMap(([what, value]) => [
        element("dt", { textContent: what }),
        element("dd", { textContent: value }),
      ]),
    );
  }

  /** Under superko a position is met anew on every path, so that lines do not meet. */
  makeMeetings() {
    const { explorer } = this;
    const { proof } = this.block;
    const found = explorer.superko ? [] : (proof.meetings ?? meetings(proof));
    byId("meetings-box").hidden = found.length === 0;
    byId("meetings").replaceChildren(
      ...found.map(({ node, moves }) => {
        const button = element("button", {
          type: "button",
          textContent: `${counted(moves, "move leads", "moves lead")} to: ${explorer.labelsTo(node, 8)}`,
        });
        button.onclick = () => this.goToNode(node);
        return element("li", {}, button);
      }),
    );
  }

  /** Moves that begin and end on the same cells: there may be several (promotions, ways to jump). */
  chosen(moves) {
    if (moves.length === 1) {
      this.play(moves[0].text);
      return;
    }
    const chooser = byId("chooser");
    chooser.hidden = false;
    chooser.replaceChildren(
      ...moves.map(({ text, label }) => {
        const button = element("button", { type: "button", textContent: label });
        button.onclick = () => this.play(text);
        return button;
      }),
    );
    chooser.firstChild.focus();
  }

  play(text) {
    this.do(async () => {
      const { explorer } = this;
      const opponentMoves = !explorer.claimantMoves;
      if (!explorer.play(text)) return;
      await explorer.load();
      this.said = "";
      if (opponentMoves && explorer.answer())
        this.said = `${this.playerName(this.block.claim.claimant)} answers ${explorer.here.label}. `;
    });
  }

  goTo(ply) {
    this.do(() => {
      this.explorer.goTo(ply);
      this.said = "";
    });
  }

  /** Plays the longest line to its end, from here. */
  playLongest() {
    this.do(async () => {
      await this.explorer.playLongest();
      this.said = "";
    });
  }

  /** Goes to a position of the proof, by one of the lines that lead there. */
  goToNode(node) {
    this.do(async () => {
      await this.explorer.follow(await this.explorer.lineTo(node), true);
      this.said = "";
    });
  }

  jump(text) {
    this.do(async () => {
      const node = await this.explorer.find(text);
      if (node === null) return "This is no position of the game.";
      if (node === OUTSIDE) return "This position does not occur in the proof.";
      await this.explorer.follow(await this.explorer.lineTo(node), true);
      this.said = "";
      return "This is one of the lines that lead there.";
    });
  }

  fragment() {
    const line = this.explorer.line().map(encodeURIComponent).join(",");
    const side = this.side ? `side=${this.side + 1}&` : "";
    const question = this.question ? `${this.question}&` : "";
    return `#${question}${side}line=${line}`;
  }

  /** What somebody says who contradicts the proof: opened where he errs, unless a link says where. */
  async contradict(beside) {
    this.beside = beside;
    if (beside.side) this.goToSide(beside.side);
    if (new URLSearchParams(location.hash.slice(1)).has("line")) return this.readFragment();
    const texts = beside.steps.slice(0, beside.at).map((step) => step.move);
    return this.do(async () => {
      await this.explorer.follow(texts, true);
    });
  }

  /** The move that he plays here, while the line is his; null elsewhere. */
  besideStep() {
    const { beside, explorer } = this;
    if (!beside || this.side !== (beside.side ?? 0)) return null;
    const isHis = explorer.line().every((text, ply) => beside.steps[ply]?.move === text);
    return isHis ? (beside.steps[explorer.at] ?? null) : null;
  }

  showBeside() {
    const { beside, explorer } = this;
    const box = byId("beside-said");
    box.hidden = beside === null;
    if (!beside) return;
    const before = explorer.at > 0 ? beside.steps[explorer.at - 1] : null;
    const isHis = explorer.line().every((text, ply) => beside.steps[ply]?.move === text);
    const of = explorer.at === 0 ? beside.says : isHis ? before?.says : null;
    const step = this.besideStep();
    const parts = [element("strong", { textContent: beside.policy })];
    if (of) parts.push(` says here: ${of}. `);
    else parts.push(` says at the start: ${beside.says}. `);
    parts.push(`True at the start: ${beside.truth}. `);
    if (step && !explorer.claimantMoves) parts.push("Its move is marked below; the answer of the proof is beside it.");
    else if (step?.says) parts.push(`After the move of the proof it says: ${step.says}.`);
    if (beside.why && isHis && explorer.at === beside.at) parts.push(` ${beside.why}`);
    box.replaceChildren(...parts);
  }

  readFragment() {
    const read = new URLSearchParams(location.hash.slice(1));
    const side = Number(read.get("side") ?? 1) - 1;
    const line = (read.get("line") ?? "").split(",").filter((text) => text !== "");
    if (this.explorers[side] && side !== this.side) this.goToSide(side);
    return this.do(async () => {
      const played = await this.explorer.follow(line, true);
      this.said = "";
      if (played === line.length) return "";
      return `The link goes on with '${line[played].slice(0, 40)}', which cannot be played.`;
    });
  }

  async copyLink() {
    const link = location.href.split("#")[0] + this.fragment();
    let said = "The link to this line is in the address of the page.";
    try {
      await navigator.clipboard.writeText(link);
      said = "The link to this line has been copied.";
    } catch {
      // No clipboard here: the address of the page has it.
    }
    byId("jump-said").textContent = said;
  }

  key(event) {
    if (event.target.matches?.("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Home") this.goTo(0);
    else if (event.key === "End") this.goTo(this.explorer.steps.length - 1);
    else if (event.key === "p") this.goTo(this.explorer.at - 1);
    else if (event.key === "n") this.goTo(this.explorer.at + 1);
    else if (event.key === "Escape") byId("chooser").hidden = true;
    else return;
    event.preventDefault();
  }

  show() {
    const { explorer } = this;
    // What is still to be counted for another position is not any more.
    this.shown = {};
    const { game } = this.block;
    const { position, text } = explorer.here;
    const ending = explorer.ending();
    const isOver = ending?.what === "end";
    const replies = isOver ? [] : explorer.replies();
    const { banned } = isOver ? { banned: [] } : explorer.movesHere();

    byId("chooser").hidden = true;
    byId("jump-said").textContent = "";
    byId("to-start").disabled = byId("back").disabled = explorer.at === 0;
    byId("forward").disabled = byId("to-last").disabled = explorer.at === explorer.steps.length - 1;
    byId("longest").disabled =
      ending !== null ||
      !explorer.inProof ||
      this.block.proof.left !== null ||
      this.block.proof.height[explorer.here.node] < 0;
    byId("position").value = game.write(position);
    this.showBoard(replies, banned, text);
    this.showStatus(ending, replies);
    this.showFacts(ending);
    this.showBeside();
    this.showLine();
    this.showReplies(ending, replies, banned);
    this.showShape();
    this.showMap();
    try {
      history.replaceState(null, "", this.fragment());
    } catch {
      // Some browsers allow no changes of the address of a file.
    }
  }

  showBoard(replies, banned, text) {
    const { explorer, look } = this;
    const moves = replies
      .map((reply) => ({
        ...look.cellsOf(explorer.here.position, reply.move),
        text: reply.text,
        label: reply.label,
      }))
      .filter((move) => move.to !== undefined);
    let last = null;
    if (text !== null) {
      const before = explorer.steps[explorer.at - 1].position;
      last = look.cellsOf(before, this.block.game.find(before, this.block.game.moves(before), text));
    }
    look.lastPoint = last?.to === undefined ? -1 : (this.block.game.board?.byName?.get(last.to) ?? -1);
    const bans = banned
      .map(({ move }) => look.cellsOf(explorer.here.position, move)?.to)
      .filter((id) => id !== undefined);
    this.board.show(explorer.here.position, moves, last, bans);
  }

  showStatus(ending, replies) {
    const { explorer } = this;
    const { game, claim } = this.block;
    const status = byId("status");
    const turn = this.playerName(game.turn(explorer.here.position));
    status.classList.toggle("off", !explorer.inProof);
    const off = "Not part of the proof: nothing is claimed about this position. ";
    let { said } = this;
    if (!explorer.inProof) said = off;
    else if (explorer.at > 0 && this.outside(explorer.at - 1)) said = "Back in a position of the proof. ";
    if (ending) said += ending.why;
    else if (!explorer.inProof) said += `${turn} to move.`;
    else if (explorer.claimantMoves) {
      if (explorer.at === 0) said += `You play ${this.playerName(this.opponent)}. `;
      said += `${turn} to move: the proof plays ${replies[0].label}.`;
    } else {
      const all = replies.length === 1 ? "" : "all ";
      said += `You play ${turn}: ${counted(replies.length, "move", "moves")}, ${all}answered.`;
    }
    if (claim.wins && ending?.what === "end" && explorer.inProof) said += ` ${claimSentence(this.block)}.`;
    status.textContent = said;
  }

  outside(ply) {
    const { node, inside } = this.explorer.steps[ply];
    return node === OUTSIDE && inside === null;
  }

  showFacts(ending) {
    const { explorer } = this;
    const { node, position } = explorer.here;
    const rows = [];
    const add = (what, ...value) => {
      const dd = element("dd", {}, ...value);
      rows.push(element("dt", { textContent: what }), dd);
      return dd;
    };
    const { inside } = explorer.here;
    if (inside !== null) add("From here", ending ? "the end" : leftSentence(this.block, position, inside));
    if (explorer.leftInLeaf !== null) add("Its moves", "of the last moves: found by this page, no lines of the certificate");
    if (node !== OUTSIDE) {
      const { game, proof } = this.block;
      if (ending) add("From here", "the end");
      else add("From here", proof.left ? leftSentence(this.block, position, proof.left[node]) : lengthSentence(game, proof, node));
      const below = add("Below", "…");
      this.later(async () => {
        below.textContent = counted(await explorer.below(node), "position", "positions");
      });
      if (proof.answerLine[node]) {
        const line = proof.answerLine[node].toLocaleString("en");
        add("Its move", proof.isRemote ? `number ${line} of the proof` : `line ${line} of the certificate`);
      }
      const parent = explorer.at > 0 ? explorer.steps[explorer.at - 1].node : -1;
      if (explorer.at > 0 && parent !== OUTSIDE && proof.before[node] !== parent && node !== 0) {
        add("Also reached by", explorer.labelsTo(node, 8));
      }
      if (explorer.superko && proof.needed[node]) {
        if (proof.needed[node].size)
          add(
            "Relies on",
            `${counted(proof.needed[node].size, "situation", "situations")} of the path, which ban moves below`,
          );
        const { members } = proof.created[node];
        if (!members || members.size)
          add(
            "Keeps clear of",
            members
              ? `${counted(members.size, "situation", "situations")} that it makes below`
              : "all situations of an interval",
          );
      }
    }
    byId("facts").replaceChildren(...rows);
  }

  showShape() {
    const { node } = this.explorer.here;
    const ply = node === OUTSIDE ? -1 : this.shape.plies[node];
    const drawing = drawShape(this.shape, ply);
    drawing.setAttribute("preserveAspectRatio", "none");
    byId("shape").replaceChildren(drawing);
  }

  showMap() {
    const { explorer } = this;
    const box = byId("map");
    if (explorer.here.node === OUTSIDE) {
      box.replaceChildren();
      return;
    }
    this.later(async () => {
      const { shown } = this;
      const width = Math.max(box.clientWidth, 100);
      const { proof } = this.block;
      const placeOf = proof.isRemote ? await proof.places(explorer.here.node, width) : this.placeOf;
      if (shown !== this.shown) return;
      const cells = mapCells(explorer, placeOf, width);
      box.replaceChildren(drawMap(cells, width, (line) => this.follow(line)));
    });
  }

  /** Plays moves of the proof from the position at hand. */
  follow(line) {
    this.do(async () => {
      await this.explorer.follow(line, false);
      this.said = "";
    });
  }

  /** Does what takes longer when everything else has been shown, unless something else is shown then. */
  later(work) {
    const shown = this.shown;
    this.works.push({ shown, work });
    if (this.works.length > 1) return;
    const next = () => {
      const job = this.works.shift();
      // Nothing is lost with a number that does not come.
      if (job && job.shown === this.shown) Promise.resolve(job.work()).catch(() => {});
      if (this.works.length) setTimeout(next);
    };
    setTimeout(next);
  }

  showLine() {
    const { explorer } = this;
    const parts = [];
    const begin = Math.max(1, explorer.at - MOST_SHOWN);
    const end = Math.min(explorer.steps.length, explorer.at + MOST_SHOWN);
    parts.push(this.lineButton("start", 0));
    if (begin > 1)
      parts.push(
        element("span", { className: "number", textContent: `… ${lasting(this.block.game, begin - 1)} …` }),
      );
    for (let ply = begin; ply < end; ply++) {
      const number = explorer.numberOf(ply);
      const move = this.lineButton(explorer.steps[ply].label, ply);
      const isNumbered = ply === begin || !number.endsWith("...");
      parts.push(
        isNumbered
          ? element(
              "span",
              { className: "numbered" },
              element("span", { className: "number", textContent: number }),
              move,
            )
          : move,
      );
    }
    const line = byId("line");
    line.replaceChildren(...parts);
    const current = line.querySelector("[aria-current]");
    // The list scrolls, not the page.
    line.scrollTop = Math.max(0, current.offsetTop - line.offsetTop - line.clientHeight / 2);
  }

  lineButton(label, ply) {
    const { explorer } = this;
    const button = element("button", { type: "button", textContent: label });
    if (ply === explorer.at) button.setAttribute("aria-current", "step");
    if (ply > explorer.at) button.classList.add("ahead");
    if (this.outside(ply)) button.classList.add("off");
    button.onclick = () => this.goTo(ply);
    return button;
  }

  showReplies(ending, replies, banned) {
    const { explorer } = this;
    const name = this.playerName(this.block.game.turn(explorer.here.position));
    const title = byId("replies-title");
    const list = byId("replies");
    list.scrollTop = 0;
    if (ending?.what === "end") {
      title.textContent = "No more moves";
      list.replaceChildren();
      return;
    }
    const own = explorer.claimantMoves;
    title.textContent =
      explorer.inProof && !ending
        ? own
          ? `The move of ${name} in the proof`
          : `Moves of ${name}`
        : `Moves of ${name}, not part of the proof`;
    const groups = [];
    const listOf = (items) => element("ul", {}, ...items.map((item) => element("li", {}, item)));
    if (own && explorer.inProof) {
      groups.push(listOf(replies.filter((reply) => reply.ofProof).map((reply) => this.replyButton(reply))));
      const others = replies.filter((reply) => !reply.ofProof);
      if (others.length) {
        groups.push(element("h3", { textContent: "Alternatives, not part of the proof" }));
        groups.push(listOf(others.map((reply) => this.replyButton(reply))));
      }
    } else groups.push(listOf(replies.map((reply) => this.replyButton(reply))));
    if (banned.length) {
      groups.push(element("h3", { textContent: "Banned here" }));
      groups.push(listOf(banned.map(({ text, ply }) => this.bannedRow(text, ply))));
    }
    if (explorer.inProof && !ending) groups.unshift(this.headRow(own));
    list.replaceChildren(...groups);
  }

  replyButton(reply) {
    const { explorer } = this;
    const button = element("button", { type: "button", className: "reply" });
    button.classList.toggle("of-proof", reply.ofProof);
    const inProof = reply.node !== OUTSIDE;
    const notes = [];
    const step = this.besideStep();
    const isHis = step?.move === reply.text && !explorer.claimantMoves;
    button.classList.toggle("is-beside", isHis);
    if (isHis) notes.push(`${this.beside.policy} plays this`);
    if (reply.leaf)
      notes.push(reply.leaf === "database" ? "ends in the database, which is believed" : reply.leaf);
    if (reply.returnsTo !== null)
      notes.push(returnSentence(reply.returnsTo, explorer.moveName(reply.returnsTo)));
    else if (reply.joins) notes.push(`joins ${explorer.labelsTo(reply.node, 6) || "the start"}`);
    else if (reply.isClaimed && !explorer.inProof) notes.push("leads back into the proof");
    const count = element("span", { className: "count" });
    if (inProof && this.block.proof.size <= MOST_COUNTED) {
      this.later(async () => {
        const below = await explorer.below(reply.node);
        count.textContent = below ? counted(below, "position", "positions") : "";
      });
    }
    button.append(
      element("span", { className: "move", textContent: reply.label }),
      element("span", { className: "answer", textContent: reply.answer ? `→ ${reply.answer}` : "" }),
      element("span", { className: "plies", textContent: this.shortLengthOf(reply) }),
      count,
      element("span", { className: "note", textContent: notes.join("; ") }),
    );
    button.onclick = () => this.play(reply.text);
    return button;
  }

  shortLengthOf({ isClaimed, after, height, left }) {
    if (!isClaimed) return "";
    return left === null ? shortLength(this.block.game, height) : shortLeft(this.block, after, left);
  }

  headRow(own) {
    const row = element("div", { className: "reply head" });
    row.setAttribute("aria-hidden", "true");
    const titles = [
      ["move", "Move"],
      ["answer", own ? "" : "Answer"],
      ["plies", "Play lasts"],
      ["count", "Below"],
    ];
    row.append(...titles.map(([className, textContent]) => element("span", { className, textContent })));
    return row;
  }

  bannedRow(text, ply) {
    return element(
      "div",
      { className: "reply is-banned" },
      element("span", { className: "move", textContent: text }),
      element("span", { className: "note", textContent: bannedSentence(ply, this.explorer.moveName(ply)) }),
    );
  }
}

/** The page that is shown. */
let shownPage = null;
document.addEventListener("keydown", (event) => shownPage?.key(event));
window.addEventListener("hashchange", () => shownPage?.readFragment());
window.addEventListener("resize", () => shownPage?.showMap());

/** Shows what came of a check; `question` as for a page; `beside`: what somebody says who contradicts the proof. */
export async function showResult(result, question = "", beside = null) {
  const verdict = byId("verdict");
  byId("bar").value = 1;
  const { text, good, partly } = verdictSentence(result);
  verdict.textContent = text;
  verdict.className = good ? (partly ? "partly" : "verified") : "failed";
  byId("bar").classList.toggle("failed", !good);
  shownPage = null;
  if (good) {
    const claim = titleOf(result.blocks);
    byId("claim").textContent = claim;
    document.title = `${claim}: a proof`;
    shownPage = new Page(result, question);
    const said = byId("beside");
    const contradicts = said ? JSON.parse(new TextDecoder().decode(await contentsOf(said))) : beside;
    if (contradicts) await shownPage.contradict(contradicts);
    else await shownPage.readFragment();
    byId("main").classList.remove("waiting");
  } else {
    byId("claim").textContent = "No proof";
    const line = result.line ? lineOf(result.bytes, result.line) : "";
    byId("question").textContent = line && `Line ${result.line}: ${line}`;
    document.title = "No proof";
  }
  document.documentElement.dataset.state = good ? "verified" : "failed";
}

async function start() {
  let result;
  try {
    const graph = await contentsOf(byId("graph-game"));
    const game = graph && new GraphGame(graph);
    const certificates = [];
    for (const element of document.querySelectorAll(".certificate")) certificates.push(await contentsOf(element));
    result = byId("served") ? await servedResult(game) : await checkAll(certificates, game);
  } catch (error) {
    result = { kind: "unreadable", blocks: [], message: error.message };
  }
  await showResult(result);
}

if (!byId("ask")) start();
