import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { EngineError, Pool } from "../src/pool.js";
import type { StartPort } from "../src/ports.js";
import type { Call, FromWorker, ToWorker } from "../src/protocol.js";

/** A worker that answers when the test says so. */
class FakeWorker {
  readonly calls: { id: number; call: Call }[] = [];
  readonly dropped: number[] = [];
  hasEnded = false;
  isHeld = true;

  constructor(
    readonly receive: (message: FromWorker) => void,
    readonly fail: (message: string) => void,
  ) {}

  post(message: ToWorker): void {
    if (message.type === "call") this.calls.push(message);
    else if (message.type === "drop") this.dropped.push(message.id);
    else if (loads) this.receive({ type: "ready", version: "1.2.3" });
    else this.receive({ type: "failed", message: "no memory" });
  }

  end(): void {
    this.hasEnded = true;
  }

  hold(needed: boolean): void {
    this.isHeld = needed;
  }

  answer(answer: unknown): void {
    this.receive({ type: "answer", id: this.calls.at(-1)!.id, answer });
  }
}

let workers: FakeWorker[] = [];
let loads = true;
const start: StartPort = (receive, fail) => {
  const worker = new FakeWorker(receive, fail);
  workers.push(worker);
  return worker;
};
const module = new Uint8Array();
const run = (workspace: string): Call => ({ ask: "evaluate", workspace: [workspace], options: "" });
const question: Call = { ask: "assist", request: ["?"] };

/** The state of a promise: its value, its error, or "waiting". */
async function state(promise: Promise<unknown>): Promise<unknown> {
  const outcome = promise.catch((error: unknown) => error);
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  return Promise.race([outcome, Promise.resolve("waiting")]);
}

async function readyPool(): Promise<Pool> {
  const pool = new Pool(start, { module }, true);
  await pool.ready();
  return pool;
}

beforeEach(() => {
  vi.useFakeTimers();
  workers = [];
  loads = true;
});
afterEach(() => void vi.useRealTimers());

describe("progress", () => {
  const shrink: Call = { ask: "shrink", request: "{}" };
  const progress = { before: 3, now: 2, trials: 1, workspace: "{}" };

  test("is reported to the running call only", async () => {
    const pool = await readyPool();
    const heard: unknown[] = [];
    const first = pool.run(shrink, { onProgress: (news) => heard.push(news) });
    const { id } = workers[0]!.calls.at(-1)!;
    workers[0]!.receive({ type: "progress", id, progress });
    workers[0]!.answer("done");
    expect(await first).toBe("done");
    workers[0]!.receive({ type: "progress", id, progress });
    void pool.run(run("b"));
    workers[0]!.receive({ type: "progress", id, progress });
    expect(heard).toEqual([progress]);
  });

  test("is not reported by a call that was ended", async () => {
    const pool = await readyPool();
    const control = new AbortController();
    const heard: unknown[] = [];
    const ended = pool.run(shrink, { signal: control.signal, onProgress: (news) => heard.push(news) });
    const [worker] = workers;
    const { id } = worker!.calls.at(-1)!;
    control.abort(new Error("enough"));
    await expect(ended).rejects.toThrow("enough");
    worker!.receive({ type: "progress", id, progress });
    expect([heard, worker!.hasEnded]).toEqual([[], true]);
  });
});

describe("starting", () => {
  test("returns the engine's version", async () => {
    expect(await new Pool(start, { module }, true).ready()).toBe("1.2.3");
  });

  test("fails if the module does not load, and can be repeated", async () => {
    const pool = new Pool(start, { module }, true);
    loads = false;
    await expect(pool.ready()).rejects.toMatchObject({ kind: "load", message: "no memory" });
    loads = true;
    expect(await pool.ready()).toBe("1.2.3");
  });

  test("creates a spare when idle", async () => {
    await readyPool();
    expect(workers.length).toBe(1);
    vi.advanceTimersByTime(1000);
    expect(workers.length).toBe(2);
  });

  test("creates no spare without threads", async () => {
    await new Pool(start, { module }, false).ready();
    vi.advanceTimersByTime(1000);
    expect(workers.length).toBe(1);
  });
});

