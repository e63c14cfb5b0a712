// Which dialect a text is most likely written in: the one whose marks in it weigh most together. A document of one may
// hold expressions of another, whose marks weigh less: `eval: "{{ x }}"` is no template.

import { dialects, type DialectFacts } from "./dialects.ts";

/** The weight of a dialect's marks in a text. */
function weight({ marks }: DialectFacts, text: string): number {
  return marks
    .filter(({ pattern }) => new RegExp(pattern, "mu").test(text))
    .reduce((sum, mark) => sum + mark.weight, 0);
}

/** The dialect that a text shows marks of, or null; of several with the same weight the first. */
export function guessDialect(text: string, known: readonly DialectFacts[] = dialects): string | null {
  let heaviest = 0;
  let guessed: string | null = null;
  for (const dialect of known) {
    const found = weight(dialect, text);
    if (found <= heaviest) continue;
    heaviest = found;
    guessed = dialect.id;
  }
  return guessed;
}
