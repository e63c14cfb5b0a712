// A wish for a value of the result or a question about one, and the changes that were found (change.ts).

import type { Diagnostic, Path } from "./types.js";

/** A place in a text of the workspace, in UTF-16 units. */
export interface ShownAt {
  file: string;
  offset: number;
}

/** How a search for changes is bounded and watched. */
export interface Search {
  /** Maximum number of evaluations; absent: 40. */
  trials?: number;
  /** Time limit in milliseconds; absent: 2000, 0: none. What was found until then is returned. */
  timeMs?: number;
  /** As for a run. */
  onLoading?: (percent: number | null) => void;
  signal?: AbortSignal;
}

export interface Wish extends Search {
  /**
   * The value: keys and indexes from the outcome on, `["value", "url"]`, or a text such as "instances.app.url". A line
   * of a text is `["text", 3]`, counted from 0.
   */
  path?: string | Path;
  /** What it should be. */
  to?: unknown;
  /** In place of `to`: as a person writes it. It is text if the value is text, and else JSON, or text. */
  toText?: string;
  /**
   * In place of both: the result then has no candidates, but the `path` of the value that is shown on the line of this
   * place, and its value `now`.
   */
  at?: ShownAt;
}

export interface Question extends Search {
  /**
   * A value of the result, of the data ("$.servers[1]") or of a document ("resources.standby"), or a line of a text,
   * "page.j2:5", counted from 1. It need not exist.
   */
  path: string | Path;
}

/** An edit of a text of the workspace, in UTF-16 units. */
export interface ChangeEdit {
  file: string;
  from: number;
  to: number;
  /** The line of the change, from 1. */
  line: number;
  text: string;
  /** The file does not exist yet. */
  creates?: true;
}

/** A change that was tried and gives the wish. */
export interface ChangeCandidate {
  /**
   * `origin`: where the value is written; `override`: a place that wins over it; `inverse`: what it is computed from;
   * `choice`: what decides which value it is; `condition`: what a condition compares with; `replace`: the value in
   * place of its expression.
   */
  kind: "origin" | "override" | "inverse" | "choice" | "condition" | "replace";
  /** For a person, such as "Change main.yaml, line 3". */
  title: string;
  reason: string;
  edits: ChangeEdit[];
  /** Changed values of the workspace, by JSON pointer. */
  changes: { path: string; value: unknown }[];
  /** What else it changes in the outcome. A value that was absent before or is absent after has no such member. */
  others: { path: Path; before?: unknown; after?: unknown }[];
}

/** What a search cost and left. */
export interface Effort {
  /** Evaluations that were made, and changes that were not tried. */
  trials?: number;
  untried?: number;
  ms?: number;
  /** What ended the search early. */
  bound?: "time" | "trials" | "stop";
  /** What a person must know to trust the answer, such as hosts that could not be evaluated. Sentences. */
  notes?: string[];
}

/** Without `ok`, `diagnostics` say why, for example that the result has no such value. */
export interface ChangeResult extends Effort {
  ok: boolean;
  diagnostics: Diagnostic[];
  /** Best first: those that change the fewest other values, then the nearest. */
  candidates: ChangeCandidate[];
  path?: Path;
  /** The present value; absent if it is secret. */
  now?: unknown;
  to?: unknown;
}

/** A condition that dropped what was asked about. */
export interface WhyReason {
  /** For a person: "`$.status = ACTIVE` does not hold for servers[1]: $.servers[1].status is \"ERROR\"." */
  message: string;
  condition: string;
  /** Whether it holds; what it decided about needs the opposite. */
  holds: boolean;
  /** What it decided about: an item, a resource, a branch. Empty if that has no path. */
  subject: string;
  /** What it read. Secret values are left out. */
  values: { name: string; value: string }[];
  /** Where it is written, in UTF-16 units. */
  file?: string;
  from?: number;
  to?: number;
  line?: number;
  /** Changes that turn it. */
  candidates: ChangeCandidate[];
}

/** Without `ok`, `diagnostics` say why. */
export interface WhyResult extends Effort {
  ok: boolean;
  diagnostics: Diagnostic[];
  path?: Path | string;
  /** The present value; absent if the result has none. */
  now?: unknown;
  /** Where a path ends that does not exist, and what is there. */
  missing?: { after: string; names: string[]; items?: number; nearest?: string };
  /** The path is that of an item of the data that no condition dropped. */
  dropped?: false;
  /** Names that were read and that nothing defines. */
  asks: string[];
  reasons: WhyReason[];
  /** Changes that make a false value true. */
  candidates: ChangeCandidate[];
}
