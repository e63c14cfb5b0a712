// Renders the small subset of Markdown that the engine writes: paragraphs, lists, fenced blocks and inline code.
// Everything else, including HTML, is plain text.

import { codeWords } from "./code_words.ts";
import { element } from "./dom.ts";

/** The elements of a text. */
export function markdown(text: string): HTMLElement[] {
  const blocks: HTMLElement[] = [];
  let lines: string[] = [];
  const flush = (): void => {
    if (lines.length === 0) return;
    const isList = lines.every((line) => line.startsWith("- "));
    blocks.push(
      isList
        ? element("ul", {}, ...lines.map((line) => element("li", { dir: "auto" }, ...codeWords(line.slice(2)))))
        : element("p", { dir: "auto" }, ...codeWords(lines.join(" "))),
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
