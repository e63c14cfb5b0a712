// The menu of examples, those of the dialect that is chosen. Each is a case of the gallery; opening one makes a draft
// that can be reset to it.

import type { Store } from "../store.ts";
import { dialectFacts } from "../ui/dialects.ts";
import { byId, fill, icon } from "../ui/dom.ts";
import { menuButton } from "../ui/menu.ts";
import { text } from "../ui/text.ts";

/** Puts the menu of examples into the header; the list is fetched when it is first opened, a text when it is chosen. */
export function buildExamples(store: Store): void {
  const opener = menuButton({
    label: text("examples.label"),
    icon: "book",
    words: true,
    class: "quiet spare-words",
    items: async () => {
      const { examples, loadExample } = await import("virtual:examples");
      return examples
        .filter(({ dialect }) => dialect === store.state.workspace.dialect)
        .map((entry) => ({
          label: entry.title,
          note: entry.note,
          choose: () => void loadExample(entry).then((example) => store.perform("openExample", example)),
        }));
    },
  });
  opener.append(icon("chevron"));
  fill(byId("examples"), opener);
}

/** Opens the example that a dialect begins with; nothing when it has none. */
export async function openFirstExample(store: Store, dialect: string): Promise<void> {
  const { examples, loadExample } = await import("virtual:examples");
  const { example } = dialectFacts(dialect);
  const ofDialect = examples.filter((entry) => entry.dialect === dialect);
  const entry = ofDialect.find(({ id }) => id === example) ?? ofDialect[0];
  if (entry) store.perform("openExample", await loadExample(entry));
}
