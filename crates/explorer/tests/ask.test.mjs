// The page that solves, in a real browser: with the solver in the page (SOLVER names its module, threefold.wasm), and
// served by the program (PROGRAM). Otherwise as page.test.mjs.

import test, { after, before } from "node:test";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { BROWSER, library } from "./browser.mjs";
import { solvingPage } from "./bundle.mjs";

const SOLVER = process.env.SOLVER;
const PROGRAM = process.env.THREEFOLD;
const SCRIPT = "<script>document.title='caught'</script><img src=x onerror=\"document.title='caught'\">";
const skipAll = library && BROWSER ? false : "no playwright-core, or no Chromium";
let browser;
let folder;
let server;
const places = {};

before(async () => {
  if (skipAll) return;
  folder = mkdtempSync(join(tmpdir(), "asking-"));
  browser = await library.chromium.launch({
    executablePath: BROWSER,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  if (SOLVER) {
    const path = join(folder, "threefold.html");
    writeFileSync(path, solvingPage(readFileSync(SOLVER)));
    places.page = pathToFileURL(path).href;
  }
  if (PROGRAM) {
    server = spawn(PROGRAM, ["web", "--egdb", "none"], { stdio: ["ignore", "pipe", "ignore"] });
    for await (const line of createInterface({ input: server.stdout })) {
      places.program = line;
      break;
    }
  }
});

after(async () => {
  await browser?.close();
  server?.kill("SIGINT");
  if (folder) rmSync(folder, { recursive: true });
});

async function open(place, { width = 1280, fragment = "" } = {}) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, acceptDownloads: true });
  const view = await context.newPage();
  const wrong = [];
  const asked = [];
  view.on("pageerror", (error) => wrong.push(error.message));
  view.on("console", (message) => wrong.push(message.text()));
  view.on("request", (request) => asked.push(request.url()));
  await view.goto(places[place] + fragment);
  await view.waitForFunction(() => document.documentElement.dataset.state === "ready", null, { timeout: 60000 });
  const close = async () => {
    assert.deepEqual(wrong, []);
    const own = /^(file:|data:|blob:)/;
    if (place === "page") assert.deepEqual(asked.filter((url) => !own.test(url)), []);
    await context.close();
  };
  return { view, close };
}

async function put(view, text) {
  await view.fill("#text", text);
  await view.waitForFunction(() => document.getElementById("found").textContent !== "", null, { timeout: 30000 });
}

/** Solves what is chosen; what the page says of it. */
async function solve(view) {
  await view.click("#solve");
  await view.waitForFunction(
    () => document.getElementById("stop").disabled && document.querySelector(".said, .failed") !== null,
    null,
    { timeout: 120000 },
  );
  return view.textContent("#answer .said");
}

/** What each example is answered, and how the proof is called. */
const GAMES = [
  ["Mate in two (Morphy)", /^White: mate in 2 moves$/, "White mates in 2, and not in 1"],
  ["King and rook", /^Loss: black mates, in 1 move at most$/, "Black wins"],
  ["Nine moves (九手詰)", /^攻方 \(attacker\) mates, in 9 moves at most$/, "攻方 (attacker) mates"],
  ["First position", /^Win: white wins/, "White wins"],
  ["The board of 2x3 points", /^With best play Black scores 0$/, "With best play Black scores 0"],
  ["A corner", /^Black to play: Black is dead$/, "Black is dead"],
];
const WIDTHS = [360, 800, 1600];
/** What a phone with little memory has. */
const PHONE = 512 * 2 ** 20;
/** Nodes of a long search. */
const LONG = Number(process.env.LONG ?? 300000);

const isWide = (view) => view.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

/** Whether nothing that is said counts plies, which players of chess do not. */
async function assertMoves(view) {
  assert.doesNotMatch(await view.innerText("body"), /\b(ply|plies)\b/);
}

