// A test-only dialect (tests/toy) appears in the page without any code for it, from its description alone.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { yaml } from "@codemirror/lang-yaml";
import { ensureSyntaxTree } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { decodeLink, encodeLink } from "evalground";
import { describe, expect, it, vi } from "vitest";
import { editedDialect, readEmbedded } from "../src/editor/languages.ts";
import { mapForm } from "../src/inputs/form.ts";
import { limitsPanel } from "../src/inputs/panels/limits.ts";
import { otherEntries } from "../src/inputs/panels/other.ts";
import { panels } from "../src/inputs/panels.ts";
import { toMarkdown } from "../src/share/markdown.ts";
import { buildDialectSwitch } from "../src/shell/dialect.ts";
import { choices, dialectFacts, dialects, inputWords, languageOf } from "../src/ui/dialects.ts";
import { guessed } from "../src/ui/guess.ts";
import { expressionFor } from "../src/ui/notation.ts";
import { type FakeElement, installDocument } from "./fake/dom.ts";
import { makeStore } from "./make.ts";

vi.mock("virtual:dialects", async () => {
  const { default: known } = await import("./fake/dialects.json");
  const { default: toy } = await import("./fake/toy.json");
  return { default: {}, descriptions: [...known, toy] };
});
vi.mock("virtual:marks", async (original) => {
  const { default: marks } = await original<{ default: object }>();
  const { default: toy } = await import("./fake/toy.json");
  return { default: { ...marks, [toy.id]: toy.marks } };
});

const folders = ["src", "plugins", "../wasm/src"].map((folder) =>
  fileURLToPath(new URL(`../${folder}`, import.meta.url)),
);

it("no source of the page or the package names a dialect, except the list of code-block languages", () => {
  const names = new RegExp(`["'\`](?:${dialects.map(({ id, name }) => `${id}|${name}`).join("|")})["'\`/]`);
  for (const folder of folders)
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
      (path) =>
        // The names of code-block languages, which pages need without an engine.
        /\.(ts|css)$/.test(path) && path !== "languages.ts",
    ))
      expect(readFileSync(`${folder}/${file}`, "utf8"), file).not.toMatch(names);
});

const workspace = { dialect: "toy", files: { "main.toy": "upper hello" } };
const page = installDocument();
const mounted = (root: unknown): FakeElement => root as FakeElement;

describe("an unknown dialect", () => {
  it("is in the chooser, with its monogram, its colours and the heading of its tree", () => {
    const store = makeStore({ workspace });
    page.byId("resources-head").append(document.createElement("h2") as unknown as FakeElement);
    const root = mounted(document.createElement("div"));
    buildDialectSwitch(root as never, store);
    const choice = root.all("select")[0]!;
    expect(choice.all("option").map(({ textContent }) => textContent)).toEqual(choices.map(({ name }) => name));
    expect(choice.value).toBe("toy");
    expect(choice.title).toBe("One function and one word");
    const sign = root.all("span")[0]!;
    expect(sign.textContent).toBe("To");
    expect(sign.style.values.get("--sign-light")).toMatch(/^#[0-9a-f]{6}$/);
    expect(page.byId("resources-head").textContent).toBe("Toys");
  });

  it("has the inputs that it names, with its labels", () => {
    expect(dialectFacts("toy").inputTabs).toEqual(["vars", "chance", "limits"]);
    expect(inputWords("toy", "vars").label).toBe("Words");
    expect(otherEntries({ ...workspace, vars: {}, env: { a: "b" } }, panels)).toEqual([["env", { a: "b" }]]);
    const store = makeStore({ workspace });
    const form = mounted(mapForm(store, store.watch.bind(store), { key: "vars" }));
    expect(form.textContent).toContain("Words that the expression may name.");
  });

  it("has a field for each of its options, which changes the workspace", () => {
    const store = makeStore({ workspace });
    const form = mounted(limitsPanel.faces[0]?.draw(store, store.watch.bind(store)));
    const switches = form.all("label").filter(({ attributes }) => attributes.get("class")?.includes("input-switch"));
    expect(switches.map(({ textContent }) => textContent)).toEqual(["loud", "quirks"]);
    expect(switches[0]!.attributes.get("title")).toBe("Puts an exclamation mark behind the result.");
    const [loud] = switches[0]!.all("input");
    loud!.checked = true;
    loud!.dispatch("change");
    expect(store.state.workspace.options).toEqual({ loud: true });
  });

  it("is guessed by its marks, with their weights added up", () => {
    expect(guessed("toy box")?.choice.dialect).toBe("toy");
    expect(guessed("upper hello")?.choice.dialect).toBe("toy");
    expect(guessed("upper {{ hello }}")?.choice.dialect).toBe("jinja2");
    expect(guessed("toy {{ hello }}")?.choice.dialect).toBe("toy");
  });

  it("has its own file language, and highlights expressions in YAML", () => {
    expect(languageOf("unfurl", "a.toy")).toBe("expression");
    expect(languageOf("toy", "unnamed")).toBe("expression");
    const doc = "play: upper(x)";
    const state = EditorState.create({ doc, extensions: [yaml(), editedDialect.of("toy")] });
    const tree = ensureSyntaxTree(state, doc.length, 60_000) ?? undefined;
    const kinds = readEmbedded(state, 0, doc.length, tree).map(({ kind }) => kind);
    expect(kinds).toContain("function");
  });

  it("writes paths in its own notation", () => {
    expect(expressionFor(workspace, ["box", "red", 2, "car"], 1)).toBe("toys.red[2].car");
    expect(expressionFor({ ...workspace, expression: "upper x" }, ["a", 1], 1)).toBe("upper x.a[1]");
    expect(expressionFor(workspace, ["box", "a key"], 1)).toBeNull();
  });

  it("travels in links and Markdown", () => {
    const linked = { ...workspace, vars: { who: "you" }, options: { loud: true } };
    expect(decodeLink(encodeLink(linked)).workspace).toEqual(linked);
    expect(toMarkdown(workspace, null, { url: null, version: "1" })).toContain("```\nupper hello\n```");
  });
});
