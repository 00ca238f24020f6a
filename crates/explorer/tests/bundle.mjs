// The page as `src/lib.rs` makes it, for tests in a browser: the same files in the order that is written there.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const HERE = new URL("..", import.meta.url);
const textOf = (path) => readFileSync(new URL(path, HERE), "utf8");

/** The modules in their order, from `src/assets.rs`. */
export function moduleNames() {
  return [...textOf("src/assets.rs").matchAll(/include_str!\("\.\.\/(assets\/.*\.js)"\)/g)].map(
    (found) => found[1],
  );
}

export function script() {
  return moduleNames()
    .map(textOf)
    .join("")
    .split("\n")
    .filter((line) => !line.startsWith("import "))
    .map((line) => line.replace(/^export /, ""))
    .join("\n");
}

/** `certificates`: one, or a list of them. */
export function page(certificates, graphGame) {
  const packed = (text) => (text === undefined ? "" : gzipSync(Buffer.from(text)).toString("base64"));
  const values = {
    VERSION: "test",
    CONNECT: "",
    STYLE: textOf("assets/page.css"),
    SCRIPT: script(),
    CERTIFICATES: [certificates]
      .flat()
      .map((text) => `<script type="text/plain" class="certificate">${packed(text)}</script>`)
      .join("\n"),
    GRAPH: packed(graphGame),
  };
  values.NONCE = createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 32);
  return textOf("assets/page.html").replace(/\{\{(\w+)\}\}/g, (_, name) => values[name]);
}
