// The result of an embed as a text for paper.

import { readJson } from "../reader.js";
import { dataText } from "./data_text.js";
import type { EmbedResult } from "./messages.js";

/** What a template wrote, or else the value, or else the problems. */
export function printedText({ diagnostics, json, text }: EmbedResult): string {
  if (text !== undefined) return text;
  return json === undefined ? diagnostics.map(({ message }) => `${message}\n`).join("") : dataText(readJson(json));
}
