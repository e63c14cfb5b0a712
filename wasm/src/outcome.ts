// From the engine's JSON text to results: the worker takes the text apart, the caller's side reads values when they are
// used.

import { readJson, sliceMembers, toPlain, writeJson } from "./reader.js";
import type { AssistAnswer, Diagnostic, RunResult, Stats } from "./types.js";

/** A RunResult as it travels between threads: values are still text. */
export type Outcome = Omit<RunResult, "id" | "value" | "matches" | "variables" | "outputs" | "resources">;

/** What was found in a YAML or JSON text. */
export interface ParseResult {
  ok: boolean;
  /** The exact JSON text of the value; absent when the text is not well-formed. */
  json?: string;
  diagnostics: Diagnostic[];
}

/** Members that hold values of the evaluated language, where JSON.parse would lose digits or order; they stay text. */
const texts = new Map([
  ["value", "json"],
  ["matches", "matchesJson"],
  ["variables", "variablesJson"],
  ["outputs", "outputsJson"],
  ["resources", "resourcesJson"],
]);

/** The seed may have more digits than a number. */
function readStats(text: string): Stats {
  const stats = JSON.parse(text) as Stats;
  return Number.isSafeInteger(stats.seed) ? stats : (toPlain(readJson(text)) as Stats);
}

/** Reads an engine's answer, a JSON object, but leaves the values of the language as text. */
export function takeApart(answer: string): object {
  const parts: Record<string, unknown> = {};
  for (const [key, text] of sliceMembers(answer)) {
    const name = texts.get(key);
    if (name) parts[name] = text;
    else if (key === "stages") parts[key] = readJson(text).children.map((stage) => takeApart(writeJson(stage)));
    else parts[key] = key === "stats" ? readStats(text) : JSON.parse(text);
  }
  return parts;
}

const noStats: Stats = { ms: 0, steps: 0, cacheHits: 0, memory: 0, clock: "", seed: 0 };

/** A result for a run of which nothing is known but why it failed. */
export function failedOutcome(code: string, message: string): Outcome {
  return { ok: false, sensitive: [], rows: [], diagnostics: [{ severity: "error", code, message }], stats: noStats };
}

/** What consoles of Node, Deno and Bun show: values in the place of the functions that read them. */
const inspectKey = Symbol.for("nodejs.util.inspect.custom");

function showValues(this: object): object {
  return { ...this };
}

function readOnce(target: object, name: string, json: string | undefined): void {
  if (json === undefined) return;
  Object.defineProperty(target, inspectKey, { value: showValues, configurable: true });
  let read = false;
  let value: unknown;
  Object.defineProperty(target, name, {
    enumerable: true,
    get() {
      if (!read) {
        value = toPlain(readJson(json));
        read = true;
      }
      return value;
    },
  });
}

/** An answer of language services, as its caller sees it. */
export function toAnswer(parts: object): AssistAnswer {
  const answer: AssistAnswer = { ok: false, diagnostics: [], ...parts };
  readOnce(answer, "value", answer.json);
  return answer;
}

/** The result of a run, as its caller sees it. */
export function toResult(id: string, outcome: Partial<Outcome>): RunResult {
  const absent = { ok: false, sensitive: [], rows: [], diagnostics: [], stats: noStats };
  const result: RunResult = { id, ...absent, ...outcome };
  readOnce(result, "value", outcome.json);
  readOnce(result, "matches", outcome.matchesJson);
  readOnce(result, "variables", outcome.variablesJson);
  readOnce(result, "outputs", outcome.outputsJson);
  readOnce(result, "resources", outcome.resourcesJson);
  return result;
}
