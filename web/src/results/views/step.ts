// What the chosen round of an evaluation changed, as a structural diff.

import { readJson, writeJson } from "evalground";
import { dialectFacts } from "../../ui/dialects.ts";
import { text } from "../../ui/text.ts";
import { copiesOf } from "../copies.ts";
import type { View } from "./view.ts";

export const step: View = {
  id: "step",
  label: text("view.step"),
  applies: ({ step: chosen }) => chosen !== null,
  // The comparison is loaded when it is first needed.
  draw: ({ step: chosen }, { root, store, isCurrent }) => {
    if (!chosen) return;
    const { workspace } = store.state;
    const given = dialectFacts(workspace.dialect).dollar === "data" ? workspace.data : undefined;
    const first = given === undefined ? null : readJson(writeJson(given));
    void import("../step_diff.ts").then(({ showStep }) => {
      if (isCurrent()) showStep(root, chosen, first);
    });
  },
  copy: (answer) => copiesOf(answer.root()),
};
