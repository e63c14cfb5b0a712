// When to evaluate, which answer counts, and what Stop does.
//
// A user who types should not have to wait for an answer, nor get one for outdated text. So an edit marks the results
// stale. If runs are short, the new text is run at once; if they are longer, after a pause in typing of up to 150 ms. A
// run that is under way when the text changes gets 150 ms more and is then aborted. A failing answer also waits for the
// pause, because half a word is not a mistake yet. The states of one draft:
//
//   idle ── edit ──▶ waiting ── pause over ──▶ running ── answer ──▶ idle
//                      ▲ │ edit: wait anew       │ │ edit: 150 ms more, then superseded ──▶ waiting
//                      └─┘                       │ └ Stop ──▶ stopped
//                                                └ crash ──▶ repeated once, then stopped
//
// Whatever happens:
// - At most one run is under way. Its AbortController is `running`; an answer counts only while it still is.
// - A run begins only after the draft is saved, so that a document which hangs the browser is not lost. If the last run
//   was short, or the text is an unedited example, the worker gets the run first and the save follows at once; the page
//   waits for neither. A note about the run outlives the page: a draft whose run never ended opens paused.
// - A text that crashed the engine twice is not run again automatically.
// - `result` is the last answer. `lastGood` is the last answer with content: it stays visible below an error, unless
//   the document was replaced since.

import type { Diagnostic, RunResult, Workspace } from "evalground";
import type { Freshness, State, Store } from "../store.ts";
import { isBlank } from "../ui/blank.ts";
import { choiceOf } from "../ui/dialects.ts";
import { describedStep, leavesOutColours } from "../ui/long.ts";
import { text } from "../ui/text.ts";
import type { Evaluator, FailureKind } from "./evaluator.ts";
import { runLimits } from "./limits.ts";
import { isReplaced } from "./replaced.ts";
import { startRevealing } from "./reveal.ts";

export interface RunnerOptions {
  evaluator: Evaluator;
  /** The kind of failure of a rejected evaluation; null if it was aborted on purpose. */
  failureKind: (reason: unknown) => FailureKind | null;
  /** Saves the draft. The write is issued before this returns; the promise resolves when it is stored. */
  save: () => Promise<void>;
  /** Notes for the next visit whether this draft is being evaluated. */
  note: (draft: string, running: boolean) => void;
}

/** Debounce after an edit, in milliseconds. */
const pause = 150;
/** Runs up to this long are not noticeable, in milliseconds. */
const shortRun = 15;
/** Showing an answer may delay typing by at most this, in milliseconds. */
const shortShow = 50;
const graceForRunning = 150;
const repeatAfterCrash = 300;

/** How long to wait after an edit, in milliseconds, given how long the last run or showing its result took. */
export function debounce(lastRunMs: number): number {
  return lastRunMs <= shortRun ? 0 : Math.min(pause, lastRunMs);
}

/** The result of a run whose worker was ended by the watchdog. */
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

/** Whether an answer holds anything to show. */
function hasContent(result: RunResult): boolean {
  const { json, text: rendered, rows, outputsJson, variablesJson, reports } = result;
  return [json, rendered, outputsJson, variablesJson, reports].some((part) => part !== undefined) || rows.length > 0;
}

/** The freshness of the results once a run has ended. */
function freshnessOf(result: RunResult, resultRevision: number, revision: number): Freshness {
  if (resultRevision !== revision) return "stale";
  return result.ok || hasContent(result) ? "fresh" : "error";
}

/** Evaluates the workspace whenever needed, and writes the answers to the store. */
export function startRunner(store: Store, options: RunnerOptions): void {
  const runner = new Runner(store, options, startRevealing(store, options.evaluator));
  store.handle("run", () => runner.runNow(1));
  store.handle("rerun", () => runner.runNow(1));
  store.handle("runWithHigherLimits", () => runner.runNow(10));
  store.handle("describeMore", () => runner.describeMore());
  store.handle("stop", () => runner.stop());
  store.watch(["revision", "live", "engine", "paused"], (state, before) => runner.follow(state, before));
}

type Timer = ReturnType<typeof setTimeout>;

/** What a run has evaluated. */
interface Evaluated {
  revision: number;
  document: string;
}

/** Ansible and Jinja2 count as different languages here, as they do in the list of languages. */
const isOfAnotherLanguage = (now: Workspace, before: Workspace): boolean =>
  now !== before && choiceOf(now).id !== choiceOf(before).id;