describe("runs", () => {
  test("are answered in order by one worker", async () => {
    const pool = await readyPool();
    const [first, second] = [pool.run(run("1")), pool.run(run("2"))];
    expect(workers[0]!.calls.map(({ call }) => call)).toEqual([run("1")]);
    workers[0]!.answer("one");
    expect(await first).toBe("one");
    workers[0]!.answer("two");
    expect(await second).toBe("two");
    expect(workers.length).toBe(1);
  });

  test("end at once when aborted, and the spare takes over", async () => {
    const pool = await readyPool();
    vi.advanceTimersByTime(1000);
    const controller = new AbortController();
    const endless = pool.run(run("endless"), { signal: controller.signal });
    controller.abort("enough");
    expect(await state(endless)).toBe("enough");
    expect(workers.map((worker) => worker.hasEnded)).toEqual([true, false]);
    const next = pool.run(run("next"));
    expect(workers.length).toBe(2);
    workers[1]!.answer("done");
    expect(await next).toBe("done");
  });

  test("continue in a new worker if there is no spare yet", async () => {
    const pool = await readyPool();
    const controller = new AbortController();
    void pool.run(run("endless"), { signal: controller.signal }).catch(() => {});
    const next = pool.run(run("next"));
    controller.abort();
    expect(workers[1]!.calls.map(({ call }) => call)).toEqual([run("next")]);
    workers[1]!.answer("done");
    expect(await next).toBe("done");
  });

  test("that are waiting can be aborted without affecting the running one", async () => {
    const pool = await readyPool();
    const controller = new AbortController();
    const first = pool.run(run("1"));
    const second = pool.run(run("2"), { signal: controller.signal });
    controller.abort("not needed");
    expect(await state(second)).toBe("not needed");
    workers[0]!.answer("one");
    expect(await first).toBe("one");
    expect(workers[0]!.calls.length).toBe(1);
  });

  test("do not start if they are aborted already", async () => {
    const pool = await readyPool();
    await expect(pool.run(run("1"), { signal: AbortSignal.abort("before") })).rejects.toBe("before");
    expect(workers[0]!.calls).toEqual([]);
  });

  test("are not affected by an abort after their answer", async () => {
    const pool = await readyPool();
    const controller = new AbortController();
    const done = pool.run(run("1"), { signal: controller.signal });
    workers[0]!.answer("one");
    await done;
    controller.abort();
    expect(workers[0]!.hasEnded).toBe(false);
  });

  test("are ended by the watchdog, and later answers are ignored", async () => {
    const pool = await readyPool();
    const endless = pool.run(run("endless"), { watchMs: 3500 });
    await vi.advanceTimersByTimeAsync(3499);
    expect(await state(endless)).toBe("waiting");
    await vi.advanceTimersByTimeAsync(1);
    expect(await state(endless)).toMatchObject({ kind: "late" });
    const next = pool.run(run("next"));
    workers[0]!.answer("too late");
    expect(await state(next)).toBe("waiting");
  });

  test("have no watchdog while the worker loads", async () => {
    const slow: StartPort = (receive, fail) => {
      const worker = new FakeWorker(receive, fail);
      workers.push(worker);
      return {
        post: (message) => {
          if (message.type === "call") worker.calls.push(message);
        },
        end: () => worker.end(),
        hold: () => {},
      };
    };
    const pool = new Pool(slow, { module }, true);
    const answer = pool.run(run("1"), { watchMs: 100 });
    await vi.advanceTimersByTimeAsync(5000);
    expect(await state(answer)).toBe("waiting");
    workers[0]!.receive({ type: "ready", version: "1" });
    await vi.advanceTimersByTimeAsync(100);
    expect(await state(answer)).toMatchObject({ kind: "late" });
  });

  test("that trap are reported, and the worker continues", async () => {
    const pool = await readyPool();
    const trapped = pool.run(run("1"));
    workers[0]!.receive({ type: "crashed", id: 1, message: "RangeError: stack" });
    expect(await state(trapped)).toMatchObject({ kind: "crashed", message: "RangeError: stack" });
    const next = pool.run(run("2"));
    workers[0]!.answer("two");
    expect(await next).toBe("two");
  });

  test("whose worker dies are reported, and the next run has another", async () => {
    const pool = await readyPool();
    const lost = pool.run(run("1"));
    workers[0]!.fail("killed");
    expect(await state(lost)).toMatchObject({ kind: "crashed", message: "killed" });
    const next = pool.run(run("2"));
    workers[1]!.answer("two");
    expect(await next).toBe("two");
  });

  test("get another worker if theirs died between runs", async () => {
    const pool = await readyPool();
    workers[0]!.fail("killed");
    const next = pool.run(run("1"));
    workers[1]!.answer("one");
    expect(await next).toBe("one");
  });

  test("report a new worker that does not load", async () => {
    const pool = await readyPool();
    workers[0]!.fail("killed");
    loads = false;
    expect(await state(pool.run(run("1")))).toMatchObject({ kind: "load", message: "no memory" });
    loads = true;
    const next = pool.run(run("2"));
    workers.at(-1)!.answer("two");
    expect(await next).toBe("two");
  });
});

