// What the document consists of and what refers to what, as a drawing. Its code and the library for the layout are
// loaded when the view is first shown.

import { text } from "../../ui/text.ts";
import { copiesOf } from "../copies.ts";
import type { View } from "./view.ts";

export const graph: View = {
  id: "graph",
  label: text("view.graph"),
  applies: ({ hasGraph }) => hasGraph,
  draw: (_, { root, store, isCurrent }) =>
    void import("../graph/graph.ts").then(({ showGraph }) => {
      if (isCurrent()) return showGraph(root, store, isCurrent);
    }),
  copy: (answer) => copiesOf(answer.root()),
  takesFocus: true,
  isOfLastRun: true,
};
