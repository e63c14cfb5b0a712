// The options of an embed: attributes of the element, `data-*` of a marked block, parameters of a frame's address.

import { valueAttributes } from "../marks.js";

type InputPart = "data" | "local" | "vars" | "inputs" | "attributes" | "classes" | "env" | "limits";
/** The inputs, as keys of the workspace, as attributes and as parts. */
const inputParts = valueAttributes.filter((name) => name !== "options" && name !== "seed") as InputPart[];

/**
 * The parts that an embed can show. `graph` means the results, opened with that view. `data` of a workspace without
 * files has a place of its own. Other names of inputs mean the inputs, opened with these.
 */
export const embedParts = [
  ...(["toolbar", "source", "expression", "tree", "results", "graph", "problems"] as const),
  ...inputParts,
];
export type EmbedPart = (typeof embedParts)[number];

/** The parts that are shown by default. */
const usualParts: readonly EmbedPart[] = ["toolbar", "source", "data", "expression", "results", "problems"];

export const editables = ["all", "none", "expression", "source", "inputs"] as const;
export type Editable = (typeof editables)[number];

/** The options in a frame's address. */
export interface FrameOptions {
  editable: Editable;
  shown: EmbedPart[];
  /** The inputs that the author names. The panel of inputs is opened with the first one. */
  inputs: InputPart[];
  /** Id of the initial view of the results; empty: the default. */
  view: string;
  /** The first and last line of the main file to show; null: all. */
  lines: [number, number] | null;
  run: "visible" | "load" | "click";
  theme: "host" | "light" | "dark" | "system";
  /** The JSON text of the expected value; empty: none. */
  expect: string;
  /** Its accessible name. */
  label: string;
  /** Paths of files that are used but not shown. */
  hidden: string[];
}

/** Keys of a workspace with the YAML that an engine has yet to read. */
export type Unread = ReadonlyMap<string, string>;

type Choices = Readonly<Record<string, readonly string[]>>;

/** Options whose value is one word of a list. */
const choices: Choices = {
  editable: editables,
  run: ["visible", "load", "click"],
  loading: ["lazy", "eager"],
  theme: ["host", "light", "dark", "system"],
  mode: ["auto", "frame"],
};

/** An invalid option. The embed is not created. */
export class OptionError extends Error {
  override readonly name = "OptionError";
}

/** Returns the value of an option, or undefined if it is not given. */
export type Given = (name: string) => string | undefined;

/** An option's text. One that begins as percent-encoded JSON is decoded: some generators cannot write quotes. */
export function percentDecoded(name: string, text: string): string {
  if (!/^\s*%(?:7b|5b|22)/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new OptionError(`${name} is not correctly percent-encoded`);
  }
}

function chosen(given: Given, name: string): string {
  const allowed = choices[name]!;
  const value = given(name) ?? allowed[0]!;
  if (allowed.includes(value)) return value;
  throw new OptionError(`${name} is "${value}", not one of ${allowed.join(", ")}`);
}

/** A choice, or a switch: authors also write `true` or nothing, and `false`. */
function editableOf(given: Given): Editable {
  const words = given("editable");
  if (words === "false") return "none";
  return words === "" || words === "true" ? "all" : (chosen(given, "editable") as Editable);
}

function partsOf(given: Given, name: string): EmbedPart[] {
  const words = (given(name) ?? "").split(/[\s,]+/).filter((word) => word !== "");
  for (const word of words) {
    if (!(embedParts as readonly string[]).includes(word))
      throw new OptionError(`${name} has "${word}", not one of ${embedParts.join(", ")}`);
  }
  return words as EmbedPart[];
}

function linesOf(words: string | undefined): [number, number] | null {
  if (words === undefined || words === "") return null;
  const [, from, to = from] = /^(\d+)(?:-(\d+))?$/.exec(words) ?? [];
  if (!from || Number(from) < 1 || Number(to) < Number(from))
    throw new OptionError(`lines is "${words}", not as in 5-12`);
  return [Number(from), Number(to)];
}

/** Parses the parameter `yaml` of a frame's address. Throws an OptionError if it is invalid. */
export function unreadIn(words: string | null): Unread {
  if (words === null) return new Map();
  try {
    const texts = Object.entries(JSON.parse(words) as object);
    return new Map(texts.map(([key, text]) => [key, String(text)]));
  } catch {
    throw new OptionError("yaml is not a JSON map of texts");
  }
}

/** Parses the options of a frame. Throws an OptionError if one is invalid. */
export function frameOptions(given: Given): FrameOptions {
  const shown = partsOf(given, "show");
  const hidden = partsOf(given, "hide");
  const expect = percentDecoded("expect", given("expect") ?? "");
  if (expect !== "") {
    try {
      JSON.parse(expect);
    } catch {
      throw new OptionError("expect is not JSON");
    }
  }
  const isInput = (part: EmbedPart): part is InputPart => (inputParts as readonly EmbedPart[]).includes(part);
  const parts = (shown.length > 0 ? shown : usualParts).filter((part) => !hidden.includes(part));
  return {
    editable: editableOf(given),
    shown: [...new Set(parts.map((part) => (part === "graph" ? "results" : part)))],
    inputs: shown.length > 0 ? parts.filter(isInput) : [],
    view: given("view") ?? (parts.includes("graph") ? "graph" : ""),
    lines: linesOf(given("lines")),
    run: chosen(given, "run") as FrameOptions["run"],
    theme: chosen(given, "theme") as FrameOptions["theme"],
    expect,
    label: given("label") ?? given("title") ?? "",
    hidden: (given("hidden") ?? "").split("\n").filter((path) => path !== ""),
  };
}

/** Options that only the surrounding page needs. */
export interface HostOptions {
  loading: "lazy" | "eager";
  height: string;
  maxHeight: string;
}

/** Parses the options for the surrounding page. */
export function hostOptions(given: Given): HostOptions {
  chosen(given, "mode");
  const { height = "auto", "max-height": maxHeight = "" } = {
    height: given("height"),
    "max-height": given("max-height"),
  };
  for (const [name, length] of [
    ["height", height === "auto" ? "" : height],
    ["max-height", maxHeight],
  ] as const) {
    if (length !== "" && !/^\d+(?:\.\d+)?(?:px|r?em|[dsl]?vh|r?lh|ch|%)$/.test(length))
      throw new OptionError(`${name} is "${length}", no length`);
  }
  return { loading: chosen(given, "loading") as HostOptions["loading"], height, maxHeight };
}

/** The parameters of a frame's address, without defaults. */
export function frameParameters(given: Given, hidden: readonly string[], unread: Unread): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const name of ["editable", "show", "hide", "view", "lines", "run", "expect"]) {
    const value = given(name);
    if (value !== undefined && value !== "") parameters.set(name, value);
  }
  const label = given("label") ?? given("title");
  if (label) parameters.set("label", label);
  if (hidden.length > 0) parameters.set("hidden", hidden.join("\n"));
  if (unread.size > 0) parameters.set("yaml", JSON.stringify(Object.fromEntries(unread)));
  return parameters;
}
