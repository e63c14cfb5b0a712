// Requests for the places that make a value of the result the wanted one (docs/change.md).

import type { ChangeResult, Wish } from "./change_types.js";
import type { Pool } from "./pool.js";
import { JsonError, readJson, toPlain, writeJson } from "./reader.js";
import type { Workspace } from "./types.js";

/** Default time limit in milliseconds, the same as in the engine. */
const usualMs = 2000;
/** The engine checks its clock only between evaluations, which may each take as long as the limit. */
const watchedRounds = 3;
const graceMs = 500;

/** Asks a worker of the pool. */
export async function change(
  pool: Pool,
  workspace: Workspace,
  { path, to, toText, at, trials, timeMs, signal, onLoading }: Wish,
): Promise<ChangeResult> {
  const request = writeJson({ change: workspace, path, to, toText, at, trials, time_ms: timeMs });
  const bound = timeMs ?? usualMs;
  const { answer } = (await pool.run(
    { ask: "change", request },
    { signal, onLoading, watchMs: bound === 0 ? undefined : watchedRounds * bound + graceMs },
  )) as { answer: string };
  try {
    return { candidates: [], diagnostics: [], ...(toPlain(readJson(answer)) as Partial<ChangeResult>) } as ChangeResult;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const message = "The workspace is too large to search for changes.";
    return { ok: false, candidates: [], diagnostics: [{ severity: "error", code: "limit-memory", message }] };
  }
}
