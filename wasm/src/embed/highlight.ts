// Highlights text in any of the languages before an engine or an editor is loaded: comments, strings, numbers, keys and
// template braces. Text that is not recognised stays plain.

export type PieceKind = "comment" | "string" | "number" | "key" | "atom" | "embedded" | "function" | "variable" | "";

export interface Piece {
  kind: PieceKind;
  text: string;
}

// All repetitions are bounded, so that matching takes linear time.
const patterns: [PieceKind, string][] = [
  ["comment", String.raw`\{#[\s\S]{0,2000}?#\}|(?<=^|\s)#[^\n]*`],
  ["embedded", String.raw`\{\{[\s\S]{0,500}?\}\}|\{%[\s\S]{0,500}?%\}`],
  ["string", String.raw`"(?:[^"\\\n]|\\[^\n]){0,500}"|'(?:[^'\n]|''){0,500}'`],
  ["key", String.raw`(?<=^[ \t]{0,40}(?:- {1,4}){0,4})[\w.$/+-][^\s:"'{}[\],#]{0,80}(?=:(?:\s|$))`],
  ["variable", String.raw`\$[\w.]{0,80}|\$\([\w.]{1,80}\)|::[\w-]{1,80}`],
  ["atom", String.raw`\b(?:true|false|null|and|or|not|in|is)\b`],
  ["number", String.raw`(?<![\w.])-?\d{1,40}(?:\.\d{1,40})?(?![\w.])`],
  ["function", String.raw`\b[a-zA-Z_]\w{0,60}(?=\()`],
];

/** Longest text that is highlighted, in characters. */
const longest = 200_000;

/** The pieces of a text. Joined, they are the text. */
export function highlighted(text: string): Piece[] {
  if (text.length > longest) return [{ kind: "", text }];
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

/** The pieces of each line. */
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
