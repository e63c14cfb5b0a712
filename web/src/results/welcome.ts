// What the results show at first: in an empty draft an invitation, and in an example one value connected to its source.

import type { Store } from "../store.ts";
import { choiceOf, dialectFacts } from "../ui/dialects.ts";
import { button, element } from "../ui/dom.ts";
import { filesOf } from "../ui/entries.ts";
import { engineText, text } from "../ui/text.ts";
import { marksOf } from "./provenance.ts";
import { type LedgerRow, winning } from "./rows.ts";

/**
 * How much a row shows about provenance: the places in the open file that made it or that it overrode, and the parts of
 * the data that it read.
 */
function provenanceCount({ origins, hasChildren, error, isSensitive }: LedgerRow, file: string | null): number {
  if (hasChildren || error || isSensitive) return 0;
  const found = marksOf(origins).flatMap(({ span, data }) =>
    data ? [JSON.stringify(data)] : span.file === file ? [String(span.from)] : [],
  );
  const places = new Set(found).size;
  const isComputed = winning(origins).some(({ via }) => via !== "literal");
  return places === 0 || !isComputed ? 0 : Math.min(places, 3);
}

/** The first of the rows that show most; null if none shows anything. */
export function tellingRow(rows: readonly LedgerRow[], file: string | null): LedgerRow | null {
  let best: LedgerRow | null = null;
  for (const row of rows) if (provenanceCount(row, file) > (best ? provenanceCount(best, file) : 0)) best = row;
  return best;
}

/** Tells the user what to do with an empty draft. */
export function invitation(store: Store): HTMLElement {
  const { workspace, folder, title } = store.state;
  const { dollar, file } = dialectFacts(workspace.dialect);
  const isData = dollar !== null && filesOf(workspace).size === 0;
  const steps = isData
    ? [text("invite.data"), text("invite.expression")]
    : folder && filesOf(workspace).size === 0
      ? [text("invite.servedFolder", { name: title })]
      : [text("invite.paste", { dialect: choiceOf(workspace).name, what: engineText(file.label) })];
  if (dollar !== null && !isData) steps.push(text("invite.dollar"));
  return element(
    "div",
    { class: "invitation" },
    element("h2", {}, text("invite.title")),
    ...steps.map((step) => element("p", {}, step)),
    element("p", {}, text("invite.drop")),
    element(
      "div",
      { class: "invitation-actions" },
      button({ label: text("invite.example"), icon: "book", words: true, press: () => store.perform("openExamples") }),
      button({
        label: text("invite.files"),
        icon: "file",
        words: true,
        press: () => store.perform("pickFiles", "files"),
      }),
      button({
        label: text("invite.folder"),
        icon: "upload",
        words: true,
        press: () => store.perform("pickFiles", "folder"),
      }),
    ),
  );
}
