// The page that solves: from a text to a question, an answer, and the explorer of its proof.

import { GraphGame } from "../checker/graph.js";
import { byId, checkAll, contentsOf } from "../view/load.js";
import { element, showResult } from "../view/page.js";
import { capital, lasting } from "../view/words.js";
import { engineOf, Stopped } from "./engine.js";
import { whereItErrs } from "./errs.js";
import { EXAMPLES, questionsOf } from "./questions.js";
import { SetUp } from "./set-up.js";

/** How long a text has to stay as it is before it is read, in milliseconds. */
const SETTLED = 250;

const large = (number) => number.toLocaleString("en");

const GAMES = {
  chess: "Chess",
  tsume: "Tsume-shogi",
  checkers: "American checkers",
  "go-problem": "A problem of Go",
  go: "A small board of Go",
  graph: "A graph game",
};

/** Nodes that an ordinary table may take for each position that it is asked about alone. */
const NODES_ALONE = 100000;

const calledOf = ({ game, id }) => GAMES[game] + (id ? `: ${id}` : "");

function keepInAddress(question) {
  try {
    history.replaceState(null, "", `#${question}`);
  } catch {
    // Some browsers allow no changes of the address of a file.
  }
}

class Asking {
  constructor(engine) {
    this.engine = engine;
    this.task = null;
    this.name = null;
    this.busy = false;
    byId("text").oninput = () => {
      this.name = null;
      byId("found").textContent = "";
      clearTimeout(this.settling);
      this.settling = setTimeout(() => this.read(), SETTLED);
    };
    byId("file").onchange = (event) => this.open(event.target.files[0]);
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      this.open(event.dataTransfer.files[0]);
    });
    byId("position-of-file").onchange = () => this.choose(Number(byId("position-of-file").value));
    byId("ask-form").onsubmit = (event) => {
      event.preventDefault();
      this.solve();
    };
    byId("stop").onclick = () => this.engine.stop();
    byId("download").onclick = () => this.download();
    byId("link-question").onclick = () => this.copyLink();
    // A gigabyte or less in all, where the browser says so.
    if (navigator.deviceMemory <= 1) byId("memory").value = byId("memory").options[0].value;
    this.setUp = new SetUp((text) => this.put(text, null, true));
    byId("examples").append(...this.exampleGroups());
    window.addEventListener("hashchange", () => this.readLink());
  }

  exampleGroups() {
    const groups = new Map();
    for (const example of EXAMPLES) {
      const button = element("button", { type: "button", textContent: example.name });
      button.onclick = async () => {
        await this.put(example.text, null);
        byId("ordinary").checked = example.ordinary ?? false;
        this.select(example.question, example.number);
      };
      groups.set(example.game, [...(groups.get(example.game) ?? []), button]);
    }
    return [...groups].map(([game, buttons]) => element("p", {}, element("span", { textContent: game }), ...buttons));
  }

  async open(file) {
    if (!file) return;
    // Bytes that are no UTF-8 are those of older files; Japanese ones are read as Shift_JIS.
    const bytes = await file.arrayBuffer();
    let text;
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      text = new TextDecoder("shift_jis").decode(bytes);
    }
    await this.put(text, file.name);
  }

  /** `isSetUp`: the text says what the board shows already. */
  async put(text, name, isSetUp = false) {
    byId("text").value = text;
    this.name = name;
    this.setUpText = isSetUp ? text : null;
    await this.read();
  }

  /** What is in the text? */
  async read() {
    const text = byId("text").value;
    this.tasks = [];
    this.choose(-1);
    if (text.trim() === "" || this.busy) return;
    const found = await this.engine.ask({ ask: "read", text, name: this.name }, () => {});
    if (text !== byId("text").value) return;
    const errors = found.errors ?? [found.error];
    this.tasks = found.tasks ?? [];
    const list = byId("position-of-file");
    list.hidden = this.tasks.length < 2;
    list.replaceChildren(
      ...this.tasks.map(({ id, input }, number) => element("option", { value: number, textContent: id ?? input })),
    );
    if (this.tasks.length) this.choose(0);
    // What is pasted has no name.
    else byId("found").textContent = capital(errors[0]?.replace(/^-\S*: /, "") ?? "No position is in it.");
  }

  choose(number) {
    this.number = number;
    this.task = this.tasks?.[number] ?? null;
    const questions = this.task ? questionsOf(this.task) : [];
    byId("questions").hidden = byId("actions").hidden = questions.length === 0;
    byId("found").textContent = this.task ? calledOf(this.task) : "";
    const isShown = this.setUp.isOwn && this.setUpText === byId("text").value;
    if (!isShown) this.setUp.show(this.task);
    this.rows = questions.map((question, index) => this.row(question, index));
    byId("questions").replaceChildren(
      element("legend", { textContent: "What do you want to know?" }),
      ...this.rows.map(({ label }) => label),
    );
    this.select(0);
  }

  row(question, index) {
    const radio = element("input", { type: "radio", name: "question", value: index });
    const label = element("label", { className: "check" }, radio, ` ${question.label} `);
    let number = null;
    if (question.number) {
      number = element("input", { type: "number", min: 1, max: 99, value: question.number });
      number.setAttribute("aria-label", `${question.label} how many ${question.unit}`);
      number.onfocus = () => (radio.checked = true);
      label.append(number, ` ${question.unit}`);
    }
    return { question, radio, number, label };
  }

  select(index, number) {
    const row = this.rows[index];
    if (!row) return;
    row.radio.checked = true;
    if (number && row.number) row.number.value = number;
  }

  request() {
    const { question, number } = this.rows.find(({ radio }) => radio.checked);
    const { ask, moves = false, attacker = null } = question;
    return {
      text: byId("text").value,
      name: this.name,
      number: this.number,
      ask,
      moves,
      attacker,
      within: number ? Number(number.value) : null,
      ordinary: byId("ordinary").checked,
      memory: Number(byId("memory").value),
    };
  }

  async solve() {
    if (this.busy || !this.task) return;
    const request = this.request();
    this.setBusy(true);
    byId("answer").replaceChildren();
    const since = performance.now();
    const seconds = () => `${((performance.now() - since) / 1000).toFixed(1)} s`;
    byId("progress").textContent = "Searching …";
    try {
      const tell = (progress) => this.showProgress(progress, since);
      const answer = await this.engine.ask(request, tell);
      if (answer.error) throw new Error(answer.error);
      // What has no proof is asked again, with a sound table.
      const isWrong = request.ordinary && answer.fault;
      const sound = isWrong ? await this.engine.ask({ ...request, ordinary: false }, tell) : answer;
      const memory = answer.memory ? `, ${Math.ceil(answer.memory / 2 ** 20)} MB` : "";
      byId("progress").textContent = `${large(answer.report.nodes)} nodes, ${seconds()}${memory}`;
      await this.show(sound, isWrong ? answer : null, request);
    } catch (error) {
      byId("progress").textContent =
        error instanceof Stopped ? `Stopped after ${seconds()}: unknown.` : capital(error.message);
    }
    this.setBusy(false);
  }

  setBusy(busy) {
    this.busy = busy;
    byId("solve").disabled = byId("text").disabled = busy;
    byId("stop").disabled = !busy;
    for (const id of ["set-up", "set-ups", "questions", "examples"]) byId(id).inert = busy;
    if (busy) {
      byId("keep").hidden = true;
      byId("examples").open = false;
      byId("main").classList.add("waiting");
      byId("verification").hidden = true;
    }
  }

  showProgress(progress, since) {
    const { nodes, at_least: least, at_most: most, table_fill: fill, lower, upper, move, number, of, memory } = progress;
    const said = [];
    const { game } = this.task;
    // The side to move is asked whether it mates: with an odd number of plies it has moved last.
    const movesIn = (plies) => lasting({ name: game }, plies);
    if (nodes !== undefined) {
      const rate = nodes / Math.max((performance.now() - since) / 1000, 0.001);
      said.push(`${large(nodes)} nodes`, `${large(Math.round(rate))} a second`);
    }
    if (fill) said.push(`table ${Math.round(100 * fill)} % full`);
    if (least > 1) said.push(`no mate in ${movesIn(game === "chess" ? 2 * Math.floor(least / 2) : least - 1)}`);
    if (most) said.push(`a mate in ${movesIn(most)}`);
    if (lower !== undefined) said.push(`between ${lower} and ${upper} points`);
    if (move) said.push(`move ${number} of ${of}: ${move}`);
    if (memory) said.push(`${Math.ceil(memory / 2 ** 20)} MB`);
    byId("progress").textContent = `Searching: ${said.join(", ")}`;
  }

  /**
   * The answer as the solver says it, and then as the page itself sees it in the proof. `wrong`: what an ordinary table
   * has said before.
   */
  async show(answer, wrong, request) {
    const { report, kind } = answer;
    const said = [element("p", { className: "said", textContent: capital(this.sentence(answer)) })];
    if (wrong) {
      const told = `An ordinary table says: ${this.sentence(wrong)}. This is wrong: ${wrong.fault}.`;
      said.unshift(element("p", { className: "failed", textContent: told }));
    } else if (request.ordinary && !answer.fault && answer.certificates.length)
      said.push(element("p", { textContent: "An ordinary table is right here: its answer has a proof." }));
    if (answer.fault) said.push(element("p", { className: "failed", textContent: answer.fault }));
    const moves = this.moveRows(answer);
    if (moves.length) said.push(element("ul", { className: "moves" }, ...moves));
    if (kind === "problem" && report.right?.length)
      said.push(element("p", { textContent: `Right: ${report.right.join(", ")}` }));
    byId("answer").replaceChildren(...said);
    this.certificates = answer.certificates;
    byId("keep").hidden = false;
    byId("download").hidden = this.certificates.length === 0;
    byId("kept").textContent = "";
    if (this.certificates.length === 0) return;
    byId("verification").hidden = false;
    byId("bar").value = 0;
    const game = answer.graph ? new GraphGame(new TextEncoder().encode(answer.graph)) : null;
    const texts = this.certificates.map((text) => new TextEncoder().encode(text));
    const result = await checkAll(texts, game);
    const question = this.question();
    // A line in the address is about the question there.
    if (!location.hash.startsWith(`#${question}`)) keepInAddress(question);
    await showResult(result, question, wrong && (await this.errors(result.blocks, answer, wrong, request)));
  }

  /** Where the ordinary table errs, as a page shows it beside the proof. */
  async errors(blocks, sound, wrong, { memory }) {
    byId("progress").textContent += "; looking for where the ordinary table errs …";
    const ask = async (text, attacker) => {
      const request = { text, attacker, ask: "win", ordinary: true, nodes: NODES_ALONE, memory };
      const { report, words, error } = await this.engine.ask(request, () => {});
      return error ? { verdict: "unknown", words: error } : { verdict: report.verdict, words };
    };
    const found = await whereItErrs(blocks, sound.graph, ask);
    byId("progress").textContent = byId("progress").textContent.split(";")[0];
    return found && { ...found, policy: "An ordinary table", truth: sound.words, says: found.says ?? wrong.words };
  }

  sentence({ kind, report, words, within }) {
    if (kind === "board") {
      if (report.value !== null) return `with best play Black scores ${report.value}`;
      return report.no_result ? "no result" : `unknown: between ${report.lower} and ${report.upper}`;
    }
    if (kind === "mate") {
      const counted = this.task.game === "tsume" ? words.replaceAll("plies", "moves").replaceAll("ply", "move") : words;
      return `${capital(report.attacker)}: ${counted}`;
    }
    if (kind === "problem") {
      const { defender, to_play: first } = report;
      const is = /^(alive|dead|captured|not captured)\b/.test(words) ? " is" : ":";
      return `${capital(first)} to play: ${capital(defender)}${is} ${words}`;
    }
    // In chess moves are counted here, as players do.
    const plies = this.task.game === "chess" ? 2 * within : within;
    const length = within && kind === "solve" ? `, in ${lasting({ name: this.task.game }, plies)} at most` : "";
    return `${words.replace(/^(attacker|defender)\b/, capital)}${length}`;
  }

  moveRows({ kind, report, move_words: words }) {
    if (kind === "mate") return (report.keys ?? []).map((key) => element("li", { textContent: `${key.move}: ${key.verdict}` }));
    if (kind === "board") {
      const best = report.best ?? [];
      return best.map((move) => element("li", { textContent: `${move}: best` }));
    }
    return (words ?? []).map(([move, said]) => element("li", { textContent: `${move}: ${said}` }));
  }

  /** The part of the address that holds the question. */
  question() {
    const { text, name } = { text: byId("text").value, name: this.name };
    const index = this.rows.findIndex(({ radio }) => radio.checked);
    const number = this.rows[index]?.number?.value;
    const said = { text, ...(name ? { name } : {}), at: this.number, question: index, ...(number ? { number } : {}) };
    if (byId("ordinary").checked) said.ordinary = 1;
    return new URLSearchParams(said).toString();
  }

  async copyLink() {
    const link = `${location.href.split("#")[0]}#${this.question()}`;
    let said = "The link has been copied.";
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      keepInAddress(this.question());
      said = "The link is in the address of the page.";
    }
    byId("kept").textContent = said;
  }

  /** A link holds a question: it is put, and not answered before somebody asks. */
  async readLink() {
    const said = new URLSearchParams(location.hash.slice(1));
    if (this.busy || !said.has("text") || said.get("text") === byId("text").value) return;
    await this.put(said.get("text"), said.get("name"));
    if (this.tasks.length > 1) {
      byId("position-of-file").value = said.get("at") ?? 0;
      this.choose(Number(said.get("at") ?? 0));
    }
    byId("ordinary").checked = said.has("ordinary");
    this.select(Number(said.get("question") ?? 0), said.get("number"));
  }

  download() {
    this.certificates.forEach((text, number) => {
      const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
      const name = number === 0 ? "proof.cert" : `proof.${number + 1}.cert`;
      element("a", { href: address, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(address), 60000);
    });
  }
}

async function startAsking() {
  byId("claim").textContent = "Who wins, and can you prove it?";
  document.title = "threefold";
  byId("verification").hidden = true;
  try {
    const engine = await engineOf(byId("solver"), byId("worker"), contentsOf);
    await new Asking(engine).readLink();
    document.documentElement.dataset.state = "ready";
  } catch (error) {
    byId("found").textContent = `The solver cannot begin: ${error.message}`;
    document.documentElement.dataset.state = "failed";
  }
}

if (byId("ask")) startAsking();
