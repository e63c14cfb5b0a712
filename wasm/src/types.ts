// What goes into the engine and what comes out of it, as TypeScript sees the engine's JSON.
// Offsets count UTF-16 code units from 0; lines and columns count from 1.

import type { disposeKey } from "./disposable.js";
import type { DialectName } from "./languages.js";

export type { DialectName };

/** A dialect of this release, or another name, for an engine with other dialects. */
export type AnyDialect = DialectName | (string & {});

/** The text of a virtual file, or its bytes. */
export type FileContent = string | { base64: string };

/** Upper bounds of one evaluation. An absent one has the engine's default. */
export interface Limits {
  steps?: number;
  depth?: number;
  /** Bytes. */
  memory?: number;
  /** Bytes. */
  output?: number;
  /** YAQL's bound on the items of one collection. */
  iterators?: number;
}

/**
 * Names to values, in order: a Map where an object would change the order, as it does with keys such as "10" and "9".
 */
export type Named<Value> = Record<string, Value> | ReadonlyMap<string, Value>;

/**
 * What is evaluated: the one object that links, drafts, examples, the command line and test cases share.
 * Values marked `unknown` are JSON values; where plain JavaScript cannot say them exactly (1.0, integers past 2^53,
 * the order of keys) a bigint, a Map or a JsonNode may stand in their place.
 */
export interface Workspace {
  dialect: AnyDialect;
  operation?: "evaluate" | "expand" | "restore" | "host" | "matrix" | "inventory";
  /** The name of an entry of `files` (the first one when absent), or the document's own text. */
  main?: string;
  /** The virtual file system: path to content, in order. */
  files?: Named<FileContent>;
  expression?: unknown;
  /** The current resource. */
  resource?: string | null;
  data?: unknown;
  local?: unknown;
  vars?: Named<unknown>;
  inputs?: Named<unknown>;
  attributes?: Named<unknown>;
  classes?: string[];
  env?: Named<string>;
  /** Null: withheld, because the workspace came from a link that keeps secrets back. */
  secrets?: Named<string | null>;
  /** RFC 3339 instant that every "now" returns. */
  clock?: string;
  seed?: number | bigint;
  limits?: Limits;
  changes?: { path: string; value?: unknown; delete?: true }[];
  options?: Named<unknown>;
  title?: string;
  description?: string;
  /** What the workspace must evaluate to, which makes it a case. */
  expect?: Expectation;
}

/** What may differ between evaluations of a prepared workspace. A key that is given is replaced as a whole. */
export type Values = Pick<
  Workspace,
  "expression" | "data" | "local" | "vars" | "inputs" | "attributes" | "env" | "secrets" | "classes" | "resource"
>;

export interface Expectation {
  value?: unknown;
  matches?: unknown[];
  text?: string;
  reports?: string[];
  classes?: string[];
  variables?: Record<string, unknown>;
  outputs?: Record<string, unknown>;
  sensitive?: boolean;
  error?: true | { contains: string };
  files?: Record<string, string>;
}

/** A named workspace with what it must evaluate to. */
export interface Case extends Workspace {
  id: string;
  expect: Expectation;
  source?: string;
  note?: string;
  exact?: boolean;
  /** Of an example: what it shows, and for whom. */
  tags?: string[];
  difficulty?: "beginner" | "intermediate" | "advanced";
  /** Of a draft of the page: other inputs or expressions, each with what must come of it. */
  cases?: Case[];
}

/** A range of a file's text; `line` and `column` are where it begins. */
export interface Span {
  file: string;
  from: number;
  to: number;
  line: number;
  column: number;
}

export interface Fix {
  title: string;
  edits: { span: Span; text: string }[];
  /** Options of the workspace to set. */
  options?: Record<string, boolean | string>;
}

export interface Diagnostic {
  severity: "error" | "warning" | "hint";
  /** Stable, such as "unknown-function" or "limit-steps". */
  code: string;
  message: string;
  span?: Span;
  /** The option of the dialect that it is about: options are no text with a place. */
  option?: string;
  related?: { message: string; span: Span }[];
  fixes?: Fix[];
}

export type Via =
  | "literal"
  | "expression"
  | "merge"
  | "include"
  | "alias"
  | "default"
  | "input"
  | "env"
  | "secret"
  | "var"
  | "file"
  | "clock"
  | "random";

/** One step on the way of a value into the result. */
export interface Origin {
  via: Via;
  span?: Span;
  name?: string;
  /** True where another definition won over this one. */
  overridden?: boolean;
  /** Paths of results or sources that a computed value has read. */
  reads?: string[];
}

/** Keys and indices from the root of a value. */
export type Path = (string | number)[];

