// The little Markdown that the engine writes, as elements: paragraphs, lists, fenced blocks, and code between
// backticks. Anything else, HTML too, is text.

import { type Child, element } from "./dom.ts";

/** A line's text and its code: `x`, and ``a ` b`` where the code has backticks itself. */
export function inline(line: string): Child[] {
  const parts: Child[] = [];
  let plain = 0;
  for (const found of line.matchAll(/(`+)(?!`)(.*?[^`])\1(?!`)/g)) {
    const [whole, , inner = ""] = found;
    if (found.index > plain) parts.push(line.slice(plain, found.index));
    // Blanks that only keep backticks apart.
    const code = inner.startsWith(" ") && inner.endsWith(" ") && inner.includes("`") ? inner.slice(1, -1) : inner;
    parts.push(element("code", { dir: "auto" }, code));
    plain = found.index + whole.length;
  }
  if (plain < line.length) parts.push(line.slice(plain));
  return parts;
}

/** The elements of a text. */
export function markdown(text: string): HTMLElement[] {
  const blocks: HTMLElement[] = [];
  let lines: string[] = [];
  const flush = (): void => {
    if (lines.length === 0) return;
    const isList = lines.every((line) => line.startsWith("- "));
    blocks.push(
      isList
        ? element("ul", {}, ...lines.map((line) => element("li", { dir: "auto" }, ...inline(line.slice(2)))))
        : element("p", { dir: "auto" }, ...inline(lines.join(" "))),
    );
    lines = [];
  };
  const all = text.split(/\r?\n/);
  for (let at = 0; at < all.length; at += 1) {
    const line = all[at] ?? "";
    if (line.startsWith("```")) {
      flush();
      const end = all.indexOf("```", at + 1);
      const last = end < 0 ? all.length : end;
      blocks.push(element("pre", {}, element("code", { dir: "auto" }, all.slice(at + 1, last).join("\n"))));
      at = last;
    } else if (line.trim() === "") flush();
    else lines.push(line);
  }
  flush();
  return blocks;
}

/** The words of a text without its signs, to be read out. */
export function plainWords(text: string): string {
  return markdown(text)
    .map(({ textContent }) => textContent)
    .join(". ");
}
