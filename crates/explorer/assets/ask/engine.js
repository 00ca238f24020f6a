// Who answers: the solver in a worker of this page, or the program that serves it.

/** What `ask` throws when it was stopped. */
export class Stopped extends Error {}

/** One question after the other: answers say nothing of which question they are about. */
class Engine {
  queue = Promise.resolve();

  ask(request, tell) {
    const answer = this.queue.then(() => this.answer(request, tell));
    this.queue = answer.catch(() => {});
    return answer;
  }
}

/** The solver as WebAssembly. A search ends when it is answered, or with its worker. */
class Inside extends Engine {
  constructor(module, script) {
    super();
    this.module = module;
    this.address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    this.worker = null;
  }

  answer(request, tell) {
    this.worker ??= this.begin();
    const { worker } = this;
    return new Promise((resolve, reject) => {
      this.reject = reject;
      const failed = (what) => {
        this.end();
        reject(new Error(what));
      };
      worker.onerror = (event) => failed(event.message || "the solver has failed");
      worker.onmessage = ({ data }) => {
        if (data.progress) tell(data.progress);
        else if (data.failed) failed(data.failed);
        else resolve(data.answer);
      };
      worker.postMessage({ request });
    });
  }

  begin() {
    const worker = new Worker(this.address);
    worker.postMessage({ module: this.module });
    return worker;
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
  }

  stop() {
    this.end();
    this.reject?.(new Stopped());
  }
}

/** How often the program is asked how far it is, in milliseconds. */
const EVERY = 150;

/** The program that serves this page. */
class Beside extends Engine {
  async get(question, about) {
    const reply = await fetch(`${question}?${new URLSearchParams(about)}`);
    if (!reply.ok) throw new Error("the program that this page came from does not answer");
    return reply.json();
  }

  async answer(request, tell) {
    const { number } = await this.get("ask", { request: JSON.stringify(request) });
    this.number = number;
    for (;;) {
      const state = await this.get("state", { number });
      if (state.stopped) throw new Stopped();
      if (state.answer) return state.answer;
      if (state.progress) tell(state.progress);
      await new Promise((resume) => setTimeout(resume, EVERY));
    }
  }

  stop() {
    this.get("stop", { number: this.number }).catch(() => {});
  }
}

/** The engine of this page; `solver` is the text of the module, `worker` that of its worker, both packed. */
export async function engineOf(solver, worker, unpack) {
  const bytes = await unpack(solver);
  if (bytes === null) return new Beside();
  const script = new TextDecoder().decode(await unpack(worker));
  return new Inside(await WebAssembly.compile(bytes), script);
}
