// Compares the keys of workspaces, limits, cases and outcomes in the package and in the README of cases with the
// engine's list (engine/runtime/keys.cpp). Needs build/wasm.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import createModule from "../../build/wasm/evalground.mjs";
import { workspaceKinds } from "../src/keys.js";

interface Key {
  group: "workspace" | "case" | "limits" | "outcome";
  name: string;
  type: "any" | "text" | "integer" | "boolean" | "list" | "map";
  summary: string;
}

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const compiled = await WebAssembly.compile(readFileSync(new URL("../../build/wasm/evalground.wasm", import.meta.url)));
const glue = await createModule({
  instantiateWasm(imports, receive) {
    void WebAssembly.instantiate(compiled, imports).then((instance) => receive(instance, compiled));
    return {};
  },
});
const all = JSON.parse(glue.catalogue("workspace")) as Key[];

/** The keys of a group, with their types. */
const keysOf = (group: Key["group"]): Record<string, string> =>
  Object.fromEntries(all.filter((key) => key.group === group).map(({ name, type }) => [name, type]));

/** The members of an interface in types.ts, with the types of their values in JSON. */
function members(name: string): Record<string, string> {
  const types = read("../src/types.ts");
  const body = new RegExp(`^export interface ${name}\\b[^{]*\\{\\n(.*?)^\\}`, "ms").exec(types)![1]!;
  const jsonType = (type: string): string => {
    if (type === "unknown") return "any";
    if (type === "Path" || type.endsWith("[]")) return "list";
    if (type === "boolean") return "boolean";
    if (/^number( \| bigint)?$/.test(type)) return "integer";
    return /^(string( \| null)?|AnyDialect|"[^"]*"( \| "[^"]*")*)$/.test(type) ? "text" : "map";
  };
  const lines = [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??: (.*);$/gm)];
  return Object.fromEntries(lines.map(([, key, type]) => [key!, jsonType(type!)]));
}

/** The rows of the README's table under a heading: names and types. */
function table(heading: string): Record<string, string> {
  const section = read("../../tests/cases/README.md").split(`## ${heading}\n`)[1]!.split(/^## /m)[0]!;
  const rows = [...section.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| ([\w, ]*) \|/gm)];
  return Object.fromEntries(
    rows.flatMap(([, names, types]) => {
      const of = types!.split(", ").map((type) => type.replace(/s$/, ""));
      return [...names!.matchAll(/`(\w+)`/g)].map(([, name], index) => [name!, of[index] ?? of[0]!]);
    }),
  );
}

describe("the keys of a workspace", () => {
  const keys = keysOf("workspace");

  test("have a summary each", () => {
    for (const { group, summary } of all) if (group === "workspace") expect(summary).not.toBe("");
  });

  test("are those of types.ts, and `expect`", () => {
    expect(members("Workspace")).toEqual({ ...keys, expect: "map" });
  });

  test("are those that links check, and `expect`", () => {
    const kinds = Object.entries({ ...keys, expect: "map" }).map(([name, type]) => [
      name,
      type === "any" ? undefined : type === "text" ? "string" : type,
    ]);
    expect(workspaceKinds).toStrictEqual(Object.fromEntries(kinds));
  });

  test("are those of the README's table", () => {
    expect(table("The keys of a workspace")).toEqual(keys);
  });
});

describe("the operations", () => {
  interface Dialect {
    id: string;
    operations: string[];
    flavors?: { repository?: { operations: string[] } }[];
  }
  const operations: Record<string, string> = {};
  for (const { id, operations: own, flavors = [] } of JSON.parse(glue.catalogue("")) as Dialect[]) {
    const all = [...own, ...flavors.flatMap(({ repository }) => repository?.operations ?? [])];
    for (const name of all) operations[name] = name === "evaluate" ? "every dialect" : id;
  }

  test("are those of types.ts", () => {
    const [, union] = /^ {2}operation\?: (.*);$/m.exec(read("../src/types.ts"))!;
    expect(union!.split(" | ").sort()).toEqual(
      Object.keys(operations)
        .map((name) => `"${name}"`)
        .sort(),
    );
  });

  test("are those of the README's table", () => {
    expect(table("Operations")).toEqual(operations);
  });
});

test("the limits equal those of types.ts", () => {
  expect(members("Limits")).toEqual(keysOf("limits"));
});

test("the keys of a case equal those of types.ts", () => {
  expect(members("Case")).toEqual(keysOf("case"));
});

test("the keys of an outcome equal those of types.ts", () => {
  // Values of the language stay text under names that say so. The id is added by the package.
  const { id, json, matchesJson, variablesJson, outputsJson, resourcesJson, ...rest } = members("RunResult");
  for (const text of [id, json, matchesJson, variablesJson, outputsJson, resourcesJson]) expect(text).toBe("text");
  expect(rest).toEqual(keysOf("outcome"));
});
