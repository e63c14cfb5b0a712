import { readJson, type RunResult } from "evalground";
import { afterEach, describe, expect, it, vi } from "vitest";
import { SharedEngine } from "../src/embed/engine.ts";

interface Asked {
  id: number;
  method?: string;
  dialect?: string;
  input?: string;
  abort?: true;
}

/** A leader that records requests and answers when it is told to. */
function leader(): { port: MessagePort; asked: Asked[]; say: (news: object) => void; heard: () => Promise<void> } {
  const { port1, port2 } = new MessageChannel();
  const asked: Asked[] = [];
  let tell: () => void = () => {};
  port2.onmessage = ({ data }: MessageEvent<Asked>) => {
    asked.push(data);
    tell();
  };
  return {
    port: port1,
    asked,
    say: (news) => port2.postMessage(news),
    heard: () => new Promise((resolve) => (tell = resolve)),
  };
}

const workspace = { dialect: "yaql", expression: "1", data: new Map([["9", 1n << 70n]]) };
const lost = vi.fn();
afterEach(() => {
  vi.useRealTimers();
  lost.mockReset();
});

describe("a frame that follows", () => {
  it("sends exact texts and parses the answer's value on use", async () => {
    const shared = new SharedEngine(() => "yaql", lost);
    const one = leader();
    const heard = one.heard();
    shared.follow(one.port);
    const run = shared.engine.evaluate(workspace, { timeMs: 10 });
    await heard;
    expect(one.asked[0]).toMatchObject({ method: "evaluate", dialect: "yaql" });
    const [sent, options] = readJson(one.asked[0]!.input!).children;
    expect(sent?.get("data")?.get("9")?.text).toBe(String(1n << 70n));
    expect(options?.get("timeMs")?.text).toBe("10");
    const answer: Partial<RunResult> = { ok: true, json: "[1, 2]" };
    one.say({ id: one.asked[0]!.id, answer, version: "9.9.9" });
    expect((await run).value).toEqual([1, 2]);
    expect(shared.engine.version()).toBe("9.9.9");
  });

  it("sends a question to the language of the workspace that it is about", async () => {
    const shared = new SharedEngine(() => "yaql", lost);
    const one = leader();
    const heard = one.heard();
    shared.follow(one.port);
    const request = { ask: "symbols" as const, workspace: { dialect: "heat", main: "a.yaml", files: {} } };
    const answer = shared.engine.ask(request);
    await heard;
    expect(one.asked[0]).toMatchObject({ method: "ask", dialect: "heat" });
    expect(JSON.parse(one.asked[0]!.input!)).toEqual([request]);
    one.say({ id: one.asked[0]!.id, answer: ["x"], version: "1" });
    expect(await answer).toEqual(["x"]);
  });

  it("sends unanswered requests to a new leader, and only those", async () => {
    const shared = new SharedEngine(() => "yaql", lost);
    const [one, two] = [leader(), leader()];
    shared.follow(one.port);
    let heard = one.heard();
    const first = shared.engine.evaluate(workspace);
    await heard;
    one.say({ id: one.asked[0]!.id, answer: { ok: true }, version: "1" });
    await first;
    heard = one.heard();
    const second = shared.engine.evaluate(workspace);
    await heard;
    heard = two.heard();
    shared.follow(two.port);
    await heard;
    expect(two.asked.map(({ id }) => id)).toEqual([one.asked[1]!.id]);
    two.say({ id: two.asked[0]!.id, answer: { ok: false }, version: "1" });
    expect((await second).ok).toBe(false);
  });

  it("reports a silent leader, but not one that has acknowledged", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const shared = new SharedEngine(() => "yaql", lost);
    const one = leader();
    shared.follow(one.port);
    const heard = one.heard();
    shared.engine.evaluate(workspace).catch(() => {});
    await heard;
    vi.advanceTimersByTime(999);
    expect(lost).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(lost).toHaveBeenCalledTimes(1);
  });

  it("aborts a request by its signal, and keeps the engine's kind of failure", async () => {
    const shared = new SharedEngine(() => "yaql", lost);
    const one = leader();
    shared.follow(one.port);
    const control = new AbortController();
    let heard = one.heard();
    const run = shared.engine.evaluate(workspace, { signal: control.signal });
    await heard;
    heard = one.heard();
    control.abort();
    await expect(run).rejects.toMatchObject({ name: "AbortError" });
    await heard;
    expect(one.asked[1]).toEqual({ id: one.asked[0]!.id, abort: true });
    heard = one.heard();
    const other = shared.engine.parse("a: 1");
    await heard;
    one.say({ id: one.asked[2]!.id, failure: "crashed", message: "gone" });
    await expect(other).rejects.toMatchObject({ name: "EngineError", kind: "crashed", message: "gone" });
  });

  it("waits until there is a leader", async () => {
    const shared = new SharedEngine(() => "yaql", lost);
    const run = shared.engine.check(workspace);
    const one = leader();
    const heard = one.heard();
    shared.follow(one.port);
    await heard;
    expect(one.asked[0]?.method).toBe("check");
    one.say({ id: one.asked[0]!.id, answer: { diagnostics: [], outline: [], tokens: [] }, version: "1" });
    expect((await run).outline).toEqual([]);
  });
});
