// Which dialect a text is most likely written in: the one whose marks in it weigh most together. A document of one may
// hold expressions of another, whose marks weigh less: `eval: "{{ x }}"` is no template. A flavor of a dialect counts
// where the text shows marks of its own, on top of those of the dialect.

import { type Choice, choices } from "./dialects.ts";

/** From this weight on a mark is more than a habit that several languages share. */
const certain = 15;

function weightOf({ marks }: Choice, text: string): number {
  return marks
    .filter(({ pattern }) => new RegExp(pattern, "mu").test(text))
    .reduce((sum, mark) => sum + mark.weight, 0);
}

/** The weight of each choice's marks in a text, without those that have none. */
function weights(text: string): { choice: Choice; weight: number }[] {
  const own = choices.map((choice) => ({ choice, weight: weightOf(choice, text) }));
  return own
    .filter(({ weight }) => weight > 0)
    .map(({ choice, weight }) => {
      const plain = choice.id === choice.dialect ? undefined : own.find((each) => each.choice.id === choice.dialect);
      return { choice, weight: weight + (plain?.weight ?? 0) };
    });
}

/** What a text was taken for: the choice, and whether hardly anything else is possible. */
interface Guess {
  choice: Choice;
  isSure: boolean;
}

/** The choice that a text shows marks of, or null; of several with the same weight the first. */
export function guessed(text: string): Guess | null {
  const [heaviest, ...others] = weights(text).sort((one, other) => other.weight - one.weight);
  if (!heaviest) return null;
  const { choice, weight } = heaviest;
  const rival = others.find((other) => other.choice.dialect !== choice.dialect);
  return { choice, isSure: weight >= certain && weight >= 2 * (rival?.weight ?? 0) };
}
