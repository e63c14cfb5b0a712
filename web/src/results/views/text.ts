// The text that a template or an expansion wrote, or a value that is a string.

import { text as words } from "../../ui/text.ts";
import { copiesOf } from "../copies.ts";
import { spokenOrigin } from "../provenance.ts";
import { showText } from "./lines.ts";
import { PrintedText } from "./printed.ts";
import type { View } from "./view.ts";

export const text: View = {
  id: "text",
  label: words("view.text"),
  applies: (answer) => answer.text() !== null,
  // Show the text first if the value is that text, but not if the template gives a map or a list.
  begins: (answer) =>
    answer.operation === "expand" || (answer.result.text !== undefined && answer.root()?.kind === "string"),
  draw: (answer, { root, drawn, showsBlanks, goTo }) => {
    showText(root, answer.text() ?? "", {
      language: answer.operation === "evaluate" ? "text" : "yaml",
      fileName: "result.txt",
      showsBlanks,
    });
    const map = answer.result.textMap;
    if (map && answer.result.text !== undefined) drawn.printed = new PrintedText(root, map, goTo);
    const origin = spokenOrigin(answer.byPointer().get("")?.origins ?? []);
    if (origin !== "") root.querySelector("pre")?.setAttribute("aria-description", origin);
  },
  copy: (answer) => copiesOf(answer.root(), answer.text()),
  hasBlanks: true,
};
