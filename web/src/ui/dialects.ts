// How each dialect of the engine is presented: its sign, its words, and which inputs its documents can read.

import modules from "virtual:dialects";
import type { Ask, Limits } from "evalground";

/** Tabs of the inputs pane whose content is one key of the workspace, and the two groups of small settings. */
export type InputTab = MapKey | "data" | "local" | "classes" | "changes" | "chance" | "limits";
/** Keys of the workspace that hold a map of names to values. */
export type MapKey = Ask["key"];

/** An entry of the workspace's `options` that has a field of its own in the form. */
export interface OptionFacts {
  name: string;
  /** What it is when the workspace does not say: a switch, one of several words, several of them, or a text. */
  usual: boolean | string | readonly string[];
  choices?: readonly string[];
}

/** The language that the editor shows a file in. */
export type FileLanguage = "yaml" | "template" | "policy" | "expression";

export interface DialectFacts {
  id: string;
  name: string;
  monogram: string;
  /** One line that tells a newcomer what it is. */
  about: string;
  /** What the workspace's `operation` may be, first the usual one. */
  operations: ("evaluate" | "expand" | "restore")[];
  /** The current resource can be chosen. */
  hasResources: boolean;
  /** The workspace's key that `$` stands for in an expression, or null. */
  dollar: "data" | null;
  /** What of the expression line is read as YAML and taken for the value that it says. */
  readsYaml: "nothing" | "maps" | "everything";
  inputTabs: InputTab[];
  /** Its documents declare their inputs, with types, as parameters. */
  declaresInputs: boolean;
  limits: (keyof Limits)[];
  options: OptionFacts[];
  /** The first file of a new draft, and the language of files whose name does not say it. */
  file: { path: string; language: FileLanguage };
  /** Id of the example that it opens with; null: its first one. */
  example: string | null;
}

const ownLimits: (keyof Limits)[] = ["steps", "depth", "memory", "output"];
const quirks: OptionFacts = { name: "quirks", usual: false };

const known: DialectFacts[] = [
  {
    id: "unfurl",
    name: "Unfurl",
    monogram: "Un",
    about: "Eval expressions and merge directives of Unfurl ensembles and TOSCA service templates",
    operations: ["evaluate", "expand", "restore"],
    hasResources: true,
    dollar: null,
    readsYaml: "maps",
    inputTabs: ["vars", "inputs", "env", "secrets", "chance", "limits"],
    declaresInputs: false,
    limits: ownLimits,
    options: [{ name: "strict", usual: true }, quirks],
    file: { path: "main.yaml", language: "yaml" },
    example: "unfurl/web-shop",
  },
  {
    id: "jinja2",
    name: "Jinja2",
    monogram: "J2",
    about: "Jinja2 templates, plain and as Ansible renders them",
    operations: ["evaluate"],
    hasResources: false,
    dollar: null,
    readsYaml: "nothing",
    inputTabs: ["vars", "env", "secrets", "chance", "limits"],
    declaresInputs: false,
    limits: ownLimits,
    options: [
      { name: "flavor", usual: "jinja2", choices: ["jinja2", "ansible"] },
      { name: "undefined", usual: "default", choices: ["default", "strict", "chainable", "debug"] },
      { name: "trim_blocks", usual: false },
      { name: "lstrip_blocks", usual: false },
      { name: "keep_trailing_newline", usual: false },
      { name: "autoescape", usual: false },
      { name: "native", usual: false },
      { name: "convert_data", usual: false },
      { name: "escape_backslashes", usual: false },
      { name: "extensions", usual: [], choices: ["do", "loopcontrols"] },
      { name: "line_statement_prefix", usual: "" },
      { name: "line_comment_prefix", usual: "" },
      quirks,
    ],
    file: { path: "main.j2", language: "template" },
    example: null,
  },
  {
    id: "yaql",
    name: "YAQL",
    monogram: "Yq",
    about: "Queries over lists and maps, as OpenStack uses them",
    operations: ["evaluate"],
    hasResources: false,
    dollar: "data",
    readsYaml: "nothing",
    inputTabs: ["data", "vars", "chance", "limits"],
    declaresInputs: false,
    limits: [...ownLimits, "iterators"],
    options: [
      { name: "delegates", usual: false },
      { name: "iterableDicts", usual: false },
      { name: "convertSetsToLists", usual: true },
      { name: "legacy", usual: false },
      quirks,
    ],
    file: { path: "main.yaql", language: "expression" },
    example: null,
  },
  {
    id: "heat",
    name: "Heat",
    monogram: "He",
    about: "OpenStack Heat orchestration templates, with their parameters, conditions and outputs",
    operations: ["evaluate"],
    hasResources: false,
    dollar: null,
    readsYaml: "everything",
    inputTabs: ["inputs", "attributes", "chance", "limits"],
    declaresInputs: true,
    limits: [...ownLimits, "iterators"],
    options: [
      { name: "stack_name", usual: "" },
      { name: "stack_id", usual: "" },
      { name: "project_id", usual: "" },
      quirks,
    ],
    file: { path: "main.yaml", language: "yaml" },
    example: null,
  },
  {
    id: "cfengine",
    name: "CFEngine",
    monogram: "Cf",
    about: "CFEngine policies: variables, classes, reports and functions",
    operations: ["evaluate"],
    hasResources: false,
    dollar: null,
    readsYaml: "nothing",
    inputTabs: ["classes", "env", "chance", "limits"],
    declaresInputs: false,
    limits: ownLimits,
    options: [quirks],
    file: { path: "main.cf", language: "policy" },
    example: null,
  },
  {
    id: "dcontroller",
    name: "Δ-controller",
    monogram: "Δ",
    about: "Expressions and pipelines over Kubernetes objects",
    operations: ["evaluate"],
    hasResources: false,
    dollar: "data",
    readsYaml: "everything",
    inputTabs: ["data", "local", "chance", "limits"],
    declaresInputs: false,
    limits: ownLimits,
    options: [quirks],
    file: { path: "main.yaml", language: "yaml" },
    example: null,
  },
];

/** The dialects that the engine of this build has. */
export const dialects: DialectFacts[] = known.filter(({ id }) => Object.hasOwn(modules, id));

const languagesByEnding: Readonly<Record<string, FileLanguage>> = {
  yaml: "yaml",
  yml: "yaml",
  json: "yaml",
  j2: "template",
  jinja: "template",
  jinja2: "template",
  cf: "policy",
  yaql: "expression",
};

/** The language of a file, by its name or else as its dialect has it. */
export function languageOf(dialect: string, path: string): FileLanguage {
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return languagesByEnding[ending] ?? dialectFacts(dialect).file.language;
}

/** The facts of a dialect; one this page does not know is shown by its bare name, with every input that there is. */
export function dialectFacts(id: string): DialectFacts {
  return (
    known.find((dialect) => dialect.id === id) ?? {
      id,
      name: id,
      monogram: id.slice(0, 2),
      about: id,
      operations: ["evaluate"],
      hasResources: false,
      dollar: null,
      readsYaml: "maps",
      inputTabs: ["vars", "inputs", "data", "env", "secrets", "chance", "limits"],
      declaresInputs: false,
      limits: ownLimits,
      options: [quirks],
      file: { path: "main.yaml", language: "yaml" },
      example: null,
    }
  );
}