/** What the caller wants to know of an evaluation; never part of a link. */
export interface RunOptions {
  /** Comes back as `RunResult.id`. */
  id?: string;
  trace?: boolean;
  provenance?: boolean;
  outline?: boolean;
  tokens?: boolean;
  /** Which lines of the documents the run has no use for; brings the trace with it. */
  coverage?: boolean;
  /** Milliseconds; 0: no limit. */
  timeMs?: number;
  limits?: Limits;
  /** One path of the result to show in the clear although it is sensitive. */
  reveal?: Path;
  /** What was decrypted counts as sensitive, also where the dialect gives it in the clear. */
  maskVaults?: boolean;
}

/** One row of a result: what became of one of its keys. */
export interface Row {
  path: Path;
  type: string;
  kind: "computed" | "literal" | "error" | "sensitive";
  ms?: number;
  error?: Diagnostic;
}

/** A name that the document reads and nobody defines: an entry of the workspace's `key` would. */
export interface Ask {
  key: "vars" | "inputs" | "env" | "secrets" | "attributes";
  name: string;
  /** Of an attribute: the resource that should have it. */
  owner?: string;
  /** Where it is read; absent when no text of the workspace says it. */
  span?: Span;
}

/** A request that only the outside can answer, by a file of the name `file`. */
export interface PendingRequest {
  service: "fetch" | "python";
  request: object;
  file: string;
}

export interface Stats {
  ms: number;
  steps: number;
  cacheHits: number;
  /** Bytes. */
  memory: number;
  /** The instant and the seed that were used: with them the run can be repeated exactly. */
  clock: string;
  seed: number | bigint;
}

/**
 * What one round of an evaluation gave, a pass of a policy or a stage of a pipeline: its value, and what it added to
 * the rest.
 */
export interface Stage extends Pick<RunResult, "json" | "text" | "reports" | "classes" | "variablesJson"> {
  name: string;
  /** How many items there were. */
  count?: number;
}

/** The rows, origins and redacted places of a value beside the result. */
export interface PartResult {
  rows: Row[];
  /** By JSON pointer into the value. */
  origins: Record<string, Origin[]>;
  sensitive?: string[];
}

/** Stretches of a text, each with the part of the template that printed it. */
export interface TextMap {
  /** Four numbers for each: begin and end in the text, the index of its origins, and that of its reads or -1. */
  stretches: number[];
  origins: Origin[][];
  /** The values that were read, as paths or places. */
  reads: string[][];
}

export interface RunResult {
  id: string;
  /** False when the evaluation ended in an error, or a part of the result is missing because of one. */
  ok: boolean;
  /** The exact JSON text of the value; absent when there is none. */
  json?: string;
  /** The value as plain JavaScript, read from `json` on first use; integers past 2^53 are bigints. */
  readonly value?: unknown;
  text?: string;
  /** JSON pointers into the value, or where there is none into the outputs, that are redacted; "" is all of it. */
  sensitive: string[];
  rows: Row[];
  /** By JSON pointer into the value. */
  origins?: Record<string, Origin[]>;
  outline?: OutlineNode[];
  tokens?: Token[];
  /** The exact JSON text of the list of matches. */
  matchesJson?: string;
  /** Read from `matchesJson` on first use. */
  readonly matches?: unknown[];
  reports?: string[];
  classes?: string[];
  /** The exact JSON texts of the variables, of the outputs and of the resources with their properties. */
  variablesJson?: string;
  outputsJson?: string;
  resourcesJson?: string;
  /** Read from `variablesJson`, `outputsJson` and `resourcesJson` on first use. */
  readonly variables?: Record<string, unknown>;
  readonly outputs?: Record<string, unknown>;
  readonly resources?: Record<string, unknown>;
  /** With provenance: what is known of the values beside the result, by their names ("variables", "resources"). */
  parts?: Record<string, PartResult>;
  /** With provenance: what printed each stretch of `text`. */
  textMap?: TextMap;
  /** The rounds of an evaluation in rounds; what they gave together is the result. */
  stages?: Stage[];
  /** The files that the evaluation has written; one that holds a secret is the text `<<REDACTED>>`. */
  files?: Record<string, FileContent>;
  diagnostics: Diagnostic[];
  /** In the order of the evaluation, each name of a key once. */
  asks?: Ask[];
  pending?: PendingRequest[];
  trace?: TraceStep[];
  /** Of each file that was read the lines that were never used, as pairs of a first and a last line, from 1. */
  coverage?: Record<string, [number, number][]>;
  stats: Stats;
}

/**
 * A workspace that is read once, for many evaluations that differ in their values. They run in the caller's thread and
 * answer at once. Each has its own instant and seed unless the workspace names them.
 */
