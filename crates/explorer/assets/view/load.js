// What is in the page, and how it is checked without keeping the browser busy.

import { check } from "../checker/verdict.js";

/** How long the page may be busy at a time, in milliseconds. */
const SLICE = 12;

export const byId = (id) => document.getElementById(id);

/** The contents of a part of the page: gzip, as base64; null if there is none. */
export async function contentsOf(id) {
  const text = byId(id).textContent.trim();
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

/** Checks the certificate in slices, so that the page stays alive, and fills the bar. */
export async function checkInSlices(bytes, graph) {
  const walk = check(bytes, graph);
  // Lines are about as long as each other: how far the lines are is how far the bytes are.
  let total = 1;
  for (const byte of bytes) total += byte === 10 ? 1 : 0;
  const bar = byId("bar");
  for (;;) {
    const begin = performance.now();
    for (;;) {
      const { done, value } = walk.next();
      if (done) return value;
      if (performance.now() - begin > SLICE) {
        bar.value = value / total;
        byId("verdict").textContent =
          `Checking the proof in this page: line ${value.toLocaleString("en")} of ${total.toLocaleString("en")} …`;
        break;
      }
    }
    await pause();
  }
}

/** The beginning of a line of the certificate, for people. */
export function lineOf(bytes, line) {
  return new TextDecoder().decode(bytes).split("\n")[line - 1]?.trim().slice(0, 100) ?? "";
}
