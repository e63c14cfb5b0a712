// Requests for the places that make a value of the result the wanted one, and for why a value is not there
// (docs/change.md).

import type { ChangeResult, Question, Search, WhyResult, Wish } from "./change_types.js";
import type { Pool } from "./pool.js";
import { JsonError, readJson, toPlain, writeJson } from "./reader.js";
import type { Workspace } from "./types.js";

/** Default time limit in milliseconds, the same as in the engine. */
const usualMs = 2000;
/** The engine checks its clock only between evaluations, which may each take as long as the limit. */
const watchedRounds = 3;
const graceMs = 500;

/** Asks a worker of the pool. Each evaluation of the search counts against the time. */
async function search<Result>(
  pool: Pool,
  request: object,
  { trials, timeMs, signal, onLoading }: Search,
  nothing: Result,
): Promise<Result> {
  const written = writeJson({ ...request, trials, time_ms: timeMs });
  const bound = timeMs ?? usualMs;
  const { answer } = (await pool.run(
    { ask: "change", request: written },
    { signal, onLoading, watchMs: bound === 0 ? undefined : watchedRounds * bound + graceMs },
  )) as { answer: string };
  try {
    return { ...nothing, ...(toPlain(readJson(answer)) as Partial<Result>) };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const message = "The workspace is too large to search for changes.";
    return { ...nothing, ok: false, diagnostics: [{ severity: "error", code: "limit-memory", message }] };
  }
}

export async function change(pool: Pool, workspace: Workspace, wish: Wish): Promise<ChangeResult> {
  const { path, to, toText, at, ...how } = wish;
  const request = { change: workspace, path, to, toText, at };
  return search<ChangeResult>(pool, request, how, { ok: false, candidates: [], diagnostics: [] });
}

export async function why(pool: Pool, workspace: Workspace, { path, ...how }: Question): Promise<WhyResult> {
  const nothing = { ok: false, reasons: [], candidates: [], asks: [], diagnostics: [] };
  return search<WhyResult>(pool, { why: workspace, path }, how, nothing);
}
