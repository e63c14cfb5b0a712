import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Rest } from "../src/rest.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A load that fails this many times. */
function failing(times: number): () => Promise<Uint8Array<ArrayBuffer>> {
  let left = times;
  return async () => {
    left -= 1;
    if (left >= 0) throw new Error("no network");
    return Uint8Array.of(7);
  };
}
const there = { type: "rest", module: Uint8Array.of(7) };
const missing = { type: "no rest", message: "no network" };

test("notifies listeners added before and after it is loaded", async () => {
  const told: object[] = [];
  const rest = new Rest(failing(0));
  rest.watch((news) => told.push(news));
  await vi.advanceTimersByTimeAsync(0);
  rest.watch((news) => told.push(news));
  expect(told).toEqual([there, there]);
});

test("reports why it cannot be loaded, and tries again", async () => {
  const told: object[] = [];
  const rest = new Rest(failing(2));
  rest.watch((news) => told.push(news));
  await vi.advanceTimersByTimeAsync(499);
  expect(told).toEqual([missing]);
  await vi.advanceTimersByTimeAsync(1001);
  expect(told).toEqual([missing, missing, there]);
});

test("no longer notifies removed listeners, and stops when closed", async () => {
  const told: object[] = [];
  const load = vi.fn(failing(5));
  const rest = new Rest(load);
  const leave = rest.watch((news) => told.push(news));
  await vi.advanceTimersByTimeAsync(0);
  leave();
  await vi.advanceTimersByTimeAsync(500);
  rest.close();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(told).toEqual([missing]);
  expect(load).toHaveBeenCalledTimes(2);
});
