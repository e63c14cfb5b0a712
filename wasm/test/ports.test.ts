import { expect, test } from "vitest";
import { startAhead, type StartPort } from "../src/ports.js";
import type { FromWorker } from "../src/protocol.js";

/** Workers that only record what happens to them. */
function workers(): { start: StartPort; made: { fail(message: string): void; say(): void; ended: boolean }[] } {
  const made: { fail(message: string): void; say(): void; ended: boolean }[] = [];
  const start: StartPort = (receive, fail) => {
    const worker = { fail, say: () => receive({ type: "ready", version: "1" }), ended: false };
    made.push(worker);
    return { post: () => {}, end: () => (worker.ended = true), hold: () => {} };
  };
  return { start, made };
}

test("a worker started ahead is given to the first caller; the next gets another", () => {
  const { start, made } = workers();
  const ahead = startAhead(start);
  expect(made).toHaveLength(1);
  const heard: FromWorker[] = [];
  const failures: string[] = [];
  ahead.start(
    (message) => heard.push(message),
    (message) => failures.push(message),
  );
  expect(made).toHaveLength(1);
  made[0]!.say();
  made[0]!.fail("gone");
  expect(heard).toEqual([{ type: "ready", version: "1" }]);
  expect(failures).toEqual(["gone"]);
  ahead.start(
    () => {},
    () => {},
  );
  expect(made).toHaveLength(2);
});

test("one that failed before it was requested is given to nobody", () => {
  const { start, made } = workers();
  const ahead = startAhead(start);
  made[0]!.fail("no script");
  const failures: string[] = [];
  ahead.start(
    () => {},
    (message) => failures.push(message),
  );
  expect(made).toHaveLength(2);
  made[1]!.fail("no script either");
  expect(failures).toEqual(["no script either"]);
});

test("one that was not requested can be discarded", () => {
  const { start, made } = workers();
  startAhead(start).discard();
  expect(made[0]!.ended).toBe(true);
});