class Runner {
  private readonly store: Store;
  private readonly options: RunnerOptions;
  private readonly write;
  private readonly writeEngine;
  private readonly hide: () => void;
  /** Timer until the next automatic run. */
  private waiting: Timer | undefined;
  /** Timer until the run in progress is aborted for newer text. */
  private superseding: Timer | undefined;
  private running: AbortController | null = null;
  /** Timer until a failing answer is shown. */
  private holding: Timer | undefined;
  private editedAt = 0;
  private lastRunMs = 0;
  /** The revision of the text that crashed the engine. */
  private crashedRevision = -1;
  /** The document of the last good result. */
  private goodText: string;

  constructor(store: Store, options: RunnerOptions, hide: () => void) {
    this.store = store;
    this.options = options;
    this.write = store.writer("run");
    this.writeEngine = store.writer("engine");
    this.hide = hide;
    this.goodText = store.mainText;
  }

  /** Runs without a pause, with the limits multiplied by `factor`: the user asked for it, or a file changed outside. */
  runNow(factor: number): void {
    const { engine } = this.store.state;
    if (engine === "unsupported" || engine === "loading") return;
    this.crashedRevision = -1;
    this.editedAt = 0; // no edit is in progress, so a failing answer is shown at once
    void this.run(factor);
  }

  /** Runs again because the user wants to see more of a long result. */
  describeMore(): void {
    this.write({ described: this.store.state.described + describedStep });
    this.runNow(1);
  }

  stop(): void {
    clearTimeout(this.waiting);
    if (!this.running) return;
    this.abandon();
    this.options.note(this.store.state.draft, false);
    this.write({ runningSince: null, freshness: "stopped" });
  }

  /** Runs, waits or stops waiting, depending on edits, the Live switch and the state of the engine. */
  follow(state: Readonly<State>, before: Readonly<State>): void {
    if (state.draft === before.draft && isOfAnotherLanguage(state.workspace, before.workspace)) this.forgetResults();
    if (state.draft !== before.draft) this.write({ described: describedStep });
    if (state.engine === "loading" && before.engine === "ready") this.leaveEngine();
    // A prerendered result is valid only for its own text.
    if (state.freshness === "built" && state.revision !== state.resultRevision) this.write({ freshness: "stale" });
    if (state.engine === "loading" || state.engine === "unsupported") return;
    const becameReady = before.engine === "loading" || before === state;
    const edited = state.revision !== before.revision;
    const resumed = state.live && !before.live;
    if (edited) {
      this.editedAt = performance.now();
      this.hide();
      if (!this.running && state.freshness !== "empty") this.write({ freshness: "stale" });
    }
    if ((!state.live || state.paused) && (becameReady || edited) && state.result === null) void this.check();
    if (!state.live || state.paused) return;
    if (isBlank(state.workspace)) {
      // An empty document shows an invitation, not an error, and no earlier results.
      if (edited && (state.result !== null || this.running)) this.forgetResults();
      clearTimeout(this.waiting);
      return;
    }
    // Not by a timer: while the page is still being built, its timers are served last.
    if (becameReady || (resumed && state.resultRevision !== state.revision)) void this.run(1);
    else if (edited && this.running) this.superseding ??= setTimeout(() => this.supersede(), graceForRunning);
    else if (edited) this.wait(debounce(this.lastRunMs));
  }

  /** Checks a document that is not run, to show how it is built. */
  private async check(): Promise<void> {
    const { workspace, revision } = this.store.state;
    const { check } = this.options.evaluator;
    if (!check || isBlank(workspace)) return;
    try {
      const { outline } = await check(workspace);
      const { state } = this.store;
      if (state.revision === revision && state.result === null) this.write({ outline });
    } catch {
      // An engine failure is reported by the engine loader.
    }
  }

  /** The language changed or the text is empty, so the results no longer belong to anything. */
  private forgetResults(): void {
    clearTimeout(this.waiting);
    this.abandon();
    this.hide();
    this.write({
      result: null,
      lastGood: null,
      outline: [],
      outlineStale: false,
      freshness: "empty",
      runningSince: null,
    });
  }

  /** The draft changed to a dialect whose engine is still loading. */
  private leaveEngine(): void {
    clearTimeout(this.waiting);
    this.abandon();
    this.hide();
    this.showUnfinished();
  }

  /** Aborts the run in progress because the text has changed since. */
  private supersede(): void {
    this.abandon();
    this.showUnfinished();
    this.lastRunMs = Math.max(this.lastRunMs, graceForRunning); // a lower bound: the run did not end
    this.wait(debounce(this.lastRunMs));
  }

  private showUnfinished(): void {
    this.write({ runningSince: null, freshness: this.store.state.result ? "stale" : "empty" });
  }

  /** Aborts the run in progress, whatever it is doing. */
  private abandon(): void {
    this.running?.abort();
    this.forgetRun();
    this.write({ loadingPython: null });
  }

