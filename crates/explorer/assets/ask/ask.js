// The page that solves: from a text to a question, an answer, and the explorer of its proof.

import { GraphGame } from "../checker/graph.js";
import { byId, checkAll, contentsOf } from "../view/load.js";
import { element, showResult } from "../view/page.js";
import { capital } from "../view/words.js";
import { engineOf, Stopped } from "./engine.js";
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

const calledOf = ({ game, id }) => GAMES[game] + (id ? `: ${id}` : "");

class Asking {
  constructor(engine) {
    this.engine = engine;
    this.task = null;
    this.name = null;
    this.busy = false;
    byId("text").oninput = () => {
      this.name = null;
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
    this.isSetUp = isSetUp && this.setUp.isOwn;
    await this.read();
    this.isSetUp = false;
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
    else byId("found").textContent = errors[0] ?? "No position is in it.";
  }

  choose(number) {
    this.number = number;
    this.task = this.tasks?.[number] ?? null;
    const questions = this.task ? questionsOf(this.task) : [];
    byId("questions").hidden = byId("actions").hidden = questions.length === 0;
    byId("found").textContent = this.task ? calledOf(this.task) : "";
    if (!this.isSetUp) this.setUp.show(this.task);
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
      const answer = await this.engine.ask(request, (progress) => this.showProgress(progress, since));
      if (answer.error) throw new Error(answer.error);
      byId("progress").textContent = `${large(answer.report.nodes)} nodes, ${seconds()}`;
      await this.show(answer);
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
    if (busy) {
      byId("keep").hidden = true;
      byId("main").classList.add("waiting");
      byId("verification").hidden = true;
    }
  }

  showProgress(progress, since) {
    const { nodes, at_least: least, at_most: most, table_fill: fill, lower, upper, move, number, of } = progress;
    const said = [];
    if (nodes !== undefined) {
      const rate = nodes / Math.max((performance.now() - since) / 1000, 0.001);
      said.push(`${large(nodes)} nodes`, `${large(Math.round(rate))} a second`);
    }
    if (fill) said.push(`table ${Math.round(100 * fill)} % full`);
    if (least) said.push(`no mate within ${least - 1} plies`);
    if (most) said.push(`a mate within ${most} plies`);
    if (lower !== undefined) said.push(`between ${lower} and ${upper} points`);
    if (move) said.push(`move ${number} of ${of}: ${move}`);
    byId("progress").textContent = `Searching: ${said.join(", ")}`;
  }

  /** The answer as the solver says it, and then as the page itself sees it in the proof. */
  async show(answer) {
    const { report, kind } = answer;
    const said = [element("p", { className: "said", textContent: capital(this.sentence(answer)) })];
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
    await showResult(await checkAll(texts, game), this.question());
  }

  sentence({ kind, report, words, within }) {
    if (kind === "board") {
      if (report.value !== null) return `with best play Black scores ${report.value}`;
      return report.no_result ? "no result" : `unknown: between ${report.lower} and ${report.upper}`;
    }
    if (kind === "mate") return `${report.attacker}: ${words}`;
    const length = within && kind === "solve" ? `, within ${within} plies` : "";
    return `${words}${length}`;
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
      history.replaceState(null, "", `#${this.question()}`);
      said = "The link is in the address of the page.";
    }
    byId("kept").textContent = said;
  }

  /** A link holds a question: it is put, and not answered before somebody asks. */
  async readLink() {
    const said = new URLSearchParams(location.hash.slice(1));
    if (!said.has("text") || said.get("text") === byId("text").value) return;
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
