// About how high an embed becomes, in pixels. A page that reserves this height before the script has run does not move
// when the embed is drawn and evaluated. An embed keeps a reserved height until its reader touches it, so an inexact
// one is only a scroll bar or some free room.

import { readJson, type JsonNode, type RunResult } from "evalground";

/** The heights of the parts, as in embed.css. */
const line = 20;
const row = 24;
const around = 9;
const head = 33;
const toolbar = 37;
const border = 2;
/** Longer texts and results scroll. */
const most = 480;
const leastResults = 104;

export interface ReservedHeight {
  /** With the results below the text. */
  stacked: number;
  /** With the results beside the text. */
  beside: number;
}

function rowsOf(node: JsonNode): number {
  return node.children.reduce((sum, child) => sum + rowsOf(child), 1);
}

const linesOf = (text: string): number => text.replace(/\n$/, "").split("\n").length;

function bodyOf({ ok, text, json, outputsJson }: Pick<RunResult, "ok" | "text" | "json" | "outputsJson">): number {
  if (!ok) return 3 * row;
  if (text !== undefined) return around + line * linesOf(text);
  const value = json ?? outputsJson;
  return value === undefined ? row : around + row * rowsOf(readJson(value));
}

/** The height of an embed with a toolbar, these texts and this result. An empty text is not shown. */
export function reservedHeight(
  source: string,
  expression: string,
  result: Pick<RunResult, "ok" | "text" | "json" | "outputsJson"> | null,
): ReservedHeight {
  const shown = (text: string): number => (text === "" ? 0 : Math.min(most, around + line * linesOf(text)));
  const results = Math.max(leastResults, shown(expression) + head + Math.min(most, result ? bodyOf(result) : 3 * row));
  const frame = border + toolbar;
  return { stacked: frame + shown(source) + results, beside: frame + Math.max(shown(source), results) };
}
