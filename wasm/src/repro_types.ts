// What goes into requests to make a workspace smaller, to disguise it, and to ask the original implementation of its
// language (repro.ts), and what comes out of them.

import type { Diagnostic, Path, Workspace } from "./types.js";

/** How far `shrink` has come. */
export interface ShrinkProgress {
  /** Bytes of the workspace as JSON, at first and now. */
  readonly before: number;
  readonly now: number;
  /** Evaluations so far. */
  readonly trials: number;
  /** The workspace as it is now, which shows what is kept; values of secrets are null. */
  readonly workspace: Workspace;
}

export interface ShrinkOptions {
  /** The value of the result that stays; absent: the first error, else what differs from `expect`, else the result. */
  keep?: { path: string | Path; value?: unknown };
  /** The code of the problem that stays. */
  keepError?: string;
  /** False: nothing is taken away, names become others only. */
  reduce?: boolean;
  /** Names, addresses and texts become others afterwards, alike wherever they stand. */
  disguise?: boolean;
  /** Words keep their lengths under other names. */
  lengths?: boolean;
  /** Milliseconds after which it ends with what it has by then; absent: 3000, or no bound where `trials` is one. */
  timeMs?: number;
  /** Evaluations after which it ends: the same number gives the same workspace everywhere. */
  trials?: number;
  /** Hears how far it has come, every 50 ms at most. Who ends it by `signal` keeps the workspace of the last one. */
  onProgress?: (progress: ShrinkProgress) => void;
  /** As for a run. */
  onLoading?: (percent: number | null) => void;
  signal?: AbortSignal;
}

/** What came of `shrink`; without a workspace `diagnostics` say why, such as that there is nothing to keep. */
export interface ShrinkResult {
  ok: boolean;
  diagnostics: Diagnostic[];
  workspace?: Workspace;
  /** The problem that stays, or the ways to the values. */
  kept?: { code?: string; file?: string; paths?: Path[]; difference?: true };
  before?: number;
  after?: number;
  trials?: number;
  ms?: number;
  /** Nothing more can go. */
  minimal?: boolean;
  /** What ended it earlier. */
  bound?: "time" | "trials" | "stop";
  /** What became what: a table for whoever has made the workspace, and no part of it. */
  names?: [string, string][];
  /** Names that had to stay, as what is kept would not have stayed without them. */
  stayed?: string[];
}

export interface OriginalOptions {
  /** An archive (zip) of the Python modules of the original and all that they need, by a name of its own. */
  original: { name: string; archive: Uint8Array };
  /** Milliseconds; absent: 30,000. */
  timeMs?: number;
  /** As for a run. */
  onLoading?: (percent: number | null) => void;
  signal?: AbortSignal;
}

/** What the original implementation of a language gives for a workspace. */
export interface OriginalAnswer {
  /** Its name and version. */
  name?: string;
  /** The text of a template, or the exact JSON of a value, or what it complains of. */
  text?: string;
  json?: string;
  error?: string;
  /** Why it could not be asked. */
  missing?: string;
}
