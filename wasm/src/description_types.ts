// How a dialect describes itself: what it reads, how its names are written, how its documents are recognised.

import type { Limits, Workspace } from "./types.js";

/** A key of the workspace that a dialect reads. */
export interface InputDescription {
  key: string;
  /** One or two words. */
  label: string;
  /** What its entries are, one sentence. */
  help: string;
  /** The document says which entries there are, and their types. */
  declared?: boolean;
}

/** An entry that a workspace's `options` may have. */
export interface OptionDescription {
  name: string;
  /** A switch, a text, one of several words, or a list of them. */
  type: "boolean" | "text" | "choice" | "choices";
  /** What it is when the workspace does not say. */
  usual: boolean | string | readonly string[];
  choices?: readonly string[];
  about: string;
}

/**
 * What a dialect says of itself: all that a page, a command or a document needs to show it. Patterns are regular
 * expressions to be read with the flags `mu`. A module of one dialect leaves the words out; the package's
 * `dialects.json` has them all.
 */
export interface DialectDescription {
  id: string;
  name: string;
  /** Two letters or a sign. */
  monogram: string;
  /** Of the monogram's colour, in degrees. */
  hue?: number;
  /** One line that tells a newcomer what it is. */
  about: string;
  /** What the workspace's `operation` may be, first the usual one. */
  operations: NonNullable<Workspace["operation"]>[];
  /** The document that is evaluated when it is given in place: its path, its name, and how an editor shows it. */
  file: { path: string; label: string; language: string };
  /** Of files in the language of that document, without the dot. */
  extensions?: string[];
  /** The name of that language in Markdown. */
  fence?: string;
  lineComment?: string;
  inputs?: InputDescription[];
  options?: OptionDescription[];
  limits?: (keyof Limits)[];
  /** `limits.memory` is a quota of the language itself. */
  memoryIsQuota?: boolean;
  /** One of the resources can be the current one. */
  hasResources?: boolean;
  /** The heading of the outline. */
  tree: string;
  /** The key of the workspace that `$` stands for in an expression. */
  dollar?: string;
  /** What of the workspace's expression is read as YAML and taken for the value that it says. */
  readsYaml: "nothing" | "maps" | "everything";
  /** How expressions are coloured: as calls, `$.where($.a > 1)`, or as queries, `::app::url`. */
  colours: "calls" | "query";
  /** Expressions inside of YAML: patterns of keys and of scalars. */
  embedding?: {
    /** Keys that are merge directives. */
    directives?: string;
    /** Keys that are names of functions. */
    functions?: string;
    /** Keys that belong to the language. */
    keywords?: string;
    /** Keys whose value is an expression. */
    expressions?: string;
    /** Those of them whose value may be a map with the name of a function as a key. */
    calls?: string;
    /** Keys of such a map that are no functions. */
    besides?: string;
    /** Scalars that are expressions wherever they stand. */
    scalars?: string;
  };
  /** How the way to a value within a result is written as an expression; `*` stands for the key or the index. */
  notation?: {
    byKey: string;
    byIndex: string;
    /** Pattern of the keys that can be written so. */
    plainKey: string;
    /** How the others are, in quotes; absent: they cannot be. */
    otherKey?: string;
    /** What a way is put behind: the group that fits the expression; absent: all of it. */
    subject?: string;
    /** Pattern of the subjects behind which a way stands as it is; absent: behind all. */
    plain?: string;
    /** What is put around the others, and what makes a list of them that has indices. */
    around?: string;
    listed?: string;
    /** What is put around all. */
    whole?: string;
    /** A tree of operators, whose literal maps and lists are walked; what begins so is an operator. */
    operators?: string;
    /** Where the first key of a path leads in the result of a whole document. */
    roots?: { key: string; prefix?: string }[];
  };
  /** Signs of the dialect in a text, which is taken for the one whose marks in it weigh most together. */
  marks?: { pattern: string; weight: number }[];
  /** The id of the example that it opens with, without the dialect in front; absent: its first one. */
  example?: string;
  /** The same dialect with some options set, which people know by a name of its own. */
  flavors?: FlavorDescription[];
  intakes?: IntakeDescription[];
}

/**
 * A text that people have and that is no document: the output of a tool, which the page turns into a workspace. It is
 * recognised by the pattern.
 */
export interface IntakeDescription {
  form: string;
  pattern: string;
}

/**
 * How an option of a repository is guessed when its files are opened: the first pattern that a path fits, of which the
 * path that is nearest to the root. The value is the path, or what the first group holds of it.
 */
export interface GuessDescription {
  option: string;
  paths: string[];
  /** What the file must hold. */
  text?: string;
  /** There is no guess where a file whose path fits `unless` holds `says`. */
  unless?: string;
  says?: string;
}

/** A folder of a repository that people open without the rest, as they do with a role. */
export interface RepositoryPartDescription {
  /** Pattern of the paths that show one. */
  files: string;
  /** The option that evaluates the folder as that part, and its value. */
  option: string;
  value: string;
  /** Pattern of the paths of documents, of which the first is evaluated. */
  document: string;
}

/** Files that are more than a document and what it includes: an inventory with variables of groups and hosts. */
export interface RepositoryDescription {
  /** Pattern of the paths that show one. */
  files: string;
  /** The operations that are offered for it, beside the usual. */
  operations: NonNullable<Workspace["operation"]>[];
  /** The option that names whose view is asked for: the path of a node of the outline. */
  subject: string;
  /** What that is called. */
  label: string;
  guesses?: GuessDescription[];
  part?: RepositoryPartDescription;
}

export interface FlavorDescription {
  id: string;
  name: string;
  monogram: string;
  about: string;
  /** The options that make it. */
  options: Record<string, unknown>;
  marks?: { pattern: string; weight: number }[];
  example?: string;
  repository?: RepositoryDescription;
  intakes?: IntakeDescription[];
}
