// The solver in a worker. It is handed the compiled module, and then one request after the other.

let instance = null;

const text = (at, length) => new TextDecoder().decode(new Uint8Array(instance.exports.memory.buffer, at, length).slice());

const page = {
  now: () => performance.now(),
  tell: (at, length) => postMessage({ progress: JSON.parse(text(at, length)) }),
};

function answer(request) {
  const { threefold_room: room, threefold_answer: ask, threefold_length: length, memory } = instance.exports;
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  // Making room may move the memory.
  const place = room(bytes.length) >>> 0;
  new Uint8Array(memory.buffer).set(bytes, place);
  const at = ask() >>> 0;
  return JSON.parse(text(at, length() >>> 0));
}

onmessage = ({ data }) => {
  try {
    if (data.module) instance = new WebAssembly.Instance(data.module, { page });
    else postMessage({ answer: answer(data.request) });
  } catch (error) {
    // A module whose memory is full, or that has failed, is not asked again.
    const what = error instanceof WebAssembly.RuntimeError ? "the solver has failed, perhaps for want of memory" : String(error);
    postMessage({ failed: what });
  }
};