describe("questions", () => {
  test("are answered during a run", async () => {
    const pool = await readyPool();
    void pool.run(run("endless"));
    const asked = pool.ask(question);
    workers[1]!.answer("here");
    expect(await asked).toBe("here");
  });

  test("keep their worker when a run is ended", async () => {
    const pool = await readyPool();
    const controller = new AbortController();
    void pool.run(run("endless"), { signal: controller.signal }).catch(() => {});
    const asked = pool.ask(question);
    controller.abort();
    const next = pool.run(run("next"));
    workers[1]!.answer("here");
    expect(await asked).toBe("here");
    workers[2]!.answer("done");
    expect(await next).toBe("done");
  });

  test("wait their turn without threads", async () => {
    const pool = new Pool(start, { module }, false);
    void pool.run(run("1"));
    const asked = pool.ask(question);
    workers[0]!.answer("one");
    await state(asked);
    workers[0]!.answer("here");
    expect(await asked).toBe("here");
  });
});

describe("the process", () => {
  test("is kept alive only while answers are pending", async () => {
    const pool = await readyPool();
    vi.advanceTimersByTime(1000);
    expect(workers.map((worker) => worker.isHeld)).toEqual([false, false]);
    const [first, asked] = [pool.run(run("1")), pool.ask(question)];
    expect(workers.map((worker) => worker.isHeld)).toEqual([true, true]);
    workers[0]!.answer(1);
    workers[1]!.answer(2);
    await Promise.all([first, asked]);
    expect(workers.map((worker) => worker.isHeld)).toEqual([false, false]);
  });
});

describe("closing", () => {
  test("ends the workers and rejects waiting and later calls", async () => {
    const pool = await readyPool();
    vi.advanceTimersByTime(1000);
    const waiting = [pool.run(run("1")), pool.run(run("2")), pool.ask(question)];
    pool.close();
    for (const answer of [...waiting, pool.run(run("3"))]) expect(await state(answer)).toBeInstanceOf(EngineError);
    expect(workers.map((worker) => worker.hasEnded)).toEqual([true, true]);
    vi.advanceTimersByTime(1000);
    expect(workers.length).toBe(2);
  });
});

describe("a run that waits for Python", () => {
  test("has its full time after Python is loaded", async () => {
    const pool = await readyPool();
    const percents: (number | null)[] = [];
    const answer = pool.run(run("a"), { watchMs: 1000, onLoading: (percent) => percents.push(percent) });
    expect(await state(answer)).toBe("waiting");
    workers[0]!.receive({ type: "loading", id: 1, percent: 10 });
    vi.advanceTimersByTime(60_000);
    workers[0]!.receive({ type: "loaded", id: 1 });
    vi.advanceTimersByTime(999);
    expect(await state(answer)).toBe("waiting");
    expect(percents).toEqual([10, null]);
    vi.advanceTimersByTime(1);
    expect(await state(answer)).toMatchObject({ kind: "late" });
    expect(workers[0]!.hasEnded).toBe(true);
  });

  test("is dropped without ending the worker, which takes the next run", async () => {
    const pool = await readyPool();
    const control = new AbortController();
    const first = pool.run(run("a"), { signal: control.signal });
    const dropped = state(first);
    workers[0]!.receive({ type: "loading", id: 1, percent: 10 });
    control.abort();
    expect(await dropped).toMatchObject({ name: "AbortError" });
    const second = pool.run(run("b"));
    expect(workers[0]!.hasEnded).toBe(false);
    expect(workers[0]!.dropped).toEqual([1]);
    workers[0]!.answer("done");
    expect(await second).toBe("done");
  });

  test("is ended together with its worker once Python runs", async () => {
    const pool = await readyPool();
    const control = new AbortController();
    const dropped = state(pool.run(run("a"), { signal: control.signal }));
    workers[0]!.receive({ type: "loading", id: 1, percent: 10 });
    workers[0]!.receive({ type: "loaded", id: 1 });
    control.abort();
    await dropped;
    expect(workers[0]!.hasEnded).toBe(true);
  });
});
