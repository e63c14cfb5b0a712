// A share as HTML for other pages, with a preview.

import { type Child, element } from "../../ui/dom.ts";
import { siteRoot } from "../../ui/site_root.ts";
import { text, type TextKey } from "../../ui/text.ts";
import { blockMarkup, elementMarkup, type EmbedChoices, type EmbedOf, frameAddress, frameMarkup } from "../embed.ts";
import { copyField } from "../fields.ts";
import { resultText } from "../markdown.ts";
import type { Form } from "./form.ts";

const label = text("embed.tab");

/** The last choices, kept while the page is open. */
const chosen: EmbedChoices = { editable: "expression", theme: "host" };

/** A list from which one option is chosen. */
function choice<Value extends string>(
  words: string,
  current: Value,
  values: readonly (readonly [Value, string])[],
  choose: (value: Value) => void,
): HTMLElement {
  const select = element(
    "select",
    { class: "field-text" },
    ...values.map(([value, label]) => element("option", { value, selected: value === current }, label)),
  );
  select.addEventListener("change", () => choose(select.value as Value));
  return element("label", { class: "share-choice" }, element("span", {}, words), select);
}

function form(heading: TextKey, note: TextKey, markup: string): Child[] {
  return [
    element("h3", {}, text(heading)),
    element("p", { class: "muted" }, text(note)),
    copyField(text(heading), markup, 5),
  ];
}

export const embedForm: Form = {
  id: "embed",
  label,
  draw(share, redraw) {
    const { given, offeredLink, result } = share;
    const site = siteRoot;
    const title = share.title;
    const embed: EmbedOf | null =
      offeredLink === null ? null : { site, fragment: offeredLink.slice(offeredLink.indexOf("#") + 1), title };
    const block = blockMarkup(given, result && resultText(result), chosen);
    const editables = ["none", "expression", "source", "inputs", "all"] as const;
    return [
      element(
        "div",
        { class: "share-choices" },
        choice(
          text("embed.editable"),
          chosen.editable,
          editables.map((each) => [each, text(`embed.editable.${each}`)] as const),
          (value) => {
            chosen.editable = value;
            redraw();
          },
        ),
        choice(
          text("embed.theme"),
          chosen.theme,
          [
            ["host", text("embed.host")],
            ["light", text("embed.light")],
            ["dark", text("embed.dark")],
          ],
          (value) => {
            chosen.theme = value;
            redraw();
          },
        ),
      ),
      ...form(
        "embed.element",
        "embed.elementNote",
        elementMarkup(given, embed ?? { site, fragment: "", title }, chosen, result),
      ),
      ...(embed ? form("embed.frame", "embed.frameNote", frameMarkup(embed, chosen)) : []),
      ...(block === null ? [] : form("embed.markdown", "embed.markdownNote", block)),
      !embed && element("p", { class: "notice", "data-kind": "warning" }, text("embed.tooLong")),
      embed && element("h3", {}, text("embed.preview")),
      embed &&
        element("iframe", {
          class: "share-preview",
          src: frameAddress(embed, chosen),
          title: text("embed.preview"),
          loading: "lazy",
        }),
    ];
  },
};
