// What is typed as YAML is read by the engine, as it reads documents. Until the engine answers, the workspace does not
// have the value. Tests that wait for the results of what was typed read how many answers are still missing.

import type { ParseOptions, ParseResult } from "evalground";
import { engineReady } from "./ready.ts";

let count = 0;
let tell: (count: number) => void = () => {};

function add(more: number): void {
  count += more;
  tell(count);
}

/** Calls back with the number of texts that are being read, whenever it changes. */
export function watchReading(listener: (count: number) => void): void {
  tell = listener;
}

/** Has a text read that was typed. */
export async function reading<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  add(1);
  try {
    return await read();
  } finally {
    add(-1);
  }
}

/** Reads a YAML or JSON text that was typed, once the engine is there. */
export function readTyped(typed: string, rules?: ParseOptions): Promise<ParseResult> {
  return reading(async () => (await engineReady()).parse(typed, rules));
}

/** The same, as the parts that are given it know it. */
export type ReadTyped = (typed: string, rules?: ParseOptions) => Promise<Pick<ParseResult, "json" | "diagnostics">>;
