// Variables by hosts, and what a template renders for each host. The code is loaded when a view is first shown.

import { text } from "../../ui/text.ts";
import type { Answer } from "../answer.ts";
import { copiesOf } from "../copies.ts";
import type { View } from "./view.ts";

function has(answer: Answer, key: string): boolean {
  return answer.operation === "matrix" && answer.root()?.get(key)?.kind === "map";
}

export const matrix: View = {
  id: "matrix",
  label: text("view.matrix"),
  applies: (answer) => has(answer, "variables"),
  begins: () => true,
  draw: (answer, place) =>
    void import("../matrix.ts").then(({ showMatrix }) => {
      if (place.isCurrent()) showMatrix(answer, place);
    }),
  copy: (answer, drawn) => {
    const { forms, file } = copiesOf(answer.root());
    return { forms: [...(drawn.table?.forms() ?? []), ...forms], file };
  },
  takesFocus: true,
};

export const rendered: View = {
  id: "rendered",
  label: text("view.rendered"),
  applies: (answer) => has(answer, "rendered"),
  begins: () => true,
  draw: (answer, place) =>
    void import("../rendered.ts").then(({ showRendered }) => {
      if (place.isCurrent()) showRendered(answer, place);
    }),
  copy: (answer) => copiesOf(answer.root()),
  takesFocus: true,
};
