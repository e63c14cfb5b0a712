// The parts that an embed needs only once it evaluates: results, problems and the runner. They are the playground's
// own.

import { mountProblems } from "../results/problems.ts";
import { mountResults } from "../results/results.ts";
import { drawThread } from "../results/thread.ts";
import { engineReady, failureKind, provideEngine } from "../run/ready.ts";
import { startRunner } from "../run/runner.ts";
import type { Store } from "../store.ts";
import type { SharedEngine } from "./engine.ts";
import "../results/results.css";
import "../results/problems.css";
import "../results/table.css";
import "./live.css";

/**
 * Evaluates and shows the results from now on. `prepare` completes the workspace with the help of the engine, and
 * returns whether it can be evaluated.
 */
export async function startLive(store: Store, shared: SharedEngine, prepare: () => Promise<boolean>): Promise<void> {
  mountResults(store);
  mountProblems(store);
  drawThread(store);
  startRunner(store, {
    evaluator: {
      evaluate: async (asked, options) => (await engineReady()).evaluate(asked, { ...options, maskVaults: true }),
      check: async (asked) => (await engineReady()).check(asked),
    },
    failureKind,
    save: () => Promise.resolve(),
    note: () => {},
  });
  provideEngine(shared.engine);
  if (!(await prepare())) return;
  store.writer("engine")({ engine: "ready" });
  store.watch(["runs"], () => {
    const { engineVersion } = store.state;
    const version = shared.engine.version();
    if (version !== engineVersion) store.writer("engine")({ engineVersion: version });
  });
}
