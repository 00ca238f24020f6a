#!/usr/bin/env node
// The checker of the page as a command:
//
//     node crates/explorer/tests/check.mjs [--json] [--graph FILE.game] FILE...
//
// Prints `VERIFIED <claim>` for each block, or `REFUTED line N: <kind>`; with --json an object with what is said
// of each file. Exit code 0 if everything was verified, 1 if something was refuted, 2 if a file is no certificate,
// 3 if one relies on an endgame database, or is compressed. Of several the largest counts.

import { readFileSync } from "node:fs";
import { check } from "../assets/checker/verdict.js";
import { GraphGame } from "../assets/checker/graph.js";

const CODES = { verified: 0, refuted: 1, unreadable: 2, "not-checked": 3 };

/** What the checker says of a file, without a pause. */
export function checkAtOnce(bytes, graph) {
  const walk = check(bytes, graph);
  for (;;) {
    const { done, value } = walk.next();
    if (done) return value;
  }
}

function main(words) {
  let json = false;
  let graph = null;
  const files = [];
  for (let at = 0; at < words.length; at++) {
    if (words[at] === "--json") json = true;
    else if (words[at] === "--graph") graph = words[++at];
    else files.push(words[at]);
  }
  let game = null;
  let code = 0;
  if (graph !== null) {
    try {
      game = new GraphGame(readFileSync(graph));
    } catch (error) {
      process.stderr.write(`${graph}: ${error.message}\n`);
      return 2;
    }
  }
  for (const file of files) {
    const { kind, said, message } = checkAtOnce(readFileSync(file), game);
    if (json) process.stdout.write(`${JSON.stringify({ file, said, message })}\n`);
    else {
      process.stdout.write(
        kind === "verified" || kind === "refuted" ? `${said.replaceAll(", ", "\n")}\n` : "",
      );
      if (message && kind !== "refuted") process.stderr.write(`${file}: ${message}\n`);
    }
    code = Math.max(code, CODES[kind]);
  }
  return code;
}

if (process.argv[1] && import.meta.url === new URL(process.argv[1], "file://").href) {
  process.exitCode = main(process.argv.slice(2));
}
