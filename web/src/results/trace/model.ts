// The steps of a run as a tree, and the order in which the stepper visits them.
//
// Steps that run repeatedly at one place, such as the body of a loop, are one row that groups all rounds:
//
//   loop   for u in users            [...]
//     filter  u.name | upper         2 times
//       filter  u.name | upper       "ANN"
//       filter  u.name | upper       "BOB"
//
// The stepper visits steps in the order in which their values were computed. A step comes after the steps it needs; the
// last step of an expression is its result.

import type { TraceStep } from "evalground";

export interface TraceNode {
  id: string;
  /** The step; for a group that of its first round. */
  step: TraceStep;
  /** Number of rounds in the group; absent for a single step. */
  rounds?: number;
  totalMs: number;
  children: TraceNode[];
}

/** A visible row: a node and its depth. */
export interface TraceRow {
  node: TraceNode;
  level: number;
  place: number;
  siblings: number;
}

/** Which steps are shown. */
export type TraceFilter = "all" | "errors" | "slowest";

/** How many steps count as the slowest. */
const mostSlow = 10;
/** Longest copied text, in rows. */
const mostCopied = 20_000;

function keyOf({ what, span, text }: TraceStep): string {
  return span ? `${what} ${span.file} ${span.from} ${span.to}` : `${what} ${text ?? ""}`;
}

/** Groups nodes of the same place. The group takes the position of its first node. */
function grouped(nodes: readonly TraceNode[]): TraceNode[] {
  const byKey = new Map<string, TraceNode[]>();
  for (const node of nodes) {
    const key = keyOf(node.step);
    const known = byKey.get(key);
    if (known) known.push(node);
    else byKey.set(key, [node]);
  }
  return [...byKey.values()].map((same) => {
    const [first] = same as [TraceNode];
    if (same.length === 1) return first;
    const totalMs = same.reduce((sum, node) => sum + node.totalMs, 0);
    return { id: `group ${first.id}`, step: first.step, rounds: same.length, totalMs, children: same };
  });
}

/** The tree of steps. A step whose parent was dropped becomes a root. */
function treeOf(steps: readonly TraceStep[]): TraceNode[] {
  const nodes = new Map<number, TraceNode>();
  const roots: TraceNode[] = [];
  for (const step of steps) {
    const node: TraceNode = { id: String(step.id), step, totalMs: step.totalMs, children: [] };
    nodes.set(step.id, node);
    // A parent precedes its children.
    const parent = step.parent === undefined ? undefined : nodes.get(step.parent);
    (parent?.children ?? roots).push(node);
  }
  for (const node of nodes.values()) node.children = grouped(node.children);
  return grouped(roots);
}

/** The steps in the order of their values: children before the step that needs them (post-order). */
function inOrder(roots: readonly TraceNode[]): TraceNode[] {
  const all: TraceNode[] = [];
  // An explicit stack, because a trace is as deep as the document makes it.
  const ahead = [...roots].reverse().map((node) => ({ node, isOpen: false }));
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    const { node, isOpen } = next;
    if (isOpen || node.children.length === 0) {
      if (node.rounds === undefined) all.push(node);
      continue;
    }
    ahead.push({ node, isOpen: true });
    for (const child of [...node.children].reverse()) ahead.push({ node: child, isOpen: false });
  }
  return all;
}

export class TraceModel {
  readonly roots: readonly TraceNode[];
  /** The steps in the stepper's order. */
  readonly order: readonly TraceNode[];
  /** Ids of the expanded nodes. */
  readonly open = new Set<string>();
  /** Number of steps dropped from the middle of the trace. */
  readonly dropped: number;
  filter: TraceFilter = "all";
  search = "";
  private readonly parents = new Map<TraceNode, TraceNode>();
  private readonly slow: ReadonlySet<TraceNode>;

  constructor(readonly steps: readonly TraceStep[]) {
    this.roots = treeOf(steps);
    this.order = inOrder(this.roots);
    const last = steps.at(-1);
    this.dropped = last ? last.id - steps.length : 0;
    const ahead: TraceNode[] = [...this.roots];
    for (let node = ahead.pop(); node; node = ahead.pop()) {
      for (const child of node.children) {
        this.parents.set(child, node);
        ahead.push(child);
      }
    }
    this.slow = new Set([...this.order].sort((one, other) => other.step.ms - one.step.ms).slice(0, mostSlow));
    for (const root of this.roots) this.open.add(root.id);
  }

  parentOf(node: TraceNode): TraceNode | undefined {
    return this.parents.get(node);
  }

  /** The visible rows: those of the tree, or a flat list of the filtered steps. */
  rows(): TraceRow[] {
    if (this.filter !== "all" || this.search.trim() !== "") {
      const found = this.order.filter((node) => this.passes(node));
      if (this.filter === "slowest") found.sort((one, other) => other.step.ms - one.step.ms);
      return found.map((node, index) => ({ node, level: 1, place: index + 1, siblings: found.length }));
    }
    const rows: TraceRow[] = [];
    const add = (nodes: readonly TraceNode[], level: number): TraceRow[] =>
      nodes.map((node, index) => ({ node, level, place: index + 1, siblings: nodes.length }));
    const ahead = add(this.roots, 1).reverse();
    for (let row = ahead.pop(); row; row = ahead.pop()) {
      rows.push(row);
      if (this.open.has(row.node.id)) ahead.push(...add(row.node.children, row.level + 1).reverse());
    }
    return rows;
  }

  /** Expands all parents of a node. */
  reveal(node: TraceNode): void {
    for (let above = this.parents.get(node); above; above = this.parents.get(above)) this.open.add(above.id);
  }

  /** The whole tree as indented text. */
  text(): string {
    const lines: string[] = [];
    const ahead = [...this.roots].reverse().map((node) => ({ node, level: 0 }));
    for (let next = ahead.pop(); next && lines.length < mostCopied; next = ahead.pop()) {
      const { node, level } = next;
      lines.push("  ".repeat(level) + lineOf(node));
      for (const child of [...node.children].reverse()) ahead.push({ node: child, level: level + 1 });
    }
    return `${lines.join("\n")}\n`;
  }

  private passes(node: TraceNode): boolean {
    const { what, text = "", name = "", value = "", error } = node.step;
    if (this.filter === "errors" && error === undefined) return false;
    if (this.filter === "slowest" && !this.slow.has(node)) return false;
    const wanted = this.search.trim().toLowerCase();
    return wanted === "" || `${what} ${text} ${name} ${value}`.toLowerCase().includes(wanted);
  }
}

function lineOf({ step, rounds, totalMs }: TraceNode): string {
  const { what, text = "", name = "", value, error, cached, span } = step;
  const parts = [
    what,
    text,
    rounds === undefined ? name : "",
    rounds === undefined ? (error === undefined ? `→ ${value ?? ""}` : `✕ ${error}`) : `${rounds}×`,
    cached ? "↻" : "",
    `${totalMs.toFixed(3)} ms`,
    span ? `${span.file} ${span.line}:${span.column}` : "",
  ];
  return parts.filter((part) => part !== "").join("  ");
}
