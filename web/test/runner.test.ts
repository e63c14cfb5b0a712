import type { EvaluateOptions, RunResult, Workspace } from "evalground";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { showBuilt } from "../src/run/built.ts";
import { runLimits } from "../src/run/limits.ts";
import type { FailureKind } from "../src/run/evaluator.ts";
import { isReplaced } from "../src/run/replaced.ts";
import { debounce, startRunner } from "../src/run/runner.ts";
import type { State, Store } from "../src/store.ts";
import { makeResult, makeStore } from "./make.ts";

interface Asked {
  workspace: Workspace;
  options: EvaluateOptions & { signal: AbortSignal };
  answer: (result?: Partial<RunResult>) => Promise<void>;
  fail: (kind: FailureKind) => Promise<void>;
}

class Failure extends Error {
  readonly kind: FailureKind;
  constructor(kind: FailureKind) {
    super(kind);
    this.kind = kind;
  }
}

let asked: Asked[] = [];
let saves = 0;
/** What a save waits for, to simulate slow storage. */
let storage = Promise.resolve();
let notes: string[] = [];

/** A store with a runner and an evaluator that answers when the test says so. */
function start(special: Partial<State> = {}): Store {
  const store = makeStore(special);
  startRunner(store, {
    evaluator: {
      evaluate: (workspace, options) =>
        new Promise((resolve, reject) => {
          options.signal.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
          asked.push({
            workspace,
            options,
            answer: async (result) => {
              resolve(makeResult(result));
              await vi.advanceTimersByTimeAsync(0);
            },
            fail: async (kind) => {
              reject(new Failure(kind));
              await vi.advanceTimersByTimeAsync(0);
            },
          });
        }),
    },
    failureKind: (reason) => (reason instanceof Failure ? reason.kind : null),
    save: async () => {
      saves += 1;
      await storage;
    },
    note: (draft, running) => notes.push(`${draft} ${running ? "runs" : "ended"}`),
  });
  return store;
}

