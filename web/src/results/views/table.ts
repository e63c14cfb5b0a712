// A list of maps as a table. The code is loaded when the view is first shown.

import { text } from "../../ui/text.ts";
import { copiesOf } from "../copies.ts";
import { spokenOrigin } from "../provenance.ts";
import type { View } from "./view.ts";

export const table: View = {
  id: "table",
  label: text("view.table"),
  applies: (answer) => answer.tableRows() !== null,
  draw: (answer, { root, drawn, isCurrent }) =>
    void import("../table.ts").then(({ Table }) => {
      if (!isCurrent()) return;
      const rowOf = new Map(answer.rows().map((row) => [row.node, row]));
      drawn.table = new Table(root, answer.tableRows() ?? [], {
        comesFrom: (cell) => spokenOrigin(rowOf.get(cell)?.origins ?? []),
      });
    }),
  copy: (answer, drawn) => {
    const { forms, file } = copiesOf(answer.root());
    return { forms: [...(drawn.table?.forms() ?? []), ...forms], file };
  },
  takesFocus: true,
};
