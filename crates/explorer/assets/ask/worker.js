// A worker: post { module } or { bytes } of threefold.wasm first, then { request } for each question; it posts
// { progress } and { answer }, or { failed }. A search is stopped with worker.terminate().

import { load } from "./index.js";

let solver = null;

onmessage = async ({ data }) => {
  try {
    if (data.module ?? data.bytes) solver = load(data.module ?? data.bytes);
    else {
      const { solve, memory } = await solver;
      const tell = (progress) => postMessage({ progress: { ...progress, memory: memory() } });
      postMessage({ answer: { ...solve(data.request, tell), memory: memory() } });
    }
  } catch (error) {
    // A module whose memory is full, or that has failed, is not asked again.
    const isOver = error instanceof WebAssembly.RuntimeError;
    postMessage({ failed: isOver ? "the solver has failed, perhaps for want of memory" : String(error) });
  }
};
