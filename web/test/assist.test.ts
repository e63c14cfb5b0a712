import { describe, expect, it } from "vitest";
import { about, Catalogue, codeText, withWords } from "../src/ui/catalogue.ts";
import { opensBehind, resultOf, templateOf } from "../src/assist/completion.ts";
import { pathText } from "../src/assist/breadcrumbs.ts";
import { edited, layoutChanges } from "../src/assist/edits.ts";
import { laidOutJson } from "../src/assist/json_layout.ts";
import { lineOf, nameAt } from "../src/assist/navigate.ts";
import { Questions, withText } from "../src/assist/questions.ts";
import { partsOf } from "../src/assist/signature.ts";
import { firstState, Store } from "../src/store.ts";
import { makeStore } from "./make.ts";
import { keptSettings } from "../src/shell/settings.ts";

const entry = {
  name: "join",
  kind: "filter" as const,
  signatures: [],
  summary: "The texts of the items.",
  choice: "jinja2",
  anchor: "join",
  examples: [{ dialect: "jinja2", main: "{{ [1] | join }}" }],
  gives: "1",
};

describe("completion", () => {
  it("opens after characters that begin a choice, but not after the same characters in YAML", () => {
    for (const line of ["::", "a::b", "$.", "$.ab", "{{ x | ", "{{ x |", "f(", "@", "$"])
      expect(opensBehind(line)).toBe(true);
    for (const line of ["", "key: ", "text: |", "  |", "word", "a, "]) expect(opensBehind(line)).toBe(false);
  });

  it("converts the engine's snippets to CodeMirror's syntax", () => {
    expect(templateOf("join(\u0024{1:d})$0")).toBe("join(\u0024{d})\u0024{}");
    expect(templateOf("a \\$b \\} {c}")).toBe("a $b \\} \\{c\\}");
  });

  it("adds catalogue texts, puts the user's own names first, and asks again if the list was cut", () => {
    const item = (label: string, is: string, sortText: string) => ({
      label,
      is,
      sortText,
      insertTextFormat: "PlainText" as const,
      textEdit: { file: "a", from: 3, to: 5, newText: label },
    });
    const items = [item("join", "filter", "02join"), item("jobs", "property", "00jobs")];
    const result = resultOf({ items, isIncomplete: false }, 5, new Catalogue([entry]));
    expect(result).toMatchObject({ from: 3, validFor: /^[\w-]*$/ });
    const [join, jobs] = result!.options;
    expect(join).toMatchObject({ item: { summary: "The texts of the items." } });
    expect(jobs!.boost).toBeGreaterThan(join!.boost!);
    expect(resultOf({ items, isIncomplete: true }, 5, new Catalogue([]))).not.toHaveProperty("validFor");
    expect(resultOf({ items: [], isIncomplete: false }, 5, new Catalogue([]))).toBeNull();
  });
});

describe("the texts of the catalogue", () => {
  it("replace those that the engine's module leaves out", () => {
    const told = withWords("`join(value)`\n\n\n\nExample: `` gives ``\n\nlast run: `1`", entry);
    expect(told).toBe(
      "`join(value)`\n\nThe texts of the items.\n\nExample: `{{ [1] | join }}` gives `1`\n\nlast run: `1`",
    );
    expect(about(entry, "join(value)")).toContain("Example: `{{ [1] | join }}` gives `1`");
  });

  it("are found for a method without its type", () => {
    const method = { ...entry, kind: "method" as const, name: "str.split" };
    expect(new Catalogue([method]).find("method", "split")).toBe(method);
  });

  it("keep backticks in code", () => {
    expect(codeText("a ` b")).toBe("`` a ` b ``");
  });
});

describe("edits", () => {
  it("are applied from the end, so that positions stay valid", () => {
    const edit = (from: number, to: number, newText: string) => ({ file: "a", from, to, newText });
    expect(edited("port: *port", [edit(0, 4, "listen"), edit(7, 11, "web")])).toBe("listen: *web");
  });

  it("that format change only whitespace, each gap separately", () => {
    const before = "a:   1\nb:    [ 1,2 ]\n";
    const after = "a: 1\nb: [1, 2]\n";
    const changes = layoutChanges(before, after);
    let text = before;
    for (const { from, to, insert } of [...changes].reverse()) text = text.slice(0, from) + insert + text.slice(to);
    expect(text).toBe(after);
    for (const { from, to } of changes) expect(before.slice(from, to).trim()).toBe("");
    expect(layoutChanges("ab", "axb")).toEqual([{ from: 1, to: 1, insert: "x" }]);
  });
});

