// The nodes of the resource tree as rows: open rows, the filter, and which node is at a position in the source.

import type { Diagnostic, OutlineNode, Span } from "evalground";
import type { Caret } from "../store.ts";

/** A node of the tree with its position. */
export interface TreeRow {
  node: OutlineNode;
  /** From 1. */
  level: number;
  parent: TreeRow | null;
  /** Position among its siblings, from 1, and their number. */
  position: number;
  siblings: number;
}

/** All nodes in tree order, with their positions. */
export function placeNodes(outline: readonly OutlineNode[]): TreeRow[] {
  const rows: TreeRow[] = [];
  // A stack of its own, because a hostile outline is as deep as it likes.
  const place = (nodes: readonly OutlineNode[], parent: TreeRow | null): TreeRow[] =>
    nodes
      .map((node, index) => ({
        node,
        level: (parent?.level ?? 0) + 1,
        parent,
        position: index + 1,
        siblings: nodes.length,
      }))
      .reverse();
  const ahead = place(outline, null);
  for (let row = ahead.pop(); row; row = ahead.pop()) {
    rows.push(row);
    if (row.node.children) ahead.push(...place(row.node.children, row));
  }
  return rows;
}

/** A row and its ancestors, from the row outwards. */
export function lineage(row: TreeRow): TreeRow[] {
  const line: TreeRow[] = [];
  for (let each: TreeRow | null = row; each; each = each.parent) line.push(each);
  return line;
}

/** The rows that are not inside a closed one. */
export function openRows(rows: readonly TreeRow[], isOpen: (row: TreeRow) => boolean): TreeRow[] {
  const open: TreeRow[] = [];
  let hiddenBelow = Infinity;
  for (const row of rows) {
    if (row.level > hiddenBelow) continue;
    hiddenBelow = row.node.children && !isOpen(row) ? row.level : Infinity;
    open.push(row);
  }
  return open;
}

function fits({ name, type, path, status }: OutlineNode, problems: number, term: string): boolean {
  const [, field, wanted = ""] = /^(type|status):(.*)$/.exec(term) ?? [];
  if (field === "type") return (type ?? "").toLowerCase().includes(wanted);
  if (field === "status") return (status ?? "").toLowerCase().startsWith(wanted);
  if (term === "error") return status === "error" || problems > 0;
  return name.toLowerCase().includes(term) || (term.includes("::") && (path ?? "").toLowerCase().includes(term));
}

/**
 * The rows that match every word of a filter, with their ancestors. A word is a part of a name, `type:word`,
 * `status:word`, or `error`. `problems` has each node's own number of problems.
 */
export function filterRows(
  rows: readonly TreeRow[],
  filter: string,
  problems: (id: string) => number,
): { rows: TreeRow[]; found: number } {
  const terms = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== "");
  const fitting = rows.filter(({ node }) => terms.every((term) => fits(node, problems(node.id), term)));
  const kept = new Set(fitting.flatMap(lineage));
  return { rows: rows.filter((row) => kept.has(row)), found: fitting.length };
}

/** The indentation of the line at an offset, and the offset of that line's end. */
function lineAround(text: string, offset: number): { indent: number; end: number } {
  const begin = text.lastIndexOf("\n", offset - 1) + 1;
  const found = text.indexOf("\n", offset);
  const end = found < 0 ? text.length : found;
  return { indent: text.slice(begin, end).search(/[^ ]|$/), end };
}

/**
 * The innermost node at a position in the source. If a node's span has several lines, the node contains that span. If
 * it is only a key, the node also contains the following lines with more indentation.
 */
export function nodeAt(
  rows: readonly TreeRow[],
  { file, offset, line }: Pick<Caret, "file" | "offset" | "line">,
  text: string,
): TreeRow | null {
  let inside: TreeRow | null = null;
  let before: TreeRow | null = null;
  const { indent, end } = lineAround(text, offset);
  for (const row of rows) {
    const { span, kind } = row.node;
    // The place of a group is that of its first member, so it is ignored.
    if (!span || kind === "group" || span.file !== file || span.from > end) continue;
    const around: Span | undefined = inside?.node.span;
    const isSame = around?.from === span.from && around.to === span.to;
    if (span.from <= offset && offset <= span.to && (!inside || (row.level > inside.level && !isSame))) inside = row;
    if (!before || span.from > (before.node.span?.from ?? 0)) before = row;
  }
  if (inside) return inside;
  for (let row = before; row; row = row.parent) {
    const { span } = row.node;
    if (span && (span.line === line || span.column - 1 < indent)) return row;
  }
  return null;
}

/** The problems of the nodes of a tree, by id. */
interface ProblemCounts {
  /** Errors and warnings that belong to the node itself. */
  own: Map<string, number>;
  /** The same including descendants. */
  below: Map<string, number>;
  /** Nodes that have an error, themselves or in a descendant. */
  withErrors: Set<string>;
  /** Nodes with an error, and the resources that contain them. */
  failed: Set<string>;
}

/** Counts the errors and warnings of each node. */
export function countProblems(
  rows: readonly TreeRow[],
  diagnostics: readonly Diagnostic[],
  files: ReadonlyMap<string, unknown>,
): ProblemCounts {
  const own = new Map<string, number>();
  const failed = new Set<string>();
  const withErrors = new Set<string>();
  const fail = (row: TreeRow): void => {
    failed.add(row.node.id);
    const above = lineage(row);
    for (const { node } of above) withErrors.add(node.id);
    const owner = above.find(({ node }) => node.kind === "resource");
    if (owner) failed.add(owner.node.id);
  };
  for (const { severity, span } of diagnostics) {
    const content = span && files.get(span.file);
    if (severity === "hint" || !span || typeof content !== "string") continue;
    const row = nodeAt(rows, { file: span.file, offset: span.from, line: span.line }, content);
    if (!row) continue;
    own.set(row.node.id, (own.get(row.node.id) ?? 0) + 1);
    if (severity === "error") fail(row);
  }
  for (const row of rows) {
    const { id, kind, status } = row.node;
    if (status !== "error") continue;
    fail(row);
    if (kind !== "resource" && !own.has(id)) own.set(id, 1);
  }
  const below = new Map<string, number>();
  for (const row of rows) {
    const count = own.get(row.node.id);
    if (count) for (const each of lineage(row)) below.set(each.node.id, (below.get(each.node.id) ?? 0) + count);
  }
  return { own, below, withErrors, failed };
}
