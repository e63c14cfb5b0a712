// The text of an issue about a difference from the original: a table of differences, the workspace and its link.

import { toMarkdown } from "../share/markdown.ts";
import type { Share } from "../share/share.ts";
import { text } from "../ui/text.ts";
import type { ComparedRow } from "./verdict.ts";

/** Maximum number of differences in the table. The link shows the rest. */
const mostListed = 100;

/** Escapes a text for a cell of a Markdown table. */
function inCell(words: string | undefined): string {
  if (words === undefined) return text("original.nothing");
  const longest = Math.max(0, ...[...words.matchAll(/`+/g)].map(([run]) => run.length));
  const tick = "`".repeat(longest + 1);
  return words === "" ? "` `" : `${tick} ${words.replaceAll("|", "\\|").replaceAll(/\s/g, " ")} ${tick}`;
}

/** The text of an issue: the differences, the workspace and its link, without withheld values. */
export function issueText(share: Share, rows: readonly ComparedRow[], name: string): string {
  const heads = [text("original.where"), text("original.here"), name];
  const differing = rows.filter(({ isSame }) => !isSame).slice(0, mostListed);
  const lines = [
    `### ${text("original.issueTitle", { name })}`,
    "",
    `| ${heads.join(" | ")} |`,
    `| ${heads.map(() => "---").join(" | ")} |`,
    ...differing.map(({ where, here, original }) => {
      const way = where === "" ? text("original.whole") : inCell(where);
      return `| ${way} | ${inCell(here)} | ${inCell(original)} |`;
    }),
    "",
  ];
  const shown = toMarkdown(share.given, null, { url: share.offeredLink, version: share.engineVersion });
  return `${lines.join("\n")}\n${shown}`;
}
