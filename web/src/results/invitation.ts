// Tells the user what to do with an empty draft. Loaded when a draft is empty.

import type { Store } from "../store.ts";
import { choiceOf, dialectFacts } from "../ui/dialects.ts";
import { button, element } from "../ui/dom.ts";
import { filesOf } from "../ui/entries.ts";
import { engineText, text } from "../ui/text.ts";
import "./invitation.css";

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
