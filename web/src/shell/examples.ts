// The menu of examples. Each is a case of the gallery; opening one makes a draft that can be reset to it.

import type { Store } from "../store.ts";
import { byId, fill, icon } from "../ui/dom.ts";
import { menuButton } from "../ui/menu.ts";
import { text } from "../ui/text.ts";

/** What a description says first: enough to choose by. */
function firstSentence(description = ""): string {
  return /^.*?\.(?=\s|$)/s.exec(description)?.[0] ?? description;
}

/** Puts the menu of examples into the header; the examples themselves are fetched when it is first opened. */
export function buildExamples(store: Store): void {
  const opener = menuButton({
    label: text("examples.label"),
    icon: "book",
    words: true,
    class: "quiet spare-words",
    items: async () => {
      const { default: examples } = await import("virtual:examples");
      return examples
        .filter(({ dialect }) => dialect === store.state.workspace.dialect)
        .map((example) => ({
          label: example.title ?? example.id,
          note: firstSentence(example.description),
          choose: () => store.perform("openExample", example),
        }));
    },
  });
  opener.append(icon("chevron"));
  fill(byId("examples"), opener);
}
