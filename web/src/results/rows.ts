// The rows of a result: one for each key in the order of the value. Rows of failed keys are inserted where they belong.
//
// A key that could not be evaluated is absent from the value; only a row of the engine names it. Its row is placed
// among its siblings by position in the source. For {one: 1, three: 3} with the definitions one (line 2), two (line 3,
// failed) and three (line 4), the row of `two` comes before that of `three`. In a list, null stands in the place of a
// failed item, and the row of the failure replaces it. A failure below a value that is missing itself comes last.

import {
  pointerOf,
  readJson,
  type Diagnostic,
  type JsonNode,
  type Origin,
  type Path,
  type RunResult,
} from "evalground";
import { text } from "../ui/text.ts";

/** A property of a value that its row shows as a symbol. */
export type Badge =
  | "computed"
  | "literal"
  | "merged"
  | "fallback"
  | "input"
  | "sensitive"
  | "error"
  | "null"
  | "absent";

/** A value beside the result that may have rows of its own, with origins. */
export type PartName = "variables" | "resources";

export interface LedgerRow {
  path: Path;
  /** Identifies the row within its answer. */
  pointer: string;
  /** Which value beside the result the row belongs to; absent: the result. */
  part?: PartName;
  /** The last part of the path; empty for the root. */
  key: string;
  /** From 1. */
  level: number;
  /** Its value, or null when there is none. */
  node: JsonNode | null;
  /** The engine's name for the type of value. */
  type: string;
  hasChildren: boolean;
  /** Position among its siblings, from 1, and their number. */
  position: number;
  siblings: number;
  isSensitive: boolean;
  error: Diagnostic | null;
  origins: Origin[];
  badges: Badge[];
  /** How long its evaluation took, in milliseconds, if the engine reports it. */
  ms: number | null;
  /** Shown beside the value: for a host variable the winning level and its file. */
  note?: string;
  /** The precedence levels of its origins, in order, if the result has them. */
  levels?: readonly string[];
  /** For a line of a text: the path of the line in the outcome, ["text", 3]. */
  line?: Path;
}

/** Binary data is represented as {"base64": "…"}: returns the text, or null for other values. */
export function base64Of(node: JsonNode | null, type: string): string | null {
  if (type !== "bytes" || !node || node.kind !== "map" || node.children.length !== 1) return null;
  return node.get("base64")?.text ?? null;
}

/**
 * Sizes and times with a unit are represented as {"eval": {"scalar": "20 GB"}}: returns "20 GB", or null for others.
 */
export function scalarOf(node: JsonNode | null): string | null {
  const [inner, ...others] = node?.kind === "map" ? node.children : [];
  if (inner?.key !== "eval" || inner.kind !== "map" || others.length > 0 || inner.children.length !== 1) return null;
  const scalar = inner.get("scalar");
  return scalar?.kind === "string" ? scalar.text : null;
}

/** The origins that made the value: those before the first overridden one. */
export function winning(origins: readonly Origin[]): Origin[] {
  const lost = origins.findIndex(({ overridden }) => overridden);
  return lost < 0 ? [...origins] : origins.slice(0, lost);
}

const viaBadges: Partial<Record<Origin["via"], Badge>> = {
  expression: "computed",
  merge: "merged",
  include: "merged",
  alias: "merged",
  default: "fallback",
  input: "input",
  env: "input",
  secret: "input",
  var: "input",
};

function badgesOf(row: LedgerRow): Badge[] {
  if (row.error) return ["error"];
  const badges: Badge[] = [];
  for (const { via, overridden } of row.origins) {
    if (overridden) break;
    const badge = viaBadges[via];
    if (badge && !badges.includes(badge)) badges.push(badge);
  }
  if (badges.length === 0 && row.origins.length > 0 && !row.hasChildren) badges.push("literal");
  if (row.isSensitive) badges.push("sensitive");
  if (row.node === null || row.type === "undefined") badges.push("absent");
  else if (row.node.kind === "null") badges.push("null");
  return badges;
}

/** A value that failed. */
interface Failure {
  path: Path;
  error: Diagnostic;
  ms: number | null;
}

/** The pointer of a part of the value at `pointer`. Few keys need an escape. */
function childPointerOf(pointer: string, key: string | number): string {
  return typeof key === "string" && /[~/]/.test(key) ? pointer + pointerOf([key]) : `${pointer}/${key}`;
}

/** The values that failed, grouped by the pointer of their parent. */
function failedBelow(rows: RunResult["rows"]): Map<string, Failure[]> {
  const failed = new Map<string, Failure[]>();
  for (const { path, kind, error, ms } of rows) {
    if (kind !== "error" || !error) continue;
    const parent = pointerOf(path.slice(0, -1));
    failed.set(parent, [...(failed.get(parent) ?? []), { path, error, ms: ms ?? null }]);
  }
  return failed;
}

