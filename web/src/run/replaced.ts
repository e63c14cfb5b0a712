// Whether a document is a new one or an edit of an earlier one. Results of a replaced document say nothing about the
// new one.

/** Whether less than a quarter of a text is left: neither its start nor its end, and few of its lines. */
export function isReplaced(earlier: string, now: string): boolean {
  const before = earlier.trim();
  const quarter = Math.ceil(before.length / 4);
  if (now.trimStart().startsWith(before.slice(0, quarter))) return false;
  if (now.trimEnd().endsWith(before.slice(before.length - quarter))) return false;
  const lines = new Set(now.split("\n"));
  const old = before.split("\n");
  return old.filter((line) => lines.has(line)).length * 4 < old.length;
}
