import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { arrived, isZip, savedIn, unzipped, workspaceFrom } from "../src/files/arrival.ts";
import { mostFiles } from "../src/files/paths.ts";
import { readYaml } from "./make.ts";

const bytes = (words: string) => strToU8(words) as Uint8Array<ArrayBuffer>;
const parse = async (words: string) => (await readYaml(words)).json;

describe("files from outside", () => {
  it("lose the folder that is common to all of them", () => {
    const { files } = arrived([
      ["role/templates/a.j2", bytes("a")],
      ["role/defaults/main.yml", bytes("b: 1")],
    ]);
    expect([...files.keys()]).toEqual(["templates/a.j2", "defaults/main.yml"]);
  });

  it("are left out beyond the limits of a draft, or if their path leads outside", () => {
    const many = Array.from({ length: mostFiles + 3 }, (_, at): [string, Uint8Array<ArrayBuffer>] => [
      `${at}`,
      bytes(""),
    ]);
    expect(arrived(many)).toMatchObject({ left: [{ reason: "tooMany" }, {}, {}] });
    expect(
      arrived([
        ["../a", bytes("")],
        ["b", bytes("")],
      ]),
    ).toMatchObject({ left: [{ path: "../a", reason: "badName" }] });
  });

  it("are unpacked from an archive, except files that tools create", () => {
    const archive = zipSync({ "a/b.yaml": strToU8("x: 1"), "a/.git/config": strToU8(""), "__MACOSX/a": strToU8("") });
    expect(isZip(archive)).toBe(true);
    expect(isZip(bytes("a: 1"))).toBe(false);
    expect(unzipped(archive).map(([path]) => path)).toEqual(["a/b.yaml"]);
    expect(() => unzipped(bytes("PK no archive"))).toThrow();
  });

  it("are recognised as a saved draft, a case or a case file", async () => {
    const saved = (path: string, words: string) => savedIn(path, words, parse);
    expect(await saved("a.evalground.json", '{"dialect": "heat", "inputs": {"a": 1}}')).toEqual([
      { dialect: "heat", inputs: { a: 1 } },
    ]);
    expect(await saved("cases.json", '{"defaults": {"dialect": "yaql"}, "cases": [{"id": "1"}, {"id": "2"}]}')).toEqual(
      [{ dialect: "yaql", cases: [{ id: "1" }, { id: "2" }] }],
    );
    expect(await saved("example.yaml", "id: x\ndialect: yaql\nexpression: $\nexpect: {value: 1}\n")).toEqual([
      { dialect: "yaql", expression: "$", expect: { value: 1 } },
    ]);
    expect(await saved("heat.yaml", "heat_template_version: 2021-04-16\n")).toEqual([]);
    expect(await saved("broken.json", '{"dialect": ')).toEqual([]);
    expect(await saved("x.cf", "dialect: yaql")).toEqual([]);
  });

  it("become a draft in their own language, with the right main document", () => {
    const files = new Map([
      ["README.md", "words"],
      ["env.yaml", "parameters: {a: 1}"],
      ["stack.yaml", "heat_template_version: 2021-04-16\n"],
    ]);
    expect(workspaceFrom(files, { dialect: "unfurl" })).toMatchObject({ dialect: "heat", main: "stack.yaml" });
    const role = new Map([
      ["defaults/main.yml", "port: 80"],
      ["templates/a.j2", "{{ ansible_managed | comment }}"],
    ]);
    expect(workspaceFrom(role, { dialect: "heat" })).toMatchObject({
      dialect: "jinja2",
      options: { flavor: "ansible" },
      main: "templates/a.j2",
    });
    const plain = new Map([["a.yaml", "a: 1"]]);
    expect(workspaceFrom(plain, { dialect: "heat" })).toEqual({ dialect: "heat", files: { "a.yaml": "a: 1" } });
  });
});