export interface Prepared {
  /**
   * The text that the workspace's template gives with these variables, or without any with those of the workspace.
   * Throws a RenderError when there is no text, a TypeError when the variables are not JSON, and an EngineError when
   * the engine fails.
   */
  render(vars?: Workspace["vars"]): string;
  /** The result with these values in place of the workspace's. Its diagnostics say what is wrong with the workspace. */
  evaluate(values?: Values): RunResult;
  /** Frees the engine's memory for it. Without this call that happens once nothing refers to the object. */
  [disposeKey](): void;
}

/**
 * How a node of the tree is: of a resource, of a promise or a class, of a part of data or of an expression, of a
 * definition. Each word is shown as it stands, and by one of a few shapes.
 */
export type Status =
  | "ok"
  | "degraded"
  | "error"
  | "pending"
  | "absent"
  | "unknown"
  | "kept"
  | "repaired"
  | "not kept"
  | "skipped"
  | "defined"
  | "not defined"
  | "reached"
  | "not reached"
  | "evaluated"
  | "short-circuited"
  | "used"
  | "unused"
  | "overridden"
  | "undefined"
  | "resolved"
  | "waits for an attribute"
  | "condition false";

/** A node of the resource tree. */
export interface OutlineNode {
  id: string;
  /**
   * "resource", "group", "block", "data" and the like. A "parameter" is an entry that `inputs` may have: its `type`,
   * and in `note` its default and constraints.
   */
  kind: string;
  name: string;
  type?: string;
  /** In the dialect's own notation. */
  path?: string;
  status?: Status;
  /** Short text of the value, redacted. */
  value?: string;
  note?: string;
  span?: Span;
  /** Ids of the nodes that this one has read. */
  reads?: string[];
  /** True when the node can be the current resource. */
  selectable?: boolean;
  /** True for a parameter of which what is given is secret: it is masked, and withheld from links. */
  sensitive?: boolean;
  children?: OutlineNode[];
}

export interface TraceStep {
  id: number;
  parent?: number;
  what: string;
  text?: string;
  span?: Span;
  value?: string;
  ms: number;
  totalMs: number;
  cached?: boolean;
  error?: string;
  iteration?: number;
}

/** A stretch of source text and the class of its colour. */
export interface Token {
  span: Span;
  kind: string;
}

/** What can be said of a workspace without running it. */
export interface CheckResult {
  diagnostics: Diagnostic[];
  outline: OutlineNode[];
  tokens: Token[];
}

/** A position in a text: `offset` in UTF-16 units, or `line` and `character` from 0; or one in the expression. */
export type AssistPosition =
  | { file?: string; offset: number }
  | { file?: string; line: number; character: number }
  | { expression: number };

/** A request of language services; docs/language-services.md says what each is answered with. */
export interface AssistRequest {
  ask:
    | "complete"
    | "hover"
    | "signature"
    | "definition"
    | "references"
    | "rename"
    | "symbols"
    | "tokens"
    | "inlay"
    | "explain"
    | "format"
    | "code_actions"
    | "hints";
  workspace: Workspace;
  at?: AssistPosition;
  /** Of requests about a whole text. */
  file?: string;
  /** Comes back with the answer. */
  version?: number;
  /** That of the last run, or its `trace` and `diagnostics`. */
  outcome?: unknown;
  label?: string;
  newName?: string;
  includeDeclaration?: boolean;
  query?: string;
  target?: "expression" | "data";
  /** The end of the range whose repairs are asked for. */
  to?: number | { line: number; character: number };
}

export interface AssistAnswer {
  ok: boolean;
  version?: number;
  /** The exact JSON text of the value; absent when there is none. */
  json?: string;
  /** The value as plain JavaScript, read from `json` on first use. */
  readonly value?: unknown;
  diagnostics: Diagnostic[];
}

export interface CatalogueSignature {
  params: { name: string; type: string; optional?: boolean; default?: unknown; doc?: string }[];
  returns: string;
}

export type CatalogueKind =
  | "function"
  | "method"
  | "filter"
  | "test"
  | "lookup"
  | "global"
  | "operator"
  | "stage"
  | "statement"
  | "directive"
  | "keyword"
  | "special-key"
  | "option"
  | "variable";

export type CatalogueEffect =
  | "clock"
  | "random"
  | "reads-files"
  | "writes-files"
  | "env"
  | "secret"
  | "unavailable-in-browser";

/** One name that a dialect knows. */
export interface CatalogueEntry {
  dialect: string;
  name: string;
  kind: CatalogueKind;
  group: string;
  signatures: CatalogueSignature[];
  summary: string;
  details?: string;
  since?: string;
  until?: string;
  changed?: string;
  aliases?: string[];
  /** True when it has none of the effects. */
  pure: boolean;
  effects?: CatalogueEffect[];
  examples: { workspace: Workspace; value?: unknown; text?: string; error?: string }[];
  explain?: string;
}
