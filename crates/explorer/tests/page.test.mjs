// The page in a real browser. Asks for playwright-core (in the folder that PLAYWRIGHT names, or where node looks
// anyway) and a Chromium (CHROMIUM, or the usual names); `tests/run_explorer.py` finds both. CERTIFICATES names a file with
// [{name, certificate, graph}], paths of certificates of all games.

import test, { after, before } from "node:test";
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { BROWSER, library } from "./browser.mjs";
import { page } from "./bundle.mjs";

const SCRIPT = "<script>document.title='caught'</script><img src=x onerror=\"document.title='caught'\">";

const skip = library && BROWSER ? false : "no playwright-core, or no Chromium";
const files = process.env.CERTIFICATES ? JSON.parse(readFileSync(process.env.CERTIFICATES, "utf8")) : [];
let browser;
let folder;

before(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), "explorer-"));
  browser = await library.chromium.launch({
    executablePath: BROWSER,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
});

after(async () => {
  await browser?.close();
  if (folder) rmSync(folder, { recursive: true });
});

/** The page of a certificate, opened from a file. */
async function open(certificate, graph, options) {
  const path = join(folder, "proof.html");
  writeFileSync(path, page(certificate, graph));
  return openFile(path, options);
}

/** A page that is there; what is asked for from elsewhere and what goes wrong is kept. */
async function openFile(path, { width = 1280, fragment = "" } = {}) {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  const view = await context.newPage();
  const asked = [];
  const wrong = [];
  view.on("request", (request) => asked.push(request.url()));
  view.on("pageerror", (error) => wrong.push(error.message));
  view.on("console", (message) => wrong.push(message.text()));
  await view.goto(pathToFileURL(path).href + fragment);
  await view.waitForFunction(() => document.documentElement.dataset.state, null, { timeout: 60000 });
  const close = async () => {
    assert.deepEqual(wrong, []);
    assert.deepEqual(
      asked.filter((url) => !url.startsWith("file:") && !url.startsWith("data:")),
      [],
    );
    await context.close();
  };
  return { view, close };
}

const read = ({ certificate, graph }) => [
  readFileSync(certificate, "utf8"),
  graph && readFileSync(graph, "utf8"),
];

/** The same numbers in every run. */
function randomNumbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

