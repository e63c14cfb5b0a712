// The texts of the function catalogue. The page's engine modules do not contain them. The engine's answers name an
// entry, and the page adds the text.

import type { Workspace } from "evalground";
import type { FunctionEntry } from "virtual:functions";
import { filesOf } from "./entries.ts";
import { text } from "./text.ts";

/** Longest example that is shown with its value, in characters. */
const longestExample = 200;

export class Catalogue {
  private readonly byKind = new Map<string, FunctionEntry>();
  private readonly byName = new Map<string, FunctionEntry>();

  constructor(entries: readonly FunctionEntry[]) {
    for (const entry of entries) {
      // A method may be listed with its type as a prefix, but is called without it.
      for (const name of [entry.name, entry.name.slice(entry.name.lastIndexOf(".") + 1)]) {
        const key = `${entry.kind} ${name}`;
        if (!this.byKind.has(key)) this.byKind.set(key, entry);
        if (!this.byName.has(name)) this.byName.set(name, entry);
      }
    }
  }

  /** The entry with this kind and name. */
  find(kind: string, name: string): FunctionEntry | undefined {
    return this.byKind.get(`${kind} ${name}`);
  }

  /** The first entry with this name, of any kind. */
  called(name: string): FunctionEntry | undefined {
    return this.byName.get(name);
  }
}

const known = new Map<string, Promise<Catalogue>>();

/** The catalogue of a dialect; empty if it cannot be loaded. */
export function catalogueOf(dialect: string): Promise<Catalogue> {
  const before = known.get(dialect);
  if (before) return before;
  const made = import("virtual:functions").then(
    async ({ functionsOf }) => new Catalogue(await functionsOf(dialect)),
    () => {
      known.delete(dialect);
      return new Catalogue([]);
    },
  );
  known.set(dialect, made);
  return made;
}

/** Text as one line of inline code, also if it contains backticks. */
export function codeText(text: string): string {
  const line = text.replace(/\s*\n\s*/g, " ");
  const fence = "`".repeat(Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  const blank = fence.length > 1 ? " " : "";
  return `${fence}${blank}${line}${blank}${fence}`;
}

/** The text of an example's workspace that shows the entry. */
function exampleText({ expression, main, ...workspace }: Workspace): string {
  if (typeof expression === "string") return expression;
  if (expression !== undefined) return JSON.stringify(expression);
  const files = filesOf(workspace as Workspace);
  const content = files.size > 0 ? (main === undefined ? [...files.values()][0] : files.get(main)) : main;
  return typeof content === "string" ? content.trim() : "";
}

function blocksOf({ summary, details, examples, gives }: FunctionEntry): string[] {
  const blocks = [summary, details ?? ""];
  const [example] = examples;
  const shown = example ? exampleText(example) : "";
  if (gives !== undefined && shown !== "" && shown.length + gives.length <= longestExample)
    blocks.push(text("hover.example", { example: codeText(shown), value: codeText(gives) }));
  return blocks.filter((block) => block !== "");
}

/** The full description of an entry as Markdown. */
export function about(entry: FunctionEntry, signature: string): string {
  return [codeText(signature), ...blocksOf(entry)].join("\n\n");
}

/** Adds the entry's texts to the engine's Markdown. */
export function withWords(contents: string, entry: FunctionEntry | undefined): string {
  const blocks = contents.split(/\n{2,}/).filter((block) => block !== "" && block !== "Example: `` gives ``");
  const [first = "", ...others] = blocks;
  const own = entry ? blocksOf(entry).filter((block) => !blocks.includes(block)) : [];
  return [first, ...own, ...others].join("\n\n");
}
