// Compares the results of two implementations for the same workspace, path by path.

import { type JsonNode, type OriginalAnswer, readJson, type RunResult, writeJson } from "evalground";
import type { OriginalFacts } from "virtual:originals";

/** One compared path. A side without a value there is undefined. */
export interface ComparedRow {
  where: string;
  here: string | undefined;
  original: string | undefined;
  isSame: boolean;
}

export type Verdict =
  | { kind: "both fail"; here: string; original: string }
  | { kind: "only here fails"; here: string; original: string }
  | { kind: "only the original fails"; original: string; here: string }
  | { kind: "values"; rows: ComparedRow[]; differing: number };

/** Longest value in the table, in characters. */
const mostShown = 300;

function cut(words: string): string {
  return words.length <= mostShown ? words : `${words.slice(0, mostShown)}…`;
}

/** The leaves of a value by path. An empty map or list is a leaf as well. */
function leaves(root: JsonNode): Map<string, string> {
  const found = new Map<string, string>();
  const ahead: [JsonNode, string][] = [[root, ""]];
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    const [node, where] = next;
    if (node.children.length === 0) found.set(where, writeJson(node));
    const below = node.children.map((child): [JsonNode, string] => {
      const key = node.kind === "list" ? `[${String(child.key)}]` : `${where === "" ? "" : "."}${String(child.key)}`;
      return [child, `${where}${key}`];
    });
    ahead.push(...below.reverse());
  }
  return found;
}

function rowsOf(here: ReadonlyMap<string, string>, original: ReadonlyMap<string, string>): ComparedRow[] {
  const ways = [...here.keys(), ...[...original.keys()].filter((where) => !here.has(where))];
  return ways.map((where) => {
    const [own, theirs] = [here.get(where), original.get(where)];
    return {
      where,
      here: own === undefined ? undefined : cut(own),
      original: theirs === undefined ? undefined : cut(theirs),
      isSame: own === theirs,
    };
  });
}

/** The lines of a text by number. */
function linesOf(words: string): Map<string, string> {
  const ended = words.endsWith("\n") ? words.slice(0, -1) : `${words}⟨no end of line⟩`;
  return new Map(ended.split("\n").map((line, place) => [String(place + 1), line]));
}

const firstError = ({ diagnostics }: RunResult): string =>
  diagnostics.find(({ severity }) => severity === "error")?.message ?? "";

/** Compares a result with the answer of the original. The answer must not be an error. */
export function compare(result: RunResult, answer: OriginalAnswer): Verdict {
  const { error, text, json } = answer;
  const theirs = text ?? json ?? "";
  if (error !== undefined && !result.ok) return { kind: "both fail", here: firstError(result), original: error };
  if (error !== undefined)
    return { kind: "only the original fails", here: cut(result.text ?? result.json ?? ""), original: error };
  if (!result.ok) return { kind: "only here fails", here: firstError(result), original: cut(theirs) };
  const own = text === undefined ? (result.json ?? "null") : (result.text ?? "");
  const rows =
    text === undefined
      ? rowsOf(leaves(readJson(own)), leaves(readJson(json ?? "null")))
      : rowsOf(linesOf(own), linesOf(text));
  return { kind: "values", rows, differing: rows.filter(({ isSame }) => !isSame).length };
}

/** How the original can be asked: here, on the command line, or not at all; or why this workspace cannot. */
type Way = "here" | "natively" | "never" | "operation" | "missing";

/** Which way there is for a workspace. */
export function wayTo(original: OriginalFacts | undefined, operation = "evaluate"): Way {
  if (!original) return "never";
  if (operation !== "evaluate") return "operation";
  if (!original.runsHere) return "natively";
  return original.path === null ? "missing" : "here";
}
