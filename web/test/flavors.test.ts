import { describe, expect, it } from "vitest";
import { withFlavors } from "../src/run/flavors.ts";
import { withBase } from "../src/ui/dialects.ts";
import { makeResult } from "./make.ts";

const known = async () => [
  { name: "to_nice_yaml", choice: "jinja2/ansible" },
  { name: "upper", choice: "jinja2" },
];

function unknownName(words: string) {
  const text = `{{ x | ${words} }}`;
  const span = { file: "main.j2", from: 7, to: 7 + words.length, line: 1, column: 8 };
  const result = makeResult({ diagnostics: [{ severity: "error", code: "unknown-filter", message: "", span }] });
  return { result, workspace: { dialect: "jinja2", files: { "main.j2": text } } };
}

describe("a name that the language does not know", () => {
  it("gets a fix that selects the flavor which knows it", async () => {
    const { result, workspace } = unknownName("to_nice_yaml");
    const [problem] = (await withFlavors(result, workspace, known)).diagnostics;
    expect(problem?.fixes).toMatchObject([{ edits: [], options: { flavor: "ansible" } }]);
    expect(problem?.fixes?.[0]?.title).toContain("Ansible");
  });

  it("gets none if no flavor knows it, or the flavor is selected already", async () => {
    const other = unknownName("nonsense");
    expect((await withFlavors(other.result, other.workspace, known)).diagnostics[0]?.fixes).toBeUndefined();
    const { result, workspace } = unknownName("to_nice_yaml");
    const flavored = { ...workspace, options: { flavor: "ansible" } };
    expect((await withFlavors(result, flavored, known)).diagnostics[0]?.fixes).toBeUndefined();
  });

  it("loads no names if nothing is unknown", async () => {
    const result = makeResult();
    const never = () => Promise.reject(new Error("asked"));
    expect(await withFlavors(result, { dialect: "jinja2" }, never)).toBe(result);
  });
});

describe("a workspace that names a flavor as its dialect", () => {
  it("becomes one of the dialect, with the flavor's options before its own", () => {
    const { dialect, options } = withBase({ dialect: "ansible", options: { reference: "2.21" } });
    expect(dialect).toBe("jinja2");
    expect(Object.entries({ ...options })).toEqual([
      ["flavor", "ansible"],
      ["reference", "2.21"],
    ]);
  });

  it("is not changed otherwise", () => {
    const workspace = { dialect: "yaql", expression: "1" };
    expect(withBase(workspace)).toBe(workspace);
  });
});
