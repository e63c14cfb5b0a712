// The engine in its two worlds, native and WebAssembly, for scripts that evaluate one workspace after the other and
// must survive it: a crash, a trap or a hang is an answer like any other.
//
//   const world = nativeWorld();                         // or wasmWorld()
//   await world.evaluate(workspaceText, optionsText);    // {outcome, milliseconds, bytes} or {died: "SIGSEGV"}
//   await world.ask(question);                           // the questions of tests/runner/outcomes.cpp
//   await world.close();
//
// One question at a time: wait for the answer before asking the next.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

/** Milliseconds after which an evaluation counts as hanging, even on a busy machine. */
const usualPatience = 60_000;

/**
 * A world based on `start()`, which returns `{ask(question), answers(receive), ends(receive), stop()}` of something
 * that lives until it dies. The next question after a death starts another.
 */
function world(start, patience = usualPatience) {
  let running;
  let waiting;
  const settle = (answer) => {
    clearTimeout(waiting?.timer);
    waiting?.resolve(answer);
    waiting = undefined;
  };
  const begin = () => {
    const started = start();
    running = started;
    started.answers((answer) => {
      if (running === started) settle(answer);
    });
    started.ends((reason) => {
      if (running !== started) return;
      running = undefined;
      settle({ died: reason });
    });
    return started;
  };
  const ask = (question) => {
    const target = running ?? begin();
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        running = undefined;
        target.stop();
        settle({ died: `no answer after ${patience / 1000} s` });
      }, patience);
      waiting = { resolve, timer };
      target.ask(question);
    });
  };
  return {
    ask,
    evaluate: (workspace, options) => ask({ workspace, options }),
    async close() {
      const target = running;
      running = undefined;
      await target?.stop();
    },
  };
}

/** `program` is built from tests/runner/outcomes.cpp. With sanitizers it needs more patience. */
export function nativeWorld(program = "build/native/tests/outcomes", patience = usualPatience) {
  const start = () => {
    const child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
    const lines = createInterface({ input: child.stdout });
    child.stdin.on("error", () => {}); // it died, which `ends` reports
    return {
      ask: (question) => child.stdin.write(`${JSON.stringify(question)}\n`),
      answers: (receive) => lines.on("line", (line) => receive(JSON.parse(line))),
      ends: (receive) => {
        child.on("error", (error) => receive(error.message));
        child.on("close", (code, signal) => receive(signal ?? `code ${code}`));
      },
      stop: () => child.kill("SIGKILL"),
    };
  };
  return world(start, patience);
}

/** The shipped module in a thread of its own. */
export function wasmWorld() {
  return world(() => {
    const worker = new Worker(fileURLToPath(new URL("wasm_world.mjs", import.meta.url)));
    return {
      ask: (question) => worker.postMessage(question),
      answers: (receive) => worker.on("message", (answer) => !answer.died && receive(answer)),
      ends: (receive) => {
        worker.on("message", (answer) => answer.died && receive(answer.died));
        worker.on("error", (error) => receive(error.message));
      },
      stop: () => worker.terminate(),
    };
  });
}
