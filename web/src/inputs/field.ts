// An input that is a single line of text. It is parsed into the workspace.

import type { Workspace } from "evalground";
import type { Watch } from "../store.ts";
import { button, element, freshId, setAttribute } from "../ui/dom.ts";

export interface Field {
  label: string;
  note?: string;
  placeholder?: string;
  /** The text of the current value. */
  read: (workspace: Workspace) => string;
  /** Parses a text and stores its value. Returns what is wrong with it, or null. */
  write: (typed: string) => string | null;
  action?: { label: string; press: () => void };
}

/** Draws a field. */
export function fieldRow(watch: Watch, field: Field): HTMLElement {
  const problem = element("span", { class: "field-problem", id: freshId("problem") });
  const note = element("span", { class: "muted", id: freshId("note") }, field.note ?? "");
  const input = element("input", {
    type: "text",
    class: "code",
    id: freshId("field"),
    spellcheck: "false",
    autocomplete: "off",
    placeholder: field.placeholder,
    "aria-describedby": `${note.id} ${problem.id}`,
  });
  input.addEventListener("input", () => {
    const wrong = field.write(input.value.trim());
    problem.textContent = wrong ?? "";
    setAttribute(input, "aria-invalid", wrong === null ? null : "true");
  });
  const root = element(
    "div",
    { class: "input-field" },
    element("label", { for: input.id }, field.label),
    input,
    field.action && button({ ...field.action, words: true }),
    note,
    problem,
  );
  watch(["workspace"], ({ workspace }) => {
    if (document.activeElement !== input) input.value = field.read(workspace);
  });
  return root;
}
