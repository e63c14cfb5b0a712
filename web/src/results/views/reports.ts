// The reports of a policy, a line each.

import { text } from "../../ui/text.ts";
import { showText } from "./lines.ts";
import { type View, wholeText } from "./view.ts";

export const reports: View = {
  id: "reports",
  label: text("view.reports"),
  applies: ({ result }) => result.reports !== undefined,
  draw: ({ result, operation }, { root, showsBlanks }) =>
    showText(root, (result.reports ?? []).join("\n"), {
      language: operation === "evaluate" ? "text" : "yaml",
      fileName: "result.txt",
      showsBlanks,
    }),
  copy: (answer) => ({ forms: [wholeText((answer.result.reports ?? []).join("\n"))], file: answer.root() }),
  hasBlanks: true,
};
