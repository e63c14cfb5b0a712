// One answer of the engine as the views see it. Everything is computed once, when a view first asks for it.

import { readJson, type JsonNode, type RunResult, type Workspace } from "evalground";
import { toYaml } from "../ui/yaml.ts";
import { prettyJson } from "../ui/json.ts";
import { ledger, type LedgerRow, type PartName } from "./rows.ts";
import { hostRows } from "./host_rows.ts";
import type { Step } from "./stages.ts";

/** Rows for a value without origins or other details. */
function plainLedger(json: string): LedgerRow[] {
  return ledger({ json, rows: [], origins: {}, sensitive: [] });
}

/** The rows of a value beside the result. */
function partLedger(result: RunResult, part: PartName, json: string | undefined): LedgerRow[] {
  if (json === undefined) return [];
  const { rows = [], origins = {}, sensitive = [] } = result.parts?.[part] ?? {};
  return ledger({ json, rows, origins, sensitive, part });
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

export class Answer {
  readonly result: RunResult;
  readonly operation: NonNullable<Workspace["operation"]>;
  /** The chosen round of the evaluation; null if the answer has no rounds to choose from. */
  readonly step: Step | null;
  /** The versions of the dialect's reference to compare; empty if there is only one. */
  readonly references: readonly string[];
  /** Whether there is something to compare the result with. */
  readonly isComparable: boolean;
  /** Whether documents of the dialect have a graph. */
  readonly hasGraph: boolean;
  /** The value, or null when there is none. */
  readonly root: () => JsonNode | null;
  readonly rows: () => LedgerRow[];
  /** The rows of the variables; empty if the language has no variables beside its result. */
  readonly variables: () => LedgerRow[];
  /** The rows of the resources with their resolved properties. */
  readonly resources: () => LedgerRow[];
  /** The rows of a host's variables; empty for other operations. */
  readonly hostRows: () => LedgerRow[];
  readonly byPointer: () => ReadonlyMap<string, LedgerRow>;
  /** The list of all matches before they are reduced to one value, or null. */
  readonly matches: () => JsonNode | null;
  readonly matchRows: () => LedgerRow[];
  readonly yaml: () => string;
  readonly json: () => string;

  constructor(
    result: RunResult,
    operation: Workspace["operation"] = "evaluate",
    {
      step = null,
      references = [],
      isComparable = false,
      hasGraph = false,
    }: { step?: Step | null; references?: readonly string[]; isComparable?: boolean; hasGraph?: boolean } = {},
  ) {
    this.result = result;
    this.operation = operation;
    this.step = step;
    this.references = references;
    this.isComparable = isComparable;
    this.hasGraph = hasGraph;
    // Rows, origins and sensitive paths belong to the value, or to the outputs if there is no value.
    const json = result.json ?? result.outputsJson;
    this.root = once(() => (json === undefined ? null : readJson(json)));
    this.rows = once(() => {
      const { rows, origins, sensitive } = result;
      return ledger({ json, rows, origins, sensitive }, this.root());
    });
    this.variables = once(() => partLedger(result, "variables", result.variablesJson));
    this.resources = once(() => partLedger(result, "resources", result.resourcesJson));
    this.hostRows = once(() => hostRows(this));
    // A host variable's row has more details than the row of its value, so it comes last and wins.
    this.byPointer = once(() => new Map([...this.rows(), ...this.hostRows()].map((row) => [row.pointer, row])));
    this.matches = once(() => (result.matchesJson === undefined ? null : readJson(result.matchesJson)));
    this.matchRows = once(() => (result.matchesJson === undefined ? [] : plainLedger(result.matchesJson)));
    this.yaml = once(() => {
      const root = this.root();
      return root ? toYaml(root) : "";
    });
    this.json = once(() => {
      const root = this.root();
      return root ? `${prettyJson(root)}\n` : "";
    });
  }

  /** Whether there is a value, or outputs in its place. */
  get hasValue(): boolean {
    return this.result.json !== undefined || this.result.outputsJson !== undefined;
  }

  /** The result as text: what a template or an expansion wrote, or a value that is a string. */
  text(): string | null {
    if (this.result.text !== undefined) return this.result.text;
    const root = this.root();
    return root?.kind === "string" && this.result.sensitive.length === 0 ? root.text : null;
  }

  /** The row of a pointer, in the result or in a value beside it. */
  row(pointer: string): LedgerRow | undefined {
    for (const part of ["variables", "resources"] as const) {
      if (pointer.startsWith(`${part}#`)) return this[part]().find((row) => row.pointer === pointer);
    }
    return this.byPointer().get(pointer);
  }

  /** The resources as one map, or null. */
  resourcesRoot(): JsonNode | null {
    return this.result.resourcesJson === undefined ? null : readJson(this.result.resourcesJson);
  }

  /** The variables as one map, or null. */
  variablesRoot(): JsonNode | null {
    return this.result.variablesJson === undefined ? null : readJson(this.result.variablesJson);
  }

  /** The items of a list of maps; null for any other value. */
  tableRows(): readonly JsonNode[] | null {
    const root = this.root();
    const isTable =
      root?.kind === "list" && root.children.length > 0 && root.children.every(({ kind }) => kind === "map");
    return isTable ? root.children : null;
  }
}
