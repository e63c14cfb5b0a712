// The marked fences of a Markdown document, for the plugins of its renderers: what each becomes as <evalground-embed>.
//
//   ```json evalground key=data          a part: a key of the next example. Its fence is not changed
//   [1, 2, 3]
//   ```
//
//   ```yaql {.evalground show="data"}    an example
//   $.where($ > 1)
//   ```
//
// Everything that an example needs is an attribute of the element, so no source can end an element or become markup.
// The element reads the values, so mistakes in them are reported there and by `evalground check-docs`.

import { blockLanguages } from "./languages.js";
import {
  blockAttributes,
  elementAttributes,
  exampleMark,
  outputLanguages,
  outputMark,
  textAttributes,
  valueAttributes,
  workspaceLanguages,
} from "./marks.js";
import { suggestion } from "./names.js";
import { linkOfWorkspace } from "./workspace_link.js";

/** The language, marks and attributes of a fence. A mark is an attribute without a value. */
export interface FenceInfo {
  /** In lower case; empty if it names none. */
  language: string;
  attributes: ReadonlyMap<string, string>;
}

/** The attributes that the element gets from a fence. */
const passed = [...valueAttributes, ...textAttributes, ...elementAttributes];
const known = [...passed, ...blockAttributes];
const isRead = (name: string): boolean => known.includes(name) || name === exampleMark || name === outputMark;

const word = /\.?([\w-]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s}]*)))?/g;
const nameOf = (written: string): string => written.replace(/^data-(?=.)/, "");

/** Parses the text after a fence's language: names, with or without a value, `.class` and braces around them. */
export function readMeta(meta: string): Map<string, string> {
  const words = new Map<string, string>();
  for (const [, name = "", double, single, bare] of meta.matchAll(word))
    words.set(nameOf(name), double ?? single ?? bare ?? "");
  return words;
}

const languageOf = (info: string): string => /^[\w+#-]*/.exec(info)![0];

/** Parses all that follows the backticks: `yaql {.evalground data="[1]"}`. */
export function readInfo(info: string): FenceInfo {
  const language = languageOf(info.trim());
  return { language: language.toLowerCase(), attributes: readMeta(info.trim().slice(language.length)) };
}

/** All that follows the backticks without what is read here. The rest is for the renderer. */
export function withoutMarks(info: string): string {
  const language = languageOf(info.trim());
  const rest = info
    .trim()
    .slice(language.length)
    .replace(word, (written, name: string) => (isRead(nameOf(name)) ? "" : written));
  return `${language} ${rest.replace(/\{\s*\}/, "")}`.replace(/\s+/g, " ").trim();
}

/** Whether a fence is an example or a part of one. */
export function isMarked({ language, attributes }: FenceInfo): boolean {
  return language === exampleMark || attributes.has(exampleMark);
}

/** Whether a fence, after an example, shows the output of that example. */
export function isOutput({ language, attributes }: FenceInfo): boolean {
  return outputLanguages.includes(language) || attributes.has(outputMark);
}

/** The attributes of a fence that are those of the element. */
const passedOf = (attributes: ReadonlyMap<string, string>): [string, string][] =>
  [...attributes].filter(([name]) => name !== "dialect" && passed.includes(name));

/** Refuses an attribute that is almost one that is read. Renderers have attributes of their own. */
function refuseAlmostKnown(attributes: ReadonlyMap<string, string>): void {
  for (const name of attributes.keys()) {
    const hint = isRead(name) ? "" : suggestion(name, known);
    if (hint !== "") throw new Error(`evalground: "${name}" is not read.${hint}`);
  }
}

/** The examples of a document, whose fences are passed in order. */
export class Examples {
  constructor(private readonly linkOf = linkOfWorkspace) {}

  private files = new Map<string, string>();
  private values = new Map<string, string>();

  /**
   * The attributes of the element for a marked fence; null for a part of the next example, which is not changed. Throws
   * an Error if the fence does not say what it is.
   */
  attributesOf({ language, attributes }: FenceInfo, text: string): Record<string, string> | null {
    refuseAlmostKnown(attributes);
    const key = attributes.get("key");
    if (key !== undefined) return this.addPart(key, attributes, text);
    if (workspaceLanguages.includes(language) && !attributes.has("dialect")) return this.whole(attributes, text);
    const named = attributes.get("dialect") ?? language;
    const found = blockLanguages.get(named);
    if (!found) throw new Error(`evalground: a fence is marked and its language is "${named}", which is no dialect`);
    const path = attributes.get("file") ?? found.file;
    const isExpression = path === undefined;
    const files = new Map([...(isExpression ? [] : [[path, `${text}\n`] as const]), ...this.files]);
    const given = passedOf(attributes);
    const made = new Map([...this.values, ["dialect", found.dialect]]);
    if (isExpression) made.set("expression", text);
    if (files.size > 0) made.set("files", JSON.stringify(Object.fromEntries(files)));
    this.files = new Map();
    this.values = new Map();
    return Object.fromEntries([...made, ...given]);
  }

  /** The attributes of the element for a whole workspace, which nothing can be added to. */
  private whole(attributes: ReadonlyMap<string, string>, text: string): Record<string, string> {
    const added = [...this.files.keys(), ...this.values.keys(), ...attributes.keys()].find(
      (name) => this.files.has(name) || valueAttributes.includes(name) || textAttributes.includes(name),
    );
    if (added !== undefined)
      throw new Error(`evalground: a fence is a whole workspace, so "${added}" must be a part of it`);
    return Object.fromEntries([["src", this.linkOf(text)], ...passedOf(attributes)]);
  }

  private addPart(key: string, attributes: ReadonlyMap<string, string>, text: string): null {
    const path = attributes.get("file");
    if (key === "files" && path === undefined) throw new Error('evalground: a fence with key="files" needs "file"');
    if (path !== undefined && key === "files") this.files.set(path, `${text}\n`);
    else if (valueAttributes.includes(key) || textAttributes.includes(key)) this.values.set(key, text);
    else throw new Error(`evalground: a workspace has no key "${key}"`);
    return null;
  }
}
