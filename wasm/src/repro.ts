// Requests that make a workspace smaller or anonymise it while a result is kept, and that run the original
// implementation of a language (docs/repro.md).

import { toWorkspace } from "./links.js";
import type { Pool } from "./pool.js";
import type { Progress } from "./protocol.js";
import { JsonError, readJson, toPlain, writeJson } from "./reader.js";
import type { OriginalAnswer, OriginalOptions, ShrinkOptions, ShrinkProgress, ShrinkResult } from "./repro_types.js";
import type { Workspace } from "./types.js";

/** Default time limit in milliseconds, the same as in the engine. */
const usualMs = 3000;
/**
 * The engine checks its clock only between evaluations, which may each take as long as the limit, and once at the end.
 */
const watchedRounds = 3;
const graceMs = 500;

function toProgress({ workspace, ...counts }: Progress): ShrinkProgress {
  let read: Workspace | undefined;
  return {
    ...counts,
    get workspace() {
      read ??= toWorkspace(readJson(workspace));
      return read;
    },
  };
}

/** The engine's answer in the caller's form. */
function toShrinkResult(text: string): ShrinkResult {
  const answer = readJson(text);
  const { ok, workspace: _, names, ...rest } = toPlain(answer) as ShrinkResult & { names?: object };
  const given = answer.get("workspace");
  const renamed = answer.get("names")?.children.map((child) => [String(child.key), child.text] as [string, string]);
  return {
    ...rest,
    diagnostics: rest.diagnostics ?? [],
    ok: ok && given !== undefined,
    ...(given && { workspace: toWorkspace(given) }),
    ...(names && renamed && { names: renamed }),
  };
}

/** Makes a workspace smaller in a worker of the pool. */
export async function shrink(
  pool: Pool,
  workspace: Workspace,
  { reduce = true, keep, keepError, disguise, lengths, timeMs, trials, signal, onProgress, onLoading }: ShrinkOptions,
): Promise<ShrinkResult> {
  const request = writeJson({
    ...(reduce ? { shrink: workspace, disguise } : { disguise: workspace }),
    keep,
    keep_error: keepError,
    lengths,
    time_ms: timeMs,
    trials,
  });
  const bound = timeMs ?? (trials === undefined ? usualMs : 0);
  const { answer } = (await pool.run(
    { ask: "shrink", request },
    {
      signal,
      onLoading,
      watchMs: bound === 0 ? undefined : watchedRounds * bound + graceMs,
      onProgress: onProgress && ((progress) => onProgress(toProgress(progress))),
    },
  )) as { answer: string };
  try {
    return toShrinkResult(answer);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const message = "The workspace is too large to be made smaller here.";
    return { ok: false, diagnostics: [{ severity: "error", code: "limit-memory", message }] };
  }
}

/** Default time limit for an original, in milliseconds. */
const originalMs = 30_000;

/** Evaluates a workspace with the original, in Python in a worker of the pool. */
export async function askOriginal(
  pool: Pool,
  workspace: Workspace,
  { original, timeMs = originalMs, signal, onLoading }: OriginalOptions,
): Promise<OriginalAnswer> {
  const { secrets: _, expect: __, files, main, ...others } = workspace;
  const first = files && (files instanceof Map ? files.keys().next().value : Object.keys(files)[0]);
  const isText = main !== undefined && (!files || !Object.hasOwn(mapped(files), main));
  const asked = {
    ...others,
    files: isText ? new Map([...Object.entries(mapped(files)), [textPath, main]]) : files,
    main: isText ? textPath : (main ?? first),
  };
  const { answer } = (await pool.run(
    { ask: "original", workspace: writeJson(asked), original },
    { signal, onLoading, watchMs: timeMs },
  )) as { answer: string };
  const { name, text, error, missing } = toPlain(readJson(answer)) as OriginalAnswer;
  const json = readJson(answer).get("value");
  return {
    ...(name !== undefined && { name }),
    ...(text !== undefined && { text }),
    ...(error !== undefined && { error }),
    ...(missing !== undefined && { missing }),
    ...(json && { json: writeJson(json) }),
  };
}

/** The path of a document that is given as text. */
const textPath = "main";

function mapped(files: Workspace["files"]): Record<string, unknown> {
  return files instanceof Map ? Object.fromEntries(files) : ((files ?? {}) as Record<string, unknown>);
}
