// Names that were probably meant by a mistyped one.

/** A question with the name that was probably meant, after a space; empty if none is similar. */
export function suggestion(name: string, names: readonly string[]): string {
  const meant = names.find((each) => isSimilar(name.toLowerCase(), each));
  return meant === undefined ? "" : ` Did you mean "${meant}"?`;
}

/** Whether two words differ in one place, by at most two letters. */
function isSimilar(one: string, other: string): boolean {
  let begin = 0;
  while (begin < one.length && one[begin] === other[begin]) begin += 1;
  const [rest, otherRest] = [one.slice(begin), other.slice(begin)];
  let end = 0;
  while (end < rest.length && rest.at(-1 - end) === otherRest.at(-1 - end)) end += 1;
  return Math.max(rest.length, otherRest.length) - end <= (one.length < 5 ? 1 : 2);
}
