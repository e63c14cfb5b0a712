// Turns marked code blocks into embeds. The mark is `data-evalground`, or the class `evalground`, on the block or any
// ancestor, since site generators attach an author's attributes to different elements. The language is in a class
// (`language-yaql`, `highlight-yaql`), in `data-lang` or in an option. Colours in the block are ignored. A following
// block that is marked as output is shown until the first evaluation.
//
//   <pre><code class="language-yaql" data-evalground data-data='[1, 2]'>$.sum()</code></pre>
//   <pre data-evalground-output data-expect>3</pre>

import { blockLanguages } from "../languages.js";
import { elementAttributes, textAttributes } from "../marks.js";
import { writeJson } from "../reader.js";
import { frameOptions, hostOptions, OptionError, type Given } from "./options.js";
import { languageNamed, valueKeys } from "./vocabulary.js";

const marks = "[data-evalground], .evalground";
const outputMarks = "[data-evalground-output], .evalground-output";

/** Attributes of the element that a block may give. */
const passed = [...elementAttributes, ...textAttributes, ...valueKeys];

interface Block {
  /** The element that the embed replaces. */
  place: HTMLElement;
  code: HTMLElement;
  /** Elements that may have options, from the inside out. */
  carriers: HTMLElement[];
}

/** The block that a mark refers to; null if there is none. */
function blockOf(marked: HTMLElement): Block | null {
  const pre = marked.closest("pre") ?? marked.querySelector("pre");
  const code = marked.closest("code") ?? (pre ?? marked).querySelector("code") ?? pre;
  if (!code) return null;
  const place = pre?.contains(marked) ? pre : marked;
  const carriers: HTMLElement[] = [];
  const top = place.parentElement;
  for (let each: HTMLElement | null = code; each && each !== top; each = each.parentElement) carriers.push(each);
  return { place, code, carriers };
}

function languageOf(carriers: readonly HTMLElement[], outside: Element | null): string {
  for (const carrier of [...carriers, ...(outside ? [outside as HTMLElement] : [])]) {
    const named = carrier.dataset["lang"] ?? carrier.dataset["language"];
    const words = [named ?? "", ...carrier.classList].map((word) => word.toLowerCase());
    for (const word of words) {
      const name = word.replace(/^(?:language|highlight|lang|brush|src)-/, "");
      if (blockLanguages.has(name)) return name;
    }
  }
  return "";
}

/** The output block that follows an embed; null if there is none. */
function outputAfter(place: Element): HTMLElement | null {
  const next = place.nextElementSibling;
  if (!(next instanceof HTMLElement)) return null;
  return next.matches(outputMarks) || next.querySelector(outputMarks) ? next : null;
}

/** The options of a block. */
function givenTo({ carriers }: Block): Given {
  return (name) => {
    const carrier = carriers.find((each) => each.hasAttribute(`data-${name}`));
    return carrier?.getAttribute(`data-${name}`) ?? undefined;
  };
}

/** Makes `embed` that of a block. Throws an OptionError if its options are invalid. */
function fill(embed: HTMLElement, block: Block, given: Given, parts: ReadonlyMap<string, string>): void {
  const { place, code, carriers } = block;
  const named = given("dialect") || given("evalground") || languageOf(carriers, place.parentElement);
  if (named === "") throw new OptionError("a marked block names no language");
  const path = given("file") ?? languageNamed(named).file;
  frameOptions(given);
  hostOptions(given);
  for (const name of passed) {
    const value = given(name);
    if (value !== undefined) embed.setAttribute(name, value);
  }
  embed.setAttribute("dialect", named);
  const text = textOf(code);
  // The main file is the first one.
  const files = new Map([...(path ? [[path, text] as const] : []), ...parts]);
  if (!path) embed.setAttribute("expression", text.slice(0, -1));
  if (files.size > 0) embed.setAttribute("files", writeJson(files));
}

/** The text of a block, which ends with a line break. */
function textOf(code: HTMLElement): string {
  return `${(code.textContent ?? "").replace(/\n$/, "")}\n`;
}

/**
 * Turns the matching blocks of a page into embeds. A block is converted only once. One with a key is a part of the next
 * example, and stays.
 */
export function enhance(selector = marks, root: ParentNode = document): void {
  const done = new Set<Element>();
  let next: HTMLElement | undefined;
  let parts = new Map<string, string>();
  for (const marked of root.querySelectorAll<HTMLElement>(selector)) {
    if (marked.matches(outputMarks) || marked.localName === "evalground-embed" || !marked.isConnected) continue;
    const block = blockOf(marked);
    if (!block || done.has(block.code)) continue;
    done.add(block.code);
    try {
      const given = givenTo(block);
      const embed = next ?? document.createElement("evalground-embed");
      const key = given("key");
      if (key) {
        next = embed;
        if (key === "files") parts.set(given("file") ?? "", textOf(block.code));
        else embed.setAttribute(key, textOf(block.code));
        continue;
      }
      const files = parts;
      [next, parts] = [undefined, new Map()];
      fill(embed, block, given, files);
      const output = outputAfter(block.place);
      block.place.replaceWith(embed);
      if (!output) continue;
      const expected = output.closest("[data-expect]") ?? output.querySelector("[data-expect]");
      if (expected && !embed.hasAttribute("expect")) setExpected(embed, output.textContent ?? "");
      const fallback = document.createElement("output");
      fallback.slot = "fallback";
      output.replaceWith(fallback);
      fallback.append(output);
      embed.append(fallback);
    } catch (error) {
      if (!(error instanceof OptionError)) throw error;
      console.warn(`evalground: ${error.message}`, block.place);
    }
  }
}

/** Sets the expectation. JSON output is the expected value; any other output is the expected text. */
function setExpected(embed: HTMLElement, text: string): void {
  try {
    JSON.parse(text);
    embed.setAttribute("expect", text);
  } catch {
    embed.setAttribute("expect", JSON.stringify(text.replace(/\n$/, "")));
  }
}

/** A selector for blocks in the dialects' languages, for pages without marks. */
export const languageMarks = [...blockLanguages.keys()]
  .map((name) => `pre > code[class~="language-${name}"]`)
  .join(", ");
