// A candidate and the end of a search in words.

import { type ChangeCandidate, type ChangeResult, type Effort, type Path, writeJson } from "evalground";
import { text } from "../ui/text.ts";

/** Longest value in the list of other changes, in characters. */
const longest = 120;

/** A value on one line. */
export function shortValue(value: unknown): string {
  if (value === undefined) return text("results.absent");
  const written = typeof value === "string" && value !== "" ? value.replaceAll("\n", "⏎") : writeJson(value);
  return written.length > longest ? `${written.slice(0, longest)}…` : written;
}

/** A path of the outcome as the results name it. The value itself needs no name. */
export function placeName([part, ...rest]: Path): string {
  if (part === "text" && typeof rest[0] === "number") return text("origin.lineUnknown", { number: rest[0] + 1 });
  const named = part === "value" ? rest : [String(part), ...rest];
  return named.length === 0 ? text("results.whole") : named.join(".");
}

/**
 * The other values that a candidate changes. The value of a template is its text, which is compared line by line, so it
 * is left out.
 */
export function othersOf({ others }: Pick<ChangeCandidate, "others">): ChangeCandidate["others"] {
  const hasLines = others.some(({ path }) => path[0] === "text");
  const isText = ({ path, before, after }: ChangeCandidate["others"][number]): boolean =>
    path.length === 1 && path[0] === "value" && typeof before === "string" && typeof after === "string";
  return hasLines ? others.filter((other) => !isText(other)) : [...others];
}

/** Why an answer may not be everything; empty if it is. */
export function boundText({ untried = 0, trials = 0, bound, notes = [] }: Effort): string {
  const told = notes.map((note) => ` ${note}`).join("");
  if (bound === undefined) return told;
  const why = bound === "time" ? text("change.late") : text("change.many", { count: trials });
  return `${told} ${why} ${text("change.untried", { count: untried })}`;
}

/** What a search for a wanted value has found. */
export function summaryOf(result: ChangeResult): string {
  const { length } = result.candidates;
  return (length === 0 ? text("change.none") : text("change.found", { count: length })) + boundText(result);
}
