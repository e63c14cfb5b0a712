// The dialects as the engine describes them, and what the page does for each. The page itself contains no knowledge of
// dialects.

import type {
  Ask,
  DialectDescription,
  InputDescription,
  IntakeDescription,
  Limits,
  OptionDescription,
  RepositoryDescription,
  Workspace,
} from "evalground";
import { descriptions } from "virtual:dialects";
import { entriesOf, mapOf } from "./entries.ts";
import { engineText } from "./text.ts";

/** Tabs of the inputs pane: those for a single key of the workspace, and the two groups of small settings. */
export type InputTab = MapKey | "data" | "local" | "classes" | "changes" | "chance" | "limits";
/** Keys of the workspace that hold a map. */
export type MapKey = Ask["key"];

/** An option of the workspace with a field of its own. */
export type OptionFacts = OptionDescription;

/** The languages that the editor can highlight. */
const languages = ["yaml", "template", "policy", "expression"] as const;
export type FileLanguage = (typeof languages)[number];

/** The description of a dialect, with defaults filled in. */
export interface DialectFacts extends Omit<DialectDescription, "dollar" | "example" | "flavors" | "marks"> {
  hasResources: boolean;
  hasGraph: boolean;
  dollar: string | null;
  inputs: InputDescription[];
  /** The inputs that apply, and the groups of settings that every dialect has. */
  inputTabs: InputTab[];
  limits: (keyof Limits)[];
  options: OptionFacts[];
  extensions: string[];
  flavors: NonNullable<DialectDescription["flavors"]>;
  intakes: IntakeDescription[];
  file: { path: string; label: string; language: FileLanguage };
  /** Id of the example that it opens with; null: its first one. */
  example: string | null;
}

/** Completes a description with defaults. */
function factsOf(description: DialectDescription): DialectFacts {
  const { id, file, inputs = [], example, dollar = null } = description;
  return {
    ...description,
    inputs,
    inputTabs: [...inputs.map(({ key }) => key as InputTab), "chance", "limits"],
    options: description.options ?? [],
    limits: description.limits ?? [],
    extensions: description.extensions ?? [],
    flavors: description.flavors ?? [],
    intakes: description.intakes ?? [],
    hasResources: description.hasResources ?? false,
    hasGraph: description.hasGraph ?? false,
    dollar,
    file: { ...file, language: languages.find((language) => language === file.language) ?? "yaml" },
    example: example === undefined ? null : `${id}/${example}`,
  };
}

/** The dialects of this build's engine. */
export const dialects: DialectFacts[] = descriptions.map(factsOf);

/** An entry of the language switch: a dialect, or a flavor, which is a dialect with some options set. */
export interface Choice {
  /** The dialect's id, or "dialect/flavor". */
  id: string;
  dialect: string;
  name: string;
  monogram: string;
  about: string;
  hue?: number;
  /** The options that select the flavor; empty for a dialect. */
  options: Readonly<Record<string, unknown>>;
  /** Id of the example that it opens with; null: its first one. */
  example: string | null;
  /** Describes repositories of the language: files beyond a document and its includes. */
  repository?: RepositoryDescription;
  intakes: readonly IntakeDescription[];
}

/** The dialect, followed by its flavors. */
export function choicesOf({ id, flavors, ...facts }: DialectFacts): Choice[] {
  const { name, monogram, about, hue, example, intakes } = facts;
  const color = hue === undefined ? {} : { hue };
  return [
    { id, dialect: id, name, monogram, about, ...color, options: {}, example, intakes },
    ...flavors.map((flavor) => ({
      ...color,
      ...flavor,
      id: `${id}/${flavor.id}`,
      dialect: id,
      intakes: flavor.intakes ?? [],
      example: flavor.example === undefined ? null : `${id}/${flavor.example}`,
    })),
  ];
}

/** All entries of the switch, in order. */
export const choices: Choice[] = dialects.flatMap(choicesOf);

/** The choice that a workspace corresponds to. */
export function choiceOf({ dialect, options }: Pick<Workspace, "dialect" | "options">): Choice {
  const [plain, ...flavors] = choicesOf(dialectFacts(dialect));
  const given = new Map(entriesOf(options));
  const fits = (flavor: Choice): boolean =>
    Object.entries(flavor.options).every(([name, value]) => given.get(name) === value);
  return flavors.find(fits) ?? (plain as Choice);
}

/** Normalises a workspace: a flavor named as the dialect becomes its dialect with the flavor's options. */
export function withBase<Kept extends Pick<Workspace, "dialect" | "options">>(workspace: Kept): Kept {
  const { dialect, options } = workspace;
  const named = choices.find(({ id, dialect: base }) => id === `${base}/${dialect}`);
  if (!named) return workspace;
  return {
    ...workspace,
    dialect: named.dialect,
    options: mapOf([...Object.entries(named.options), ...entriesOf(options)]),
  };
}

/** The option that selects the version of the dialect's reference. */
const referenceOption = "reference";

/** The versions of the reference that a workspace can follow, the oldest first; empty if there is only one. */
export function referencesOf(workspace: Pick<Workspace, "dialect" | "options">): readonly string[] {
  const { flavors, options } = dialectFacts(workspace.dialect);
  const { choices = [] } = options.find(({ name }) => name === referenceOption) ?? {};
  const isOfFlavor = flavors.length === 0 || Object.keys(choiceOf(workspace).options).length > 0;
  return isOfFlavor && choices.length > 1 ? choices : [];
}

/** The options of a workspace after a choice: those of other flavors are removed, the rest is kept. */
export function optionsFor(
  { dialect, options }: Pick<Workspace, "dialect" | "options">,
  chosen: Choice,
): Workspace["options"] {
  const ofFlavors = new Set(dialectFacts(dialect).flavors.flatMap((flavor) => Object.keys(flavor.options)));
  const own = Object.entries(chosen.options);
  // New drafts of a flavor follow the newest version. A workspace without the option always follows the oldest, and so
  // do the documents of dialects without flavors, in which the engine finds signs of their version.
  const newest = referencesOf({ dialect: chosen.dialect, options: chosen.options }).at(-1);
  if (newest !== undefined && own.length > 0) own.push([referenceOption, newest]);
  if (ofFlavors.size > 0 || chosen.dialect !== dialect) ofFlavors.add(referenceOption);
  const kept = entriesOf(options).filter(([name]) => !ofFlavors.has(name));
  const all = [...kept, ...own];
  return all.length === 0 ? undefined : (mapOf(all) as Workspace["options"]);
}

/** The language of a file, by its name or else the default of its dialect. */
export function languageOf(dialect: string, path: string): FileLanguage {
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  const named = dialects.find(({ extensions }) => extensions.includes(ending));
  return (named ?? dialectFacts(dialect)).file.language;
}

/** The facts of a dialect. An unknown dialect has only its name, and all inputs. */
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

/** The label and help text for an input of a dialect. */
export function inputWords(dialect: string, key: string): { label: string; help: string } {
  const { label, help } = dialectFacts(dialect).inputs.find((input) => input.key === key) ?? { label: key, help: "" };
  return { label: engineText(label), help: engineText(help) };
}
