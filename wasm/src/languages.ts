// The names of the dialects in fenced code blocks. Pages need them before an engine is loaded that could provide them.

/** The dialects of this release; test/library.test.ts holds them against what the engine says of itself. */
// described: names, by scripts/describe
export type DialectName = "unfurl" | "jinja2" | "ansible" | "yaql" | "heat" | "cfengine" | "dcontroller";
// end

/** The meaning of a block: its dialect, and the file that its text becomes; without a file it is an expression. */
export interface BlockLanguage {
  dialect: DialectName;
  file?: string;
}

export const blockLanguages: ReadonlyMap<string, BlockLanguage> = new Map([
  // described: languages, by scripts/describe
  ["unfurl", { dialect: "unfurl", file: "main.yaml" }],
  ["jinja2", { dialect: "jinja2", file: "main.j2" }],
  ["jinja", { dialect: "jinja2", file: "main.j2" }],
  ["j2", { dialect: "jinja2", file: "main.j2" }],
  ["html+jinja", { dialect: "jinja2", file: "main.j2" }],
  ["django", { dialect: "jinja2", file: "main.j2" }],
  ["ansible", { dialect: "ansible", file: "main.j2" }],
  ["yaml+jinja", { dialect: "ansible", file: "main.j2" }],
  ["yaql", { dialect: "yaql" }],
  ["heat", { dialect: "heat", file: "main.yaml" }],
  ["hot", { dialect: "heat", file: "main.yaml" }],
  ["cfengine", { dialect: "cfengine", file: "main.cf" }],
  ["cfengine3", { dialect: "cfengine", file: "main.cf" }],
  ["cf3", { dialect: "cfengine", file: "main.cf" }],
  ["dcontroller", { dialect: "dcontroller", file: "main.yaml" }],
  ["delta-controller", { dialect: "dcontroller", file: "main.yaml" }],
  // end
] as const);

/** The dialect of an embed that does not name one. */
export const usualDialect = "unfurl";

/** The dialect of templates passed to `render`. */
export const templateDialect: DialectName = "jinja2";
