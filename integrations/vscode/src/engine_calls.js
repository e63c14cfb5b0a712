// Answers the engine requests of the results panel, which has no engine of its own. The messages are those of the
// frames of a page (web/src/embed/engine.ts).
import { EngineError } from "../../../wasm/src/index.ts";
import { readJson, toFaithful, toPlain } from "../../../wasm/src/reader.ts";

const methods = [
  "evaluate",
  "check",
  "parse",
  "changes",
  "change",
  "port",
  "secrets",
  "ask",
  "dialects",
  "describe",
  "catalogue",
];
/** Methods whose last argument is options of their own. */
const withOptions = ["evaluate", "parse"];

/** A result without its getters, which compute values from its texts. */
function textsOf(answer) {
  if (answer === null || typeof answer !== "object" || Array.isArray(answer)) return answer;
  const all = Object.entries(Object.getOwnPropertyDescriptors(answer));
  return Object.fromEntries(all.flatMap(([name, { value, get }]) => (get ? [] : [[name, value]])));
}

export class EngineCalls {
  running = new Map();

  /** `reply` sends an answer to the panel. */
  constructor(engine, reply) {
    this.engine = engine;
    this.reply = reply;
  }

  async take({ id, abort, method, input }) {
    if (abort) return this.running.get(id)?.abort();
    this.reply({ id, heard: true });
    const control = new AbortController();
    this.running.set(id, control);
    try {
      const answer = await this.call(method, input, control.signal);
      this.reply({ id, answer: textsOf(answer), version: this.engine.version() });
    } catch (error) {
      if (control.signal.aborted) this.reply({ id, ended: true });
      else this.reply({ id, failure: error instanceof EngineError ? error.kind : "crashed", message: String(error) });
    } finally {
      this.running.delete(id);
    }
    return undefined;
  }

  call(method, input, signal) {
    if (!methods.includes(method)) throw new TypeError(`An engine has no method "${method}"`);
    const given = readJson(input).children;
    const options = withOptions.includes(method) ? toPlain(given.pop()) : {};
    return this.engine[method](...given.map(toFaithful), { ...options, signal });
  }

  dispose() {
    for (const control of this.running.values()) control.abort();
  }
}
