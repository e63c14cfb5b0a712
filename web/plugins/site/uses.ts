// Which catalogue entries the texts of a workspace use. Each kind is recognised by how it is written: `| name` is a
// filter, `is name` a test, `name(` a function, `name:` a function of a document. Operators are searched literally.

import type { CatalogueEntry, Workspace } from "evalground";
import { writeJson } from "evalground";

/** Everything in a workspace, as one text. */
export function textOf({ files = {}, main, expression, vars }: Workspace): string {
  const contents = Object.values(files as Record<string, unknown>).filter((each) => typeof each === "string");
  const written = typeof expression === "string" ? expression : expression === undefined ? "" : writeJson(expression);
  // Ansible's variables are templates as well.
  return [...contents, main ?? "", written, vars === undefined ? "" : writeJson(vars)].join("\n");
}

const escaped = (words: string): string => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The symbols or words in an operator's name, such as `+ - *` or `if else`. */
const signsOf = (name: string): string[] => name.split(/\s+/).filter((sign) => sign !== "" && sign !== ".");

/** An operator is surrounded by spaces. One that is a word may also be the key of a map. */
function patternOfSign(sign: string): string {
  return /^\w/.test(sign) ? `\\b${escaped(sign)}(?:\\b|["']?\\s*:)` : `\\s${escaped(sign)}\\s`;
}

function patternOf({ kind, name }: Pick<CatalogueEntry, "kind" | "name">): RegExp | null {
  const word = escaped(name);
  const last = escaped(name.split(".").at(-1) ?? name);
  const family = kind.replace(/^ansible-(?:2\.21-)?/, "");
  switch (family) {
    case "filter":
      return new RegExp(
        `\\|\\s*(?:ansible\\.builtin\\.|ansible\\.utils\\.)?${word}\\b|(?:map|filter)\\(\\s*['"]${word}['"]`,
      );
    case "test":
      return new RegExp(`\\bis\\s+(?:not\\s+)?${word}\\b|(?:select|reject)(?:attr)?\\([^)]*['"]${word}['"]`);
    case "method":
      return new RegExp(`\\.${last}\\(`);
    case "property":
      return new RegExp(`\\.${last}\\b(?!\\()`);
    case "lookup":
      return new RegExp(`\\b(?:lookup|query|q)\\(\\s*['"](?:ansible\\.builtin\\.)?${word}['"]`);
    case "statement":
      return new RegExp(
        name === "comment"
          ? "\\{#"
          : name === "print"
            ? "\\{\\{"
            : name === "loop"
              ? "\\bloop\\."
              : `\\{%[-+]?\\s*${word}\\b`,
      );
    case "directive":
      return new RegExp(`(?:^|\\n)\\s*(?:- )?["']?${word}|[{,"]\\s*${word}`);
    case "special-key":
      return /^\.\w{2,}$/.test(name) ? new RegExp(`${word}\\b`) : null;
    case "keyword":
      return new RegExp(`\\b${word}["']?\\s*:`);
    case "variable":
      return /^\w/.test(name) ? new RegExp(`\\$?\\b${word}\\b`) : new RegExp(`${word}(?!\\w)`);
    case "stage":
      return new RegExp(`${word}\\b`);
    case "operator":
      if (name.startsWith("@")) return new RegExp(`${word}\\b`);
      return new RegExp(signsOf(name).map(patternOfSign).join("|") || "^\\b$");
    default:
      // Functions and globals are followed by parentheses, or are the key of a map.
      return new RegExp(`(?<![\\w-])${last}\\s*\\(|(?<![\\w.-])${word}["']?\\s*:`);
  }
}

/** Whether a text uses an entry. */
export function uses(text: string, entry: Pick<CatalogueEntry, "kind" | "name">): boolean {
  return patternOf(entry)?.test(text) ?? false;
}
