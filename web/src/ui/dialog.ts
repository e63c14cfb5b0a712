// Modal dialogs, built on the <dialog> element, which traps the focus and restores it.

import { button, element, fill, freshId, type Child } from "./dom.ts";
import { text } from "./text.ts";

export interface Dialog {
  readonly root: HTMLDialogElement;
  close(): void;
}

/** Opens a dialog with a title and a close button. `closed` is called once, however the dialog is closed. */
export function openDialog(title: string, content: Child[], closed?: () => void): Dialog {
  const heading = freshId("dialog");
  const root = element("dialog", { class: "dialog", "aria-labelledby": heading });
  fill(
    root,
    element(
      "div",
      { class: "dialog-head" },
      element("h2", { id: heading }, title),
      button({ label: text("dialog.close"), icon: "close", class: "quiet", press: () => root.close() }),
    ),
    element("div", { class: "dialog-body" }, ...content),
  );
  root.addEventListener("close", () => {
    root.remove();
    closed?.();
  });
  root.addEventListener("click", (event) => {
    // A press on the backdrop has the dialog itself as its target.
    if (event.target === root) root.close();
  });
  document.body.append(root);
  root.showModal();
  return { root, close: () => root.close() };
}

/** Asks for one line of text. `check` returns the first problem with it, or null. */
export function askText(
  title: string,
  field: string,
  initial: string,
  check: (value: string) => string | null,
  done: (value: string) => void,
): void {
  const problem = element("p", { class: "field-problem", id: freshId("problem"), role: "alert" });
  const input = element("input", {
    type: "text",
    id: freshId("field"),
    spellcheck: "false",
    autocomplete: "off",
    "aria-describedby": problem.id,
    dir: "auto",
  });
  input.value = initial;
  const form = element(
    "form",
    { method: "dialog", class: "stack" },
    element("label", { for: input.id }, field),
    input,
    problem,
    element(
      "div",
      { class: "dialog-actions" },
      element("button", { type: "submit", class: "button primary" }, text("dialog.accept")),
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const wrong = check(input.value);
    problem.textContent = wrong ?? "";
    input.setAttribute("aria-invalid", String(wrong !== null));
    if (wrong !== null) {
      input.focus();
      return;
    }
    dialog.close();
    done(input.value);
  });
  const dialog = openDialog(title, [form]);
  input.focus();
  input.select();
}
