// The classes of a policy, as a list of names in columns.

import { element, fill } from "../../ui/dom.ts";
import { text } from "../../ui/text.ts";
import { wholeText } from "../copies.ts";
import type { View } from "./view.ts";

/** Longest list of names. Further names are only counted. */
const mostNames = 5000;

function showNames(root: HTMLElement, names: readonly string[]): void {
  const list = element(
    "ul",
    { class: "name-list code", "data-result-text": true },
    ...names.slice(0, mostNames).map((name) => element("li", { dir: "auto" }, name)),
  );
  const rest =
    names.length > mostNames &&
    element("p", { class: "muted" }, text("results.moreNames", { count: names.length - mostNames }));
  fill(root, list, rest);
}

export const classes: View = {
  id: "classes",
  label: text("view.classes"),
  applies: ({ result }) => result.classes !== undefined,
  draw: ({ result }, { root }) => showNames(root, result.classes ?? []),
  copy: (answer) => ({ forms: [wholeText((answer.result.classes ?? []).join("\n"))], file: answer.root() }),
};
