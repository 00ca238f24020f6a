// What is in the page, and how it is checked without keeping the browser busy.

import { check, unfolded } from "../checker/verdict.js";

/** How long the page may be busy at a time, in milliseconds. */
const SLICE = 12;

export const byId = (id) => document.getElementById(id);

/** The contents of a part of the page: gzip, as base64; null if there is none. */
export async function contentsOf(element) {
  const text = element.textContent.trim();
  if (text === "") return null;
  if (typeof DecompressionStream === "undefined")
    throw new Error("this browser has no DecompressionStream; take a newer one");
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Lets the browser do something else. `setTimeout` alone would wait for longer each time. */
function pause() {
  return new Promise((resume) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resume();
    };
    channel.port2.postMessage(null);
  });
}

// Lines are about as long as each other: how far the lines are is how far the bytes are.
function linesOf(bytes) {
  let lines = 1;
  for (const byte of bytes) lines += byte === 10 ? 1 : 0;
  return lines;
}

/**
 * Checks certificates one after the other, in slices, so that the page stays alive, and fills the bar. The first that
 * is not verified decides; `bytes` of the result is its text.
 */
export async function checkAll(certificates, graph) {
  const all = certificates.map(linesOf).reduce((sum, lines) => sum + lines, 0);
  let done = 0;
  const results = [];
  for (const bytes of certificates) {
    const result = await checkInSlices(bytes, graph, done, all);
    if (result.blocks.length === 0 || !["verified", "not-checked"].includes(result.kind))
      return { ...result, bytes };
    results.push(result);
    done += linesOf(bytes);
  }
  const relies = results.find((result) => result.kind !== "verified");
  const blocks = [];
  for (const block of results.flatMap((result) => result.blocks)) blocks.push(await inSlices(unfolded(block), () => {}));
  return { ...(relies ?? results[0]), blocks };
}

/** What a walk returns, which tells how far it is whenever it pauses. */
async function inSlices(walk, tell) {
  for (;;) {
    const begin = performance.now();
    for (;;) {
      const { done, value } = walk.next();
      if (done) return value;
      if (performance.now() - begin > SLICE) {
        tell(value);
        break;
      }
    }
    await pause();
  }
}

function checkInSlices(bytes, graph, before, total) {
  return inSlices(check(bytes, graph), (value) => {
    const line = before + value;
    byId("bar").value = line / total;
    byId("verdict").textContent =
      `Checking the proof in this page: line ${line.toLocaleString("en")} of ${total.toLocaleString("en")} …`;
  });
}

/** The beginning of a line of the certificate, for people. */
export function lineOf(bytes, line) {
  return new TextDecoder().decode(bytes).split("\n")[line - 1]?.trim().slice(0, 100) ?? "";
}