describe("places", () => {
  it("are described by line, column and text", () => {
    expect(lineOf("a: 1\nbc: 2\n", 6)).toEqual({ line: 2, column: 2, text: "bc: 2" });
    expect(nameAt("x | map-y", 6)).toBe("map-y");
  });
});

describe("breadcrumbs", () => {
  it("are copied in the notation of the data, or as keys and indices", () => {
    const yaql = makeStore({ workspace: { dialect: "yaql", data: {} }, activeFile: null });
    expect(pathText(yaql, ["a", 0, "b c"])).toBe("$.a[0]['b c']");
    const heat = makeStore({ workspace: { dialect: "heat", files: { "a.yaml": "" } }, activeFile: "a.yaml" });
    expect(pathText(heat, ["resources", "web", "ports", 1])).toBe("resources.web.ports[1]");
  });
});

describe("signature help", () => {
  it("finds the current parameter also if the same words come before it", () => {
    const parameters = [{ label: "a: any" }, { label: "a: any = 1" }];
    const signatures = [{ label: "f(a: any, a: any = 1) -> any", parameters }];
    expect(partsOf({ signatures, activeSignature: 0, activeParameter: 1 })).toMatchObject({
      before: "f(a: any, ",
      active: "a: any = 1",
      behind: ") -> any",
    });
  });
});

describe("questions", () => {
  const workspace = { dialect: "yaql", files: { "a.yaql": "$" } };
  const store = () => new Store(firstState(workspace, keptSettings()));

  it("use the text of the editor", () => {
    expect(withText(workspace, { file: "a.yaql", text: "$" })).toBe(workspace);
    expect(withText(workspace, { file: "a.yaql", text: "$.a" }).files).toEqual(new Map([["a.yaql", "$.a"]]));
    expect(withText(workspace, { file: "<expression>", text: "$.a" }).expression).toBe("$.a");
  });

  it("are sent one at a time, and of the waiting ones of a kind only the newest", async () => {
    const asked: unknown[] = [];
    const answers: (() => void)[] = [];
    const questions = new Questions(store(), async () => ({
      ask: (request) => {
        asked.push(request.at);
        return new Promise((resolve) => answers.push(() => resolve({ ok: true, json: "[1]", diagnostics: [] })));
      },
    }));
    const ask = (offset: number) => questions.ask<number[]>({ ask: "hover", at: { offset } });
    const all = [ask(1), ask(2), ask(3)];
    while (answers.length < 1) await Promise.resolve();
    answers[0]!();
    expect(await all[0]).toEqual({ value: [1] });
    expect(await all[1]).toBeNull();
    while (answers.length < 2) await Promise.resolve();
    answers[1]!();
    expect(await all[2]).toEqual({ value: [1] });
    expect(asked).toEqual([{ offset: 1 }, { offset: 3 }]);
  });

  it("give the reason of a refusal, and nothing when the engine fails", async () => {
    const refusing = new Questions(store(), async () => ({
      ask: async () => ({ ok: false, diagnostics: [{ message: "no" }] }),
    }));
    expect(await refusing.ask({ ask: "rename" })).toEqual({ reason: "no" });
    const failing = new Questions(store(), async () => Promise.reject(new Error("gone")));
    expect(await failing.ask({ ask: "rename" })).toBeNull();
    expect(await refusing.ask({ ask: "hover" }, { file: "<data>", text: "" })).toBeNull();
    expect(await refusing.ask({ ask: "format", target: "data" }, { file: "<data>", text: "" })).toEqual({
      reason: "no",
    });
  });
});

describe("formatted JSON", () => {
  it.each([
    [
      '{"a":[1,{"b":"x, [y]"}],"c":[],"d":{}}',
      '{\n  "a": [\n    1,\n    {\n      "b": "x, [y]"\n    }\n  ],\n  "c": [],\n  "d": {}\n}\n',
    ],
    ['["{", "\\"}"]', '[\n  "{",\n  "\\"}"\n]\n'],
    ['{"a":1.0,"a":9007199254740993}', '{\n  "a": 1.0,\n  "a": 9007199254740993\n}\n'],
    ["[\n]", "[]\n"],
  ])("of %j", (before, after) => {
    expect(laidOutJson(before)).toBe(after);
    expect(laidOutJson(after)).toBe(after);
  });

  it("is null for text that is not JSON", () => {
    for (const text of ["a: 1", "{a: 1}", "[1", "3", ""]) expect(laidOutJson(text)).toBeNull();
  });
});
