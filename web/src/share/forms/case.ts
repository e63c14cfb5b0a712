// A share as a case: the workspace with what it came to, as the command checks it.

import { readJson, writeJson, type RunResult, type Workspace } from "evalground";
import { button, element } from "../../ui/dom.ts";
import { download } from "../../ui/download.ts";
import { embedWords } from "../../ui/embed_words.ts";
import { prettyJson } from "../../ui/json.ts";
import { copyField } from "../fields.ts";
import type { Form } from "./form.ts";

/** What a result is, as cases expect it; null where there is nothing to expect. */
export function expectationOf(result: RunResult): Map<string, unknown> | null {
  if (result.sensitive.includes("")) return new Map([["sensitive", true]]);
  const failed = result.diagnostics.find(({ severity }) => severity === "error");
  if (!result.ok) return failed ? new Map([["error", { contains: failed.message }]]) : null;
  if (result.text !== undefined) return new Map([["text", result.text]]);
  const parts = [
    ["value", result.json],
    ["outputs", result.outputsJson],
  ] as const;
  for (const [key, json] of parts) {
    // What is redacted here is not what the engine gives: a case must not expect it.
    if (json !== undefined && result.sensitive.length === 0) return new Map([[key, readJson(json)]]);
  }
  return result.reports ? new Map([["reports", result.reports]]) : null;
}

/** The text of a case. */
export function caseText(workspace: Workspace, result: RunResult | null, id: string, version: string): string {
  const { expect: _, ...given } = workspace;
  const expected = result && expectationOf(result);
  const members = new Map<string, unknown>([
    ["id", id],
    ...Object.entries(given).filter(([, value]) => value !== undefined),
    ...(expected ? [["expect", expected] as const] : []),
    ["source", `playground ${version}`],
  ]);
  return `${prettyJson(readJson(writeJson(members)))}\n`;
}

export const caseForm: Form = {
  id: "case",
  label: embedWords("case.tab"),
  draw(share) {
    const id = share.fileName.toLowerCase();
    const words = caseText(share.given, share.result, id, share.engineVersion);
    return [
      element("p", { class: "muted" }, embedWords(share.hasResult ? "case.note" : "case.noResult")),
      copyField(embedWords("case.tab"), words, 10),
      element(
        "div",
        { class: "share-files" },
        button({
          label: embedWords("case.save"),
          words: true,
          icon: "file",
          press: () => download(`${id}.json`, words, "application/json"),
        }),
      ),
    ];
  },
};
