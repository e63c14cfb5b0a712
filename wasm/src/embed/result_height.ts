// About how high a result becomes in the frame, so that a text of that height can stand in for it.

import { type JsonNode, readJson } from "../reader.js";

/** The heights of a line of text, of a row of a value, and of the most that is shown, as in the frame. */
const line = 20;
const row = 24;
const most = 480;

/** The rows of the parts of a value. The value itself has a row only if it has no parts. */
function rowsOf({ children }: JsonNode): number {
  return children.reduce((sum, child) => sum + rowsOf(child), children.length);
}

/** The height of the result whose text a page has; empty: unknown. */
export function resultHeight(output: string): number {
  const text = output.trim();
  try {
    return Math.min(most, row * (rowsOf(readJson(text)) || 1) + 8);
  } catch {
    const lines = text.split("\n").length;
    return Math.min(most, lines < 2 ? row + 8 : line * lines + 16);
  }
}
