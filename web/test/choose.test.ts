import { describe, expect, it } from "vitest";
import { isBlank, isUntouched } from "../src/ui/blank.ts";
import { blankWorkspace, cameAtOnce, chosen } from "../src/ui/choose.ts";
import { choiceOf, choices, optionsFor } from "../src/ui/dialects.ts";
import { guessed } from "../src/ui/guess.ts";

const choice = (id: string) => choices.find((each) => each.id === id)!;

describe("a choice of the switch", () => {
  it("is a dialect, or a flavor of one by its options", () => {
    expect(choiceOf({ dialect: "jinja2" }).name).toBe("Jinja2");
    expect(choiceOf({ dialect: "jinja2", options: { flavor: "ansible", native: true } }).name).toBe("Ansible");
  });

  it("sets the options of its flavor and removes those of another", () => {
    const workspace = { dialect: "jinja2", options: { trim_blocks: true } };
    const sweet = optionsFor(workspace, choice("jinja2/ansible"));
    expect(sweet).toEqual({ trim_blocks: true, flavor: "ansible", reference: "2.21" });
    expect(optionsFor({ dialect: "jinja2", options: sweet! }, choice("jinja2"))).toEqual({ trim_blocks: true });
  });

  it("keeps the version of a dialect without flavors, and removes that of another dialect", () => {
    const workspace = { dialect: "dcontroller", options: { reference: "2026", quirks: true } };
    expect(optionsFor(workspace, choice("dcontroller"))).toEqual(workspace.options);
    expect(optionsFor(workspace, choice("heat"))).toEqual({ quirks: true });
    expect(optionsFor({ dialect: "heat" }, choice("dcontroller"))).toBeUndefined();
  });

  it("keeps text, files and inputs", () => {
    const workspace = { dialect: "unfurl", files: { "a.yaml": "a: 1", "b.yaml": "" }, vars: { x: 1 } };
    const now = { ...workspace, ...chosen(workspace, choice("heat")) };
    expect(now).toMatchObject({ dialect: "heat", files: workspace.files, vars: workspace.vars });
  });

  it("renames the only file of a new draft as usual in the language", () => {
    const workspace = { dialect: "unfurl", files: { "main.yaml": "bundle agent main {}" } };
    expect(chosen(workspace, choice("cfengine")).files).toEqual({ "main.cf": "bundle agent main {}" });
  });

  it("moves a lone text to the expression if the language evaluates expressions", () => {
    const workspace = { dialect: "unfurl", files: { "main.yaml": "$.a \n" } };
    expect(chosen(workspace, choice("yaql"))).toMatchObject({ files: undefined, expression: "$.a" });
  });
});

it.each(["$.a", "a: 1\nb:\n  - 2\n"])("a lone text comes back from a language of expressions: %j", (text) => {
  const workspace = { dialect: "unfurl", files: { "main.yaml": text } };
  const there = { ...workspace, ...chosen(workspace, choice("yaql")) };
  expect(there.expression).toBe(text);
  expect(chosen(there as never, choice("unfurl"))).toMatchObject({ files: workspace.files, expression: undefined });
});

describe("a new draft", () => {
  it("has an empty document, or only data and an expression", () => {
    expect(blankWorkspace(choice("heat")).files).toEqual({ "main.yaml": "" });
    expect(blankWorkspace(choice("yaql"))).toEqual({ dialect: "yaql" });
    expect(blankWorkspace(choice("jinja2/ansible")).options).toEqual({ flavor: "ansible", reference: "2.21" });
  });

  it("is blank until something is written, and untouched until it has inputs", () => {
    expect(isBlank({ dialect: "heat", files: { "main.yaml": " \n" } })).toBe(true);
    expect(isBlank({ dialect: "heat", files: { "main.yaml": "a" } })).toBe(false);
    expect(isBlank({ dialect: "yaql", expression: "$" })).toBe(false);
    expect(isUntouched({ dialect: "yaql", data: [] })).toBe(false);
    expect(isUntouched({ dialect: "yaql", vars: {} })).toBe(true);
  });
});

describe("text that is pasted as a whole", () => {
  it.each([
    ["", "heat_template_version: 2021-04-16\n", true],
    ["a: 1\nb: 2\n", "heat_template_version: 2021-04-16\n", true],
    ["", "heat", false],
    ["a long document\nof several lines", "a long document\nof several lines and some more words", false],
    ["abcdefghijklmnopqrstuvwxyz", "abcdefghijklm", false],
  ])("from %j to %j: %s", (before, now, is) => {
    expect(cameAtOnce(before, now)).toBe(is);
  });

  it("is recognised with certainty only by marks that are unique to a language", () => {
    expect(guessed("heat_template_version: 2021-04-16\n")).toMatchObject({ choice: { id: "heat" }, isSure: true });
    expect(guessed("hello {{ name }}")).toMatchObject({ choice: { id: "jinja2" }, isSure: false });
    expect(guessed("{{ x | to_nice_yaml }}")).toMatchObject({ choice: { id: "jinja2/ansible" }, isSure: true });
    expect(guessed("plain words")).toBeNull();
  });
});
