// The value of a row or line that the user asks about or wishes to be different, by its path in the outcome.

import { type Path, writeJson } from "evalground";
import type { FormPlace, Store, WantedChange, WhyQuestion } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { redacted } from "../ui/entries.ts";
import { text } from "../ui/text.ts";
import type { Answer } from "./answer.ts";
import type { ResultsModel } from "./model.ts";
import { base64Of, type LedgerRow, pathText } from "./rows.ts";

/** A line of the text, or a report; null if absent. */
function lineOf({ result }: Answer, [part, index]: Path): string | null {
  const lines = part === "reports" ? result.reports : result.text?.split("\n");
  return lines?.[Number(index)] ?? null;
}

/** The path of a row from the outcome on. */
const outcomePath = ({ part, path }: LedgerRow, { result }: Answer): Path => [
  part ?? (result.json === undefined ? "outputs" : "value"),
  ...path,
];

/** What to ask about a row whose value is missing, false or empty. */
export function whyOf(row: LedgerRow, answer: Answer): WhyQuestion {
  return { path: outcomePath(row, answer), name: row.levels ? row.key : pathText(row.path) };
}

/**
 * What to ask about a row of an answer; null if its value cannot be typed. A value with a secret in it would be written
 * back with a placeholder.
 */
export function wantedOf(row: LedgerRow, answer: Answer): Pick<WantedChange, "path" | "name" | "value"> | null {
  const { key, line, node } = row;
  if (line) {
    const value = lineOf(answer, line);
    const name = text("change.line", { number: key });
    return value === null || value.includes(redacted) ? null : { path: line, name, value };
  }
  if (!node || base64Of(node, row.type) !== null) return null;
  const name = row.levels ? key : pathText(row.path) || text("results.whole");
  const wanted = { path: outcomePath(row, answer), name };
  if (row.isSensitive) return { ...wanted, value: null };
  return writeJson(node).includes(redacted) ? null : { ...wanted, value: node };
}

/** A form about a row: for another value, or for the reasons why it has none. */
export type RowForm = "change" | "why";

/** Opens a form about a row or line, or says that its value cannot be typed. */
export function openForm(form: RowForm, row: LedgerRow, model: ResultsModel, store: Store, place: FormPlace): void {
  const { answer } = model;
  if (!answer) return;
  if (form === "why") {
    if (model.canAskWhy(row)) store.perform("showWhy", { ...whyOf(row, answer), ...place });
    return;
  }
  if (!model.canChange(row)) return;
  const wanted = wantedOf(row, answer);
  if (wanted) store.perform("changeValue", { ...wanted, ...place });
  else announce(text("change.unable"));
}
