// Where a value comes from: the places to mark in the source, and their description in words.
//
// The engine gives each value a list of origins. The place that won comes first, then what the value passed through,
// then what it overrode. An example is `port` of an app that merges a base and overrides a default:
//
//   merge    app.yaml:4        the place where the value stands in the merged document
//   literal  base.yaml:2       what was merged
//   literal  defaults.yaml:9   overridden
//
// So the words for an origin depend on the origin before it: a merge, an include or an alias is followed by the text
// that was merged, included or anchored. Everything up to the first overridden origin counts as winning.

import type { FileContent, Origin, Path, Span } from "evalground";
import type { InputEntry, Mark } from "../store.ts";
import { dataPath, dataReads, dataSpan, isWithin } from "../ui/data_paths.ts";
import { button, element, fill } from "../ui/dom.ts";
import { placeText } from "../ui/places.ts";
import { text } from "../ui/text.ts";
import { winning, type LedgerRow } from "./rows.ts";

/** Longest quotation of source in the list. */
const longestQuote = 60;

/**
 * The places of a value in the source, in the order of the list: what won, what it passed through, what it overrode.
 */
export function marksOf(origins: readonly Origin[]): Mark[] {
  const wins = winning(origins).length;
  return origins.flatMap(({ span, name = "", reads = [] }, index): Mark[] => {
    const as = index < wins ? "winning" : "overridden";
    const given = span ? null : dataPath(name);
    const read = given ? [given] : dataReads(reads);
    return [...(span ? [{ span, as } as const] : []), ...read.map((data) => ({ span: dataSpan, as, data }) as const)];
  });
}

/** Pointers of the leaf rows that were read from a part of the data, or computed from it. */
export function rowsReadFrom(rows: readonly LedgerRow[], part: Path): Set<string> {
  const isOfPart = ({ data }: Mark): boolean => data !== undefined && isWithin(data, part);
  return new Set(
    rows.flatMap(({ hasChildren, origins, pointer }) =>
      !hasChildren && marksOf(winning(origins)).some(isOfPart) ? [pointer] : [],
    ),
  );
}

/** Parses a place that the engine writes as "main.yaml:4:9" into the rest of that line; null for unknown files. */
export function placeOfRead(read: string, files: ReadonlyMap<string, FileContent>): Span | null {
  const [, file = "", line = "", column = ""] = /^(.*):(\d+):(\d+)$/s.exec(read) ?? [];
  const content = files.get(file);
  if (typeof content !== "string") return null;
  let begin = 0;
  for (let number = 1; number < Number(line); number += 1) {
    const end = content.indexOf("\n", begin);
    if (end < 0) return null;
    begin = end + 1;
  }
  const end = content.indexOf("\n", begin);
  const from = begin + Number(column) - 1;
  const to = end < 0 ? content.length : end;
  return from > to ? null : { file, from, to, line: Number(line), column: Number(column) };
}

/** The row whose value was made at a place. This finds a value again that another one has read. */
export function rowMadeAt(rows: readonly LedgerRow[], place: Span): LedgerRow | null {
  return (
    rows.find(({ origins }) => {
      const own = origins[0]?.span;
      return own !== undefined && own.file === place.file && own.from === place.from;
    }) ?? null
  );
}

/** Pointers of the leaf rows that were produced, at least in part, by a range of the source. */
export function rowsMadeIn(rows: readonly LedgerRow[], { file, from, to }: Span): Set<string> {
  const made = new Set<string>();
  for (const row of rows) {
    if (row.hasChildren) continue;
    if (
      winning(row.origins).some(
        ({ span }) => span && span.file === file && span.from <= to && span.to >= from && span.from < span.to,
      )
    )
      made.add(row.pointer);
  }
  return made;
}

/**
 * The words for an origin, such as "included by". The origin of a merge, an include or an alias is the value's own
 * place; the origin after it is what the value passed through.
 */
function viaText({ via, name, overridden }: Origin, before: Origin | undefined): string {
  switch (before?.via) {
    case "merge":
      return text("origin.merge");
    case "include":
      return text("origin.include");
    case "alias":
      return text("origin.anchor");
    default:
      break;
  }
  if (overridden) return text("origin.overridden");
  switch (via) {
    case "literal":
    case "merge":
    case "include":
      return text("origin.literal");
    case "expression":
      return text("origin.expression");
    case "alias":
      return text("origin.alias");
    case "default":
      return text("origin.default");
    case "input":
      return text("origin.input", { name: name ?? "" });
    case "env":
      return text("origin.env", { name: name ?? "" });
    case "secret":
      return text("origin.secret", { name: name ?? "" });
    case "var":
      return text("origin.var", { name: name ?? "" });
    case "file":
      return text("origin.file");
    case "clock":
      return text("origin.clock");
    case "random":
      return text("origin.random");
  }
}

