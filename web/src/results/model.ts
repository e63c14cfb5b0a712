// One answer of the engine as the views see it: read once, and only what a view asks for.

import { readJson, type JsonNode, type RunResult } from "evalground";
import { toYaml } from "../ui/yaml.ts";
import { prettyJson } from "../ui/json.ts";
import { ledger, type LedgerRow } from "./rows.ts";


/** Ids of the views, in the order of their tabs. */
export const viewIds = ["keys", "yaml", "json", "text", "table", "matches"] as const;
export type ViewId = (typeof viewIds)[number];

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}

export class ResultModel {
  readonly result: RunResult;
  readonly isExpansion: boolean;
  /** The value, or null when there is none. */
  readonly root: () => JsonNode | null;
  readonly rows: () => LedgerRow[];
  readonly byPointer: () => ReadonlyMap<string, LedgerRow>;
  /** The list of all matches before they are reduced to one value, or null. */
  readonly matches: () => JsonNode | null;
  readonly yaml: () => string;
  readonly json: () => string;

  constructor(result: RunResult, isExpansion: boolean) {
    this.result = result;
    this.isExpansion = isExpansion;
    this.root = once(() => (result.json === undefined ? null : readJson(result.json)));
    this.rows = once(() => ledger(result));
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

  /** The rows of a list of maps, or null when the value is none. */
  tableRows(): readonly JsonNode[] | null {
    const root = this.root();
    const isTable = root?.kind === "list" && root.children.length > 0 && root.children.every(({ kind }) => kind === "map");
    return isTable ? root.children : null;
  }

  /** The views that have something to show. */
  views(): ViewId[] {
    const { json, rows, matchesJson } = this.result;
    const applies: Record<ViewId, boolean> = {
      keys: json !== undefined || rows.some(({ kind }) => kind === "error"),
      yaml: json !== undefined,
      json: json !== undefined,
      text: this.text() !== null,
      table: this.tableRows() !== null,
      matches: matchesJson !== undefined,
    };
    return viewIds.filter((id) => applies[id]);
  }

  /** The view to begin with. */
  usualView(): ViewId {
    const offered = this.views();
    return (this.isExpansion || !offered.includes("keys")) && offered.includes("text") ? "text" : (offered[0] ?? "keys");
  }
}
