// Line-by-line comparison of two texts, and folding of unchanged lines.

import { expect, test } from "vitest";
import { compareLines, foldLines } from "../src/results/diff.ts";

function shown(before: string, after: string): string[] {
  return compareLines(before, after).map(
    ({ kind, text, before: old, after: fresh }) =>
      `${{ same: " ", added: "+", removed: "-" }[kind]}${old ?? ""}|${fresh ?? ""} ${text}`,
  );
}

test("removed and added lines have numbers in their own text", () => {
  expect(shown("a\nb\nc\n", "a\nx\nc\nd\n")).toEqual([" 1|1 a", "-2| b", "+|2 x", " 3|3 c", "+|4 d"]);
});

test("an empty line is a line, and an empty text has no lines", () => {
  expect(shown("", "a\n\nb\n")).toEqual(["+|1 a", "+|2 ", "+|3 b"]);
  expect(shown("", "")).toEqual([]);
});

test("Windows line breaks are not part of a line", () => {
  expect(shown("a\r\nb\r\n", "a\r\nc\r\n")).toEqual([" 1|1 a", "-2| b", "+|2 c"]);
});

test("unchanged lines far from any change are folded, except one or two", () => {
  const before = Array.from({ length: 20 }, (_, at) => `line ${at}`);
  const after = before.map((line, at) => (at === 10 ? "changed" : line));
  const parts = foldLines(compareLines(before.join("\n"), after.join("\n")));
  expect(parts.map(({ lines, isFolded }) => [lines.length, isFolded])).toEqual([
    [7, true],
    [8, false],
    [6, true],
  ]);
  const few = foldLines(compareLines("1\n2\n3\n4\nx\n", "1\n2\n3\n4\ny\n"));
  expect(few.every(({ isFolded }) => !isFolded)).toBe(true);
});
