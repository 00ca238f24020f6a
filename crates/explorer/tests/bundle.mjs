// The page as `src/lib.rs` makes it, for tests in a browser: the same files in the order that is written there.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const HERE = new URL("..", import.meta.url);
const textOf = (path) => readFileSync(new URL(path, HERE), "utf8");

/** The modules of the page in their order, from `src/assets.rs`. */
export function moduleNames(asks = false) {
  const names = [...textOf("src/assets.rs").matchAll(/^ +include_str!\("\.\.\/(assets\/.*\.js)"\),$/gm)].map(
    (found) => found[1],
  );
  return names.filter((name) => asks || !name.startsWith("assets/ask/"));
}

const WORKER = ["assets/ask/index.js", "assets/ask/worker.js"];

export const script = (asks = false) => joined(moduleNames(asks));

function joined(names) {
  return names
    .map(textOf)
    .join("")
    .split("\n")
    .filter((line) => !line.startsWith("import "))
    .map((line) => line.replace(/^export /, ""))
    .join("\n");
}

const packed = (text) => (text === undefined ? "" : gzipSync(Buffer.from(text)).toString("base64"));
const part = (attribute, text) => `<script type="text/plain" ${attribute}>${packed(text)}</script>`;

/** `certificates`: one, or a list of them. */
export function page(certificates, graphGame) {
  const contents = [certificates].flat().map((text) => part('class="certificate"', text));
  return assembled({ CONTENTS: contents.join("\n"), GRAPH: packed(graphGame) });
}

/** The page that solves, with the bytes of the solver. */
export function solvingPage(solver) {
  return assembled({
    CONTENTS: part('id="solver"', solver) + part('id="worker"', joined(WORKER)),
    ALLOWED: "; worker-src blob:",
    SCRIPTS: " 'wasm-unsafe-eval'",
    ASK: textOf("assets/ask/ask.html"),
    SCRIPT: script(true),
  });
}

function assembled(parts) {
  const values = {
    VERSION: "test",
    ALLOWED: "",
    SCRIPTS: "",
    ASK: "",
    STYLE: textOf("assets/page.css"),
    SCRIPT: script(),
    GRAPH: "",
    ...parts,
  };
  values.NONCE = createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 32);
  return textOf("assets/page.html").replace(/\{\{(\w+)\}\}/g, (_, name) => values[name]);
}
