// YAML that the user types into a field is parsed by the engine, by the same rules as documents. Until the engine
// answers, the workspace does not have the value. Tests that wait for the results read the number of pending answers.

import type { ParseOptions, ParseResult } from "evalground";
import { askEngine } from "./ready.ts";

let count = 0;
let notify: (count: number) => void = () => {};

function add(more: number): void {
  count += more;
  notify(count);
}

/** Calls back with the number of texts being parsed whenever it changes. */
export function watchReading(listener: (count: number) => void): void {
  notify = listener;
}

/** Counts a parse as pending until it ends. */
export async function reading<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  add(1);
  try {
    return await read();
  } finally {
    add(-1);
  }
}

/** Parses YAML or JSON that the user typed, once the engine is loaded. */
export function readTyped(typed: string, rules?: ParseOptions): Promise<ParseResult> {
  return reading(() => askEngine((engine) => engine.parse(typed, rules)));
}

/** The type of `readTyped`, for parts of the page that receive it as a parameter. */
export type ReadTyped = (typed: string, rules?: ParseOptions) => Promise<Pick<ParseResult, "json" | "diagnostics">>;