/** Where a value comes from in a few words for screen readers: the places that made it, in order. */
export function spokenOrigin(origins: readonly Origin[]): string {
  const places = new Set(
    winning(origins).flatMap(({ span, name }) => (span ? [placeText(span)] : name && dataPath(name) ? [name] : [])),
  );
  return places.size === 0 ? "" : text("origin.spoken", { places: [...places].slice(0, 3).join(", ") });
}

/** The text at a place, shortened to one line. */
export function quote({ file, from, to }: Span, files: ReadonlyMap<string, FileContent>): string {
  const content = files.get(file);
  if (typeof content !== "string") return "";
  const whole = content.slice(from, Math.min(to, from + 400)).trim();
  const line = whole.split("\n", 1)[0] ?? "";
  return line.length > longestQuote || line.length < whole.length ? `${line.slice(0, longestQuote)}…` : line;
}

/** The line of a place, which usually says the name of the value there. */
export function lineAt({ file, from }: Span, files: ReadonlyMap<string, FileContent>): string {
  const content = files.get(file);
  if (typeof content !== "string") return "";
  const begin = content.lastIndexOf("\n", from - 1) + 1;
  const end = content.indexOf("\n", from);
  const line = content.slice(begin, end < 0 ? content.length : end).trim();
  return line.length > longestQuote ? `${line.slice(0, longestQuote)}…` : line;
}

/** Actions of the entries of the list. */
interface ProvenanceActions {
  go: (span: Span) => void;
  /** Shows a part of the data. */
  goToData: (path: Path) => void;
  /** The entry of the inputs that an origin names, or null, and the label of a button that shows it. */
  given: (origin: Origin) => { entry: InputEntry; label: string } | null;
  /** Shows an entry of the inputs. */
  goToInput: (entry: InputEntry) => void;
  /** Shows the row of a value that was read, given its place as the engine writes it. */
  follow: (read: string) => void;
  /** Whether `follow` can find a row for it. */
  isKnown: (read: string) => boolean;
  /** The name of the value at a place that was read, if the result has it. */
  nameOf: (place: Span) => string | null;
  files: ReadonlyMap<string, FileContent>;
  /** The precedence levels of the winner and of each value it overrides, in order; empty if the result has none. */
  levels?: readonly string[];
}

/** The level of each origin: that of the winner for the first, and one for each overridden origin. */
function namedLevels(origins: readonly Origin[], levels: readonly string[]): (string | undefined)[] {
  const lost = origins.filter(({ overridden }) => overridden).length;
  // A level without a place has no origin. Then the levels cannot be assigned to origins.
  if (lost !== levels.length - 1) return [];
  let next = 0;
  return origins.map(({ overridden }, index) => (index === 0 || overridden ? levels[next++] : undefined));
}

/** Fills the list "Where this comes from" for the origins of one value. */
export function fillProvenance(
  list: HTMLElement,
  origins: readonly Origin[],
  { go, goToData, given: inputOf, goToInput, follow, isKnown, nameOf, files, levels = [] }: ProvenanceActions,
): void {
  const names = namedLevels(origins, levels);
  const entries = origins.map((origin, index) => {
    const { span, overridden, reads = [], name = "" } = origin;
    const given = span ? null : dataPath(name);
    const input = inputOf(origin);
    const quoted = span ? quote(span, files) : "";
    const entry = element(
      "li",
      { class: "origin", "data-overridden": overridden === true },
      element("span", { class: "origin-via" }, given ? text("origin.data") : viaText(origin, origins[index - 1])),
      names[index] !== undefined && element("span", { class: "origin-level", dir: "auto" }, names[index]),
      quoted !== "" && element("code", { class: "origin-quote", dir: "auto" }, quoted),
      span && button({ label: placeText(span), class: "quiet small place", press: () => go(span) }),
      given && button({ label: name, class: "quiet small place code", press: () => goToData(given) }),
      input && button({ label: input.label, class: "quiet small place", press: () => goToInput(input.entry) }),
    );
    if (reads.length > 0) {
      entry.append(
        element(
          "span",
          { class: "origin-reads" },
          text("origin.reads"),
          ...reads.map((read) => {
            const place = placeOfRead(read, files);
            if (!place && !isKnown(read)) return element("code", { dir: "auto" }, read);
            const name = place ? (nameOf(place) ?? lineAt(place, files)) : "";
            return element(
              "span",
              { class: "origin-read" },
              name !== "" && element("code", { dir: "auto" }, name),
              button({
                label: place ? placeText(place) : read,
                class: "quiet small place",
                press: () => follow(read),
              }),
            );
          }),
        ),
      );
    }
    return entry;
  });
  fill(list, ...entries);
}
