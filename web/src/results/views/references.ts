// The workspace evaluated by each version of the dialect's reference, side by side.

import { text } from "../../ui/text.ts";
import { copiesOf } from "../copies.ts";
import type { View } from "./view.ts";

export const references: View = {
  id: "references",
  label: text("view.references"),
  applies: ({ references: versions }) => versions.length > 1,
  // Each version needs a run of its own, so the view runs them only when it is shown.
  draw: (answer, { root, store, isCurrent }) =>
    void import("../references.ts").then(({ compareReferences }) =>
      compareReferences(root, answer.references, store, isCurrent),
    ),
  copy: (answer) => copiesOf(answer.root(), answer.text()),
  takesFocus: true,
};
