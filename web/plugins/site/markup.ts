// Builds HTML from elements with escaped text, so that no page can contain markup from an example.

import { highlightedLines } from "evalground/embed";
import { escapeHtml } from "../html.ts";

/** A finished piece of HTML. */
export class Markup {
  constructor(readonly html: string) {}
}

export type Part = Markup | string | number | false | null | undefined | readonly Part[];
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

const voidTags = new Set(["meta", "link", "input", "br", "img"]);

function rendered(part: Part): string {
  if (part === false || part === null || part === undefined) return "";
  if (part instanceof Markup) return part.html;
  if (typeof part === "string" || typeof part === "number") return escapeHtml(String(part));
  return part.map(rendered).join("");
}

/** An element. An attribute that is true has no value; false and absent ones are left out. */
export function h(tag: string, attributes: Attributes, ...children: Part[]): Markup {
  const written = Object.entries(attributes).map(([name, value]) => {
    if (value === undefined || value === false) return "";
    return value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`;
  });
  const opening = `<${tag}${written.join("")}>`;
  return new Markup(voidTags.has(tag) ? opening : `${opening}${rendered(children)}</${tag}>`);
}

/** Parts in sequence. */
export function parts(...children: Part[]): Markup {
  return new Markup(rendered(children));
}

/** A sentence in which backticks enclose code. */
export function sentence(words: string): Part {
  return words.split("`").map((piece, index) => (index % 2 === 1 ? h("code", { dir: "ltr" }, piece) : piece));
}

/** Paragraphs separated by blank lines. */
export function paragraphs(words: string): Part {
  return words
    .trim()
    .split(/\n\s*\n/)
    .map((each) => h("p", {}, sentence(each.replace(/\s*\n\s*/g, " "))));
}

/** A highlighted text, as embeds show it before anything is loaded; without highlighting if `isPlain`. */
export function code(text: string, given: Attributes = {}, isPlain = false): Markup {
  // Only an element with a role can have a label.
  const attributes = given["aria-label"] === undefined ? given : { role: "group", ...given };
  if (isPlain) return h("pre", { class: "code", dir: "ltr", tabindex: 0, ...attributes }, h("code", {}, text));
  const lines = highlightedLines(text.replace(/\n$/, "")).map((pieces, index) => [
    index > 0 && "\n",
    pieces.map(({ kind, text: words }) => (kind === "" ? words : h("span", { class: `syntax-${kind}` }, words))),
  ]);
  return h("pre", { class: "code", dir: "ltr", tabindex: 0, ...attributes }, h("code", {}, lines));
}

/**
 * A word for addresses and anchors: letters, digits, dots and hyphens. Other characters are replaced by their numbers.
 */
export function slug(words: string): string {
  return words
    .trim()
    .replace(/[^\p{L}\p{N}]+/gu, (signs) =>
      /[^\s_.:/-]/.test(signs)
        ? `-${[...signs].map((sign) => (/\s/.test(sign) ? "" : sign.codePointAt(0)?.toString(16))).join("")}-`
        : "-",
    )
    .replace(/^-+|-+$/g, "")
    .replace(/-{2,}/g, "-");
}
