// Every key of the value, with failed keys where they belong.

import { text } from "../../ui/text.ts";
import { rowsView } from "./rows.ts";

export const keys = rowsView({
  id: "keys",
  label: text("view.keys"),
  ledgerLabel: text("results.ledger"),
  applies: ({ result: { json, outputsJson, rows } }) =>
    json !== undefined || (outputsJson === undefined && rows.some(({ kind }) => kind === "error")),
  rows: (answer) => answer.rows(),
  value: (answer) => answer.root(),
  hasOrigins: true,
});
