// The final variables of a policy.

import { text } from "../../ui/text.ts";
import { rowsView } from "./rows.ts";

export const variables = rowsView({
  id: "variables",
  label: text("view.variables"),
  applies: ({ result }) => result.variablesJson !== undefined,
  rows: (answer) => answer.variables(),
  value: (answer) => answer.variablesRoot(),
  hasOrigins: true,
});
