import { describe, expect, it } from "vitest";
import { format, pseudo } from "../src/ui/text.ts";
import { english } from "../src/ui/text.en.ts";
import { embedEnglish } from "../src/ui/text.embed.en.ts";
import { folderEnglish } from "../src/ui/text.folder.en.ts";
import { guideEnglish } from "../src/ui/text.guide.en.ts";
import { reproEnglish } from "../src/ui/text.repro.en.ts";
import { later } from "../src/ui/text.later.en.ts";

describe("a message", () => {
  it("puts values into its places", () => {
    expect(format("{one} and {two}", { one: "a", two: "b" })).toBe("a and b");
  });

  it("chooses the plural of a number and shows the number", () => {
    const message = "{count, plural, one {# value} other {# values}}";
    expect([1, 2, 1204].map((count) => format(message, { count }))).toEqual(["1 value", "2 values", "1,204 values"]);
  });

  it("prefers a branch for the very number", () => {
    expect(format("{count, plural, =0 {none} one {#} other {#}}", { count: 0 })).toBe("none");
  });

  it("fills places inside of a plural", () => {
    expect(format("{count, plural, one {# of {all}} other {# of {all}}}", { count: 2, all: 9 })).toBe("2 of 9");
  });

  it("refuses to be shown without a value for a place", () => {
    expect(() => format("{name}", {})).toThrow("name");
  });

  it("keeps a value with braces as it is", () => {
    expect(format("{path}!", { path: "{a, plural}" })).toBe("{a, plural}!");
  });
});

describe("the message files", () => {
  it.each(
    Object.entries({ ...english, ...later, ...guideEnglish, ...embedEnglish, ...folderEnglish, ...reproEnglish }),
  )("%s can be filled", (_, message) => {
    const places = [...message.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => [name!, 2]);
    expect(format(message, Object.fromEntries(places))).not.toMatch(/[{}]/);
  });
});

describe("words that come later", () => {
  it("are those of no other file", () => {
    const keys = [english, later].flatMap((words) => Object.keys(words));
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe("the pseudo-locale", () => {
  it.each(["Run", "Evaluated in 12 ms"])("makes “%s” at least 40 % longer and brackets it", (words) => {
    const shown = pseudo(words);
    expect(shown.length).toBeGreaterThanOrEqual(words.length * 1.4);
    expect(shown).toMatch(/^\[.*\]$/);
  });
});