/** The most bytes that a process with a page in it has held: one of those that this program has begun. */
function resident() {
  const read = (pid, what) => {
    try {
      return readFileSync(`/proc/${pid}/${what}`, "utf8");
    } catch {
      return ""; // It has ended.
    }
  };
  const value = (pid, key) => Number(new RegExp(`^${key}:\\s+(\\d+)`, "m").exec(read(pid, "status"))?.[1] ?? 0);
  const isOurs = (pid) => pid === process.pid || (pid > 1 && isOurs(value(pid, "PPid")));
  const pages = readdirSync("/proc").map(Number).filter((pid) => pid > 1 && read(pid, "cmdline").includes("--type=renderer"));
  return Math.max(...pages.filter(isOurs).map((pid) => value(pid, "VmHWM") * 1024));
}

for (const place of ["page", "program"]) {
  const skip = skipAll || (!(place === "page" ? SOLVER : PROGRAM) && "nothing to ask");
  for (const [name, said, title] of GAMES) {
    test(`${place}: ${name}`, { skip }, async () => {
      const { view, close } = await open(place);
      await view.click(`#examples button:text-is("${name}")`);
      await view.waitForSelector("#actions:not([hidden])");
      assert.match(await solve(view), said);
      assert.match(await view.textContent("#verdict"), /^Verified here: /);
      assert.equal(await view.textContent("#claim"), title);
      if (name !== "First position") await assertMoves(view);
      for (const width of WIDTHS) {
        await view.setViewportSize({ width, height: 900 });
        assert.ok(await isWide(view), `${width} pixels`);
      }
      // The explorer is there, and answers.
      const before = await view.locator("#line button").count();
      await view.locator("button.reply").first().click();
      await view.waitForFunction((count) => document.querySelectorAll("#line button").length > count, before);
      // First, Next and Last go through the line; its address leads to the same question and line.
      const line = await view.inputValue("#position");
      await view.click("#to-start");
      await view.click("#to-last");
      await view.waitForFunction((text) => document.getElementById("position").value === text, line);
      const fragment = new URL(view.url()).hash;
      const [download] = await Promise.all([view.waitForEvent("download"), view.click("#download")]);
      assert.match(readFileSync(await download.path(), "utf8"), /^threefold certificate 1\n/);
      await close();
      const again = await open(place, { fragment, width: 360 });
      await again.view.waitForSelector("#actions:not([hidden])");
      assert.match(await solve(again.view), said);
      await again.view.waitForFunction((text) => document.getElementById("position").value === text, line);
      await again.close();
    });
  }

  test(`${place}: a search is stopped, and another one answered`, { skip }, async () => {
    const { view, close } = await open(place);
    await put(view, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
    await view.click("#solve");
    await view.waitForFunction(() => document.getElementById("progress").textContent.includes("nodes"), null, {
      timeout: 60000,
    });
    await view.click("#stop");
    await view.waitForFunction(() => document.getElementById("progress").textContent.startsWith("Stopped"));
    await put(view, "8/8/8/8/8/1k6/7r/K7 w - -");
    assert.match(await solve(view), /loss/i);
    await close();
  });

  for (const [name, said, alone] of [
    ["Where an ordinary table is wrong", /first cannot force a win.*the other answer/s, /says here: first cannot force a win/],
    ["A win that an ordinary table misses", /neither side can force a win.*the other answer.*Win: white mates, in 22 moves at most/s, /it takes that back/],
  ]) {
    test(`${place}: ${name}: the answer, and where it comes from`, { skip }, async () => {
      const { view, close } = await open(place);
      await view.click(`#examples button:text-is("${name}")`);
      await view.waitForSelector("#actions:not([hidden])");
      await solve(view);
      assert.match(await view.textContent("#answer"), said);
      // The proof of what is true is opened where the table contradicts itself.
      assert.match(await view.textContent("#verdict"), /^Verified here: \w+ wins/);
      assert.match(await view.textContent("#beside-said"), alone);
      assert.match(await view.textContent("#beside-said"), /found on another line/);
      await view.uncheck("#ordinary");
      await solve(view);
      assert.doesNotMatch(await view.textContent("#answer"), /ordinary/);
      assert.equal(await view.isVisible("#beside-said"), false);
      await close();
    });
  }

  test(`${place}: positions are set up with mouse and keyboard, and solved`, { skip }, async () => {
    const { view, close } = await open(place, { width: 360 });
    const piece = (name) => view.click(`.palette [aria-label="${name}"]`);
    const cell = (name) => view.locator(`.small-board [role="gridcell"][aria-label^="${name}"]`);
    const begin = (game) => view.click(`button:text-is("Set up ${game}")`);
    const found = (text) => view.waitForFunction((said) => document.getElementById("found").textContent === said, text);
    await begin("chess");
    await piece("white rook");
    await cell("a7").click();
    await cell("a8").click();
    await cell("a8").focus();
    for (let file = 0; file < 7; file++) await view.keyboard.press("ArrowRight");
    await view.keyboard.press("ArrowDown");
    await view.keyboard.press("ArrowDown");
    await view.keyboard.press("Enter");
    await piece("Remove");
    await cell("a8").click();
    await found("Chess");
    assert.equal(await view.inputValue("#text"), "4k3/R7/7R/8/8/8/8/4K3 w - -");
    await view.check('input[name="question"][value="1"]');
    assert.match(await solve(view), /^White: mate in 1 move$/);

    // A pawn and a gold in hand: what is nowhere else is in the hand of the side to be mated.
    await begin("shogi");
    await piece("black pawn");
    await cell("5c").click();
    await piece("black gold");
    await cell("in hand: 0 black gold").focus();
    await view.keyboard.press("Enter");
    await found("Tsume-shogi");
    assert.equal(await view.inputValue("#text"), "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    await view.check('input[name="question"][value="1"]');
    assert.match(await solve(view), /mate in 1 move/);
    assert.match(await view.textContent("#claim"), /^攻方 \(attacker\) mates in 1 move \(1手詰\)/);

    await begin("Go");
    await view.selectOption('select[aria-label="Size of the board"]', "7");
    for (const [name, cells] of [
      ["black stone", ["B7", "B6", "B5", "A6"]],
      ["white stone", ["C7", "C6", "C5", "B4", "A5", "A4"]],
      ["mark: what is in question", ["A6"]],
    ]) {
      await piece(name);
      for (const one of cells) await cell(one).click();
    }
    await found("A problem of Go");
    assert.match(await view.inputValue("#text"), /^\(;GM\[1\]FF\[4\]SZ\[7\]PL\[B\]AB.*MA\[ab\]\)$/);
    assert.equal(await solve(view), "Black to play: Black is dead");
    assert.ok(await isWide(view));
    await close();
  });

  test(`${place}: a link holds a question`, { skip }, async () => {
    const text = "8/8/8/8/8/1k6/7r/K7 w - -";
    const { view, close } = await open(place, { fragment: `#${new URLSearchParams({ text, question: 0 })}` });
    await view.waitForSelector("#actions:not([hidden])");
    assert.equal(await view.inputValue("#text"), text);
    assert.match(await solve(view), /loss/i);
    await close();
  });

  test(`${place}: text that wants to be markup stays text`, { skip }, async () => {
    const { view, close } = await open(place);
    for (const text of [SCRIPT, `(;GN[${SCRIPT.replace("]", "")}]SZ[3])`, `[Event "${SCRIPT}"]\n\n1. e4`]) {
      await put(view, text);
      assert.notEqual(await view.title(), "caught");
      assert.equal(await view.locator("#ask img").count(), 0);
    }
    await close();
  });

  test(`${place}: a long search stays within a phone's memory`, { skip: skip || (place === "program" && "its memory is not the browser's") }, async () => {
    const { view, close } = await open(place, { width: 360 });
    // Several questions with a table each, and a certificate of thousands of positions, which the page checks.
    await put(view, "3x4");
    assert.equal(await solve(view), "With best play Black scores 4");
    await put(view, "4x4");
    await view.click("#solve");
    // The table is full long before.
    await view.waitForFunction((nodes) => Number(/([\d,]+) nodes/.exec(document.getElementById("progress").textContent)?.[1].replaceAll(",", "")) > nodes, LONG, {
      timeout: 280000,
    });
    const megabytes = Number(/(\d+) MB/.exec(await view.textContent("#progress"))[1]);
    console.log(`memory of the solver ${megabytes} MB, of the whole page ${Math.round(resident() / 2 ** 20)} MB`);
    assert.ok(megabytes * 2 ** 20 < PHONE / 2, `${megabytes} MB`);
    assert.ok(resident() > 2 ** 20 && resident() < PHONE, `${resident()} bytes`);
    await view.click("#stop");
    await close();
  });
}
