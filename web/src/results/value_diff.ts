// What differs between two values, by their structure: what came, what went, and what is another value at the same
// place. Items of lists have no names: equal ones are paired first, wherever they stand, then those most alike.
//
//   [{name: a, n: 1}, {name: b}]  →  [{name: b}, {name: a, n: 2}]     0.n: 1 → 2

import { type JsonNode, type Path, writeJson } from "evalground";

export interface ValueChange {
  kind: "added" | "removed" | "changed";
  /** The way to it: in the value after, of what was removed in the value before. */
  path: Path;
  before?: JsonNode;
  after?: JsonNode;
}

/** Changes beyond this many are not looked for. */
export const mostChanges = 1000;
/** Items of a list beyond which the most alike are not looked for. */
const mostPaired = 300;

function isContainer(node: JsonNode): boolean {
  return node.kind === "map" || node.kind === "list";
}

/** Equal parts that two maps have at the same keys, from 0 to 1. */
function likeness(one: JsonNode, other: JsonNode): number {
  if (one.kind !== "map" || other.kind !== "map") return 0;
  const keys = new Set([...one.children, ...other.children].map(({ key }) => String(key)));
  let alike = 0;
  for (const key of keys) {
    const [left, right] = [one.get(key), other.get(key)];
    if (!left || !right) continue;
    alike += writeJson(left) === writeJson(right) ? 1 : isContainer(left) ? likeness(left, right) * 0.9 : 0;
  }
  return keys.size === 0 ? 1 : alike / keys.size;
}

class Comparison {
  readonly changes: ValueChange[] = [];

  compare(before: JsonNode, after: JsonNode, path: Path): void {
    if (this.changes.length >= mostChanges) return;
    if (before.kind === "map" && after.kind === "map") this.compareMaps(before, after, path);
    else if (before.kind === "list" && after.kind === "list") this.compareLists(before, after, path);
    else if (writeJson(before) !== writeJson(after)) this.note({ kind: "changed", path, before, after });
  }

  private note(change: ValueChange): void {
    if (this.changes.length < mostChanges) this.changes.push(change);
  }

  private compareMaps(before: JsonNode, after: JsonNode, path: Path): void {
    for (const child of before.children) {
      const key = String(child.key);
      const now = after.get(key);
      if (now) this.compare(child, now, [...path, key]);
      else this.note({ kind: "removed", path: [...path, key], before: child });
    }
    for (const child of after.children) {
      const key = String(child.key);
      if (!before.get(key)) this.note({ kind: "added", path: [...path, key], after: child });
    }
  }

  private compareLists(before: JsonNode, after: JsonNode, path: Path): void {
    const waiting = new Map<string, number>();
    for (const item of before.children) {
      const words = writeJson(item);
      waiting.set(words, (waiting.get(words) ?? 0) + 1);
    }
    const fresh: [number, JsonNode][] = [];
    for (const [index, item] of after.children.entries()) {
      const words = writeJson(item);
      const count = waiting.get(words) ?? 0;
      if (count > 0) waiting.set(words, count - 1);
      else fresh.push([index, item]);
    }
    // Of equal items the last ones are those that went.
    const gone: [number, JsonNode][] = [];
    for (const [index, item] of [...before.children.entries()].reverse()) {
      const words = writeJson(item);
      const count = waiting.get(words) ?? 0;
      if (count > 0) {
        waiting.set(words, count - 1);
        gone.unshift([index, item]);
      }
    }
    const isPaired = gone.length <= mostPaired && fresh.length <= mostPaired;
    for (const [index, item] of fresh) {
      let best = -1;
      let most = 0.2;
      for (const [place, [, old]] of isPaired ? gone.entries() : []) {
        const alike = likeness(old, item);
        if (alike > most) [best, most] = [place, alike];
      }
      const [[, old] = []] = best < 0 ? [] : gone.splice(best, 1);
      if (old) this.compare(old, item, [...path, index]);
      else this.note({ kind: "added", path: [...path, index], after: item });
    }
    for (const [index, item] of gone) this.note({ kind: "removed", path: [...path, index], before: item });
  }
}

/** The changes that make one value of another; null stands for no value. */
export function compareValues(before: JsonNode | null, after: JsonNode | null): ValueChange[] {
  if (!before || !after) {
    if (after) return [{ kind: "added", path: [], after }];
    return before ? [{ kind: "removed", path: [], before }] : [];
  }
  const comparison = new Comparison();
  comparison.compare(before, after, []);
  return comparison.changes;
}
