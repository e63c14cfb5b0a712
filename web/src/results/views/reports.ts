// The reports of a policy, a line each.

import { text } from "../../ui/text.ts";
import { wholeText } from "../copies.ts";
import { showText } from "./lines.ts";
import { mapOfLines, PrintedText } from "./printed.ts";
import type { View } from "./view.ts";

export const reports: View = {
  id: "reports",
  label: text("view.reports"),
  applies: ({ result }) => result.reports !== undefined,
  draw: ({ result, operation }, { root, drawn, showsBlanks, goTo }) => {
    const { reports: lines = [], parts } = result;
    showText(root, lines.join("\n"), {
      language: operation === "evaluate" ? "text" : "yaml",
      fileName: "result.txt",
      showsBlanks,
    });
    // A report may have several lines.
    const reportOf = lines.flatMap((report, index) => report.split("\n").map(() => index));
    const map = mapOfLines(lines, parts?.["reports"]?.origins ?? {});
    drawn.printed = new PrintedText(root, map, goTo, (line) => ["reports", reportOf[line - 1] ?? 0]);
  },
  copy: (answer) => ({ forms: [wholeText((answer.result.reports ?? []).join("\n"))], file: answer.root() }),
  hasBlanks: true,
};
