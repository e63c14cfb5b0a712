// The input and output of the engine: the TypeScript types of its JSON. Offsets count UTF-16 code units from 0; lines
// and columns count from 1.

import type { disposeKey } from "./disposable.js";
import type { DialectName } from "./languages.js";

export type { DialectName };

/** A dialect of this release, or another name for engines with other dialects. */
export type AnyDialect = DialectName | (string & {});

/** The text of a virtual file, or its bytes. */
export type FileContent = string | { base64: string };

/** Upper limits of one evaluation. Absent ones have the engine's defaults. */
export interface Limits {
  steps?: number;
  depth?: number;
  /** Bytes. */
  memory?: number;
  /** Bytes. */
  output?: number;
  /** YAQL's limit on the number of items of one collection. */
  iterators?: number;
}

/**
 * A map of names to values, in order. Use a Map if an object would change the order, as with keys such as "10" and "9".
 */
export type Named<Value> = Record<string, Value> | ReadonlyMap<string, Value>;

/**
 * The input of an evaluation: the same object in links, drafts, examples, the command line and test cases. Values
 * marked `unknown` are JSON values. Where plain JavaScript cannot represent them exactly (1.0, integers beyond 2^53,
 * the order of keys), they may be a bigint, a Map or a JsonNode.
 */
export interface Workspace {
  dialect: AnyDialect;
  operation?: "evaluate" | "expand" | "restore" | "host" | "matrix" | "inventory";
  /** The name of a file in `files` (by default the first), or the document's text. */
  main?: string;
  /** The virtual file system: content by path, in order. */
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
  /** Null: withheld, because the workspace came from a link without secrets. */
  secrets?: Named<string | null>;
  /** The time that every "now" returns, as an RFC 3339 timestamp. */
  clock?: string;
  seed?: number | bigint;
  limits?: Limits;
  changes?: { path: string; value?: unknown; delete?: true }[];
  options?: Named<unknown>;
  title?: string;
  description?: string;
  /** The expected result, which makes the workspace a case. */
  expect?: Expectation;
}

/** What may differ between evaluations of a prepared workspace. A given key replaces the whole value. */
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

/** A named workspace with an expected result. */
export interface Case extends Workspace {
  id: string;
  expect: Expectation;
  source?: string;
  note?: string;
  exact?: boolean;
  /** For an example: what it shows, and for whom. */
  tags?: string[];
  difficulty?: "beginner" | "intermediate" | "advanced";
  /** For a draft of the page: other inputs or expressions, each with its expected result. */
  cases?: Case[];
}

/** A range of a file's text. `line` and `column` are its start. */
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
  options?: Record<string, boolean | string | string[]>;
}

export interface Diagnostic {
  severity: "error" | "warning" | "hint";
  /** Stable identifier, such as "unknown-function" or "limit-steps". */
  code: string;
  message: string;
  span?: Span;
  /** The dialect option concerned, because options have no position in a text. */
  option?: string;
  /** A JSON Pointer to the part of the workspace that the problem is about, unless it has a place in a text. */
  key?: string;
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

/** One step of a value's way into the result. */
export interface Origin {
  via: Via;
  span?: Span;
  name?: string;
  /** True if another definition won over this one. */
  overridden?: boolean;
  /** Paths of results or sources that were read to compute the value. */
  reads?: string[];
}

/** Keys and indices from the root of a value. */
export type Path = (string | number)[];

/** A range of a file's text. */
export interface TextRange {
  file: string;
  from?: number;
  to?: number;
}

/** How many there are, whatever the run options leave out. */
export interface Counts {
  /** Parts of the value. */
  rows?: number;
  /** Parts of the value that are no list and no map. */
  values?: number;
  /** Nodes of the outline. */
  nodes?: number;
}

/** Options for what an evaluation reports. They are never part of a link. */
export interface RunOptions {
  /** Returned as `RunResult.id`. */
  id?: string;
  trace?: boolean;
  provenance?: boolean;
  outline?: boolean;
  /** The range of a file: only the tokens there. */
  tokens?: boolean | TextRange;
  /** How many rows of each value are described, from the first; 20,000 if absent. `counts` says how many there are. */
  rows?: number;
  /** How many nodes of the outline are reported, from the first; all if absent. Declared inputs always are. */
  nodes?: number;
  /** Report the lines of the documents that the run did not use. Includes the trace. */
  coverage?: boolean;
  /** Report what the document consists of and what refers to what. */
  graph?: boolean;
  /** Report the conditions and what each decided about. Includes the provenance. */
  decisions?: boolean;
  /** Milliseconds; 0: no limit. */
  timeMs?: number;
  limits?: Limits;
  /** One path of the result to reveal although it is sensitive. */
  reveal?: Path;
  /** Treat decrypted values as sensitive, even if the dialect shows them in the clear. */
  maskVaults?: boolean;
}

/** One row of a result: the outcome of one of its keys. */
export interface Row {
  path: Path;
  type: string;
  kind: "computed" | "literal" | "error" | "sensitive";
  ms?: number;
  error?: Diagnostic;
}

/** A name that the document reads but that is not defined. An entry of the workspace's `key` would define it. */
export interface Ask {
  key: "vars" | "inputs" | "env" | "secrets" | "attributes";
  name: string;
  /** For an attribute: the resource that should have it. */
  owner?: string;
  /** Where it is read; absent if that is not in a text of the workspace. */
  span?: Span;
}

/** A request that the engine cannot answer itself. The answer can be given as a file named `file`. */
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
  /** The time and the seed that were used. With them the run can be repeated exactly. */
  clock: string;
  seed: number | bigint;
}

