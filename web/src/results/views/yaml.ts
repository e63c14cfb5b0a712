// The value as YAML.

import { text } from "../../ui/text.ts";
import { copiesOf } from "../copies.ts";
import { showText } from "./lines.ts";
import type { View } from "./view.ts";

export const yaml: View = {
  id: "yaml",
  label: text("view.yaml"),
  applies: (answer) => answer.hasValue,
  draw: (answer, { root }) => showText(root, answer.yaml(), { language: "yaml", fileName: "result.yaml" }),
  copy: (answer) => copiesOf(answer.root()),
};
