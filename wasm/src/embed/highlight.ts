// Colours for a text of any of the languages, before an engine or an editor is there: comments, strings, numbers, keys
// and what stands in template braces. Where it is unsure, the text stays as it is.

export type PieceKind = "comment" | "string" | "number" | "key" | "atom" | "embedded" | "function" | "variable" | "";

export interface Piece {
  kind: PieceKind;
  text: string;
}

const patterns: [PieceKind, string][] = [
  ["comment", String.raw`\{#[\s\S]*?#\}|(?<=^|\s)#[^\n]*`],
  ["embedded", String.raw`\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}`],
  ["string", String.raw`"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\n]|'')*'`],
  ["key", String.raw`(?<=^[ \t]*(?:- +)*)[\w.$/+-][^\s:"'{}[\],#]*(?=:(?:\s|$))`],
  ["variable", String.raw`\$[\w.]*|\$\([\w.]+\)|::[\w-]+`],
  ["atom", String.raw`\b(?:true|false|null|and|or|not|in|is)\b`],
  ["number", String.raw`(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])`],
  ["function", String.raw`\b[a-zA-Z_]\w*(?=\()`],
];

/** The pieces of a text, which together are the text. */
export function highlighted(text: string): Piece[] {
  const all = new RegExp(patterns.map(([, pattern]) => `(${pattern})`).join("|"), "gm");
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(all)) {
    if (match.index > end) pieces.push({ kind: "", text: text.slice(end, match.index) });
    const group = match.slice(1).findIndex((part) => part !== undefined);
    pieces.push({ kind: patterns[group]![0], text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ kind: "", text: text.slice(end) });
  return pieces;
}

/** The pieces line by line. */
export function highlightedLines(text: string): Piece[][] {
  const lines: Piece[][] = [[]];
  for (const { kind, text: words } of highlighted(text)) {
    for (const [index, part] of words.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (part !== "") lines.at(-1)!.push({ kind, text: part });
    }
  }
  if (lines.length > 1 && text.endsWith("\n")) lines.pop();
  return lines;
}
