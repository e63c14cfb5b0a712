// The state of the tree without the page: which nodes are open, which has the tab stop, which is chosen, and which
// contains the caret. From these and the filter follow the visible rows and the effect of keys.
//
// A row is a node with its position (nodes.ts). `all` has every row of the outline in tree order, `shown` the visible
// ones; an index refers to `shown`. Nodes are remembered by their ids, which stay the same from run to run. So opened,
// chosen and focused nodes survive a new outline.

import { pointerOf, type Diagnostic, type Origin, type OutlineNode } from "evalground";
import type { Caret } from "../store.ts";
import { countProblems, filterRows, lineage, nodeAt, openRows, placeNodes, type TreeRow } from "./nodes.ts";

/** Trees of up to this many nodes are initially open at the second level as well. */
const smallUpTo = 60;

/** Letters typed within this many milliseconds belong to one search. */
const searchPause = 700;

const holdsOthers = ({ kind }: OutlineNode): boolean => kind === "resource" || kind === "group";

/**
 * Initially a tree of resources shows how resources are nested, but not their parts. Other trees show their first
 * levels.
 */
function opensByItself(row: TreeRow, hasResources: boolean, size: number): boolean {
  const { node, level } = row;
  const { kind, children = [] } = node;
  if (hasResources) {
    // Groups above all resources show their members, unless there are too many.
    const isAbove = lineage(row).every(({ node: each }) => each.kind === "group");
    if (isAbove) return level <= 2 || (size <= 4 * smallUpTo && kind === "group" && children.some(holdsOthers));
    return kind === "resource" && children.some((child) => child.kind === "resource");
  }
  return level === 1 || (level === 2 && size <= smallUpTo);
}

function hasChildren({ node }: TreeRow): boolean {
  return (node.children?.length ?? 0) > 0;
}

/** JSON pointer of the result value that belongs to a node, or null. */
export function resultOf(row: TreeRow, origins: Readonly<Record<string, Origin[]>> = {}): string | null {
  const { name, span, kind } = row.node;
  const values = Object.entries(origins);
  const isHere = (origin: Origin): boolean => origin.span?.file === span?.file && origin.span?.from === span?.from;
  const made = span && values.find(([, list]) => list.some(isHere));
  if (made) return made[0];
  // If the value was not written at the node's place, find it by its name, below that of its resource.
  const owner = kind === "resource" ? undefined : lineage(row).find(({ node }) => node.kind === "resource");
  const ending = owner ? pointerOf([owner.node.name, name]) : pointerOf([name]);
  return values.find(([pointer]) => pointer.endsWith(ending))?.[0] ?? null;
}

/** The effect of a key. */
export type Step =
  | { does: "move"; to: number }
  | { does: "turn"; row: TreeRow; open: boolean }
  | { does: "open siblings" | "show source" | "choose" | "make current" | "nothing" };

export class TreeModel {
  shown: readonly TreeRow[] = [];
  /** Number of rows that match the filter themselves. */
  found = 0;
  filter = "";
  /** Id of the node with the tab stop. */
  current: string | null = null;
  /** Id of the node that the user chose here. */
  selected: string | null = null;
  /** Id of the node that contains the caret. */
  atCaret: string | null = null;

  private all: readonly TreeRow[] = [];
  private hasResources = false;
  private problems = countProblems([], [], new Map());
  /** Nodes that the user opened or closed, and that differ from the default. */
  private readonly turned = new Map<string, boolean>();
  private typed = "";
  private typedAt = -Infinity;

  /** Forgets which nodes were opened and closed: another draft has other nodes, even with the same ids. */
  forget(): void {
    this.turned.clear();
  }

  /** Takes a new outline. */
  takeOutline(outline: readonly OutlineNode[]): void {
    this.all = placeNodes(outline);
    this.hasResources = this.all.some(({ node }) => node.kind === "resource");
  }

  /** Counts the problems of each node. */
  takeProblems(diagnostics: readonly Diagnostic[], files: ReadonlyMap<string, unknown>): void {
    this.problems = countProblems(this.all, diagnostics, files);
  }

  /** Number of nodes, also those in closed ones. */
  get size(): number {
    return this.all.length;
  }

