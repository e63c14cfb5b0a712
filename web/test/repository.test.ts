// Repositories: recognised by their paths, with guessed options, hosts and views.

import type { OutlineNode, Workspace } from "evalground";
import { readJson } from "evalground";
import { strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { arrived, repositoryFrom } from "../src/files/arrival.ts";
import { Answer } from "../src/results/answer.ts";
import { chooseDocument, documentOf, documentsByFolder } from "../src/results/documents.ts";
import { differing, matrixRows } from "../src/results/matrix.ts";
import { renderedGroups } from "../src/results/rendered.ts";
import { usualView } from "../src/results/views/list.ts";
import { filesRead } from "../src/share/read_files.ts";
import { entriesOf } from "../src/ui/entries.ts";
import { chooseSubject, operationsOf, repositoryOf, subjectOf, subjectsByGroup } from "../src/ui/repository.ts";
import { makeResult, makeStore } from "./make.ts";

const bytes = (words: string) => strToU8(words) as Uint8Array<ArrayBuffer>;
const ansible = (special: Partial<Workspace> = {}): Workspace => ({
  dialect: "jinja2",
  options: { flavor: "ansible", inventory: "hosts.ini", host: "web1" },
  files: { "hosts.ini": "web1\n" },
  ...special,
});

describe("a workspace", () => {
  it("is a repository by its options, its operation or its paths, and only in a flavor that has them", () => {
    expect(repositoryOf(ansible())?.subject).toBe("host");
    expect(repositoryOf(ansible({ options: { flavor: "ansible" }, files: { "main.j2": "" } }))).toBeNull();
    expect(
      repositoryOf(ansible({ options: { flavor: "ansible" }, files: { "group_vars/all.yml": "" } })),
    ).not.toBeNull();
    expect(repositoryOf({ dialect: "jinja2", files: { "group_vars/all.yml": "" } })).toBeNull();
    expect(operationsOf(ansible())).toEqual(["evaluate", "host", "matrix", "inventory"]);
    expect(operationsOf({ dialect: "jinja2" })).toEqual(["evaluate"]);
  });

  it("names the host whose view is shown, and switches to another with the requested operation", () => {
    const store = makeStore({ workspace: ansible() });
    expect(subjectOf(store.state.workspace)).toBe("web1");
    chooseSubject(store, "web2", "host");
    expect(subjectOf(store.state.workspace)).toBe("web2");
    expect(store.state.workspace.operation).toBe("host");
    const { revision } = store.state;
    chooseSubject(store, "web2");
    expect(store.state.revision).toBe(revision);
  });
});

describe("the templates of a repository", () => {
  const files = {
    "hosts.ini": "",
    "roles/app/templates/sub/a.j2": "",
    "templates/b.j2": "",
    "roles/app/tasks/c.yml": "",
  };
  const template = "roles/app/templates/sub/a.j2";
  it("are listed by the role that they belong to, and nowhere else", () => {
    expect([...documentsByFolder(ansible({ files }))]).toEqual([
      ["roles/app", [{ path: template, name: "sub/a.j2" }]],
      ["", [{ path: "templates/b.j2", name: "b.j2" }]],
    ]);
    expect(documentsByFolder({ dialect: "jinja2", files }).size).toBe(0);
  });

  it("are rendered for the shown host, or for all hosts in the matrix", () => {
    const store = makeStore({ workspace: ansible({ files, operation: "host" }) });
    expect(documentOf(store.state.workspace)).toBe("");
    chooseDocument(store, template);
    expect(store.state.workspace).toMatchObject({ main: template, options: { host: "web1" } });
    expect(store.state.workspace).not.toHaveProperty("operation");
    expect(store.state.activeFile).toBe(template);
    expect(documentOf(store.state.workspace)).toBe(template);
    chooseDocument(store, "");
    expect(store.state.workspace.operation).toBe("host");
    expect(store.state.workspace).not.toHaveProperty("main");
    store.edit({ operation: "matrix" });
    chooseDocument(store, template);
    expect(store.state.workspace).toMatchObject({ operation: "matrix", main: template });
    store.edit({ operation: undefined, main: "hosts.ini" });
    expect(documentOf(store.state.workspace)).toBeNull();
  });
});

describe("files from outside that are a repository", () => {
  const given: [string, Uint8Array<ArrayBuffer>][] = [
    ["repo/.git/config", bytes("")],
    ["repo/site.yml", bytes("- hosts: all\n  roles: [app]\n")],
    ["repo/requirements.yml", bytes("roles: []\n")],
    ["repo/inventories/prod/hosts.ini", bytes("[web]\nweb1\n")],
    ["repo/inventories/prod/group_vars/web.yml", bytes("a: 1\n")],
    ["repo/roles/app/files/logo.png", new Uint8Array([0, 255, 1, 2])],
    ["repo/roles/app/defaults/main.yml", bytes("port: 80\n")],
    ["repo/big.yml", new Uint8Array(3 * 1024 * 1024).fill(97)],
  ];

  it("lose tool files, binaries and large files, and report which", () => {
    const { files, left, choice } = arrived(given);
    expect(choice?.id).toBe("jinja2/ansible");
    expect([...files.keys()]).toEqual([
      "site.yml",
      "requirements.yml",
      "inventories/prod/hosts.ini",
      "inventories/prod/group_vars/web.yml",
      "roles/app/defaults/main.yml",
    ]);
    expect(left).toEqual([
      { path: "roles/app/files/logo.png", reason: "binary" },
      { path: "big.yml", reason: "large" },
    ]);
  });

  it("suggest inventory and playbook, unless ansible.cfg names an inventory", () => {
    const { files, choice } = arrived(given);
    if (!choice) throw new Error("no repository");
    const options = (all: ReadonlyMap<string, string | { base64: string }>) =>
      Object.fromEntries(entriesOf(repositoryFrom(all, choice).options));
    expect(options(files)).toMatchObject({
      flavor: "ansible",
      inventory: "inventories/prod/hosts.ini",
      play: "site.yml",
    });
    expect(repositoryFrom(files, choice).operation).toBe("host");
    const configured = new Map([...files, ["ansible.cfg", "[defaults]\ninventory = other\n"]]);
    expect(options(configured)).not.toHaveProperty("inventory");
  });

  it("open a role alone as a role, with its first template", () => {
    const open = (...paths: string[]) => {
      const { files, choice } = arrived(paths.map((path) => [`web/${path}`, new Uint8Array()]));
      return choice && repositoryFrom(files, choice);
    };
    const role = open("tasks/main.yml", "templates/z.j2", "templates/a.j2");
    expect(role).toMatchObject({ main: "templates/a.j2" });
    expect(role).not.toHaveProperty("operation");
    expect(new Map(entriesOf(role?.options)).get("role")).toBe(".");
    expect(open("defaults/main.yml", "README.md")).toMatchObject({ operation: "host" });
    expect(open("ansible.cfg", "defaults/main.yml", "templates/a.j2")).not.toHaveProperty("main");
  });
});

describe("hosts", () => {
  it("stand below each group that lists them", () => {
    const host = (name: string): OutlineNode => ({ id: name, kind: "resource", name, path: name, selectable: true });
    const web: OutlineNode = { id: "web", kind: "group", name: "web", children: [host("web1"), host("web2")] };
    const all: OutlineNode = { id: "all", kind: "group", name: "all", children: [web, host("alone")] };
    expect([...subjectsByGroup([{ id: "i", kind: "group", name: "inventory", children: [all] }])]).toEqual([
      ["all", ["alone"]],
      ["web", ["web1", "web2"]],
    ]);
  });
});

describe("what a result has read", () => {
  it("includes the places of its values and its tree, and files named by options and settings", () => {
    const span = (file: string) => ({ file, from: 0, to: 1, line: 1, column: 1 });
    const names = [
      "hosts.ini",
      "group_vars/web.yml",
      "group_vars/db.yml",
      "site.yml",
      "ansible.cfg",
      "facts/web1.json",
    ];
    const workspace = ansible({
      files: Object.fromEntries(names.map((name) => [name, ""])),
      options: { flavor: "ansible", inventory: "hosts.ini", play: "site.yml#1", facts: "facts" },
    });
    const result = makeResult({
      origins: { "/a": [{ via: "literal", span: span("group_vars/web.yml") }] },
      outline: [],
    });
    expect([...filesRead(workspace, result)]).toEqual(names.filter((name) => name !== "group_vars/db.yml"));
  });
});

describe("the view of a host", () => {
  const span = (from: number) => ({ file: "hosts.ini", from, to: from + 1, line: 1, column: from + 1 });
  const result = makeResult({
    json: JSON.stringify({
      host: "web1",
      groups: [],
      variables: {
        port: {
          value: 81,
          level: "inventory_host",
          from: "hosts.ini",
          overrides: [{ level: "inventory_group", group: "web", from: "hosts.ini", value: 80 }],
        },
        tags: { value: ["a"], level: "extra_vars" },
        bad: { failed: true, level: "inventory_host", from: "hosts.ini" },
      },
    }),
    origins: {
      "/variables/port/value": [
        { via: "literal", span: span(3) },
        { via: "literal", span: span(9), overridden: true },
      ],
      "/variables/bad/failed": [{ via: "literal", span: span(20) }],
    },
    diagnostics: [{ severity: "warning", code: "undefined-variable", message: "no x", span: span(20) }],
  });
  const answer = new Answer(result, "host");

  it("is a row for each variable, with its level, its overrides and its parts", () => {
    const rows = answer.hostRows();
    expect(rows.map(({ key, level }) => [key, level])).toEqual([
      ["port", 1],
      ["tags", 1],
      ["0", 2],
      ["bad", 1],
    ]);
    expect(rows[0]).toMatchObject({
      pointer: "/variables/port/value",
      note: "host in the inventory – hosts.ini",
      levels: ["host in the inventory – hosts.ini", "group “web” in the inventory – hosts.ini"],
    });
    expect(rows[3]?.error?.message).toBe("no x");
    expect(answer.row("/variables/port/value")?.note).toBe("host in the inventory – hosts.ini");
  });

  it("names levels in words, and keeps the engine's name of an unknown one", () => {
    const noteOf = (entry: object): string | undefined =>
      new Answer(
        makeResult({ json: JSON.stringify({ variables: { a: { value: 1, ...entry } } }) }),
        "host",
      ).hostRows()[0]?.note;
    const web = { group: "web", from: "group_vars/web.yml" };
    expect(noteOf({ level: "group_vars_play", ...web })).toBe("group “web” – group_vars/web.yml");
    expect(noteOf({ level: "role_defaults", role: "app", from: "roles/app/defaults/main.yml" })).toBe(
      "defaults of role “app” – defaults/main.yml",
    );
    expect(noteOf({ level: "group_vars_all_play", from: "group_vars/all.yml" })).toBe(
      "group “all” – group_vars/all.yml",
    );
    expect(noteOf({ level: "extra_vars" })).toBe("extra vars");
    expect(noteOf({ level: "moon_phase", from: "x" })).toBe("moon_phase – x");
  });

  it("is the default view of its operation, and copies names with values", () => {
    const view = usualView(answer);
    expect(view.id).toBe("host");
    expect(view.copy(answer, {}).forms.map(({ text }) => text())[1]).toBe(
      '{\n  "port": 81,\n  "tags": [\n    "a"\n  ]\n}',
    );
    expect(usualView(new Answer(result)).id).not.toBe("host");
  });
});

describe("the matrix", () => {
  const root = readJson(
    JSON.stringify({
      hosts: ["web1", "web2"],
      variables: {
        port: { values: { web1: 80 }, differs: true, errors: ["web2"] },
        name: { values: { web1: "a", web2: "a" }, differs: false },
      },
    }),
  );
  const cells = (choice: Parameters<typeof matrixRows>[1]) =>
    matrixRows(root, choice).map((row) => row.children.map(({ key, text }) => `${key}=${text}`));

  it("shows differing variables, or all, filtered", () => {
    expect(cells({ filter: "", isWhole: false })).toEqual([["Variable=port", "web1=80", "web2=fails"]]);
    expect(cells({ filter: "", isWhole: true })).toHaveLength(2);
    expect(cells({ filter: "NA", isWhole: true })).toEqual([["Variable=name", "web1=a", "web2=a"]]);
  });

  it("marks the hosts that differ from most, with one shade for each other value", () => {
    const marked = (values: object) => {
      const row = readJson(JSON.stringify(values));
      return [...differing(row, ["a", "b", "c", "d"])].map(([host, { shade }]) => `${host}${shade}`);
    };
    expect(marked({ a: 1, b: 1, c: 1, d: 1 })).toEqual([]);
    expect(marked({ a: 80, b: 81, c: 81, d: 82 })).toEqual(["a1", "d2"]);
    expect(marked({ a: 1, b: 2, c: 3, d: 4 })).toEqual(["b1", "c2", "d3"]);
    expect(marked({ a: 1, b: 1, c: 1 })).toEqual(["d1"]);
  });

  it("of a template groups hosts with the same result", () => {
    const rendered = readJson(
      '{"hosts": ["a", "b", "c", "d"], "rendered": ' +
        '{"a": {"text": "1"}, "b": {"text": "2"}, "c": {"text": "1"}, "d": {"error": true}}}',
    );
    expect(renderedGroups(rendered)).toEqual([
      { hosts: ["a", "c"], text: "1" },
      { hosts: ["b"], text: "2" },
      { hosts: ["d"], text: null },
    ]);
  });
});