/**
 * The outcome of one round of an evaluation, such as a pass of a policy or a stage of a pipeline: its value, and what
 * it added to the other parts.
 */
export interface Stage extends Pick<RunResult, "json" | "text" | "reports" | "classes" | "variablesJson"> {
  name: string;
  /** Number of items. */
  count?: number;
}

/** The rows, origins and redacted paths of a value beside the result. */
export interface PartResult {
  rows: Row[];
  /** By JSON pointer into the value. */
  origins: Record<string, Origin[]>;
  sensitive?: string[];
  counts?: Counts;
}

/** Ranges of a text, each with the part of the template that printed it. */
export interface TextMap {
  /**
   * Four numbers for each range: start and end in the text, the index of its origins, and the index of its reads or -1.
   */
  stretches: number[];
  origins: Origin[][];
  /** The values that were read, as paths or places. */
  reads: string[][];
}

export interface RunResult {
  id: string;
  /** False if the evaluation ended in an error, or if an error left a part of the result missing. */
  ok: boolean;
  /** The exact JSON text of the value; absent if there is none. */
  json?: string;
  /** The value as plain JavaScript, parsed from `json` on first use. Integers beyond 2^53 are bigints. */
  readonly value?: unknown;
  text?: string;
  /** JSON pointers of redacted values: into the value, or into the outputs if there is none. "" is the whole value. */
  sensitive: string[];
  /** JSON pointers of infinite numbers and NaN, which are null in the value, to their YAML: ".inf", "-.inf", ".nan". */
  notFinite?: Record<string, string>;
  rows: Row[];
  /** By JSON pointer into the value. */
  origins?: Record<string, Origin[]>;
  outline?: OutlineNode[];
  tokens?: Token[];
  /** With provenance or an outline: how many rows, values and nodes there are. */
  counts?: Counts;
  /** The exact JSON text of the list of matches. */
  matchesJson?: string;
  /** Parsed from `matchesJson` on first use. */
  readonly matches?: unknown[];
  reports?: string[];
  classes?: string[];
  /** The exact JSON texts of the variables, of the outputs, and of the resources with their properties. */
  variablesJson?: string;
  outputsJson?: string;
  resourcesJson?: string;
  /** Parsed from `variablesJson`, `outputsJson` and `resourcesJson` on first use. */
  readonly variables?: Record<string, unknown>;
  readonly outputs?: Record<string, unknown>;
  readonly resources?: Record<string, unknown>;
  /** With provenance: details of the values beside the result, by name ("variables", "resources"). */
  parts?: Record<string, PartResult>;
  /** With provenance: which part of the template printed each range of `text`. */
  textMap?: TextMap;
  /** The rounds of an evaluation in rounds. The result combines all of them. */
  stages?: Stage[];
  /** The files that the evaluation wrote. A file with a secret is the text `<<REDACTED>>`. */
  files?: Record<string, FileContent>;
  diagnostics: Diagnostic[];
  /** In the order of the evaluation, each name of a key once. */
  asks?: Ask[];
  pending?: PendingRequest[];
  trace?: TraceStep[];
  /** For each file that was read the lines that were never used, as pairs of first and last line, from 1. */
  coverage?: Record<string, [number, number][]>;
  /** Each pair of a condition and what it decided about once, as it was decided last. */
  decisions?: Decision[];
  /** Absent if the language has no graph, and if the run had no steps left for it. */
  graph?: Graph;
  stats: Stats;
}

/**
 * A workspace that is parsed once, for many evaluations with different values. They run synchronously in the caller's
 * thread. Each has its own time and seed, unless the workspace sets them.
 */
export interface Prepared {
  /**
   * Renders the workspace's template with these variables, or with those of the workspace if none are given. Throws a
   * RenderError if there is no text, a TypeError if the variables are not JSON, and an EngineError if the engine fails.
   */
  render(vars?: Workspace["vars"]): string;
  /** Evaluates with these values instead of the workspace's. Diagnostics report what is wrong with the workspace. */
  evaluate(values?: Values): RunResult;
  /** Releases the engine's memory for it. Otherwise this happens when the object is garbage-collected. */
  [disposeKey](): void;
}

