// The names that blocks of code have for the dialects, in pages and in Markdown. A page reads them before an engine is
// there that could say them, so that here, and nowhere else in the package, dialects are named.

/** The dialects of this release; test/library.test.ts holds them against what the engine says of itself. */
export type DialectName = "unfurl" | "jinja2" | "yaql" | "heat" | "cfengine" | "dcontroller";

/** What a block is: of a dialect, with a flavor, and the file that its text becomes; without one an expression. */
interface BlockLanguage {
  dialect: DialectName;
  flavor?: string;
  file?: string;
}

const jinja: BlockLanguage = { dialect: "jinja2", file: "main.j2" };
const heat: BlockLanguage = { dialect: "heat", file: "main.yaml" };
const cfengine: BlockLanguage = { dialect: "cfengine", file: "main.cf" };

export const blockLanguages: ReadonlyMap<string, BlockLanguage> = new Map([
  ["unfurl", { dialect: "unfurl", file: "main.yaml" }],
  ["jinja", jinja],
  ["jinja2", jinja],
  ["j2", jinja],
  ["ansible", { ...jinja, flavor: "ansible" }],
  ["yaql", { dialect: "yaql" }],
  ["heat", heat],
  ["hot", heat],
  ["cfengine", cfengine],
  ["cfengine3", cfengine],
  ["cf3", cfengine],
  ["dcontroller", { dialect: "dcontroller", file: "main.yaml" }],
]);

/** The dialect of an embed that names none. */
export const usualDialect = "unfurl";

/** The dialect of a template that is rendered by one call. */
export const templateDialect: DialectName = "jinja2";
