// Requests that only the outside can answer: nothing is fetched from here, but the answer can be given as a file.

import type { PendingRequest } from "evalground";
import type { Store } from "../store.ts";
import { button, element, fill } from "../ui/dom.ts";
import { filesOf } from "../ui/entries.ts";
import { text } from "../ui/text.ts";

/** Shows the requests of a run, each with the way to answer it. */
export function showPending(root: HTMLElement, requests: readonly PendingRequest[], store: Store): void {
  root.hidden = requests.length === 0;
  fill(root, ...requests.map(({ service, file }) => {
    const answer = (): void => {
      if (!filesOf(store.state.workspace).has(file)) store.editFiles({ [file]: "" });
      store.update({ activeFile: file });
      store.perform("openPane", { pane: "source", focus: true });
    };
    return element(
      "div",
      { class: "notice", "data-kind": "warning" },
      element("span", { class: "notice-words", dir: "auto" }, text(service === "fetch" ? "pending.fetch" : "pending.python", { file })),
      button({ label: text("pending.answer"), words: true, icon: "file", press: answer }),
    );
  }));
}
