// The solver as a module of WebAssembly: one question at a time, in the thread of the caller. A page asks in a worker
// (worker.js). Both files are those of the npm package.

/**
 * The solver of a module of WebAssembly: the bytes of threefold.wasm, or what WebAssembly.compile makes of them.
 * `tell` hears how far an answer is.
 */
export async function load(bytesOrModule) {
  const module =
    bytesOrModule instanceof WebAssembly.Module ? bytesOrModule : await WebAssembly.compile(bytesOrModule);
  let tell = () => {};
  const text = (at, length) => new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, length).slice());
  const page = { now: () => performance.now(), tell: (at, length) => tell(JSON.parse(text(at, length))) };
  const { exports } = await WebAssembly.instantiate(module, { page });
  return {
    /** How many bytes the solver has taken by now; they are not given back. */
    memory: () => exports.memory.buffer.byteLength,
    solve(request, onProgress = () => {}) {
      tell = onProgress;
      const bytes = new TextEncoder().encode(JSON.stringify(request));
      // Making room may move the memory.
      const room = exports.threefold_room(bytes.length) >>> 0;
      new Uint8Array(exports.memory.buffer).set(bytes, room);
      const at = exports.threefold_answer() >>> 0;
      return JSON.parse(text(at, exports.threefold_length() >>> 0));
    },
  };
}
