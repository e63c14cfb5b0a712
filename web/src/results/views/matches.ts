// All matches of an expression before they are reduced to one value.

import { text } from "../../ui/text.ts";
import { rowsView } from "./rows.ts";

export const matches = rowsView({
  id: "matches",
  label: text("view.matches"),
  applies: ({ result }) => result.matchesJson !== undefined,
  rows: (answer) => answer.matchRows(),
  value: (answer) => answer.matches(),
});
