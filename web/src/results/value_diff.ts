// A structural diff of two values: additions, removals and changes. List items have no names, so they are paired: first
// equal items wherever they are, then the most similar ones, then those at the same index.
//
//   [{name: a, n: 1}, {name: b}]  →  [{name: b}, {name: a, n: 2}]     1.n: 1 → 2
//   [1, 2, 3]                     →  [1, 5, 3]                        1: 2 → 5

import { type JsonNode, type Path, writeJson } from "evalground";

export interface ValueChange {
  kind: "added" | "removed" | "changed";
  /** Its path: in the new value, or for removals in the old value. */
  path: Path;
  before?: JsonNode;
  after?: JsonNode;
}

/** Maximum number of changes that are collected. */
export const mostChanges = 1000;
/** Longest list in which similar items are searched for. */
const mostPaired = 300;

function isContainer(node: JsonNode): boolean {
  return node.kind === "map" || node.kind === "list";
}

/** A canonical text of a value: equal values have equal texts. The order of map keys is ignored. */
function wordsOf(node: JsonNode): string {
  if (!isContainer(node)) return writeJson(node);
  if (node.kind === "list") return `[${node.children.map(wordsOf).join()}]`;
  const members = node.children.map((child) => `${JSON.stringify(String(child.key))}:${wordsOf(child)}`);
  return `{${members.sort().join()}}`;
}

/** How similar two maps are: the share of equal members, from 0 to 1. */
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

interface Item {
  index: number;
  node: JsonNode;
  /** How many items before it occur in both lists. */
  common: number;
}

/**
 * The items of each list without an equal in the other. Of several equal items the last ones count as removed or added.
 */
function unequal(before: JsonNode, after: JsonNode): [gone: Item[], fresh: Item[]] {
  const waiting = new Map<string, number>();
  const written = before.children.map(wordsOf);
  for (const words of written) waiting.set(words, (waiting.get(words) ?? 0) + 1);
  const fresh: Item[] = [];
  let common = 0;
  for (const [index, node] of after.children.entries()) {
    const words = wordsOf(node);
    const count = waiting.get(words) ?? 0;
    if (count === 0) fresh.push({ index, node, common });
    else {
      waiting.set(words, count - 1);
      common += 1;
    }
  }
  const isGone = written.map(() => false);
  for (let index = written.length - 1; index >= 0; index -= 1) {
    const words = written[index] as string;
    const count = waiting.get(words) ?? 0;
    if (count === 0) continue;
    waiting.set(words, count - 1);
    isGone[index] = true;
  }
  const gone: Item[] = [];
  common = 0;
  for (const [index, node] of before.children.entries()) {
    if (isGone[index]) gone.push({ index, node, common });
    else common += 1;
  }
  return [gone, fresh];
}

/**
 * Pairs each new item with the old item it was made from: the most similar one, else the next at the same place among
 * the unchanged items. Removes paired items from `gone`.
 */
function pairsOf(gone: Item[], fresh: readonly Item[]): Map<Item, Item> {
  const pairs = new Map<Item, Item>();
  if (gone.length > mostPaired || fresh.length > mostPaired) return pairs;
  for (const item of fresh) {
    let best = -1;
    let most = 0.2; // items with less in common are not versions of each other
    for (const [place, { node }] of gone.entries()) {
      const alike = likeness(node, item.node);
      if (alike > most) [best, most] = [place, alike];
    }
    if (best >= 0) pairs.set(item, gone.splice(best, 1)[0] as Item);
  }
  for (const item of fresh) {
    if (pairs.has(item)) continue;
    const place = gone.findIndex(({ common }) => common === item.common);
    if (place >= 0) pairs.set(item, gone.splice(place, 1)[0] as Item);
  }
  return pairs;
}

/**
 * The indices at which two lists differ, if they describe the change better than additions and removals; otherwise
 * null. Maps and lists may have moved, so indices mean little for them, unless only the order differs.
 */
function unequalPlaces(before: JsonNode, after: JsonNode, differing: number): number[] | null {
  if (before.children.length !== after.children.length) return null;
  if (differing > 0 && [...before.children, ...after.children].some(isContainer)) return null;
  const written = after.children.map(wordsOf);
  const places = [...written.keys()].filter((at) => wordsOf(before.children[at] as JsonNode) !== written[at]);
  return differing === 0 || places.length <= differing ? places : null;
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
    const [gone, fresh] = unequal(before, after);
    const pairs = pairsOf(gone, fresh);
    const moved = unequalPlaces(before, after, fresh.length + gone.length);
    if (moved) {
      for (const index of moved)
        this.compare(before.children[index] as JsonNode, after.children[index] as JsonNode, [...path, index]);
      return;
    }
    for (const item of fresh) {
      const old = pairs.get(item);
      if (old) this.compare(old.node, item.node, [...path, item.index]);
      else this.note({ kind: "added", path: [...path, item.index], after: item.node });
    }
    for (const { index, node } of gone) this.note({ kind: "removed", path: [...path, index], before: node });
  }
}

/** The changes from one value to another. Null stands for no value. */
export function compareValues(before: JsonNode | null, after: JsonNode | null): ValueChange[] {
  if (!before || !after) {
    if (after) return [{ kind: "added", path: [], after }];
    return before ? [{ kind: "removed", path: [], before }] : [];
  }
  const comparison = new Comparison();
  comparison.compare(before, after, []);
  return comparison.changes;
}
