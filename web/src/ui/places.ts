// How a place in a text is written for people.

import type { Span } from "evalground";
import { text } from "./text.ts";

/** The name that the engine gives to the text of the expression, which is no file. */
export const expressionFile = "<expression>";

/** The name that the source editor gives to the data of `$`, which is no file either. */
export const dataFile = "<data>";

/** The name of a place's file as people call it. */
export function fileText(file: string): string {
  return file === expressionFile ? text("place.expression") : file;
}

/** "main.yaml 4:9" of a place. */
export function placeText({ file, line, column }: Span): string {
  return text("run.place", {
    file: fileText(file),
    line: String(line),
    column: String(column),
  });
}
