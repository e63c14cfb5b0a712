// Renders the small subset of Markdown that the engine writes: paragraphs, lists, fenced blocks and inline code.
// Everything else, including HTML, is plain text.

import { type Child, element } from "./dom.ts";

/** A line's text and inline code: `x`, and ``a ` b`` for code that contains backticks. */
export function inline(line: string): Child[] {
  const parts: Child[] = [];
  let plain = 0;
  for (const found of line.matchAll(/(`+)(?!`)(.*?[^`])\1(?!`)/g)) {
    const [whole, , inner = ""] = found;
    if (found.index > plain) parts.push(line.slice(plain, found.index));
    // Spaces that only separate backticks.
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

/** A text without its markup, for screen readers. */
export function plainWords(text: string): string {
  return markdown(text)
    .map(({ textContent }) => textContent)
    .join(". ");
}
