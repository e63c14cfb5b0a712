// What the catalogue says in words. The page's modules of the engine leave these words out, so that what the engine
// answers names an entry and the words come from here.

import type { Workspace } from "evalground";
import type { FunctionEntry } from "virtual:functions";
import { filesOf } from "./entries.ts";
import { text } from "./text.ts";

/** Longest example that is shown beside its value, in characters. */
const longestExample = 200;

export class Catalogue {
  private readonly byKind = new Map<string, FunctionEntry>();
  private readonly byName = new Map<string, FunctionEntry>();

  constructor(entries: readonly FunctionEntry[]) {
    for (const entry of entries) {
      // A method may be listed with its type in front, and is called without it.
      for (const name of [entry.name, entry.name.slice(entry.name.lastIndexOf(".") + 1)]) {
        const key = `${entry.kind} ${name}`;
        if (!this.byKind.has(key)) this.byKind.set(key, entry);
        if (!this.byName.has(name)) this.byName.set(name, entry);
      }
    }
  }

  /** The entry of a kind and a name. */
  find(kind: string, name: string): FunctionEntry | undefined {
    return this.byKind.get(`${kind} ${name}`);
  }

  /** The first entry of a name, of whatever kind. */
  called(name: string): FunctionEntry | undefined {
    return this.byName.get(name);
  }
}

const known = new Map<string, Promise<Catalogue>>();

/** The words of a dialect; none where they cannot be fetched. */
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

/** Text between backticks, whatever it holds, in one line. */
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

/** Markdown of all that is said of an entry. */
export function about(entry: FunctionEntry, signature: string): string {
  return [codeText(signature), ...blocksOf(entry)].join("\n\n");
}

/** The engine's Markdown about an entry, with the words that its module leaves out. */
export function withWords(contents: string, entry: FunctionEntry | undefined): string {
  const blocks = contents.split(/\n{2,}/).filter((block) => block !== "" && block !== "Example: `` gives ``");
  const [first = "", ...others] = blocks;
  const own = entry ? blocksOf(entry).filter((block) => !blocks.includes(block)) : [];
  return [first, ...own, ...others].join("\n\n");
}