for (const file of files) {
  test(`${file.name}: verified, and ten random defences are answered`, { skip }, async () => {
    const { view, close } = await open(...read(file));
    assert.match(await view.textContent("#verdict"), /^(Verified|Checked) here/);
    const random = randomNumbers(7);
    for (let game = 0; game < 10; game++) {
      if (await view.isEnabled("#to-start")) await view.click("#to-start");
      for (let ply = 0; ply < 40; ply++) {
        const proof = view.locator(".reply.of-proof");
        const replies = view.locator("button.reply");
        const count = await replies.count();
        if (count === 0) break;
        await ((await proof.count()) ? proof.first() : replies.nth(random(count))).click();
        assert.doesNotMatch(await view.textContent("#status"), /Not part/);
      }
      assert.notEqual(await view.textContent("#status"), "");
    }
    await close();
  });

  test(`${file.name}: nothing moves, at 1280 and at 400 pixels`, { skip }, async () => {
    for (const width of [1280, 400]) {
      const { view, close } = await open(...read(file), { width });
      const places = () =>
        view.evaluate(() =>
          ["board-box", "line", "replies", "position"].map(
            (id) => document.getElementById(id).getBoundingClientRect().top + window.scrollY,
          ),
        );
      const first = await places();
      assert.ok(await view.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
      for (let ply = 0; ply < 6; ply++) {
        const replies = view.locator("button.reply");
        if ((await replies.count()) === 0) break;
        await replies.first().click();
        assert.deepEqual(await places(), first);
      }
      await close();
    }
  });

  test(`${file.name}: back, and a link to a line`, { skip }, async () => {
    const { view, close } = await open(...read(file));
    for (let ply = 0; ply < 3; ply++) {
      const reply = view.locator("button.reply").first();
      if (await reply.count()) await reply.click();
    }
    const fragment = new URL(view.url()).hash;
    const position = await view.inputValue("#position");
    await view.click("#back");
    assert.notEqual(new URL(view.url()).hash, fragment);
    await view.click("#forward");
    assert.equal(await view.inputValue("#position"), position);
    await close();
    const again = await open(...read(file), { fragment });
    assert.equal(await again.view.inputValue("#position"), position);
    await again.view.click("#to-start");
    await again.view.fill("#position", position);
    await again.view.press("#position", "Enter");
    assert.equal(await again.view.inputValue("#position"), position);
    await again.close();
  });

  test(`${file.name}: a click on the map plays to there`, { skip }, async () => {
    const { view, close } = await open(...read(file));
    await view.waitForSelector("#map rect");
    const cell = view.locator("#map g[class^=cell-]:not(.cell-rest)").last();
    const name = (await cell.locator("title").textContent()).split(":")[0];
    await cell.locator("rect").click({ force: true });
    const label = await view.textContent("#line button[aria-current]");
    assert.equal(label, name);
    assert.doesNotMatch(await view.textContent("#status"), /Not part/);
    await close();
  });

  test(`${file.name}: a damaged certificate is refused`, { skip }, async () => {
    const [certificate, graph] = read(file);
    const lines = certificate.trimEnd().split("\n");
    const { view, close } = await open(lines.slice(0, -1).join("\n"), graph);
    assert.match(await view.textContent("#verdict"), /no proof|Not checked/);
    assert.equal(await view.isVisible("#board-box"), false);
    await close();
  });
}

/** The page of `threefold explore --serve`, of the program that THREEFOLD names. */
async function openServed({ certificate, graph }) {
  const flags = graph ? ["--graph", graph] : [];
  const child = spawn(process.env.THREEFOLD, ["explore", "--serve", certificate, ...flags]);
  const [address] = await createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    .next()
    .then(({ value }) => [value]);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const view = await context.newPage();
  const wrong = [];
  view.on("pageerror", (error) => wrong.push(error.message));
  view.on("console", (message) => wrong.push(message.text()));
  view.on("request", (request) => {
    if (!request.url().startsWith(address) && !request.url().startsWith("data:")) wrong.push(request.url());
  });
  await view.goto(address);
  await view.waitForFunction(() => document.documentElement.dataset.state, null, { timeout: 60000 });
  const close = async () => {
    assert.deepEqual(wrong, []);
    await context.close();
    child.kill("SIGINT");
    await new Promise((resume) => child.once("exit", resume));
  };
  return { view, close, child };
}

for (const file of process.env.THREEFOLD ? files : []) {
  test(`${file.name}: a page that is served shows what the page of a file does`, { skip }, async () => {
    const [own, served] = [await open(...read(file)), await openServed(file)];
    const shown = ({ view }) =>
      view.evaluate(() => {
        const text = (id) => document.getElementById(id).textContent;
        const facts = text("facts").replace(/Its move(line|number) [0-9,]+ of the (certificate|proof)/, "");
        const what = facts.replace(/(Relies on|Keeps clear of).*/, "");
        return [
          ...["claim", "question", "status", "line", "replies", "shape-said", "map", "meetings"].map(text),
          what,
          document.getElementById("position").value,
        ];
      });
    const settled = async () => {
      // Numbers that are asked for come one after the other.
      for (let n = 0; n < 100; n++) {
        const [one, other] = [await shown(own), await shown(served)];
        if (JSON.stringify(one) === JSON.stringify(other)) return;
        await own.view.waitForTimeout(30);
      }
      assert.deepEqual(await shown(served), await shown(own));
    };
    await settled();
    const random = randomNumbers(11);
    for (let ply = 0; ply < 12; ply++) {
      const count = await own.view.locator("button.reply").count();
      if (count === 0) break;
      const which = random(count);
      for (const { view } of [own, served]) await view.locator("button.reply").nth(which).click();
      await settled();
    }
    for (const id of ["#to-start", "#longest", "#back"]) {
      if (!(await own.view.isEnabled(id))) continue;
      for (const { view } of [own, served]) await view.click(id);
      await settled();
    }
    await own.close();
    await served.close();
  });
}

test("a page whose program has ended says so", { skip: skip || !process.env.THREEFOLD || files.length === 0 }, async () => {
  const { view, child } = await openServed(files[0]);
  child.kill("SIGKILL");
  await new Promise((resume) => child.once("exit", resume));
  for (let ply = 0; ply < 3; ply++) await view.locator("button.reply").last().click();
  await view.waitForFunction(() => /does not answer/.test(document.getElementById("verdict").textContent));
  await view.context().close();
});

const MATE = `threefold certificate 1
game: chess
claim: white wins
repetition: draw
root: 7k/8/6KP/8/8/8/8/7R w - -
moves: 3
---
`;

test("script in a certificate is text", { skip }, async () => {
  for (const certificate of [
    MATE.replace("white wins", SCRIPT),
    MATE.replace("7k/8", SCRIPT),
    MATE + SCRIPT,
    `${SCRIPT}\n`,
    MATE.replace("white wins", `${SCRIPT.replaceAll(" ", "\u00a0")} wins`),
    MATE.replace("moves: 3", `moves: 3 # ${SCRIPT}`),
  ]) {
    const { view, close } = await open(certificate);
    assert.notEqual(await view.title(), "caught");
    assert.equal(await view.locator("img").count(), 0);
    await close();
  }
});

const SHORT = `threefold certificate 1
game: chess
claim: white wins
repetition: draw
within: 1
root: 4k3/8/4K3/8/8/8/8/R7 w - -
moves: 1
---
a1a8
`;

const NOT_AT_ONCE = `threefold certificate 1
game: chess
claim: black holds
repetition: draw
plies: 0
root: 4k3/8/4K3/8/8/8/8/R7 w - -
moves: 0
---
`;

test("several certificates: each is checked, and has a button", { skip }, async () => {
  const { view, close } = await open([SHORT, NOT_AT_ONCE]);
  assert.match(await view.textContent("#verdict"), /^Verified here: White mates in 1 and White does not mate in 0/);
  assert.equal(await view.locator("#sides button").count(), 2);
  await view.locator("#sides button").last().click();
  assert.match(await view.textContent("#status"), /The claim ends here/);
  await close();
  const damaged = await open([SHORT, NOT_AT_ONCE.replace("moves: 0", "moves: 1")]);
  assert.match(await damaged.view.textContent("#verdict"), /moves-count/);
  await damaged.close();
});

/** What `threefold solve` makes of `W:WK26,K27:BK25` with a database of two men. */
const WITH_DATABASE = `threefold certificate 1
game: checkers
claim: white wins
repetition: draw
root: W:WK26,K27:BK25
database: checkers-wld 2 blake3:4e6396ed5614747927185dfda7e5a009c667218ba28b5d2476d37bb2a439ffc0
moves: 5
---
26-30
30-25
30-25
27-31
30x21
`;

test("positions that a database is believed about say so", { skip }, async () => {
  const { view, close } = await open(WITH_DATABASE);
  assert.match(
    await view.textContent("#verdict"),
    /^Checked here but for an endgame database: White wins, 12 positions. What checkers-wld 2 says of 2 of them is believed/,
  );
  assert.match(await view.textContent("#about"), /Database, believed\s*checkers-wld 2 blake3:4e63/);
  await view.evaluate(() => (location.hash = "#line=26-30,25-22,30-25"));
  await view.waitForFunction(() => location.hash.includes("30-25"));
  const ends = view.locator("#replies .reply .note", { hasText: "ends in the database, which is believed" });
  await ends.first().waitFor();
  await ends.first().locator("xpath=..").click();
  await view.waitForFunction(() => /taken from the database checkers-wld 2/.test(document.body.textContent));
  await close();
  // Nothing below a database can hide a wrong move above it.
  const damaged = await open(WITH_DATABASE.replace("30x21", "30-26"));
  assert.match(await damaged.view.textContent("#verdict"), /even if that is believed: REFUTED line 13: illegal-move/);
  await damaged.close();
});

for (const path of process.env.COMPARED ? JSON.parse(process.env.COMPARED) : []) {
  test(`beside a report: ${path.split("/").at(-1)} opens where the policy errs`, { skip }, async () => {
    const { view, close } = await openFile(path);
    assert.match(await view.textContent("#verdict"), /^Verified here: /);
    const said = await view.textContent("#beside-said");
    assert.match(said, /^dfpn\/ignore says (here|at the start): .*\. True at the start: .*\./);
    const his = view.locator("#replies .reply.is-beside");
    if (/Its move is marked below/.test(said)) {
      assert.equal(await his.count(), 1);
      assert.match(await his.textContent(), /dfpn\/ignore plays this/);
    } else assert.match(said, /After the move of the proof it says: /);
    // Elsewhere in the proof nothing of his is shown as if it were there.
    await view.evaluate(() => (location.hash = "#line="));
    await view.waitForFunction(() => /says (here|at the start)/.test(document.querySelector("#beside-said").textContent));
    await close();
  });
}

test("script in a link is text", { skip: skip || files.length === 0 }, async () => {
  const { view, close } = await open(...read(files[0]), { fragment: `#line=${encodeURIComponent(SCRIPT)}` });
  assert.notEqual(await view.title(), "caught");
  assert.match(await view.textContent("#jump-said"), /<script>/);
  await close();
});

test("the board is played with the keyboard alone", { skip: skip || files.length === 0 }, async () => {
  const { view, close } = await open(`threefold certificate 1
game: chess
claim: white wins
repetition: draw
root: 4k3/8/4K3/8/8/8/8/R7 w - -
moves: 1
---
a1a8
`);
  assert.match(await view.textContent("#verdict"), /Verified here: White wins, 2 positions/);
  await view.focus('[aria-label^="a8"]');
  for (let row = 0; row < 7; row++) await view.keyboard.press("ArrowDown");
  assert.match(
    await view.evaluate(() => document.activeElement.getAttribute("aria-label")),
    /a1, white rook, can move/,
  );
  await view.keyboard.press("Enter");
  for (let row = 0; row < 7; row++) await view.keyboard.press("ArrowUp");
  assert.match(
    await view.evaluate(() => document.activeElement.getAttribute("aria-label")),
    /a8, legal move/,
  );
  await view.keyboard.press("Enter");
  assert.match(await view.textContent("#status"), /Checkmate/);
  await close();
});
