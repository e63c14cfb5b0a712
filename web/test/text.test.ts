import { readdirSync, readFileSync } from "node:fs";
import { parseAst } from "rolldown/parseAst";
import { describe, expect, it } from "vitest";
import { keysIn } from "../plugins/texts.ts";
import { messages } from "../src/ui/messages.ts";
import { format, formatSize, pseudo } from "../src/ui/text.ts";

describe("a message", () => {
  it("fills its placeholders with values", () => {
    expect(format("{one} and {two}", { one: "a", two: "b" })).toBe("a and b");
  });

  it("chooses the plural of a number and shows the number", () => {
    const message = "{count, plural, one {# value} other {# values}}";
    expect([1, 2, 1204].map((count) => format(message, { count }))).toEqual(["1 value", "2 values", "1,204 values"]);
  });

  it("prefers an exact branch for a number", () => {
    expect(format("{count, plural, =0 {none} one {#} other {#}}", { count: 0 })).toBe("none");
  });

  it("fills placeholders inside a plural", () => {
    expect(format("{count, plural, one {# of {all}} other {# of {all}}}", { count: 2, all: 9 })).toBe("2 of 9");
  });

  it("throws if a placeholder has no value", () => {
    expect(() => format("{name}", {})).toThrow("name");
  });

  it("keeps braces in a value", () => {
    expect(format("{path}!", { path: "{a, plural}" })).toBe("{a, plural}!");
  });
});

describe("the catalogue", () => {
  it.each(Object.entries(messages))("%s can be filled", (_, message) => {
    const places = [...message.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => [name!, 2]);
    expect(format(message, Object.fromEntries(places))).not.toMatch(/[{}]/);
  });

  const folder = (name: string) => new URL(`../${name}/`, import.meta.url);
  const filesIn = (name: string, ofPath: RegExp): string[] =>
    readdirSync(folder(name), { recursive: true, encoding: "utf8" })
      .filter((path) => ofPath.test(path))
      .map((path) => readFileSync(new URL(path, folder(name)), "utf8"));

  it("has each key once", () => {
    const keys = filesIn("src/ui/messages", /\.ts$/).flatMap((code) => code.match(/^ {2}"[^"]+":/gm) ?? []);
    expect(keys).toHaveLength(Object.keys(messages).length);
  });

  it("has no unused message", () => {
    const scripts = [...filesIn("src", /^(?!ui\/messages).*\.ts$/), ...filesIn("plugins", /\.ts$/)];
    const inScripts = scripts.flatMap((code) =>
      keysIn(code, parseAst(code, { lang: "ts" })).flatMap(({ keys }) => keys),
    );
    const inPages = filesIn("pages", /\.html$/).flatMap((html) => html.match(/(?<=\{\{)[\w.]+(?=\}\})/g) ?? []);
    const used = new Set([...inScripts, ...inPages]);
    expect(Object.keys(messages).filter((key) => !used.has(key))).toEqual([]);
  });
});

describe("keys in scripts", () => {
  const hole = "$" + "{name}";
  const replaced = (code: string) => keysIn(code, parseAst(code)).map(({ code: words }) => words);

  it("are replaced by their messages, also if the key is chosen by an expression", () => {
    expect(formatSize(2048)).toBe("2 KiB");
    expect(replaced('const label = isOk ? "dialog.accept" : "dialog.cancel";')).toEqual(['"OK"', '"Cancel"']);
  });

  it("with a placeholder become a choice of all matching messages", () => {
    const [choice] = replaced(`text(\`theme.${hole}\`)`);
    expect(choice).toMatch(/^\(\{"\w+":".*"\}\[name\]\?\?""\)$/);
  });

  it("are rejected where no message can be inserted", () => {
    expect(() => replaced('const table = { "dialog.cancel": 1 };')).toThrow("property");
    expect(() => replaced(`const key = \`theme.${hole}\`;`)).toThrow("text(…)");
    expect(() => replaced(`text(\`nothing.${hole}\`)`)).toThrow("no key");
    expect(() => replaced(`text(\`theme.${hole.replace("name", 'f("dialog.cancel")')}\`)`)).toThrow("hole");
  });
});

describe("the pseudo-locale", () => {
  it.each(["Run", "Evaluated in 12 ms"])("makes “%s” at least 40 % longer and brackets it", (words) => {
    const shown = pseudo(words);
    expect(shown.length).toBeGreaterThanOrEqual(words.length * 1.4);
    expect(shown).toMatch(/^\[.*\]$/);
  });
});