/**
 * The status of a node of the tree: of a resource, a promise, a class, a part of data, an expression or a definition.
 * Each word is shown together with one of a few shapes.
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
   * and its default and constraints in `note`.
   */
  kind: string;
  name: string;
  type?: string;
  /** In the dialect's notation. */
  path?: string;
  status?: Status;
  /** A short text of the value, redacted. */
  value?: string;
  note?: string;
  span?: Span;
  /** The place in another file that sets the value of a parameter. */
  set?: Span;
  /** Ids of the nodes that this node has read. */
  reads?: string[];
  /** True if the node can be the current resource. */
  selectable?: boolean;
  /** True for a secret parameter: its value is masked, and withheld from links. */
  sensitive?: boolean;
  children?: OutlineNode[];
}

/** What a document consists of and what refers to what. The nodes are parts of the outline, and files. */
export interface Graph {
  nodes: GraphNode[];
  edges: GraphEdge[];
  clusters: GraphCluster[];
  /** Number of nodes and edges beyond the limits of the graph. */
  leftOut: number;
}

export interface GraphNode {
  /** The id of its node in the outline, if the outline has one. */
  id: string;
  /** "resource", "bundle", "role", "template", … */
  kind: string;
  name: string;
  type?: string;
  /** In the dialect's notation. */
  path?: string;
  status?: Status;
  /** What the status means: whether the node failed, or was not used. */
  state?: "failed" | "unused";
  note?: string;
  /** Id of the cluster that encloses it. */
  cluster?: string;
  span?: Span;
}

export interface GraphEdge {
  /** Id of the node that refers to the other. In a pipeline, the node from which documents come. */
  from: string;
  to: string;
  /** How: "depends_on", "get_attr", "requirement", "include", or only "reads". */
  kind: string;
  /** What it passes, or its name. */
  label?: string;
  /** Where the reference is written. */
  span?: Span;
}

/** Nodes that belong together, such as the stages of a controller. */
export interface GraphCluster {
  id: string;
  kind: string;
  name: string;
  /** Id of the cluster that encloses it. */
  cluster?: string;
}

export interface TraceStep {
  id: number;
  parent?: number;
  what: string;
  text?: string;
  span?: Span;
  value?: string;
  /** For a variable whose value is a part of the inputs: that part, such as `$.users[1]` for `$` in a loop. */
  name?: string;
  ms: number;
  totalMs: number;
  cached?: boolean;
  error?: string;
  iteration?: number;
}

/** A condition and what it decided about. */
export interface Decision {
  text: string;
  span?: Span;
  /** An input by its name, or a place in a text. */
  subject: { name: string } | { span: Span };
  /** The subject is an item of a collection. */
  item?: true;
  holds: boolean;
  /** What `holds` must be for the subject to be used. */
  wanted: boolean;
  /** What the condition has read; short values, without secret ones. */
  reads: { place: string; value?: string }[];
}

/** A range of source text and its highlighting class. */
export interface Token {
  span: Span;
  kind: string;
}

/** The result of checking a workspace without running it. */
export interface CheckResult {
  diagnostics: Diagnostic[];
  outline: OutlineNode[];
  tokens: Token[];
}

/** A part of a workspace that should not leave the machine. */
export interface SecretFinding {
  /** The keys that lead to the text or value: `["files", "group_vars/all.yml"]`, `["vars", "password"]`. */
  path: (string | number)[];
  /** The part of the text, in UTF-16 units; absent if the value is no text. */
  from?: number;
  to?: number;
  line?: number;
  column?: number;
  /** Why: a document declares it secret, it has the shape of a key or token, or the name of a password. */
  reason: "declared" | "shape" | "name";
  name?: string;
  /** What has this shape: "a private key". */
  what?: string;
  /** What stands in its place, if it is replaced. */
  placeholder?: string;
}

export interface SecretsAnswer {
  /** How many texts were searched. */
  files: number;
  /** Inputs that are withheld: declared secret, or with no declaration that could be read. */
  inputs: { secret: string[]; unread: string[] };
  findings: SecretFinding[];
  /** With `replace`: the workspace with placeholders. */
  workspace?: Workspace;
}

/**
 * A position in a text: `offset` in UTF-16 units, or `line` and `character` from 0; or a position in the expression.
 */
export type AssistPosition =
  | { file?: string; offset: number }
  | { file?: string; line: number; character: number }
  | { expression: number };

/** A request to the language services. docs/language-services.md describes the answers. */
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
  /** For requests about a whole text. */
  file?: string;
  /** Returned with the answer. */
  version?: number;
  /** The outcome of the last run, or its `trace` and `diagnostics`. */
  outcome?: unknown;
  label?: string;
  newName?: string;
  includeDeclaration?: boolean;
  query?: string;
  target?: "expression" | "data";
  /** The end of the range for which quick fixes are requested. */
  to?: number | { line: number; character: number };
}

export interface AssistAnswer {
  ok: boolean;
  version?: number;
  /** The exact JSON text of the value; absent if there is none. */
  json?: string;
  /** The value as plain JavaScript, parsed from `json` on first use. */
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

/** One name of a dialect. */
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
  /** True if it has no effects. */
  pure: boolean;
  effects?: CatalogueEffect[];
  examples: { workspace: Workspace; value?: unknown; text?: string; error?: string }[];
  explain?: string;
}
