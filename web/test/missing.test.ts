import type { OutlineNode } from "evalground";
import { describe, expect, it } from "vitest";
import { declaredAs } from "../src/inputs/form.ts";
import { inputsPanel } from "../src/inputs/panels/inputs.ts";
import { missingFrom, withMissing } from "../src/inputs/missing.ts";
import { parametersOf, secretInputs } from "../src/ui/outline.ts";
import { makeResult, makeStore } from "./make.ts";

const parameter: OutlineNode = { id: "p", kind: "parameter", name: "size", type: "number", note: "default 3" };
const span = { file: "main.yaml", from: 3, to: 7, line: 1, column: 4 };

describe("the missing names of an input", () => {
  it("are names that the document uses and that are not set", () => {
    const result = makeResult({
      asks: [
        { key: "vars", name: "a", span },
        { key: "vars", name: "b" },
        { key: "env", name: "c" },
      ],
    });
    const { state } = makeStore({ result, workspace: { dialect: "unfurl", vars: { b: 1 } } });
    expect(missingFrom(state, "vars")).toEqual([{ name: "a", span, note: "", isAsked: true, initial: "" }]);
  });

  it("are names that the document declares, with type and default", () => {
    const { state } = makeStore({ outline: [{ id: "g", kind: "group", name: "parameters", children: [parameter] }] });
    expect(missingFrom(state, "inputs")).toEqual([
      { name: "size", isDeclaration: true, note: "number · default 3", isAsked: false, initial: 0 },
    ]);
    expect(missingFrom(state, "vars")).toEqual([]);
  });

  it("say whether their place is a use or the declaration", () => {
    const use = { ...span, from: 30, to: 34 };
    const asks = [
      { key: "inputs" as const, name: "size", span },
      { key: "inputs" as const, name: "used", span: use },
    ];
    const { state } = makeStore({ result: makeResult({ asks }), outline: [{ ...parameter, span }] });
    expect(missingFrom(state, "inputs").map(({ isDeclaration = false }) => isDeclaration)).toEqual([true, false]);
  });

  it("have the values that another file sets", () => {
    const set = { ...span, file: "env.yaml" };
    const { state } = makeStore({ outline: [{ ...parameter, span, set, value: "9" }] });
    expect(missingFrom(state, "inputs")).toMatchObject([{ name: "size", span: set, value: "9", isAsked: false }]);
  });

  it("are secret if declared so", () => {
    const declared = [{ ...parameter, sensitive: true }];
    expect(secretInputs({ dialect: "heat", inputs: { size: 1, other: 2 } }, declared)).toEqual(["size"]);
  });

  it("are attributes that a resource lacks", () => {
    const asks = [
      { key: "attributes" as const, owner: "server", name: "ip" },
      { key: "attributes" as const, owner: "server", name: "id" },
    ];
    const { state } = makeStore({
      result: makeResult({ asks }),
      workspace: { dialect: "heat", attributes: { server: { id: "x" } } },
    });
    expect(missingFrom(state, "attributes").map(({ owner, name }) => [owner, name])).toEqual([["server", "ip"]]);
  });

  it("become an entry, or an attribute of a resource's entry", () => {
    const missing = { name: "ip", note: "", isAsked: true, initial: "" };
    expect(withMissing([["a", 1]], missing)).toEqual([
      ["a", 1],
      ["ip", ""],
    ]);
    expect(withMissing([["server", { id: "x" }]], { ...missing, owner: "server" })).toEqual([
      ["server", { id: "x", ip: "" }],
    ]);
    expect(withMissing([], { ...missing, owner: "server" })).toEqual([["server", { ip: "" }]]);
  });
});

describe("an entry of the inputs", () => {
  const declared = parametersOf([parameter]);

  it("shows how the document declares it", () => {
    expect(declaredAs("size", declared)).toBe("number · default 3");
  });

  it("is marked if the document declares others but not this one", () => {
    expect(declaredAs("sice", declared)).toBe("not a declared parameter");
    expect(declaredAs("size", new Map())).toBe("");
  });

  it("is no parameter if it is a key of a Heat environment", () => {
    const heat = { dialect: "heat", inputs: { environment_files: "env.yaml", size: 3 } };
    expect(inputsPanel.count(heat)).toBe(1);
    expect(inputsPanel.count({ ...heat, dialect: "unfurl" })).toBe(2);
    expect(declaredAs("environment_files", declared, true)).toBe("part of the environment, not a parameter");
    expect(declaredAs("size", declared, true)).toBe("number · default 3");
  });
});
