// The attributes of an embed: keys of its workspace, and options. A marked block has the same ones as `data-…`, and an
// element accepts both forms.

import { type BlockLanguage, blockLanguages, usualDialect } from "../languages.js";
import { elementAttributes, textAttributes, valueAttributes } from "../marks.js";
import { suggestion } from "../names.js";
import { type JsonNode, readJson } from "../reader.js";
import { type Given, OptionError, percentDecoded } from "./options.js";

/** Keys of the workspace that an attribute gives as JSON or YAML. */
export const valueKeys: readonly string[] = [...valueAttributes, "files"];

/** Attributes that choose or change the workspace. Its content is read again when one changes. */
export const contentNames: readonly string[] = ["src", "file", "depends", ...textAttributes, ...valueKeys];

const known = [...contentNames, ...elementAttributes];

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
export function givenValue(key: string, text: string): JsonNode | string {
  const words = percentDecoded(key, text);
  try {
    return readJson(words);
  } catch {
    return words;
  }
}

/** Global attributes without a property of the same name. */
const unreflected = /^(?:class|is|exportparts|item[a-z]+|xmlns)$/;

/** The names of an element's properties, of which each global attribute has one, in lower case. */
export function propertyNames(element: object): Set<string> {
  const names = new Set<string>();
  for (const name in element) names.add(name.toLowerCase());
  return names;
}

/** Messages about attributes that neither embeds nor HTML know. Names with a sign belong to other tools. */
export function unknownAttributes(names: Iterable<string>, properties: ReadonlySet<string>): string[] {
  return [...names].flatMap((name) => {
    if (known.includes(name) || properties.has(name) || unreflected.test(name) || name.startsWith("data-")) return [];
    const hint = suggestion(name, known);
    return hint === "" && /[^a-z]/.test(name) ? [] : [`"${name}" is not an attribute of an embed.${hint}`];
  });
}