/** Where the definition of a value begins in its file, to sort failed keys among their siblings. */
function beginOf(origins: readonly Origin[]): { file: string; from: number } | null {
  const span = origins.find((origin) => origin.span)?.span;
  return span ? { file: span.file, from: span.from } : null;
}

/** A value as JSON with what describes it. A copy of a whole result would parse all of its values. */
interface Described {
  json?: string | undefined;
  rows: RunResult["rows"];
  origins?: Record<string, Origin[]> | undefined;
  sensitive: readonly string[];
  /** Which value it is; absent: the result. The pointers of the rows of another begin with its name. */
  part?: PartName;
}

/** Where a row stands: the pointer of its value, its position among its siblings, their number, and its level. */
interface Place {
  pointer: string;
  position: number;
  siblings: number;
  level: number;
}

/**
 * A row of a value. What only rows in sight need is computed when it is asked for, because a result may have a hundred
 * thousand rows.
 */
class ValueRow implements LedgerRow {
  declare readonly part?: PartName;
  readonly pointer: string;
  readonly key: string;
  readonly level: number;
  readonly position: number;
  readonly siblings: number;

  constructor(
    private readonly maker: RowMaker,
    /** The row of the value that holds it, or its path where there is no such row. */
    private readonly above: ValueRow | Path,
    private readonly name: string | number | undefined,
    private readonly place: Place,
    readonly node: JsonNode | null,
    readonly hasChildren: boolean,
    private readonly failure: Failure | undefined,
  ) {
    this.pointer = maker.prefix + place.pointer;
    if (maker.part) this.part = maker.part;
    this.key = name === undefined ? "" : String(name);
    this.level = place.level;
    this.position = place.position;
    this.siblings = place.siblings;
  }

  get path(): Path {
    const { above, name } = this;
    const before = above instanceof ValueRow ? above.path : above;
    return name === undefined ? before : [...before, name];
  }

  get type(): string {
    return this.maker.typeOf(this.place.pointer, this.node);
  }

  get isSensitive(): boolean {
    return this.maker.isSensitive(this.place.pointer);
  }

  get error(): Diagnostic | null {
    return this.failure?.error ?? null;
  }

  get origins(): Origin[] {
    return this.maker.originsOf(this.place.pointer);
  }

  get badges(): Badge[] {
    return badgesOf(this);
  }

  get ms(): number | null {
    return this.failure?.ms ?? this.maker.msOf(this.place.pointer);
  }
}

/** A copy of a row in which parts can be replaced. */
export function copyOf(row: LedgerRow): LedgerRow {
  const { path, pointer, part, key, level, node, type, hasChildren, position, siblings } = row;
  const { isSensitive, error, origins, badges, ms } = row;
  const copy = { path, pointer, key, level, node, type, hasChildren, position, siblings };
  return { ...copy, ...(part && { part }), isSensitive, error, origins, badges, ms };
}

/** Makes the rows of a value. */
class RowMaker {
  readonly rows: ValueRow[] = [];
  /** What the pointers of its rows begin with. */
  readonly prefix: string;
  readonly part;
  private readonly origins;
  private readonly sensitive;
  private readonly known;
  private readonly failed;

  constructor({ rows, origins = {}, sensitive, part }: Described) {
    this.part = part;
    this.prefix = part ? `${part}#` : "";
    this.origins = origins;
    this.sensitive = new Set(sensitive);
    this.known = new Map(rows.map((row) => [pointerOf(row.path), row]));
    this.failed = failedBelow(rows);
  }

  typeOf(pointer: string, node: JsonNode | null): string {
    return this.known.get(pointer)?.type ?? node?.kind ?? "undefined";
  }

  isSensitive(pointer: string): boolean {
    return this.sensitive.has(pointer) || this.known.get(pointer)?.kind === "sensitive";
  }

  originsOf(pointer: string): Origin[] {
    return this.origins[pointer] ?? [];
  }

  msOf(pointer: string): number | null {
    return this.known.get(pointer)?.ms ?? null;
  }

  add(root: JsonNode | null): void {
    const { failed } = this;
    const isTree = root
      ? scalarOf(root) === null && (root.kind === "map" || root.kind === "list") && root.children.length > 0
      : failed.size > 0;
    const only = { position: 1, siblings: 1, level: 1 };
    if (isTree) this.addChildren(root, [], "", 1);
    else if (root) this.addRow([], undefined, root, { ...only, pointer: "" });
    if (!isTree || failed.size === 0) return;
    // If the parent of a failed key is missing as well, its row comes at the end.
    const placed = new Set(this.rows.map(({ pointer }) => pointer));
    for (const group of failed.values()) {
      for (const failure of group) {
        const pointer = pointerOf(failure.path);
        if (!placed.has(this.prefix + pointer))
          this.addFailure(failure.path.slice(0, -1), failure, { ...only, pointer });
      }
    }
  }