async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
}

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  saves = 0;
  storage = Promise.resolve();
  notes = [];
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the runner", () => {
  it("evaluates at the start, and reports fresh results", async () => {
    const store = start();
    await pass(0);
    expect(store.state.freshness).toBe("running");
    await asked[0]!.answer();
    expect(store.state).toMatchObject({ freshness: "fresh", runs: 1, runningSince: null, resultRevision: 0 });
  });

  it("saves the draft and notes the run before it evaluates", async () => {
    start();
    await pass(0);
    expect(saves).toBe(1);
    expect(notes).toEqual(["draft runs"]);
    await asked[0]!.answer();
    expect(notes).toEqual(["draft runs", "draft ended"]);
  });

  it("does not wait for the storage if the text is an unedited example", async () => {
    storage = new Promise(() => {});
    start({ example: "unfurl/shop" });
    await pass(0);
    expect([saves, asked.length]).toEqual([1, 1]);
    asked = [];
    start({ example: "unfurl/shop", edited: true });
    await pass(0);
    expect(asked).toEqual([]);
  });

  it("shows the prerendered example until the engine is ready, and never for another text", async () => {
    const example = "unfurl/shop";
    const built = makeResult({ json: "2" });
    const store = start({ engine: "loading", example });
    showBuilt(store, example, built);
    await pass(0);
    expect(store.state).toMatchObject({ freshness: "built", result: built, lastGood: built, runs: 0 });
    expect(asked).toEqual([]);
    store.editFiles({ "main.yaml": "a: 2\n" });
    expect(store.state.freshness).toBe("stale");
    store.update({ engine: "ready" });
    await pass(0);
    await asked[0]!.answer({ json: "3" });
    expect(store.state).toMatchObject({ freshness: "fresh", runs: 1, result: { json: "3" } });

    for (const special of [{ example: "unfurl/other" }, { example, edited: true }, { example, paused: true }]) {
      const other = start({ engine: "loading", ...special });
      showBuilt(other, example, built);
      expect(other.state.result).toBeNull();
    }
  });

  it("handles an edit that was made before it started", () => {
    const example = "unfurl/shop";
    const store = start({ engine: "loading", example, freshness: "built", result: makeResult(), resultRevision: -1 });
    expect(store.state.freshness).toBe("stale");
  });

  it("waits for the storage unless the last run of the draft was short", async () => {
    let kept = (): void => {};
    const keepSlowly = (): void => {
      storage = new Promise((resolve) => (kept = resolve));
    };
    keepSlowly();
    const store = start();
    await pass(0);
    expect([saves, asked.length]).toEqual([1, 0]);
    kept();
    await pass(0);
    expect([saves, asked.length]).toEqual([1, 1]);
    await asked[0]!.answer();

    keepSlowly();
    store.editFiles({ "main.yaml": "a: 2\n" });
    await pass(0);
    expect([saves, asked.length]).toEqual([2, 2]);
    await asked[1]!.answer({ stats: { ...makeResult().stats, ms: 100 } });

    store.editFiles({ "main.yaml": "a: 3\n" });
    await pass(100);
    expect([saves, asked.length]).toEqual([3, 2]);
    kept();
    await pass(0);
    expect([saves, asked.length]).toEqual([3, 3]);
  });

  it("marks results stale at the first keystroke; twenty quick edits are one run if runs are long", async () => {
    const store = start();
    await pass(0);
    await asked[0]!.answer();
    store.editFiles({ "main.yaml": "a: 1\n" });
    await pass(0);
    await asked[1]!.answer({ stats: { ...makeResult().stats, ms: 100 } });
    for (let key = 0; key < 20; key += 1) {
      store.editFiles({ "main.yaml": `a: ${key}\n` });
      expect(store.state.freshness).toBe("stale");
      await pass(50);
    }
    await pass(100);
    expect(asked).toHaveLength(3);
    expect(asked[2]!.workspace.files).toEqual({ "main.yaml": "a: 19\n" });
  });

  it("gives a run 150 ms after an edit, then aborts it", async () => {
    const store = start();
    await pass(0);
    store.editFiles({ "main.yaml": "a: 2\n" });
    await pass(149);
    expect(asked[0]!.options.signal.aborted).toBe(false);
    await pass(1);
    expect(asked[0]!.options.signal.aborted).toBe(true);
    await pass(150);
    expect(asked).toHaveLength(2);
    await asked[1]!.answer({ json: "2" });
    expect(store.state).toMatchObject({ freshness: "fresh", runs: 1 });
  });

  it("shows the answer for an older text, then runs the newer one at once", async () => {
    const store = start();
    await pass(0);
    store.editFiles({ "main.yaml": "a: 2\n" });
    await asked[0]!.answer();
    expect(store.state).toMatchObject({ freshness: "running", runs: 1, resultRevision: store.state.revision - 1 });
    expect(asked).toHaveLength(2);
  });

  it("drops the results of another language, and aborts its run", async () => {
    const store = start();
    await pass(0);
    await asked[0]!.answer();
    store.editFiles({ "main.yaml": "a: 2\n" });
    await pass(150);
    store.edit({ dialect: "heat" });
    expect(asked[1]!.options.signal.aborted).toBe(true);
    expect(store.state).toMatchObject({ result: null, lastGood: null, outline: [], outlineStale: false });
  });

  it("describes a part of a long result, and more of it on request", async () => {
    const store = start();
    await pass(0);
    expect(asked[0]?.options).toMatchObject({ rows: 10_000, nodes: 10_000, tokens: true });
    await asked[0]?.answer();
    store.perform("describeMore");
    await pass(0);
    expect(asked[1]?.options).toMatchObject({ rows: 20_000, nodes: 20_000 });
    store.edit({ files: { "main.yaml": "a: 1\n".repeat(100_000) } });
    await asked[1]?.answer();
    await pass(500);
    expect(asked.at(-1)?.options).toMatchObject({ rows: 20_000, tokens: false });
    store.update({ draft: "another", revision: store.state.revision + 1 });
    expect(store.state.described).toBe(10_000);
  });

  it("does not run a blank document, and drops earlier results", async () => {
    const store = start({ workspace: { dialect: "unfurl", files: { "main.yaml": "" } } });
    await pass(1000);
    expect(asked).toHaveLength(0);
    expect(store.state).toMatchObject({ freshness: "empty", result: null });
    store.editFiles({ "main.yaml": "a: 1\n" });
    await pass(150);
    await asked[0]!.answer();
    expect(store.state.freshness).toBe("fresh");
    store.editFiles({ "main.yaml": "\n" });
    expect(store.state).toMatchObject({ freshness: "empty", result: null, lastGood: null });
    await pass(1000);
    expect(asked).toHaveLength(1);
  });

  it("stops at once, and keeps the previous results", async () => {
    const store = start();
    await pass(0);
    await asked[0]!.answer({ json: "1" });
    store.perform("run");
    await pass(0);
    store.perform("stop");
    expect(asked[1]!.options.signal.aborted).toBe(true);
    expect(store.state).toMatchObject({ freshness: "stopped", runs: 1, runningSince: null });
    expect(store.state.result?.json).toBe("1");
  });

  it("only runs on demand when live evaluation is off", async () => {
    const store = start({ live: false });
    store.editFiles({ "main.yaml": "a: 2\n" });
    await pass(5000);
    expect(asked).toHaveLength(0);
    store.perform("run");
    await pass(0);
    expect(asked).toHaveLength(1);
  });

  it("does not automatically run a draft whose last run never ended", async () => {
    const store = start({ paused: true });
    await pass(5000);
    expect(asked).toHaveLength(0);
    store.perform("run");
    await pass(0);
    expect(store.state.paused).toBe(false);
    expect(asked).toHaveLength(1);
  });

  it("repeats a run once after a crash, but not twice for the same text", async () => {
    const store = start();
    await pass(0);
    await asked[0]!.fail("crashed");
    expect(store.state.engine).toBe("crashed");
    await pass(1000);
    expect(asked).toHaveLength(2);
    await asked[1]!.fail("crashed");
    await pass(10_000);
    expect(asked).toHaveLength(2);
    expect(store.state.freshness).toBe("stopped");
  });

  it("lets an edit supersede the repeated run", async () => {
    const store = start();
    await pass(0);
    await asked[0]!.fail("crashed");
    await pass(300);
    store.editFiles({ "main.yaml": "a: 2\n" });
    await pass(150);
    expect(asked[1]!.options.signal.aborted).toBe(true);
    await pass(150);
    expect(asked[2]!.workspace.files).toEqual({ "main.yaml": "a: 2\n" });
  });

  it("runs a new text automatically although the previous one crashed twice", async () => {
    const store = start();
    await pass(0);
    await asked[0]!.fail("crashed");
    await pass(300);
    await asked[1]!.fail("crashed");
    store.editFiles({ "main.yaml": "a: 2\n" });
    await pass(150);
    expect(asked).toHaveLength(3);
  });

  it("is ready again after a run that follows a crash", async () => {
    const store = start();
    await pass(0);
    await asked[0]!.fail("crashed");
    await pass(1000);
    await asked[1]!.answer();
    expect(store.state).toMatchObject({ engine: "ready", engineProblem: "", freshness: "fresh" });
  });

  it("shows a failing answer only when typing pauses, and not at all if the text changes", async () => {
    const store = start();
    await pass(0);
    await asked[0]!.answer();
    store.editFiles({ "main.yaml": "a: {" });
    await pass(0);
    await asked[1]!.answer({ ok: false });
    expect(store.state.freshness).toBe("stale");
    expect(store.state.result?.ok).toBe(true);
    await pass(100);
    store.editFiles({ "main.yaml": "a: {b" });
    await pass(0);
    await asked[2]!.answer({ ok: false });
    await pass(100);
    expect(store.state.result?.ok).toBe(true);
    await pass(50);
    expect(store.state.result?.ok).toBe(false);
    expect(store.state.resultRevision).toBe(store.state.revision);
  });

  it("keeps the last good result and tree when a run fails", async () => {
    const store = start();
    await pass(0);
    await asked[0]!.answer({ json: "1" });
    store.editFiles({ "main.yaml": "a: [\n" });
    await pass(150);
    await asked[1]!.answer({
      ok: false,
      json: undefined,
      outline: undefined,
      diagnostics: [{ severity: "error", code: "yaml-syntax", message: "" }],
    });
    expect(store.state.freshness).toBe("error");
    expect(store.state.lastGood?.json).toBe("1");
    expect(store.state).toMatchObject({ outlineStale: true, outline: [{ id: "root" }] });
  });

  it("keeps no result and no tree of a document that was replaced by one that fails", async () => {
    const store = start();
    await pass(0);
    await asked[0]!.answer({ json: "1" });
    const failure = { ok: false, json: undefined, outline: undefined };
    store.editFiles({ "main.yaml": "other: [\n" });
    await pass(150);
    await asked[1]!.answer(failure);
    expect(store.state).toMatchObject({ freshness: "error", lastGood: null, outline: [] });
    // What is known of the new document stays at the next error.
    store.editFiles({ "main.yaml": "other: []\n" });
    await pass(150);
    await asked[2]!.answer({ json: "2" });
    store.editFiles({ "main.yaml": "other: [1\n" });
    await pass(150);
    await asked[3]!.answer(failure);
    expect(store.state).toMatchObject({ freshness: "error", lastGood: { json: "2" }, outline: [{ id: "root" }] });
  });

  it("reveals a value with the clock and the seed of the run that redacted it", async () => {
    const store = start();
    await pass(0);
    await asked[0]!.answer();
    store.perform("reveal", ["password"]);
    expect(asked[1]!.workspace).toMatchObject({ clock: "2026-01-01T00:00:00Z", seed: 7 });
    expect(asked[1]!.options.reveal).toEqual(["password"]);
    await asked[1]!.answer({ json: '{"password":"x"}' });
    expect(store.state.revealed?.path).toEqual(["password"]);
  });

  it("hides a revealed value after a minute", async () => {
    const store = start();
    await pass(0);
    await asked[0]!.answer();
    store.perform("reveal", []);
    await asked[1]!.answer();
    await pass(59_999);
    expect(store.state.revealed).not.toBeNull();
    await pass(1);
    expect(store.state.revealed).toBeNull();
  });

  it("hides a revealed value at the next edit", async () => {
    const store = start();
    await pass(0);
    await asked[0]!.answer();
    store.perform("reveal", []);
    await asked[1]!.answer();
    store.editFiles({ "main.yaml": "b: 1\n" });
    expect(store.state.revealed).toBeNull();
  });

  it("hides a revealed value on request, and does not reuse the first one's clock for the next", async () => {
    const store = start();
    await pass(0);
    await asked[0]!.answer();
    store.perform("reveal", []);
    await asked[1]!.answer();
    await pass(50_000);
    store.perform("hide");
    expect(store.state.revealed).toBeNull();
    store.perform("reveal", []);
    await asked[2]!.answer();
    await pass(20_000);
    expect(store.state.revealed).not.toBeNull();
  });

  it("does not keep raised limits for later if it cannot run now", async () => {
    const store = start({ engine: "loading" });
    store.perform("runWithHigherLimits");
    store.update({ engine: "ready" });
    await pass(0);
    expect(asked[0]!.options.timeMs).toBe(3000);
  });

  it("raises every limit tenfold once", async () => {
    const store = start();
    await pass(0);
    await asked[0]!.answer();
    store.perform("runWithHigherLimits");
    await pass(0);
    expect(asked[1]!.options).toMatchObject({ timeMs: 30_000, limits: { steps: 200_000_000 } });
    await asked[1]!.answer();
    store.perform("run");
    await pass(0);
    expect(asked[2]!.options.timeMs).toBe(3000);
  });
});

