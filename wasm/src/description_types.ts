// How a dialect describes itself: its inputs, its notation, and how its documents are recognised.

import type { Limits, Workspace } from "./types.js";

/** A key of the workspace that the dialect uses. */
export interface InputDescription {
  key: string;
  /** One or two words. */
  label: string;
  /** One sentence about its entries. */
  help: string;
  /** Whether the document declares which entries there are, and their types. */
  declared?: boolean;
}

/** An entry of a workspace's `options`. */
export interface OptionDescription {
  name: string;
  /** A switch, a string, one word of a list, or several words of a list. */
  type: "boolean" | "text" | "choice" | "choices";
  /** The default. */
  usual: boolean | string | readonly string[];
  choices?: readonly string[];
  about: string;
}

/** An option that says how the expression is evaluated. It stands beside the expression. */
export interface ExpressionOption {
  option: string;
  /** Its value for an expression that a person types, unless another one was chosen. */
  typed?: string;
  /** The kind of the outline's nodes whose names are its values. */
  nodes?: string;
}

/**
 * The self-description of a dialect: everything a page, a command or a document needs to present it. Patterns are
 * regular expressions with the flags `mu`. The modules of single dialects leave out the texts; the package's
 * `dialects.json` has all of them.
 */
export interface DialectDescription {
  id: string;
  name: string;
  /** Two letters or a symbol. */
  monogram: string;
  /** Hue of the monogram, in degrees. */
  hue?: number;
  /** One line for newcomers. */
  about: string;
  /** The possible values of the workspace's `operation`, the default first. */
  operations: NonNullable<Workspace["operation"]>[];
  /** The main document if it is given as text: its path, its label, and its language in an editor. */
  file: { path: string; label: string; language: string };
  /** File extensions of documents, without the dot. */
  extensions?: string[];
  /** The language name for fenced code blocks in Markdown. */
  fence?: string;
  lineComment?: string;
  inputs?: InputDescription[];
  options?: OptionDescription[];
  expressionOptions?: ExpressionOption[];
  limits?: (keyof Limits)[];
  /** `limits.memory` is a quota that the language itself enforces. */
  memoryIsQuota?: boolean;
  /** Whether one of the resources can be the current one. */
  hasResources?: boolean;
  /** Whether its documents have a graph. */
  hasGraph?: boolean;
  /** The heading of the outline. */
  tree: string;
  /** The key of the workspace that `$` stands for in an expression. */
  dollar?: string;
  /** Which expressions are parsed as YAML: none, maps only, or all. */
  readsYaml: "nothing" | "maps" | "everything";
  /** How expressions are highlighted: as calls, `$.where($.a > 1)`, or as queries, `::app::url`. */
  colours: "calls" | "query";
  /** Expressions embedded in YAML: patterns of keys and scalars. */
  embedding?: {
    /** Keys that are merge directives. */
    directives?: string;
    /** Keys that are names of functions. */
    functions?: string;
    /** Keys that belong to the language. */
    keywords?: string;
    /** Keys whose value is an expression. */
    expressions?: string;
    /** Those whose value may also be a map with the name of a function as a key. */
    calls?: string;
    /** Keys of such a map that are not functions. */
    besides?: string;
    /** Scalars that are always expressions. */
    scalars?: string;
  };
  /** How a path into a result is written as an expression. `*` stands for the key or the index. */
  notation?: {
    byKey: string;
    byIndex: string;
    /** Pattern of keys that can be written unquoted. */
    plainKey: string;
    /** How other keys are written, in quotes; absent: they cannot be. */
    otherKey?: string;
    /** Where a path is appended: to the group that matches in the expression; absent: to the whole expression. */
    subject?: string;
    /** Pattern of expressions to which a path can be appended directly; absent: to all. */
    plain?: string;
    /**
     * How other expressions are wrapped before a path is appended; `listed` also makes them lists that have indices.
     */
    around?: string;
    listed?: string;
    /** Wraps the complete expression. */
    whole?: string;
    /**
     * The expression is a tree of operators with literal maps and lists inside. Keys with this prefix are operators.
     */
    operators?: string;
    /** Prefixes for the first key of a path in the result of a whole document. */
    roots?: { key: string; prefix?: string }[];
  };
  /** Patterns that identify the dialect. A text is taken for the dialect with the highest total weight. */
  marks?: { pattern: string; weight: number }[];
  /** The id of the first example to show, without the dialect's prefix; absent: its first one. */
  example?: string;
  /** The dialect with certain options set, under a name of its own. */
  flavors?: FlavorDescription[];
  intakes?: IntakeDescription[];
  /** The implementation that the language is compared with; absent: there is none. */
  original?: OriginalDescription;
}

/** The implementation that a language is compared with, and how it is asked. */
export interface OriginalDescription {
  name: string;
  /** What is asked, and what it is given. */
  asked?: string;
  /** Why it is never asked. */
  never?: string;
  /** Variables of its environment, and folders that it needs; `{work}` stands for a folder for the time being. */
  environment?: string[];
  folders?: string[];
  /**
   * What a page packs for its own Python, of a folder of modules: their names, and the beginnings of the names of
   * folders that tell their versions. Absent: it runs natively alone.
   */
  modules?: string[];
  versions?: string[];
  /** A program that is given the path of a document, instead of Python: `{main}` in its arguments. */
  program?: {
    name: string;
    arguments: string[];
    /** The key of the workspace whose names, between commas, follow a flag. */
    listedInput?: string;
    listedFlag?: string;
    /** What a line that it reports begins with, and what one that tells of a failure holds. */
    report: string;
    error: string;
  };
}

/**
 * Text that users have but that is not a document, such as the output of a tool. The page turns it into a workspace. It
 * is recognised by the pattern.
 */
export interface IntakeDescription {
  form: string;
  pattern: string;
}

/**
 * How an option of a repository is guessed from its files: the first pattern that matches a path wins, and among the
 * matching paths the one nearest to the root. The value is the path, or its first group.
 */
export interface GuessDescription {
  option: string;
  paths: string[];
  /** Text that the file must contain. */
  text?: string;
  /** No guess is made if a file whose path matches `unless` contains `says`. */
  unless?: string;
  says?: string;
}

/** A folder of a repository that users may open alone, such as a role. */
export interface RepositoryPartDescription {
  /** Pattern of paths that identify one. */
  files: string;
  /** The option that evaluates the folder as such a part, and its value. */
  option: string;
  value: string;
  /** Pattern of the paths of documents. The first one is evaluated. */
  document: string;
}

/** Files that form more than a document with its includes, such as an inventory with variables of groups and hosts. */
export interface RepositoryDescription {
  /** Pattern of paths that identify one. */
  files: string;
  /** The additional operations offered for it. */
  operations: NonNullable<Workspace["operation"]>[];
  /** The option that names the subject of the view: the path of a node of the outline. */
  subject: string;
  /** What subjects are called. */
  label: string;
  /** Pattern of the paths of documents that can be evaluated for a subject. Its groups are their folder and name. */
  documents?: string;
  guesses?: GuessDescription[];
  part?: RepositoryPartDescription;
}

export interface FlavorDescription {
  id: string;
  name: string;
  monogram: string;
  about: string;
  /** The options that select the flavor. */
  options: Record<string, unknown>;
  marks?: { pattern: string; weight: number }[];
  example?: string;
  repository?: RepositoryDescription;
  intakes?: IntakeDescription[];
  original?: OriginalDescription;
}
