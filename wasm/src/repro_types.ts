// Options and results of the requests that make a workspace smaller, anonymise it, or run the original implementation
// of its language (repro.ts).

import type { Diagnostic, Path, Workspace } from "./types.js";

/** The progress of `shrink`. */
export interface ShrinkProgress {
  /** Bytes of the workspace as JSON, initially and now. */
  readonly before: number;
  readonly now: number;
  /** Evaluations so far. */
  readonly trials: number;
  /** The current workspace, which still shows what is kept. Values of secrets are null. */
  readonly workspace: Workspace;
}

export interface ShrinkOptions {
  /** The value to keep; absent: the first error, else the difference from `expect`, else the result. */
  keep?: { path: string | Path; value?: unknown };
  /** The code of the problem to keep. */
  keepError?: string;
  /** False: nothing is removed, only names are replaced. */
  reduce?: boolean;
  /** Replaces names, addresses and texts afterwards, consistently in all places. */
  disguise?: boolean;
  /** Replacements have the same lengths as the original words. */
  lengths?: boolean;
  /**
   * Time limit in milliseconds; the best workspace so far is returned. Absent: 3000, or no limit if `trials` is given.
   */
  timeMs?: number;
  /** Maximum number of evaluations. The same number always gives the same workspace. */
  trials?: number;
  /**
   * Receives the progress, at most every 50 ms. After aborting with `signal`, the last reported workspace is the
   * result.
   */
  onProgress?: (progress: ShrinkProgress) => void;
  /** As for a run. */
  onLoading?: (percent: number | null) => void;
  signal?: AbortSignal;
}

/** The result of `shrink`. Without a workspace, `diagnostics` say why, for example that there is nothing to keep. */
export interface ShrinkResult {
  ok: boolean;
  diagnostics: Diagnostic[];
  workspace?: Workspace;
  /** The problem that was kept, or the paths of the values. */
  kept?: { code?: string; file?: string; paths?: Path[]; difference?: true };
  before?: number;
  after?: number;
  trials?: number;
  ms?: number;
  /** Whether nothing more can be removed. */
  minimal?: boolean;
  /** What ended it early. */
  bound?: "time" | "trials" | "stop";
  /** The replaced names, for the author of the workspace. They are not part of it. */
  names?: [string, string][];
  /** Names that were not replaced, because what is kept would have been lost. */
  stayed?: string[];
}

export interface OriginalOptions {
  /**
   * An archive (zip) of the Python modules of the original and all that they need, and of `driver.py`, which asks it
   * (engine/dialects/<dialect>/original), by a name of its own.
   */
  original: { name: string; archive: Uint8Array };
  /** Milliseconds; absent: 30,000. */
  timeMs?: number;
  /** As for a run. */
  onLoading?: (percent: number | null) => void;
  signal?: AbortSignal;
}

/** The answer of the original implementation for a workspace. */
export interface OriginalAnswer {
  /** Its name and version. */
  name?: string;
  /** The text of a template, the exact JSON of a value, or the error message. */
  text?: string;
  json?: string;
  error?: string;
  /** Why it could not be run. */
  missing?: string;
}
