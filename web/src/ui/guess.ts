// Guesses the dialect of a text: the one whose marks in it have the highest total weight. A document may contain
// expressions of another dialect, so their marks weigh less: `eval: "{{ x }}"` is not a template. A flavor needs marks
// of its own in the text, which are added to those of its dialect. The marks are loaded only when something is guessed.

import marks from "virtual:marks";
import { type Choice, choices } from "./dialects.ts";
import { own } from "./own.ts";

/** A mark of at least this weight is more than a habit that several languages share. */
const certain = 15;

function weightOf({ id }: Choice, text: string): number {
  return (own(marks, id) ?? [])
    .filter(({ pattern }) => new RegExp(pattern, "mu").test(text))
    .reduce((sum, mark) => sum + mark.weight, 0);
}

/** The weight of each choice's marks in a text, without zeros. */
function weights(text: string): { choice: Choice; weight: number }[] {
  const own = choices.map((choice) => ({ choice, weight: weightOf(choice, text) }));
  return own
    .filter(({ weight }) => weight > 0)
    .map(({ choice, weight }) => {
      const plain = choice.id === choice.dialect ? undefined : own.find((each) => each.choice.id === choice.dialect);
      return { choice, weight: weight + (plain?.weight ?? 0) };
    });
}

/** A guess: the choice, and whether almost nothing else is possible. */
interface Guess {
  choice: Choice;
  isSure: boolean;
}

/** The most likely choice for a text, or null. With equal weights the first one wins. */
export function guessed(text: string): Guess | null {
  const [heaviest, ...others] = weights(text).sort((one, other) => other.weight - one.weight);
  if (!heaviest) return null;
  const { choice, weight } = heaviest;
  const rival = others.find((other) => other.choice.dialect !== choice.dialect);
  return { choice, isSure: weight >= certain && weight >= 2 * (rival?.weight ?? 0) };
}
