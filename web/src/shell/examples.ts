// Access to the examples: the button in the header, and the example with which a language opens. The list is a dialog
// of its own (guide/examples.ts), loaded when it is first opened.

import type { Store } from "../store.ts";
import { choices } from "../ui/dialects.ts";
import { button, byId, fill } from "../ui/dom.ts";
import { text } from "../ui/text.ts";

/** Adds the button to the header. */
export function buildExamples(store: Store): void {
  fill(
    byId("examples"),
    button({
      label: text("examples.label"),
      icon: "book",
      words: true,
      class: "quiet spare-words",
      attributes: { "aria-haspopup": "dialog" },
      press: () => store.perform("openExamples"),
    }),
  );
}

/** Opens the first example of a choice; does nothing if it has none. */
export async function openFirstExample(store: Store, choice: string): Promise<void> {
  const { examples, loadExample } = await import("virtual:examples");
  const { dialect = choice, example = null } = choices.find(({ id }) => id === choice) ?? {};
  const ofDialect = examples.filter((entry) => entry.dialect === dialect);
  const entry = ofDialect.find(({ id }) => id === example) ?? ofDialect[0];
  if (entry) store.perform("openExample", await loadExample(entry));
}
