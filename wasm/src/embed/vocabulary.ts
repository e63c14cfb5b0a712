// The attributes of an embed: keys of its workspace, and options. A marked block has the same ones as `data-…`, and an
// element accepts both forms.

import { type BlockLanguage, blockLanguages, usualDialect } from "../languages.js";
import { type JsonNode, readJson } from "../reader.js";
import { type Given, OptionError, percentDecoded } from "./options.js";

/** Keys of the workspace that are the text of an attribute. */
export const textKeys: readonly string[] = ["operation", "expression", "resource"];

/** Keys of the workspace that an attribute gives as JSON or YAML. */
export const valueKeys: readonly string[] =
  "data local vars inputs attributes classes env options limits clock seed".split(" ");

/** Attributes that are not part of the workspace. */
export const optionNames: readonly string[] = [
  ..."editable show hide view lines run loading height max-height theme expect depends label title mode".split(" "),
];

/** Attributes that choose or change the workspace. Its content is read again when one changes. */
export const contentNames: readonly string[] = ["src", "dialect", "file", "depends", ...textKeys, ...valueKeys];

const known = [...new Set([...contentNames, ...optionNames])];

/** All attributes of the element, in both forms. */
export const attributeNames: readonly string[] = [...known, ...known.map((name) => `data-${name}`)];

/** The attributes of an element. */
export function attributesOf(element: Element): Given {
  return (name) => element.getAttribute(name) ?? element.getAttribute(`data-${name}`) ?? undefined;
}

/** The meaning of a dialect's name or of another name for its blocks. */
export function languageNamed(name: string = usualDialect): BlockLanguage {
  const found = blockLanguages.get(name.toLowerCase());
  if (found) return found;
  const names = [...blockLanguages.keys()];
  throw new OptionError(`"${name}" is not a dialect.${suggestion(name, names)} Dialects are ${names.join(", ")}.`);
}

/** The value of a key, or its text if only an engine can read it, because it is YAML. */
export function valueOf(key: string, text: string): JsonNode | string {
  const words = percentDecoded(key, text);
  try {
    return readJson(words);
  } catch {
    // An instant is usually written without quotes.
    const isText = key === "clock" || textKeys.includes(key);
    return isText ? readJson(JSON.stringify(words.trim())) : words;
  }
}

/** Attributes that every HTML element may have, besides those with a hyphen or a colon. */
const global: readonly string[] = [
  ..."accesskey autocapitalize autocorrect autofocus class contenteditable dir draggable enterkeyhint".split(" "),
  ..."exportparts hidden id inert inputmode is itemid itemprop itemref itemscope itemtype lang nonce part".split(" "),
  ..."popover role slot spellcheck style tabindex translate virtualkeyboardpolicy writingsuggestions xmlns".split(" "),
];

/** Messages about attributes that neither embeds nor HTML know. Names with a sign belong to other tools. */
export function unknownAttributes(names: Iterable<string>): string[] {
  return [...names]
    .filter((name) => !known.includes(name) && !global.includes(name) && !/^on[a-z]/.test(name))
    .map((name) => ({ name, hint: suggestion(name, known) }))
    .filter(({ name, hint }) => /^[a-z]+$/.test(name) || (hint !== "" && !name.startsWith("data-")))
    .map(({ name, hint }) => `"${name}" is not an attribute of an embed.${hint}`);
}

/** A question with the name that was probably meant; empty if none is similar. */
function suggestion(name: string, names: readonly string[]): string {
  const most = name.length < 5 ? 1 : 2;
  const [nearest] = names
    .map((each) => ({ each, changes: changesBetween(name.toLowerCase(), each) }))
    .filter(({ changes }) => changes <= most)
    .sort((one, other) => one.changes - other.changes);
  return nearest ? ` Did you mean "${nearest.each}"?` : "";
}

/** The number of letters to insert, delete or replace to turn a word into another. */
function changesBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to += 1)
      next.push(Math.min(row[to]! + (letter === other[to] ? 0 : 1), row[to + 1]! + 1, next[to]! + 1));
    row = next;
  }
  return row.at(-1)!;
}
