import { describe, expect, it } from "vitest";
import { isSameText, withLineEnds } from "../src/folder/line_ends.ts";

const saves: readonly (readonly [what: string, disk: string, page: string, saved: string])[] = [
  ["an unchanged file", "a\r\nb\rc\n", "a\nb\nc\n", "a\r\nb\rc\n"],
  ["one kind, CRLF", "a\r\nb\r\n", "Za\nnew\nb\n", "Za\r\nnew\r\nb\r\n"],
  ["one kind, CR", "a\rb\r", "a\nZb\nc\n", "a\rZb\rc\r"],
  ["one kind, LF", "a\nb\n", "a\nc\n", "a\nc\n"],
  ["no line end on disk", "a", "a\nb\n", "a\nb\n"],
  ["an empty file", "", "a\n", "a\n"],
  ["a file that is emptied", "a\r\n", "", ""],
  ["no final newline", "a\r\nb", "a\r\nbZ", "a\r\nbZ"],
  ["a final newline that is removed", "a\r\nb\r\n", "a\nb", "a\r\nb"],
  ["a final newline that is added", "a\r\nb", "a\nb\n", "a\r\nb\r\n"],
  ["a byte order mark", "\ufeffa\r\nb\r\n", "Za\nb\n", "\ufeffZa\r\nb\r\n"],
  ["a byte order mark that the page still has", "\ufeffa\n", "\ufeffb\n", "\ufeffb\n"],
  ["mixed, a line is changed", "a\r\nb\nc\rd\n", "a\nb\nZc\nd\n", "a\r\nb\nZc\nd\n"],
  ["mixed, the first line is changed", "a\r\nb\nc\r", "Za\nb\nc\n", "Za\r\nb\nc\r"],
  ["mixed, lines are added", "a\r\nb\nc\r", "a\nnew\nb\nnew\nc\nnew\n", "a\r\nnew\r\nb\nnew\nc\rnew\r"],
  ["mixed, lines are removed", "a\r\nb\nc\rd\n", "b\nd\n", "b\nd\n"],
  ["mixed, appended to a last line without an end", "a\r\nb\nc", "a\nb\nc\nd\n", "a\r\nb\nc\nd\n"],
];

describe("line ends of saved texts", () => {
  it.each(saves)("%s", (_, disk, page, saved) => {
    expect(withLineEnds(page, disk)).toBe(saved);
  });

  it("do not count as a difference between page and disk, nor does the byte order mark", () => {
    expect(isSameText("\ufeffa\r\nb\r", "a\nb\n")).toBe(true);
    expect(isSameText("a\nb", "a\nb\n")).toBe(false);
    expect(isSameText("a\r\n\r\nb", "a\nb")).toBe(false);
  });

  it("are determined in bounded time, even if every line of a large mixed file has changed", () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `line ${at}`);
    const disk = lines.map((line, at) => line + (at % 2 ? "\n" : "\r\n")).join("");
    const saved = withLineEnds(`${lines.map((line) => `${line}!`).join("\n")}\n`, disk);
    expect(saved.split("\r\n").length).toBe(20_001);
  });
});