describe("a run that waits for Python", () => {
  it("reports the loading progress until it continues", async () => {
    const store = start();
    await pass(0);
    asked[0]!.options.onLoading!(30);
    expect(store.state.loadingPython).toBe(30);
    asked[0]!.options.onLoading!(null);
    expect(store.state.loadingPython).toBeNull();
  });

  it("reports no progress after it was stopped or replaced", async () => {
    const store = start();
    await pass(0);
    asked[0]!.options.onLoading!(30);
    store.perform("stop");
    expect(store.state.loadingPython).toBeNull();
    asked[0]!.options.onLoading!(40);
    expect(store.state.loadingPython).toBeNull();
  });
});

describe("the debounce", () => {
  it("ignores the first run, which is slow because everything is new", async () => {
    const store = start();
    await pass(0);
    await asked[0]!.answer({ stats: { ...makeResult().stats, ms: 2000 } });
    store.editFiles({ "main.yaml": "a: 2\n" });
    await pass(0);
    expect(asked).toHaveLength(2);
    await asked[1]!.answer({ stats: { ...makeResult().stats, ms: 100 } });
    store.editFiles({ "main.yaml": "a: 3\n" });
    await pass(99);
    expect(asked).toHaveLength(2);
    await pass(1);
    expect(asked).toHaveLength(3);
  });

  it("takes into account how long showing an answer takes only if that would delay typing", async () => {
    const store = start();
    let showing = 0;
    store.watch(["runs"], () => void vi.advanceTimersByTime(showing));
    const edit = async (text: string): Promise<void> => {
      store.editFiles({ "main.yaml": text });
      await pass(0);
    };
    await pass(0);
    await asked[0]!.answer();
    showing = 40;
    await edit("a: 2\n");
    await asked[1]!.answer();
    showing = 60;
    await edit("a: 3\n");
    expect(asked).toHaveLength(3);
    await asked[2]!.answer();
    await edit("a: 4\n");
    expect(asked).toHaveLength(3);
    await pass(60);
    expect(asked).toHaveLength(4);
  });

  it("is zero for short runs, and grows with them up to its limit", () => {
    expect([0, 15, 16, 100, 5000].map((ms) => debounce(ms))).toEqual([0, 0, 16, 100, 150]);
  });

  it("takes into account a run that was aborted for newer text", async () => {
    const store = start();
    await pass(0);
    await asked[0]!.answer();
    store.editFiles({ "main.yaml": "a: 2\n" });
    await pass(0);
    store.editFiles({ "main.yaml": "a: 3\n" });
    await pass(150);
    expect(asked).toHaveLength(2);
    await pass(150);
    expect(asked).toHaveLength(3);
  });
});

