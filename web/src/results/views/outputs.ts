// The outputs of a template that has no other value.

import { text } from "../../ui/text.ts";
import { rowsView } from "./rows.ts";

export const outputs = rowsView({
  id: "outputs",
  label: text("view.outputs"),
  applies: ({ result }) => result.json === undefined && result.outputsJson !== undefined,
  rows: (answer) => answer.rows(),
  value: (answer) => answer.root(),
  hasOrigins: true,
});
