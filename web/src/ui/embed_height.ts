// About how high an embed becomes, in pixels. A page that reserves this height before the script has run does not move
// when the embed is drawn and evaluated. An embed keeps a reserved height until its reader touches it, so an inexact
// one is only a scroll bar or some free room.

import { readJson, type JsonNode, type RunResult } from "evalground";

/** The heights of the parts, as in embed.css. */
const line = 20;
const row = 24;
/** The margins of a source or a value, and of a written text. */
const around = 8;
const aroundText = 16;
/** The line between two parts. */
const rule = 1;
const head = 33;
const toolbar = 36;
const border = 2;
/** Longer texts and results scroll. */
const most = 480;

export interface ReservedHeight {
  /** With the results below the text. */
  stacked: number;
  /** With the results beside the text. */
  beside: number;
}

/** The rows of the parts of a value. The value itself has a row only if it has no parts. */
function rowsOf({ children }: JsonNode): number {
  return children.reduce((sum, child) => sum + rowsOf(child), children.length);
}

const linesOf = (text: string): number => text.replace(/\n$/, "").split("\n").length;

function bodyOf({ ok, text, json, outputsJson }: Pick<RunResult, "ok" | "text" | "json" | "outputsJson">): number {
  if (!ok) return 3 * row;
  if (text !== undefined) return aroundText + line * linesOf(text);
  const value = json ?? outputsJson;
  return around + row * ((value !== undefined && rowsOf(readJson(value))) || 1);
}

/** The text that is shown first: a document, or the data of a workspace without documents, which has a head. */
export interface FirstText {
  text: string;
  isData: boolean;
}

/** The height of an embed with a toolbar, these texts and this result. An empty text is not shown. */
export function reservedHeight(
  { text, isData }: FirstText,
  expression: string,
  result: Pick<RunResult, "ok" | "text" | "json" | "outputsJson"> | null,
): ReservedHeight {
  const shown = (words: string): number => (words === "" ? 0 : Math.min(most, around + line * linesOf(words)) + rule);
  const first = shown(text) + (isData && text !== "" ? head : 0);
  const results = shown(expression) + head + Math.min(most, result ? bodyOf(result) : around + row);
  const frame = border + toolbar;
  return { stacked: frame + first + results, beside: frame + Math.max(first - (first > 0 ? rule : 0), results) };
}
