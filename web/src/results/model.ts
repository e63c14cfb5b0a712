// One answer of the engine as the views see it: read once, and only what a view asks for.

import { readJson, type JsonNode, type RunResult, type Workspace } from "evalground";
import { toYaml } from "../ui/yaml.ts";
import { prettyJson } from "../ui/json.ts";
import { ledger, type LedgerRow } from "./rows.ts";

/** Ids of the views, in the order of their tabs. */
export const viewIds = [
  "keys",
  "outputs",
  "reports",
  "diff",
  "text",
  "variables",
  "classes",
  "yaml",
  "json",
  "table",
  "matches",
  "files",
] as const;
export type ViewId = (typeof viewIds)[number];

/** The rows of a value of which nothing but itself is known. */
export function plainLedger(result: RunResult, json: string): LedgerRow[] {
  return ledger({ ...result, json, rows: [], origins: {}, sensitive: [] });
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

export class ResultModel {
  readonly result: RunResult;
  readonly operation: NonNullable<Workspace["operation"]>;
  /** The value, or null when there is none. */
  readonly root: () => JsonNode | null;
  readonly rows: () => LedgerRow[];
  /** The rows of the variables; none where the language has no such result. */
  readonly variables: () => LedgerRow[];
  readonly byPointer: () => ReadonlyMap<string, LedgerRow>;
  /** The list of all matches before they are reduced to one value, or null. */
  readonly matches: () => JsonNode | null;
  readonly yaml: () => string;
  readonly json: () => string;

  constructor(result: RunResult, operation: Workspace["operation"] = "evaluate") {
    this.result = result;
    this.operation = operation;
    // Rows, origins and what is sensitive are of the value, or else of the outputs.
    const json = result.json ?? result.outputsJson;
    this.root = once(() => (json === undefined ? null : readJson(json)));
    this.rows = once(() => ledger(json === undefined ? result : { ...result, json }));
    this.variables = once(() => (result.variablesJson === undefined ? [] : plainLedger(result, result.variablesJson)));
    this.byPointer = once(() => new Map(this.rows().map((row) => [row.pointer, row])));
    this.matches = once(() => (result.matchesJson === undefined ? null : readJson(result.matchesJson)));
    this.yaml = once(() => {
      const root = this.root();
      return root ? toYaml(root) : "";
    });
    this.json = once(() => {
      const root = this.root();
      return root ? `${prettyJson(root)}\n` : "";
    });
  }

  /** The result as text: what a template or an expansion wrote, or a value that is text. */
  text(): string | null {
    if (this.result.text !== undefined) return this.result.text;
    const root = this.root();
    return root?.kind === "string" && this.result.sensitive.length === 0 ? root.text : null;
  }

  /** The variables as one map, or null. */
  variablesRoot(): JsonNode | null {
    return this.result.variablesJson === undefined ? null : readJson(this.result.variablesJson);
  }

  /** The rows of a list of maps, or null when the value is none. */
  tableRows(): readonly JsonNode[] | null {
    const root = this.root();
    const isTable =
      root?.kind === "list" && root.children.length > 0 && root.children.every(({ kind }) => kind === "map");
    return isTable ? root.children : null;
  }

  /** The views that have something to show. */
  views(): ViewId[] {
    const { json, rows, matchesJson, outputsJson, variablesJson, reports, classes, files } = this.result;
    const hasValue = json !== undefined || outputsJson !== undefined;
    const applies: Record<ViewId, boolean> = {
      keys: json !== undefined || (!hasValue && rows.some(({ kind }) => kind === "error")),
      outputs: json === undefined && outputsJson !== undefined,
      reports: reports !== undefined,
      diff: this.operation === "restore" && this.result.text !== undefined,
      text: this.text() !== null,
      variables: variablesJson !== undefined,
      classes: classes !== undefined,
      yaml: hasValue,
      json: hasValue,
      table: this.tableRows() !== null,
      matches: matchesJson !== undefined,
      files: Object.keys(files ?? {}).length > 0,
    };
    return viewIds.filter((id) => applies[id]);
  }

  /** The view to begin with. */
  usualView(): ViewId {
    const offered = this.views();
    // A template whose value is its own text, unlike one that gives a map or a list.
    const isRendered = this.result.text !== undefined && this.root()?.kind === "string";
    if (offered.includes("diff")) return "diff";
    return (this.operation === "expand" || isRendered) && offered.includes("text") ? "text" : (offered[0] ?? "keys");
  }
}
