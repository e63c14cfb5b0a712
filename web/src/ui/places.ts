// Positions in a text, and problems, as shown to users.

import type { Diagnostic, Span } from "evalground";
import { text } from "./text.ts";

/** The engine's name for the text of the expression, which is not a file. */
export const expressionFile = "<expression>";

/** The source editor's name for the data of `$`, which is not a file. */
export const dataFile = "<data>";

/** The display name of a file. */
export function fileText(file: string): string {
  return file === expressionFile ? text("place.expression") : file;
}

/** A position as "main.yaml 4:9". */
export function placeText({ file, line, column }: Span): string {
  return text("run.place", {
    file: fileText(file),
    line: String(line),
    column: String(column),
  });
}

/** The number of problems. If all are hints, they are called hints, because nothing is wrong. */
export function countText(problems: readonly Pick<Diagnostic, "severity">[]): string {
  const areHints = problems.length > 0 && problems.every(({ severity }) => severity === "hint");
  return text(areHints ? "problems.count.hint" : "problems.count", { count: problems.length });
}
