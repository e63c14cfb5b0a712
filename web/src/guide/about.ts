// The description of the open example, shown above its source until the user closes it, with suggestions what to try
// next.

import { examples } from "virtual:examples";
import type { Store } from "../store.ts";
import { button, element, fill } from "../ui/dom.ts";
import { text, type TextKey } from "../ui/text.ts";
import { nextOf, openEntry } from "./examples.ts";

/** Shows the description of the open example in `root`, and hides it for other drafts. */
export function showAbout(root: HTMLElement, store: Store): void {
  const { example, workspace } = store.state;
  const entry = examples.find(({ id }) => id === example);
  if (!entry || root.childElementCount > 0) return fill(root);
  const close = button({
    label: text("examples.aboutClose"),
    icon: "close",
    class: "quiet small",
    press: () => {
      fill(root);
      store.perform("openPane", { pane: "source", focus: false });
    },
  });
  fill(
    root,
    element(
      "section",
      { class: "about-example", "aria-label": text("examples.about") },
      element("p", { class: "about-words", dir: "auto" }, workspace.description ?? entry.note),
      close,
      element(
        "p",
        { class: "about-next" },
        element("span", { class: "muted" }, `${text(`level.${entry.level}` as TextKey)} · ${text("examples.next")}`),
        ...nextOf(examples, entry.id).map((next) =>
          button({ label: next.title, words: true, class: "quiet small", press: () => void openEntry(store, next) }),
        ),
        button({
          label: text("examples.all"),
          words: true,
          class: "quiet small",
          press: () => store.perform("openExamples"),
        }),
      ),
    ),
  );
}
