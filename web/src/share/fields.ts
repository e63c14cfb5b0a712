// The fields of the share dialog's forms.

import { copyText } from "../ui/clipboard.ts";
import { button, element } from "../ui/dom.ts";
import { text } from "../ui/text.ts";
import "./share.css";

/** A text to share, with a button that copies it. */
export function copyField(label: string, words: string, rows: number): HTMLElement {
  const field = element("textarea", {
    class: "field-text code",
    readonly: true,
    rows,
    "aria-label": label,
    spellcheck: "false",
    wrap: rows > 3 ? "off" : "soft",
  });
  field.value = words;
  field.addEventListener("focus", () => field.select());
  return element(
    "div",
    { class: "share-field" },
    field,
    button({
      label: text("share.copy"),
      words: true,
      icon: "copy",
      class: "primary",
      attributes: { "aria-label": text("share.copyForm", { form: label }) },
      press: ({ currentTarget }) =>
        void copyText(words, text("share.copied", { form: label }), currentTarget as Element),
    }),
  );
}

/** A checkbox with a muted note. */
export function checkbox(
  label: string,
  checked: boolean,
  turned: (checked: boolean) => void,
  note?: string,
): { root: HTMLElement; input: HTMLInputElement } {
  const input = element("input", { type: "checkbox" });
  input.checked = checked;
  input.addEventListener("change", () => turned(input.checked));
  return {
    root: element(
      "label",
      { class: "share-part" },
      input,
      element("span", { dir: "auto" }, label),
      note && element("span", { class: "muted" }, note),
    ),
    input,
  };
}
