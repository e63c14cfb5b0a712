// The dialects as the engine describes them: which there are, and what of the page applies to each. The page itself
// knows none.

import type { Ask, DialectDescription, InputDescription, Limits, OptionDescription } from "evalground";
import { descriptions } from "virtual:dialects";
import { engineText } from "./text.ts";

/** Tabs of the inputs pane whose content is one key of the workspace, and the two groups of small settings. */
export type InputTab = MapKey | "data" | "local" | "classes" | "changes" | "chance" | "limits";
/** Keys of the workspace that hold a map of names to values. */
export type MapKey = Ask["key"];

/** An entry of the workspace's `options` that has a field of its own in the form. */
export type OptionFacts = OptionDescription;

/** The languages that the editor knows. */
const languages = ["yaml", "template", "policy", "expression"] as const;
export type FileLanguage = (typeof languages)[number];

/** The description of a dialect, with nothing absent that has a usual value. */
export interface DialectFacts extends Omit<DialectDescription, "dollar" | "example"> {
  hasResources: boolean;
  dollar: string | null;
  inputs: InputDescription[];
  /** The inputs that apply, and the groups of settings that always do. */
  inputTabs: InputTab[];
  limits: (keyof Limits)[];
  options: OptionFacts[];
  extensions: string[];
  marks: NonNullable<DialectDescription["marks"]>;
  file: { path: string; label: string; language: FileLanguage };
  /** Id of the example that it opens with; null: its first one. */
  example: string | null;
}

/** The facts that a description states. */
export function factsOf(description: DialectDescription): DialectFacts {
  const { id, file, inputs = [], example, dollar = null } = description;
  return {
    ...description,
    inputs,
    inputTabs: [...inputs.map(({ key }) => key as InputTab), "chance", "limits"],
    options: description.options ?? [],
    limits: description.limits ?? [],
    extensions: description.extensions ?? [],
    marks: description.marks ?? [],
    hasResources: description.hasResources ?? false,
    dollar,
    file: { ...file, language: languages.find((language) => language === file.language) ?? "yaml" },
    example: example === undefined ? null : `${id}/${example}`,
  };
}

/** The dialects that the engine of this build has. */
export const dialects: DialectFacts[] = descriptions.map(factsOf);

/** The language of a file, by its name or else as its dialect has it. */
export function languageOf(dialect: string, path: string): FileLanguage {
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  const named = dialects.find(({ extensions }) => extensions.includes(ending));
  return (named ?? dialectFacts(dialect)).file.language;
}

/** The facts of a dialect. One that the engine does not have is shown by its bare name, with every input there is. */
export function dialectFacts(id: string): DialectFacts {
  return dialects.find((dialect) => dialect.id === id) ?? factsOf(unknown(id));
}

function unknown(id: string): DialectDescription {
  const inputs = dialects.flatMap((dialect) => dialect.inputs);
  return {
    id,
    name: id,
    monogram: id.slice(0, 2),
    about: id,
    operations: ["evaluate"],
    file: { path: "main.yaml", label: "document", language: "yaml" },
    inputs: inputs.filter(({ key }, place) => inputs.findIndex((other) => other.key === key) === place),
    limits: ["steps", "depth", "memory", "output"],
    tree: "Resources",
    readsYaml: "maps",
    colours: "calls",
  };
}

/** The words for an input of a dialect. */
export function inputWords(dialect: string, key: string): { label: string; help: string } {
  const { label, help } = dialectFacts(dialect).inputs.find((input) => input.key === key) ?? { label: key, help: "" };
  return { label: engineText(label), help: engineText(help) };
}
