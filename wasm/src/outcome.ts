// Converts the engine's JSON to results. The worker splits the text into members; the caller's side parses values when
// they are first used.

import { readJson, sliceMembers, toPlain, writeJson } from "./reader.js";
import type { AssistAnswer, Diagnostic, RunResult, Stats } from "./types.js";

/** A RunResult in transit between threads: values are still text. */
export type Outcome = Omit<RunResult, "id" | "value" | "matches" | "variables" | "outputs" | "resources"> & {
  /** JSON texts of descriptions. */
  later?: Record<string, string>;
};

/** The result of parsing a YAML or JSON text. */
export interface ParseResult {
  ok: boolean;
  /** The exact JSON text of the value; absent if the text is not well-formed. */
  json?: string;
  diagnostics: Diagnostic[];
}

/**
 * Members that hold values of the evaluated language. They stay text, because JSON.parse would lose digits or order.
 */
const texts = new Map([
  ["value", "json"],
  ["matches", "matchesJson"],
  ["variables", "variablesJson"],
  ["outputs", "outputsJson"],
  ["resources", "resourcesJson"],
]);

/** The seed may have more digits than a number can hold. */
function readStats(text: string): Stats {
  const stats = JSON.parse(text) as Stats;
  return Number.isSafeInteger(stats.seed) ? stats : (toPlain(readJson(text)) as Stats);
}

/** Members that describe the result. Long ones stay text, because copying objects between threads takes longer. */
const descriptions = new Set(["rows", "origins", "outline", "tokens", "parts", "textMap", "trace"]);
/** Length from which they stay text. */
const longDescription = 64 * 1024;

/**
 * Parses an engine's answer, a JSON object, but leaves the values of the language as text. If `later` is given, it
 * receives long descriptions.
 */
export function takeApart(answer: string, later?: Record<string, string>): object {
  const parts: Record<string, unknown> = {};
  for (const [key, text] of sliceMembers(answer)) {
    const name = texts.get(key);
    if (name) parts[name] = text;
    else if (later && text.length >= longDescription && descriptions.has(key)) later[key] = text;
    else if (key === "stages") parts[key] = readJson(text).children.map((stage) => takeApart(writeJson(stage)));
    else parts[key] = key === "stats" ? readStats(text) : JSON.parse(text);
  }
  return parts;
}

const noStats: Stats = { ms: 0, steps: 0, cacheHits: 0, memory: 0, clock: "", seed: 0 };

/** A result for a run that failed before the engine could report anything. */
export function failedOutcome(code: string, message: string): Outcome {
  return { ok: false, sensitive: [], rows: [], diagnostics: [{ severity: "error", code, message }], stats: noStats };
}

/** The outcome of an engine's answer, for another thread. */
export function toOutcome(answer: string): object {
  const later: Record<string, string> = {};
  const parts = takeApart(answer, later);
  return Object.keys(later).length > 0 ? { ...parts, later } : parts;
}

/** Used by the consoles of Node, Deno and Bun, so that they show values instead of getters. */
const inspectKey = Symbol.for("nodejs.util.inspect.custom");

function showValues(this: object): object {
  return { ...this };
}

function readOnce(
  target: object,
  name: string,
  json: string | undefined,
  parse: (json: string) => unknown = (text) => toPlain(readJson(text)),
): void {
  if (json === undefined) return;
  Object.defineProperty(target, inspectKey, { value: showValues, configurable: true });
  let read = false;
  let value: unknown;
  Object.defineProperty(target, name, {
    enumerable: true,
    get() {
      if (!read) {
        value = parse(json);
        read = true;
      }
      return value;
    },
  });
}

/** An answer of the language services in the caller's form. */
export function toAnswer(parts: object): AssistAnswer {
  const answer: AssistAnswer = { ok: false, diagnostics: [], ...parts };
  readOnce(answer, "value", answer.json);
  return answer;
}

/** The result of a run in the caller's form. */
export function toResult(id: string, { later = {}, ...outcome }: Partial<Outcome>): RunResult {
  const absent = { ok: false, sensitive: [], rows: [], diagnostics: [], stats: noStats };
  const result: RunResult = { id, ...absent, ...outcome };
  for (const [key, json] of Object.entries(later)) readOnce(result, key, json, JSON.parse);
  readOnce(result, "value", outcome.json);
  readOnce(result, "matches", outcome.matchesJson);
  readOnce(result, "variables", outcome.variablesJson);
  readOnce(result, "outputs", outcome.outputsJson);
  readOnce(result, "resources", outcome.resourcesJson);
  return result;
}