  get isEmpty(): boolean {
    return this.all.length === 0;
  }

  get isFiltered(): boolean {
    return this.filter.trim() !== "";
  }

  /** Computes the visible rows. If the row with the tab stop is gone, the first row gets it. */
  arrange(): void {
    const { rows, found } = this.isFiltered
      ? filterRows(this.all, this.filter.trim(), (id) => this.problems.own.get(id) ?? 0)
      : { rows: this.all, found: this.all.length };
    this.found = found;
    this.shown = openRows(rows, (row) => this.isOpen(row));
    if (this.indexOf(this.current) < 0) this.current = this.shown[0]?.node.id ?? null;
  }

  indexOf(id: string | null): number {
    return this.shown.findIndex(({ node }) => node.id === id);
  }

  /** Whether the children of a row are visible. While a filter is active, everything that matches is open. */
  isOpen(row: TreeRow): boolean {
    return this.isFiltered || (this.turned.get(row.node.id) ?? opensByItself(row, this.hasResources, this.all.length));
  }

  /** The number of errors and warnings of a node and its descendants. */
  problemsOf({ id }: OutlineNode): number {
    return this.problems.below.get(id) ?? 0;
  }

  /** The worst of these problems. */
  worstOf({ id }: OutlineNode): "error" | "warning" {
    return this.problems.withErrors.has(id) ? "error" : "warning";
  }

  /** The status of a node: "error" if a part of it has an error. */
  statusOf({ id, status }: OutlineNode): OutlineNode["status"] {
    return this.problems.failed.has(id) ? "error" : status;
  }

  turn(row: TreeRow, open: boolean): void {
    this.turned.set(row.node.id, open);
    this.arrange();
  }

  /** Opens a row and all of its siblings. */
  openSiblings(row: TreeRow): void {
    for (const each of this.all)
      if (each.parent === row.parent && each.node.children) this.turned.set(each.node.id, true);
    this.arrange();
  }

  /** The id of the node that contains the caret, or of its closed ancestor. */
  nodeOf(caret: Caret | null, files: ReadonlyMap<string, unknown>): string | null {
    const content = caret && files.get(caret.file);
    const row = caret && typeof content === "string" ? nodeAt(this.all, caret, content) : null;
    const inSight = row ? lineage(row).find((each) => this.shown.includes(each)) : undefined;
    return inSight?.node.id ?? null;
  }

  /** The effect of a key on a row, by the ARIA tree pattern; null for keys that the tree does not use. */
  press(key: string, index: number, time: number): Step | null {
    const row = this.shown[index] as TreeRow;
    const open = hasChildren(row) && this.isOpen(row);
    switch (key) {
      case "ArrowDown":
        return { does: "move", to: Math.min(this.shown.length - 1, index + 1) };
      case "ArrowUp":
        return { does: "move", to: Math.max(0, index - 1) };
      case "Home":
        return { does: "move", to: 0 };
      case "End":
        return { does: "move", to: this.shown.length - 1 };
      case "ArrowRight":
        if (open) return { does: "move", to: index + 1 };
        return hasChildren(row) ? { does: "turn", row, open: true } : { does: "nothing" };
      case "ArrowLeft":
        if (open) return { does: "turn", row, open: false };
        return row.parent ? { does: "move", to: this.shown.indexOf(row.parent) } : { does: "nothing" };
      case "*":
        return { does: "open siblings" };
      case "Enter":
        return { does: "show source" };
      case " ":
        return { does: row.node.selectable ? "make current" : "choose" };
      default:
        return key.length === 1 ? this.search(key, index, time) : null;
    }
  }

  /** The next row whose name begins with the typed letters. */
  private search(letter: string, index: number, time: number): Step {
    this.typed = time - this.typedAt > searchPause ? letter : this.typed + letter;
    this.typedAt = time;
    const wanted = this.typed.toLowerCase();
    // Further letters may still match the current row.
    const first = index + (this.typed.length === 1 ? 1 : 0);
    const order = [...this.shown.keys()].map((at) => (at + first) % this.shown.length);
    const next = order.find((at) => this.shown[at]?.node.name.toLowerCase().startsWith(wanted));
    return next === undefined ? { does: "nothing" } : { does: "move", to: next };
  }
}
