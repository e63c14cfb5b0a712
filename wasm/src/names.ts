// Names that were probably meant by a mistyped one.

/** A question with the name that was probably meant, after a space; empty if none is similar. */
export function suggestion(name: string, names: readonly string[]): string {
  const most = name.length < 5 ? 1 : 2;
  const [nearest] = names
    .map((each) => ({ each, changes: changesBetween(name.toLowerCase(), each) }))
    .filter(({ changes }) => changes <= most)
    .sort((one, other) => one.changes - other.changes);
  return nearest ? ` Did you mean "${nearest.each}"?` : "";
}

/** The number of letters to insert, delete or replace to turn a word into another. */
function changesBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to += 1)
      next.push(Math.min(row[to]! + (letter === other[to] ? 0 : 1), row[to + 1]! + 1, next[to]! + 1));
    row = next;
  }
  return row.at(-1)!;
}
