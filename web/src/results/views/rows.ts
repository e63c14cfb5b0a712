// Views that consist of rows of path and value: a ledger of the result or of a value beside it.

import type { JsonNode } from "evalground";
import type { Answer } from "../answer.ts";
import { copiesOf } from "../copies.ts";
import { Ledger } from "../ledger.ts";
import type { LedgerRow } from "../rows.ts";
import type { View } from "./view.ts";

interface RowsView extends Pick<View, "id" | "label" | "applies" | "hasOrigins"> {
  /** The ledger's accessible name, if it differs from the tab's label. */
  ledgerLabel?: string;
  rows: (answer: Answer) => readonly LedgerRow[];
  /** The value that the rows show. */
  value: (answer: Answer) => JsonNode | null;
}

export function rowsView({ ledgerLabel, rows, value, ...view }: RowsView): View {
  return {
    ...view,
    rows,
    takesFocus: true,
    draw: (answer, { root, actions, drawn }) => {
      drawn.ledger ??= new Ledger(root, ledgerLabel ?? view.label, actions);
      drawn.ledger.show(rows(answer));
    },
    copy: (answer) => copiesOf(value(answer)),
  };
}