describe("the limits of a run", () => {
  const settings = { timeMs: 3000 };

  it("give the first run of an opened link two seconds", () => {
    expect(runLimits({ dialect: "unfurl" }, settings, { factor: 1, cautious: true }).timeMs).toBe(2000);
  });

  it("leave defaults to the engine", () => {
    expect(runLimits({ dialect: "unfurl" }, settings, { factor: 1, cautious: false }).limits).toEqual({});
  });

  it("raise a workspace's own limits as well when the user asks for it", () => {
    const workspace = { dialect: "unfurl", limits: { steps: 50 } };
    expect(runLimits(workspace, settings, { factor: 10, cautious: false }).workspace.limits).toEqual({ steps: 500 });
  });

  it("never exceed the maximum of the settings", () => {
    expect(
      runLimits({ dialect: "unfurl" }, { timeMs: 60_000, depth: 200 }, { factor: 10, cautious: false }),
    ).toMatchObject({ timeMs: 60_000, limits: { depth: 200 } });
  });
});

describe("a replaced document", () => {
  const before = "kind: a\nname: b\nsize: 3\nport: 1\nend: true\n";

  it("has neither the start nor the end of the earlier one, and few of its lines", () => {
    expect(isReplaced(before, "kind: c\nvalue: [\n")).toBe(true);
    expect(isReplaced(before, "")).toBe(true);
  });

  it("is not one that was edited at its start, its end, or in many places", () => {
    expect(isReplaced(before, before.replace("kind", "x: [\nkind"))).toBe(false);
    expect(isReplaced(before, `${before}x: [\n`)).toBe(false);
    expect(isReplaced(before, `x\n${before.replace("port: 1", "port: [")}y`)).toBe(false);
    expect(isReplaced("{{ name | upper }}", "{{ name | uper }")).toBe(false);
  });

  it("cannot replace an empty one", () => {
    expect(isReplaced("", "a: [\n")).toBe(false);
  });
});
