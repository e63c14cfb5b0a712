// The value as JSON. Digits and the order of keys are kept.

import { text } from "../../ui/text.ts";
import { copiesOf } from "../copies.ts";
import { showText } from "./lines.ts";
import type { View } from "./view.ts";

export const json: View = {
  id: "json",
  label: text("view.json"),
  applies: (answer) => answer.hasValue,
  draw: (answer, { root }) => showText(root, answer.json(), { language: "json", fileName: "result.json" }),
  copy: (answer) => copiesOf(answer.root()),
};