  private addFailure(above: ValueRow | Path, failure: Failure, place: Place): void {
    this.addRow(above, failure.path.at(-1), null, place, failure);
  }

  private addRow(
    above: ValueRow | Path,
    name: string | number | undefined,
    node: JsonNode | null,
    place: Place,
    failure?: Failure,
  ): ValueRow {
    const hasItems = !!node && (node.kind === "map" || node.kind === "list") && node.children.length > 0;
    // Only a map of one key can stand for binary data or a size.
    const isOne = hasItems && node.children.length === 1;
    const isScalar = isOne && (base64Of(node, this.typeOf(place.pointer, node)) !== null || scalarOf(node) !== null);
    const hasChildren = (hasItems && !isScalar) || (this.failed.has(place.pointer) && !failure);
    const row = new ValueRow(this, above, name, place, node, hasChildren, failure);
    this.rows.push(row);
    return row;
  }

  private addChildren(node: JsonNode | null, above: ValueRow | Path, pointer: string, level: number): void {
    const failures = this.failed.get(pointer);
    const children = node && (node.kind === "map" || node.kind === "list") ? node.children : [];
    if (failures) return this.addWithFailures(children, failures, above, pointer, level);
    // Most values have no failed part, and a large one has tens of thousands.
    let position = 0;
    for (const child of children) {
      position += 1;
      this.addChild(child, above, {
        pointer: childPointerOf(pointer, child.key as string | number),
        position,
        siblings: children.length,
        level,
      });
    }
  }

  private addChild(child: JsonNode, above: ValueRow | Path, place: Place): void {
    const row = this.addRow(above, child.key as string | number, child, place);
    if (row.hasChildren) this.addChildren(child, row, place.pointer, place.level + 1);
  }

  private addWithFailures(
    children: readonly JsonNode[],
    failures: readonly Failure[],
    above: ValueRow | Path,
    pointer: string,
    level: number,
  ): void {
    // A failed list item is null in the value. Its row shows the failure instead.
    const keys = new Set(children.map(({ key }) => key));
    const replaced = new Map(
      failures.filter(({ path: at }) => keys.has(at.at(-1))).map((one) => [one.path.at(-1), one]),
    );
    const missing = failures.filter(({ path: at }) => !keys.has(at.at(-1)));
    const siblings = children.length + missing.length;
    let position = 0;
    const addMissing = (failure: Failure): void => {
      position += 1;
      this.addFailure(above, failure, { pointer: pointerOf(failure.path), position, siblings, level });
    };
    for (const child of children) {
      const failure = replaced.get(child.key);
      if (failure) {
        addMissing(failure);
        continue;
      }
      const childPointer = childPointerOf(pointer, child.key as string | number);
      const here = beginOf(this.originsOf(childPointer));
      while (here && missing.length > 0) {
        const first = missing[0] as Failure;
        const there = beginOf(this.originsOf(pointerOf(first.path)));
        if (!there || there.file !== here.file || there.from > here.from) break;
        addMissing(first);
        missing.shift();
      }
      position += 1;
      this.addChild(child, above, { pointer: childPointer, position, siblings, level });
    }
    for (const rest of missing) addMissing(rest);
  }
}

function rootOf({ json }: Described): JsonNode | null {
  return json === undefined ? null : readJson(json);
}

/** All rows of a value, parents before children. `root`: the value, if it is parsed already. */
export function ledger(described: Described, root = rootOf(described)): LedgerRow[] {
  const maker = new RowMaker(described);
  maker.add(root);
  return maker.rows;
}

/** The rows that are not inside a closed row. */
export function openRows(rows: readonly LedgerRow[], closed: ReadonlySet<string>): LedgerRow[] {
  const open: LedgerRow[] = [];
  let hiddenBelow = Infinity;
  for (const row of rows) {
    if (row.level > hiddenBelow) continue;
    hiddenBelow = row.hasChildren && closed.has(row.pointer) ? row.level : Infinity;
    open.push(row);
  }
  return open;
}

/** A path as the ledger shows it: keys joined by dots. */
export function pathText(path: Path): string {
  return path.join(".");
}

/** A row for a line of text, to show where the line comes from. `path` is that of the line in the outcome. */
export function lineRow(origins: readonly Origin[], line: number, path: Path): LedgerRow {
  return {
    line: path,
    path: [text("origin.lineUnknown", { number: line })],
    pointer: `line#${line}`,
    key: String(line),
    level: 1,
    node: null,
    type: "string",
    hasChildren: false,
    position: line,
    siblings: 1,
    isSensitive: false,
    error: null,
    origins: [...origins],
    badges: [],
    ms: null,
  };
}
