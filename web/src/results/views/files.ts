// The files that an evaluation wrote. They can be read here and kept as files of the workspace. The code is loaded when
// the view is first shown.

import { text } from "../../ui/text.ts";
import { copiesOf } from "../copies.ts";
import type { View } from "./view.ts";

export const files: View = {
  id: "files",
  label: text("view.files"),
  applies: ({ result }) => Object.keys(result.files ?? {}).length > 0,
  draw: ({ result }, { root, store, isCurrent }) =>
    void import("../written.ts").then(({ showWritten }) => {
      if (isCurrent()) showWritten(root, result.files ?? {}, store);
    }),
  copy: (answer) => copiesOf(answer.root()),
  takesFocus: true,
};
