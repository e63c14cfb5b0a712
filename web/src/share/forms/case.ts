// A share as a case: the workspace with its result, as the command checks it.

import { readJson, writeJson, type RunResult, type Workspace } from "evalground";
import { caseFile, casesOf } from "../../run/cases.ts";
import { expectationOf } from "../../run/expectation.ts";
import { button, element } from "../../ui/dom.ts";
import { download } from "../../ui/download.ts";
import { prettyJson } from "../../ui/json.ts";
import { text, type TextKey } from "../../ui/text.ts";
import { copyField } from "../fields.ts";
import type { Share } from "../share.ts";
import type { Form } from "./form.ts";

/** The text of a case, or of a case file with the draft's cases. If there are none, the current result is expected. */
export function caseText(workspace: Workspace, result: RunResult | null, id: string, version: string): string {
  const source = `playground ${version}`;
  const cases = casesOf(workspace);
  if (cases.length > 0) return caseFile(workspace, cases, source);
  const { expect, ...given } = workspace;
  const expected = expect ?? (result && expectationOf(result));
  const members = new Map<string, unknown>([
    ["id", id],
    ...Object.entries(given).filter(([, value]) => value !== undefined),
    ...(expected ? [["expect", expected] as const] : []),
    ["source", source],
  ]);
  return `${prettyJson(readJson(writeJson(members)))}\n`;
}

function noteOf({ given, hasResult }: Share): TextKey {
  if (casesOf(given).length > 0) return "case.all";
  if (given.expect) return "case.expected";
  return hasResult ? "case.note" : "case.noResult";
}

export const caseForm: Form = {
  id: "case",
  label: text("case.tab"),
  draw(share) {
    const id = share.fileName.toLowerCase();
    const words = caseText(share.given, share.result, id, share.engineVersion);
    return [
      element("p", { class: "muted" }, text(noteOf(share))),
      copyField(text("case.tab"), words, 10),
      element(
        "div",
        { class: "share-files" },
        button({
          label: text("case.save"),
          words: true,
          icon: "file",
          press: () => download(`${id}.json`, words, "application/json"),
        }),
      ),
    ];
  },
};
