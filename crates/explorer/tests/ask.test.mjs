// The page that solves, in a real browser: with the solver in the page (SOLVER names its module, threefold.wasm), and
// served by the program (PROGRAM). Otherwise as page.test.mjs.

import test, { after, before } from "node:test";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
  const context = await browser.newContext({ viewport: { width, height: 900 } });
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

const GAMES = [
  ["Mate in two (Morphy)", /white: mate in 2 moves/i, "Verified"],
  ["King and rook", /loss: black mates/i, "Verified"],
  ["Seven plies", /mate/i, "Verified"],
  ["First position", /win: white wins/i, "Verified"],
  ["The board of 2x3 points", /Black scores \d/, "Verified"],
];

for (const place of ["page", "program"]) {
  const skip = skipAll || (!(place === "page" ? SOLVER : PROGRAM) && "nothing to ask");
  for (const [name, said, verdict] of GAMES) {
    test(`${place}: ${name}`, { skip }, async () => {
      const { view, close } = await open(place);
      await view.click(`#examples button:text-is("${name}")`);
      await view.waitForSelector("#actions:not([hidden])");
      assert.match(await solve(view), said);
      assert.match(await view.textContent("#verdict"), new RegExp(verdict));
      // The explorer is there, and answers.
      const before = await view.locator("#line button").count();
      await view.locator("button.reply").first().click();
      await view.waitForFunction((count) => document.querySelectorAll("#line button").length > count, before);
      await close();
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

  test(`${place}: the ordinary table is wrong, and caught`, { skip }, async () => {
    const { view, close } = await open(place);
    await view.click('#examples button:text-is("Where an ordinary table is wrong")');
    await view.waitForSelector("#actions:not([hidden])");
    await solve(view);
    assert.match(await view.textContent("#answer"), /the other answer/);
    await view.uncheck("#ordinary");
    assert.match(await solve(view), /./);
    assert.match(await view.textContent("#verdict"), /Verified/);
    await close();
  });

  test(`${place}: a position is set up with mouse and keyboard, and solved`, { skip }, async () => {
    const { view, close } = await open(place);
    await view.click('button:text-is("Set up chess")');
    await view.click('.palette button:text-is("♖")');
    await view.click('.small-board [aria-label^="a7"]');
    await view.click('.small-board [aria-label^="a8"]');
    await view.locator('.small-board [aria-label^="a8"]').focus();
    for (let file = 0; file < 7; file++) await view.keyboard.press("ArrowRight");
    await view.keyboard.press("ArrowDown");
    await view.keyboard.press("ArrowDown");
    await view.keyboard.press("Enter");
    await view.click('.palette button:text-is("Remove")');
    await view.click('.small-board [aria-label^="a8"]');
    await view.waitForFunction(() => document.getElementById("found").textContent === "Chess");
    assert.equal(await view.inputValue("#text"), "4k3/R7/7R/8/8/8/8/4K3 w - -");
    await view.check('input[name="question"][value="1"]');
    assert.match(await solve(view), /White: mate in 1 move/);
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

  for (const width of [360, 800, 1600]) {
    test(`${place}: ${width} pixels are wide enough`, { skip }, async () => {
      const { view, close } = await open(place, { width });
      await view.click('#examples button:text-is("King and rook")');
      await view.waitForSelector("#actions:not([hidden])");
      await solve(view);
      assert.equal(await view.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
      await close();
    });
  }
}
