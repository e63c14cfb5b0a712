// Differences between a language and its reference implementation, from the section "Differences" of its guide. Each
// row describes both sides and names the case that shows the difference. Readers can run that case on the page.

import { readFileSync } from "node:fs";
import type { Case, CatalogueEntry, RunResult } from "evalground";
import { h, sentence, type Markup, type Part } from "./markup.ts";
import { namedIn, subjectOf } from "./mentions.ts";
import { openLink, workspaceOf } from "./shown.ts";
import { meets } from "./expected.ts";
import { siteWords } from "./words.ts";

export interface Difference {
  /** Both sides in the order of the guide. If the row is a single sentence, its side has no name. */
  sides: { of: string; words: string }[];
  /** The cases that show it. */
  cases: Case[];
}

/** The cells of a table row. A bar after a backslash is text. */
function cellsOf(row: string): string[] {
  return row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function casesNamed(words: string, cases: readonly Case[]): Case[] {
  const names = [...words.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
  // `…/quirks` is the same case with the reference's behaviour. The page shows the first one.
  return names
    .filter((name) => !name.startsWith("…"))
    .flatMap((name) => cases.filter(({ id }) => id === name || id.endsWith(`/${name}`)).slice(0, 1));
}

function ofTable(rows: readonly string[], cases: readonly Case[]): Difference[] {
  const [head = [], , ...body] = rows.map(cellsOf);
  // Other tables of the section describe where the reference is followed although it is surprising.
  if (!head.some((of) => /\bhere\b/.test(of))) return [];
  const at = head.indexOf("case");
  return body.map((cells) => ({
    sides: cells
      .map((words, column) => ({ of: head[column] ?? "", words, column }))
      .filter(({ column, words }) => column !== at && words !== "")
      .map(({ of, words }) => ({ of, words })),
    cases: casesNamed(at < 0 ? "" : (cells[at] ?? ""), cases),
  }));
}

function ofItem(words: string, cases: readonly Case[]): Difference {
  const without = words.replace(/ \(`[^`]*\/[^`]*`\)/g, "");
  return { sides: [{ of: "", words: without }], cases: casesNamed(words, cases) };
}

/** The differences in a guide. `cases` are those of its dialect. */
export function differencesIn(guide: string, cases: readonly Case[]): Difference[] {
  const section = guide.split(/^(?=## )/m).find((each) => each.startsWith("## Differences")) ?? "";
  const blocks = section.split(/\n\s*\n/).slice(1);
  return blocks.flatMap((block) => {
    const lines = block.trim().split("\n");
    if (lines.every((line) => line.startsWith("|"))) return ofTable(lines, cases);
    if (!block.trim().startsWith("- ")) return [];
    return `\n${block.trim()}`
      .split(/\n- /)
      .slice(1)
      .map((item) => ofItem(item.replace(/\s*\n\s*/g, " "), cases));
  });
}

/** The differences of a dialect, including those in the guides of its flavors. */
export function readDifferences(files: readonly string[], cases: readonly Case[]): Difference[] {
  return files.flatMap((file) => differencesIn(readFileSync(file, "utf8"), cases));
}

/** The entries that a difference concerns: those that it names, else the one that its case is about. */
export function entriesOf<Kept extends CatalogueEntry>(
  { sides, cases }: Difference,
  entries: readonly Kept[],
): Set<Kept> {
  const named = sides.flatMap(({ words }) => namedIn(words, entries));
  if (named.length > 0) return new Set(named);
  const shown = cases.filter(({ expression, limits }) => expression !== undefined && limits === undefined);
  const subjects = shown.map((each) => subjectOf(each, entries));
  return new Set(subjects.filter((each) => each !== null));
}

/** Fails if a case that shows a difference does not give the expected result. */
export async function verifyDifferences(
  differences: readonly Difference[],
  evaluate: (workspace: Case) => Promise<RunResult>,
): Promise<void> {
  for (const each of differences.flatMap(({ cases }) => cases)) {
    if (!meets(each.expect, await evaluate(workspaceOf(each))))
      throw new Error(`reference: the case ${each.id} of a difference fails`);
  }
}

/** A difference as a list item. */
export function differenceItem({ sides, cases }: Difference): Markup {
  const words = sides.map(
    ({ of, words: said }, at): Part => [
      at > 0 && "; ",
      of !== "" && [h("span", { class: "muted" }, `${of}:`), " "],
      sentence(said),
    ],
  );
  return h(
    "li",
    {},
    words,
    ".",
    cases.slice(0, 1).map((each) => [" ", openLink(workspaceOf(each), siteWords("site.try"), each.id)]),
  );
}
