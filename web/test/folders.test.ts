// The tree of files beside the editor, without the page.

import { describe, expect, it } from "vitest";
import { WorkspaceFiles } from "../src/files/files.ts";
import { fileRows } from "../src/files/folders.ts";
import { folderProblem, renameFolder } from "../src/files/rename_folder.ts";
import { entriesOf } from "../src/ui/entries.ts";
import { makeStore } from "./make.ts";

const paths = ["site.yml", "roles/app/tasks/main.yml", "group_vars/all.yml", "roles/app/b10.j2", "roles/app/b9.j2"];
const drawn = (closed: string[] = [], search = ""): string[] =>
  fileRows(paths, new Set(closed), search).map(
    ({ name, level, isFolder, position, siblings }) =>
      `${"  ".repeat(level - 1)}${name}${isFolder ? "/" : ""} ${position}/${siblings}`,
  );

describe("the tree of files", () => {
  it("has folders before files, each by name", () => {
    expect(drawn()).toEqual([
      "group_vars/ 1/3",
      "  all.yml 1/1",
      "roles/ 2/3",
      "  app/ 1/1",
      "    tasks/ 1/3",
      "      main.yml 1/1",
      "    b9.j2 2/3",
      "    b10.j2 3/3",
      "site.yml 3/3",
    ]);
  });

  it("hides what is in closed folders, except while something is searched", () => {
    expect(drawn(["roles", "group_vars"])).toEqual(["group_vars/ 1/3", "roles/ 2/3", "site.yml 3/3"]);
    expect(drawn(["roles"], " B9")).toEqual(["roles/ 1/1", "  app/ 1/1", "    b9.j2 1/1"]);
    expect(drawn([], "nothing")).toEqual([]);
  });

  it("takes a URL for a name, and bears very deep folders", () => {
    expect(fileRows(["https://a.example/x/y.yaml"], new Set(), "")).toHaveLength(1);
    expect(fileRows([`${"a/".repeat(5000)}b`], new Set(), "")).toHaveLength(5001);
  });
});

describe("a renamed folder", () => {
  const files = { "a/x.yaml": "1", "ab.yaml": "2", "a/b/y.yaml": "3", "c/x.yaml": "4" };
  const start = () => {
    const store = makeStore({ workspace: { dialect: "unfurl", files, main: "a/x.yaml" }, activeFile: "a/b/y.yaml" });
    return { store, own: new WorkspaceFiles(store) };
  };

  it("takes its files along, in their order", () => {
    const { store, own } = start();
    expect(renameFolder(store, own, "a", "z/new")).toBe("z/new");
    expect(entriesOf(store.state.workspace.files).map(([path]) => path)).toEqual([
      "z/new/x.yaml",
      "ab.yaml",
      "z/new/b/y.yaml",
      "c/x.yaml",
    ]);
    expect(store.state.workspace.main).toBe("z/new/x.yaml");
    expect(store.state.activeFile).toBe("z/new/b/y.yaml");
  });

  it("cannot replace the files of a different folder", () => {
    const { own } = start();
    expect(folderProblem(own, "a", "c")).toContain("c/x.yaml");
    expect(folderProblem(own, "a", "d")).toBeNull();
  });
});

describe("the tab of the inputs", () => {
  it("stands before the files in the wide layout only, and gives way to a file that is opened", () => {
    const store = makeStore({ inputsBeside: true });
    const own = new WorkspaceFiles(store);
    store.handle("openPane", ({ pane }) => store.update({ inputsOpen: pane === "inputs" }));
    const ids = () => own.tabs.map(({ id }) => id);
    expect(ids()).toEqual(["", "main.yaml"]);
    own.open("");
    expect(own.openTab).toBe("");
    own.open("main.yaml");
    expect(own.openTab).toBe("main.yaml");
    expect(own.remove("")).toBe(false);
    store.update({ layout: "medium" });
    expect(ids()).toEqual(["main.yaml"]);
  });
});
