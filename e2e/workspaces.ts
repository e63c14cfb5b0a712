// Documents and expressions that several specs use.

const thousand = `[${Array.from({ length: 1000 }, (_, index) => index).join(",")}]`;

/** An expression with nested loops of a thousand items. Each level takes a thousand times as long. */
function nested(depth: number): string {
  return depth === 0 ? "$item" : `{eval: {not: {eval: $list, foreach: ${nested(depth - 1)}}}}`;
}

/** Would run for a billion years, with little memory and no output. */
export const endless = `{eval: {not: {eval: $list, foreach: ${nested(5)}}}, vars: {list: ${thousand}}}`;

/** Settings with which `endless` runs for a minute before a limit ends it. */
export const raised = { "Time, seconds": 60, Steps: 2_000_000_000, "Memory, MiB": 512 };

/** The variables that the bombs iterate and repeat. */
export const bombVars = { list: Array.from({ length: 1000 }, (_, index) => index), text: "x".repeat(100_000) };

/** Creates a billion values. */
export const memoryBomb = "{eval: $list, foreach: {eval: $list, foreach: {eval: $list, foreach: $item}}}";

/** Outputs 100 MB made from one text. */
export const outputBomb = "{eval: $list, foreach: $text}";

/** An Unfurl document with this many nodes. 16,000 are 2.5 MB. */
export function manyNodes(count: number): string {
  const node = (index: number): string =>
    `  node${String(index).padStart(5, "0")}:\n    type: Service\n    attributes:\n` +
    `      host: {concat: [host${index}, .example.com]}\n      url: {concat: ["https://", {eval: .::host}, "/app"]}\n`;
  return `instances:\n${Array.from({ length: count }, (_, index) => node(index)).join("")}`;
}
