// If a document that fails looks like another language, offers to switch to that.

import type { Store } from "../store.ts";
import { choiceOf } from "../ui/dialects.ts";
import { button, fill } from "../ui/dom.ts";
import { filesOf } from "../ui/entries.ts";
import { guessed } from "../ui/guess.ts";
import { text } from "../ui/text.ts";

/** Fills and shows `offer` if there is a language to offer. */
export function offerLanguage(offer: HTMLElement, store: Store): void {
  const { workspace } = store.state;
  const content = store.mainFile === null ? workspace.expression : filesOf(workspace).get(store.mainFile);
  const found = typeof content === "string" ? guessed(content) : null;
  const current = choiceOf(workspace);
  if (!found || found.choice.id === current.id || found.choice.id === current.dialect) return;
  const { id, name } = found.choice;
  fill(
    offer,
    text("language.offer", { dialect: name }),
    " ",
    button({
      label: text("language.switch", { dialect: name }),
      words: true,
      class: "small",
      press: () => store.perform("chooseDialect", { choice: id }),
    }),
  );
  offer.hidden = false;
}
