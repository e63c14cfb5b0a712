import type { Engine } from "evalground";
import { expect, it } from "vitest";
import { provideEngine } from "../src/run/ready.ts";
import { readTyped, watchReading } from "../src/run/reading.ts";

it("the number of pending texts is reported until the last answer, even if one fails", async () => {
  const counts: number[] = [];
  watchReading((count) => counts.push(count));
  const first = readTyped("a: 1");
  const second = readTyped("a: [");
  expect(counts).toEqual([1, 2]);
  const parse = (typed: string): Promise<unknown> =>
    typed === "a: 1" ? Promise.resolve({ json: '{"a": 1}', diagnostics: [] }) : Promise.reject(new Error("ended"));
  provideEngine({ parse } as unknown as Engine);
  await expect(first).resolves.toMatchObject({ json: '{"a": 1}' });
  await expect(second).rejects.toThrow("ended");
  expect(counts).toEqual([1, 2, 1, 0]);
});
