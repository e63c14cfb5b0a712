// Views that show how a value was computed. Their code is loaded when they are first shown. They apply to every answer
// with a result.

import { text } from "../../ui/text.ts";
import { copiesOf } from "../copies.ts";
import type { View } from "./view.ts";

function late(id: "trace" | "explain"): View {
  return {
    id,
    label: text(`view.${id}`),
    applies: () => true,
    draw: (_, { root, store, isCurrent }) => {
      void import("../trace/views.ts").then(({ showExplanation, showTrace }) => {
        if (isCurrent()) return (id === "trace" ? showTrace : showExplanation)(root, store, isCurrent);
      });
    },
    isOfLastRun: true,
    copy: (answer) => copiesOf(answer.root()),
  };
}

export const trace = late("trace");
export const explain = late("explain");
