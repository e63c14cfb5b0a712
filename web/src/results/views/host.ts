// A host's variables. The rows come from host_rows.ts.

import { type JsonNode, readJson, writeJson } from "evalground";
import { text } from "../../ui/text.ts";
import type { Answer } from "../answer.ts";
import { hostVariables } from "../host_rows.ts";
import { rowsView } from "./rows.ts";
import type { View } from "./view.ts";

/** The variables as a map of names to values. */
function valuesOf(answer: Answer): JsonNode | null {
  const variables = hostVariables(answer);
  if (!variables) return null;
  const values = variables.flatMap((entry) => {
    const value = entry.get("value");
    return value ? [[String(entry.key), value] as const] : [];
  });
  return readJson(writeJson(new Map(values)));
}

export const host: View = {
  ...rowsView({
    id: "host",
    label: text("view.host"),
    ledgerLabel: text("host.ledger"),
    applies: (answer) => hostVariables(answer) !== null,
    rows: (answer) => answer.hostRows(),
    value: valuesOf,
    hasOrigins: true,
  }),
  begins: () => true,
};
