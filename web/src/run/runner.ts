// When to evaluate, which answer counts, and what Stop does. The states of one draft:
//
//   idle ── edit ──▶ waiting ── debounce over ──▶ running ── answer ──▶ idle
//                      ▲ │ edit: wait anew          │ │ edit: 150 ms more, then superseded ──▶ waiting
//                      └─┘                          │ └ Stop ──▶ stopped
//                                                   └ crash ──▶ repeated once, then stopped

import type { Diagnostic, EvaluateOptions, Path, RunResult, Workspace } from "evalground";
import type { Freshness, Store } from "../store.ts";
import { text } from "../ui/text.ts";
import { runLimits } from "./limits.ts";

/** The part of the engine that the runner uses. */
export interface Evaluator {
  evaluate(workspace: Workspace, options: EvaluateOptions & { signal: AbortSignal }): Promise<RunResult>;
}

/** Why an evaluation has no answer, as the package's EngineError names it. */
export type FailureKind = "load" | "crashed" | "late" | "closed";

export interface RunnerOptions {
  evaluator: Evaluator;
  /** Says what kind of failure a rejected evaluation is; null when it was ended on purpose. */
  failureKind: (reason: unknown) => FailureKind | null;
  /** Writes the draft to storage; a run begins only after it. */
  save: () => Promise<void>;
  /** Notes for the next visit that this draft is being evaluated, or that it no longer is. */
  note: (draft: string, running: boolean) => void;
  /** Keeps the debounce at its least, so that tests need not wait. */
  steady: boolean;
}

const shortestWait = 150;
const longestWait = 1200;
const graceForRunning = 150;
const revealedFor = 60_000;
const repeatAfterCrash = 300;

/** How long to wait after an edit, given how long the last run took. */
export function debounce(lastRunMs: number, steady: boolean): number {
  return steady ? shortestWait : Math.min(longestWait, Math.max(shortestWait, 1.5 * lastRunMs));
}

/** The answer that stands for a run whose worker had to be ended by the watchdog. */
function lateResult(timeMs: number): RunResult {
  const diagnostic: Diagnostic = {
    severity: "error",
    code: "limit-time",
    message: text("run.lateMessage", { seconds: timeMs / 1000 }),
  };
  return {
    id: "",
    ok: false,
    sensitive: [],
    rows: [],
    diagnostics: [diagnostic],
    stats: { ms: timeMs, steps: 0, cacheHits: 0, memory: 0, clock: "", seed: 0 },
  };
}

/** Whether an answer holds anything that a person could look at. */
function hasContent(result: RunResult): boolean {
  const { json, text: rendered, rows, outputsJson, variablesJson, reports } = result;
  return [json, rendered, outputsJson, variablesJson, reports].some((part) => part !== undefined) || rows.length > 0;
}

