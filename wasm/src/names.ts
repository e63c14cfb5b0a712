// Names that were probably meant by a mistyped one.

/** A question with the name that was probably meant, after a space; empty if none is similar. */
export function suggestion(name: string, names: readonly string[]): string {
  const meant = names.find((each) => isSimilar(name.toLowerCase(), each));
  return meant === undefined ? "" : ` Did you mean "${meant}"?`;
}

/** Whether one letter is wrong, missing or added, or two neighbors are exchanged. */
function isSimilar(one: string, other: string): boolean {
  let begin = 0;
  while (begin < one.length && one[begin] === other[begin]) begin += 1;
  let [rest, otherRest] = [one.slice(begin), other.slice(begin)];
  while (rest !== "" && rest.at(-1) === otherRest.at(-1))
    [rest, otherRest] = [rest.slice(0, -1), otherRest.slice(0, -1)];
  const isExchanged = rest.length === 2 && rest === `${otherRest[1]}${otherRest[0]}` && otherRest.length === 2;
  return isExchanged || (rest.length <= 1 && otherRest.length <= 1);
}
