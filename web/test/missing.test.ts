import type { OutlineNode } from "evalground";
import { describe, expect, it } from "vitest";
import { declaredAs } from "../src/inputs/form.ts";
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
      { name: "size", note: "number · default 3", isAsked: false, initial: 0 },
    ]);
    expect(missingFrom(state, "vars")).toEqual([]);
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
    expect(declaredAs("environment_files", declared)).toBe("not a declared parameter");
    expect(declaredAs("size", new Map())).toBe("");
  });
});
