// Texts of the engine with `code` between backticks: as elements, or as plain text for buttons and tooltips.

import { type Child, element } from "./dom.ts";

/** Code between one or more backticks: `x`, and ``a ` b`` for code that contains backticks. */
const inCode = /(`+)(?!`)(.*?[^`])\1(?!`)/g;

/** The code of a match, without spaces that only separate backticks. */
function codeOf([, , inner = ""]: RegExpMatchArray): string {
  return inner.startsWith(" ") && inner.endsWith(" ") && inner.includes("`") ? inner.slice(1, -1) : inner;
}

/** A text with its code as elements. */
export function codeWords(line: string): Child[] {
  const parts: Child[] = [];
  let plain = 0;
  for (const found of line.matchAll(inCode)) {
    if (found.index > plain) parts.push(line.slice(plain, found.index));
    parts.push(element("code", { dir: "auto" }, codeOf(found)));
    plain = found.index + found[0].length;
  }
  if (plain < line.length) parts.push(line.slice(plain));
  return parts;
}

/** A text with its code in quotes, where no elements can be. */
export function quotedCode(line: string): string {
  return line.replace(inCode, (...found) => `"${codeOf(found as unknown as RegExpMatchArray)}"`);
}
