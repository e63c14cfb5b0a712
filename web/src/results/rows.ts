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

export interface LedgerRow {
  path: Path;
  /** Identifies the row within its answer. */
  pointer: string;
  /** Which value beside the result the row belongs to; absent: the result. */
  part?: "variables" | "resources";
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

function badgesOf(row: Omit<LedgerRow, "badges">): Badge[] {
  if (row.error) return ["error"];
  const badges: Badge[] = [];
  for (const { via } of winning(row.origins)) {
    const badge = viaBadges[via];
    if (badge && !badges.includes(badge)) badges.push(badge);
  }
  if (badges.length === 0 && row.origins.length > 0 && !row.hasChildren) badges.push("literal");
  if (row.isSensitive) badges.push("sensitive");
  if (row.node === null || row.type === "undefined") badges.push("absent");
  else if (row.node.kind === "null") badges.push("null");
  return badges;
}

/** The values that failed, grouped by the pointer of their parent. */
function failedBelow(result: RunResult): Map<string, { path: Path; error: Diagnostic; ms: number | null }[]> {
  const failed = new Map<string, { path: Path; error: Diagnostic; ms: number | null }[]>();
  for (const { path, kind, error, ms } of result.rows) {
    if (kind !== "error" || !error) continue;
    const parent = pointerOf(path.slice(0, -1));
    failed.set(parent, [...(failed.get(parent) ?? []), { path, error, ms: ms ?? null }]);
  }
  return failed;
}

/** Where the definition of a value begins in its file, to sort failed keys among their siblings. */
function beginOf(origins: readonly Origin[] | undefined): { file: string; from: number } | null {
  const span = origins?.find((origin) => origin.span)?.span;
  return span ? { file: span.file, from: span.from } : null;
}

/** All rows of a result, parents before children. */
export function ledger(result: RunResult): LedgerRow[] {
  const origins = result.origins ?? {};
  const sensitive = new Set(result.sensitive);
  const known = new Map(result.rows.map((row) => [pointerOf(row.path), row]));
  const failed = failedBelow(result);
  const rows: LedgerRow[] = [];

  function add(
    path: Path,
    pointer: string,
    node: JsonNode | null,
    error: Diagnostic | null,
    ms: number | null,
    position: number,
    siblings: number,
    level: number,
  ): LedgerRow {
    const described = known.get(pointer);
    const type = described?.type ?? node?.kind ?? "undefined";
    const hasItems = !!node && (node.kind === "map" || node.kind === "list") && node.children.length > 0;
    const row: Omit<LedgerRow, "badges"> = {
      path,
      pointer,
      key: path.length === 0 ? "" : String(path.at(-1)),
      level,
      node,
      type,
      hasChildren:
        (hasItems && base64Of(node, type) === null && scalarOf(node) === null) || (failed.has(pointer) && !error),
      position,
      siblings,
      isSensitive: sensitive.has(pointer) || described?.kind === "sensitive",
      error,
      origins: origins[pointer] ?? [],
      ms: ms ?? described?.ms ?? null,
    };
    const whole = { ...row, badges: badgesOf(row) };
    rows.push(whole);
    return whole;
  }

  function addChildren(node: JsonNode | null, path: Path, pointer: string, level: number): void {
    const failures = failed.get(pointer) ?? [];
    const children = node && (node.kind === "map" || node.kind === "list") ? node.children : [];
    // A failed list item is null in the value. Its row shows the failure instead.
    const keys = new Set(failures.length > 0 ? children.map(({ key }) => key) : []);
    const replaced = new Map(
      failures.filter(({ path: at }) => keys.has(at.at(-1))).map((one) => [one.path.at(-1), one]),
    );
    const missing = failures.filter(({ path: at }) => !keys.has(at.at(-1)));
    const siblings = children.length + missing.length;
    let position = 0;
    const addMissing = ({ path: at, error, ms }: (typeof missing)[number]): void => {
      position += 1;
      add(at, pointerOf(at), null, error, ms, position, siblings, level);
    };
    for (const child of children) {
      const failure = replaced.get(child.key);
      if (failure) {
        addMissing(failure);
        continue;
      }
      const childPath = [...path, child.key as string | number];
      const childPointer = `${pointer}${pointerOf([child.key as string | number])}`;
      const here = beginOf(origins[childPointer]);
      while (here && missing.length > 0) {
        const first = missing[0] as (typeof missing)[number];
        const there = beginOf(origins[pointerOf(first.path)]);
        if (!there || there.file !== here.file || there.from > here.from) break;
        addMissing(first);
        missing.shift();
      }
      position += 1;
      const row = add(childPath, childPointer, child, null, null, position, siblings, level);
      if (row.hasChildren) addChildren(child, childPath, childPointer, level + 1);
    }
    for (const rest of missing) addMissing(rest);
  }

  const root = result.json === undefined ? null : readJson(result.json);
  const isTree =
    (root !== null &&
      scalarOf(root) === null &&
      (root.kind === "map" || root.kind === "list") &&
      root.children.length > 0) ||
    (root === null && failed.size > 0);
  if (isTree) {
    addChildren(root, [], "", 1);
    // If the parent of a failed key is missing as well, its row comes at the end.
    const placed = new Set(rows.map(({ pointer }) => pointer));
    for (const group of failed.values()) {
      for (const { path, error, ms } of group) {
        if (!placed.has(pointerOf(path))) add(path, pointerOf(path), null, error, ms, 1, 1, 1);
      }
    }
  } else if (root) add([], "", root, null, null, 1, 1, 1);
  return rows;
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

/** A row for a line of text, to show where the line comes from. */
export function lineRow(origins: readonly Origin[], line: number): LedgerRow {
  return {
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
