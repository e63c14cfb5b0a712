// Calls that fail: short cases with an expected error that are about one catalogue entry, with the message that the
// engine gives at build time.

import type { Case, CatalogueEntry, RunResult } from "evalground";
import { h, type Markup } from "./markup.ts";
import { subjectOf } from "./mentions.ts";
import { expressionText, openLink, resultText, workspaceOf } from "./shown.ts";
import { siteWords } from "./words.ts";

export interface Refusal {
  workspace: Case;
  /** The code. */
  written: string;
  message: string;
}

/** Maximum number for each entry. */
const mostRefusals = 3;
const longestText = 120;
const mostLines = 4;

/** The text of a case that is a single short expression; null for others. */
function writtenIn({ expression, files = {}, main, limits, secrets }: Case): string | null {
  const isAlone =
    Object.keys(files).length === 0 && main === undefined && limits === undefined && secrets === undefined;
  if (expression === undefined || !isAlone) return null;
  const text = expressionText(expression).trimEnd();
  return text.length <= longestText && text.split("\n").length <= mostLines ? text : null;
}

/** Whether a problem concerns the call itself, and not the syntax, the inputs or a limit. */
const isOfCall = (code: string): boolean => !/syntax|parse|limit|unknown|undefined|untrusted|yaml/.test(code);

/** The failing calls of each entry. */
export async function refusalsOf<Kept extends CatalogueEntry>(
  entries: readonly Kept[],
  cases: readonly Case[],
  evaluate: (workspace: Case) => Promise<RunResult>,
): Promise<Map<Kept, Refusal[]>> {
  const found = new Map<Kept, Refusal[]>();
  for (const each of cases) {
    if (each.expect.error === undefined) continue;
    const written = writtenIn(each);
    const subject = written === null ? null : subjectOf(each, entries);
    if (written === null || !subject) continue;
    const known = found.get(subject) ?? [];
    if (known.length >= mostRefusals) continue;
    const result = await evaluate(workspaceOf(each));
    if (result.ok) throw new Error(`reference: the case ${each.id} does not fail`);
    const [first] = result.diagnostics.filter(({ severity }) => severity === "error");
    if (!first || !isOfCall(first.code)) continue;
    const message = resultText(result);
    if (known.some((other) => other.message === message)) continue;
    found.set(subject, [...known, { workspace: workspaceOf(each), written, message }]);
  }
  return found;
}

/** The list of failing calls with their messages. */
export function refusalList(refusals: readonly Refusal[], name: string): Markup {
  return h(
    "ul",
    { class: "refusals" },
    refusals.map(({ workspace, written, message }) =>
      h(
        "li",
        {},
        h("code", { dir: "ltr" }, written),
        h(
          "p",
          { dir: "auto" },
          message,
          " ",
          openLink(workspace, siteWords("site.try"), siteWords("reference.exampleOf", { name })),
        ),
      ),
    ),
  );
}
