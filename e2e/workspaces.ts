// Documents and expressions that several specs evaluate.

const thousand = `[${Array.from({ length: 1000 }, (_, index) => index).join(",")}]`;

/**
 * An expression that walks a thousand items, for each of them again, and so on: each level takes a thousand times as
 * long.
 */
function nested(depth: number): string {
  return depth === 0 ? "$item" : `{eval: {not: {eval: $list, foreach: ${nested(depth - 1)}}}}`;
}

/** Would run for a billion years; holds little memory and gives no output. */
export const endless = `{eval: {not: {eval: $list, foreach: ${nested(5)}}}, vars: {list: ${thousand}}}`;

/** The settings under which `endless` is ended by nothing for a minute. */
export const raised = { "Time, seconds": 60, Steps: 2_000_000_000, "Memory, MiB": 512 };

/** What the bombs walk and repeat. */
export const bombVars = { list: Array.from({ length: 1000 }, (_, index) => index), text: "x".repeat(100_000) };

/** Makes a billion values. */
export const memoryBomb = "{eval: $list, foreach: {eval: $list, foreach: {eval: $list, foreach: $item}}}";

/** Gives 100 MB of output made of one text. */
export const outputBomb = "{eval: $list, foreach: $text}";