/** Evaluates the workspace whenever it should be, and puts the answers into the store. */
export function startRunner(store: Store, options: RunnerOptions): void {
  const { evaluator, failureKind, save, note, steady } = options;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let superseding: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | null = null;
  let lastRunMs = 0;
  let crashedRevision = -1;
  let factor = 1;

  function freshnessNow(): Freshness {
    const { result, resultRevision, revision } = store.state;
    if (!result) return "empty";
    if (resultRevision !== revision) return "stale";
    return result.ok || hasContent(result) ? "fresh" : "error";
  }

  /** Ends the run in progress, whatever it is doing. */
  function abandon(): void {
    clearTimeout(superseding);
    superseding = undefined;
    running?.abort();
    running = null;
    store.update({ loadingPython: null });
  }

  function wait(milliseconds: number): void {
    clearTimeout(waiting);
    waiting = setTimeout(() => void run(), milliseconds);
  }

  async function run(): Promise<void> {
    clearTimeout(waiting);
    abandon();
    const control = new AbortController();
    running = control;
    const { workspace, revision, draft, settings, cautious } = store.state;
    const limits = runLimits(workspace, settings.limits, { factor, cautious });
    factor = 1;
    const startedAt = performance.now();
    store.update({ freshness: "running", runningSince: startedAt, paused: false, revealed: null });
    try {
      await save();
      if (running !== control) return;
      note(draft, true);
      const result = await evaluator.evaluate(limits.workspace, {
        timeMs: limits.timeMs,
        limits: limits.limits,
        provenance: true,
        outline: true,
        tokens: true,
        signal: control.signal,
        onLoading: (percent) => {
          if (running === control) store.update({ loadingPython: percent });
        },
      });
      if (running !== control) return;
      note(draft, false);
      // The first run of a visit is slow because everything is new, which says nothing of the next.
      if (store.state.runs > 0) lastRunMs = performance.now() - startedAt;
      finish(result, revision);
    } catch (reason) {
      if (running !== control) return;
      note(draft, false);
      const kind = failureKind(reason);
      if (kind === "late") finish(lateResult(limits.timeMs), revision);
      else fail(kind, revision, reason);
    }
  }

  function finish(result: RunResult, revision: number): void {
    running = null;
    clearTimeout(superseding);
    superseding = undefined;
    const { lastGood, outline, runs, engine } = store.state;
    const tree = result.outline;
    const parsed = !!tree && (tree.length > 0 || result.ok);
    store.update({
      result,
      lastGood: hasContent(result) ? result : lastGood,
      resultRevision: revision,
      outline: parsed ? tree : outline,
      outlineStale: !parsed,
      runningSince: null,
      runs: runs + 1,
      cautious: false,
      engine: engine === "crashed" ? "ready" : engine,
      engineProblem: engine === "crashed" ? "" : store.state.engineProblem,
    });
    store.update({ freshness: freshnessNow() });
    // The text went on while this run was under way.
    if (store.state.revision !== revision && store.state.live) wait(debounce(lastRunMs, steady));
  }

  function fail(kind: FailureKind | null, revision: number, reason: unknown): void {
    running = null;
    clearTimeout(superseding);
    superseding = undefined;
    store.update({ runningSince: null, loadingPython: null, freshness: "stopped" });
    if (kind === null || kind === "closed") return;
    if (kind === "load") {
      store.update({
        engine: "crashed",
        engineProblem: text("engine.notLoaded", { reason: String(reason instanceof Error ? reason.message : reason) }),
      });
      return;
    }
    const again = crashedRevision === revision;
    crashedRevision = revision;
    store.update({ engine: "crashed", engineProblem: again ? text("engine.crashedTwice") : text("engine.crashed") });
    if (!again) wait(repeatAfterCrash);
  }

  store.handle("run", () => {
    if (store.state.engine === "unsupported" || store.state.engine === "loading") return;
    crashedRevision = -1;
    void run();
  });
  store.handle("runWithHigherLimits", () => {
    factor = 10;
    store.perform("run");
  });
  store.handle("stop", () => {
    clearTimeout(waiting);
    if (!running) return;
    abandon();
    note(store.state.draft, false);
    store.update({ runningSince: null, freshness: "stopped" });
  });

  store.handle("reveal", (path: Path) => {
    const { workspace, result, revision, settings } = store.state;
    if (!result) return;
    const { clock, seed } = result.stats;
    const limits = runLimits({ ...workspace, ...(clock && { clock }), seed }, settings.limits, {
      factor: 1,
      cautious: false,
    });
    const control = new AbortController();
    evaluator
      .evaluate(limits.workspace, {
        timeMs: limits.timeMs,
        limits: limits.limits,
        reveal: path,
        signal: control.signal,
      })
      .then((answer) => {
        // A newer run or edit came first: what would be shown is no longer true.
        if (store.state.revision !== revision || store.state.result !== result) return;
        store.update({ revealed: { path, result: answer } });
        clearTimeout(hiding);
        hiding = setTimeout(hide, revealedFor);
      })
      .catch(() => store.update({ revealed: null }));
  });
  function hide(): void {
    if (store.state.revealed) store.update({ revealed: null });
  }
  globalThis.document?.addEventListener("visibilitychange", () => {
    if (document.hidden) hide();
  });

  store.watch(["revision", "live", "engine", "paused"], (state, before) => {
    if (state.engine === "loading" && before.engine === "ready") {
      // The draft has become one of another dialect, whose engine is on its way.
      clearTimeout(waiting);
      abandon();
      hide();
      store.update({ runningSince: null, freshness: state.result ? "stale" : "empty" });
    }
    if (state.engine === "loading" || state.engine === "unsupported") return;
    const becameReady = before.engine === "loading" || before === state;
    const edited = state.revision !== before.revision;
    const resumed = state.live && !before.live;
    if (edited) {
      hide();
      if (!running && state.freshness !== "empty") store.update({ freshness: "stale" });
    }
    if (!state.live || state.paused) return;
    if (becameReady || (resumed && state.resultRevision !== state.revision)) wait(0);
    else if (edited && running) {
      superseding ??= setTimeout(() => {
        superseding = undefined;
        abandon();
        store.update({ runningSince: null, freshness: store.state.result ? "stale" : "empty" });
        wait(debounce(0, steady));
      }, graceForRunning);
    } else if (edited) wait(debounce(lastRunMs, steady));
  });
}