  private forgetRun(): void {
    this.running = null;
    clearTimeout(this.holding);
    clearTimeout(this.superseding);
    this.superseding = undefined;
  }

  private wait(milliseconds: number): void {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => void this.run(1), milliseconds);
  }

  private async run(factor: number): Promise<void> {
    const { store, options, write } = this;
    clearTimeout(this.waiting);
    this.abandon();
    const control = new AbortController();
    this.running = control;
    const isCurrent = (): boolean => this.running === control;
    const { workspace, revision, draft, settings, cautious, described } = store.state;
    const evaluated = { revision, document: store.mainText };
    const asked = runLimits(workspace, settings.limits, { factor, cautious });
    const startedAt = performance.now();
    write({ freshness: "running", runningSince: startedAt, paused: false, revealed: null });
    try {
      const { result: last, runs, example, edited } = store.state;
      const isKnownShort = last !== null && runs > 0 && this.lastRunMs <= shortRun && this.crashedRevision !== revision;
      // An unedited example cannot be lost, even if its run never ends.
      const isSafe = isKnownShort || (example !== null && !edited);
      if (!isSafe) {
        await options.save();
        if (!isCurrent()) return;
      }
      const answer = options.evaluator.evaluate(asked.workspace, {
        timeMs: asked.timeMs,
        limits: asked.limits,
        provenance: true,
        outline: true,
        tokens: !leavesOutColours(workspace),
        rows: described,
        nodes: described,
        signal: control.signal,
        onLoading: (percent) => {
          if (isCurrent()) write({ loadingPython: percent });
        },
      });
      options.note(draft, true);
      if (isSafe) void options.save();
      const result = await answer;
      if (!isCurrent()) return;
      options.note(draft, false);
      const isFirst = store.state.runs === 0;
      const answeredAt = performance.now();
      this.finish(result, evaluated);
      // The first run of a visit is slow because everything is new. It does not predict the next.
      if (isFirst) return;
      const shown = performance.now() - answeredAt;
      this.lastRunMs = Math.max(result.stats.ms, shown > shortShow ? shown : 0);
    } catch (reason) {
      if (!isCurrent()) return;
      options.note(draft, false);
      const kind = options.failureKind(reason);
      if (kind === "late") this.finish(lateResult(asked.timeMs), evaluated);
      else this.fail(kind, revision, reason);
    }
  }

  /** Takes the answer for a text. A failing answer is shown only when the typing pauses. */
  private finish(result: RunResult, evaluated: Evaluated): void {
    this.forgetRun();
    const typing = this.editedAt + pause - performance.now();
    if (!result.ok && this.store.state.result?.ok && typing > 0) {
      this.showUnfinished();
      this.holding = setTimeout(() => this.show(result, evaluated), typing);
    } else this.show(result, evaluated);
  }

  private show(result: RunResult, { revision, document }: Evaluated): void {
    const { lastGood, outline, runs, engine } = this.store.state;
    const tree = result.outline;
    const parsed = !!tree && (tree.length > 0 || result.ok);
    const isGood = hasContent(result);
    const isOther = !isGood && isReplaced(this.goodText, document);
    if (isGood) this.goodText = document;
    if (engine === "crashed") this.writeEngine({ engine: "ready", engineProblem: "" });
    this.write({
      result,
      lastGood: isGood ? result : isOther ? null : lastGood,
      resultRevision: revision,
      outline: parsed ? tree : isOther ? [] : outline,
      outlineStale: !parsed,
      runningSince: null,
      runs: runs + 1,
      cautious: false,
    });
    this.write({ freshness: freshnessOf(result, revision, this.store.state.revision) });
    // The text changed during this run.
    if (this.store.state.revision !== revision && this.store.state.live) this.wait(debounce(this.lastRunMs));
  }

  /** Handles a run without an answer. Repeats it once if it crashed the engine. */
  private fail(kind: FailureKind | null, revision: number, reason: unknown): void {
    this.forgetRun();
    this.write({ runningSince: null, loadingPython: null, freshness: "stopped" });
    if (kind === null || kind === "closed") return;
    if (kind === "load") {
      const words = String(reason instanceof Error ? reason.message : reason);
      this.writeEngine({ engine: "crashed", engineProblem: text("engine.notLoaded", { reason: words }) });
      return;
    }
    const again = this.crashedRevision === revision;
    this.crashedRevision = revision;
    this.writeEngine({
      engine: "crashed",
      engineProblem: again ? text("engine.crashedTwice") : text("engine.crashed"),
    });
    if (!again) this.wait(repeatAfterCrash);
  }
}
