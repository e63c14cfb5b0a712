// Positions in a text as shown to users.

import type { Span } from "evalground";
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
