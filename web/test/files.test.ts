import type { FileContent } from "evalground";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { Commands } from "../src/state.ts";
import { hexLines } from "../src/files/binary.ts";
import { bytesOf, contentOf, sizeOf } from "../src/ui/content.ts";
import { freePath, normalisePath, pathProblem } from "../src/files/paths.ts";
import { dropWritten, keepWritten, WorkspaceFiles } from "../src/files/files.ts";
import { fileItems } from "../src/files/menu.ts";
import { moved, neighbour, renamed } from "../src/files/order.ts";
import { zipFiles } from "../src/ui/zip.ts";
import { makeResult, makeStore } from "./make.ts";

describe("a path", () => {
  it.each(["", "  ", "../x", "a/../b", "a//b", "/a", "a/", "a\nb", "taken.yaml", "./taken.yaml"])(
    "is refused with a reason: %j",
    (path) => {
      expect(pathProblem(path, ["taken.yaml"])).toMatch(/\.$/);
    },
  );

  it.each(["main.yaml", "lib/base.yaml", "a b.yaml", "ü.yaml", "https://example.org/a/../b.yaml", "..a"])(
    "is accepted: %s",
    (path) => {
      expect(pathProblem(path, ["taken.yaml"])).toBeNull();
    },
  );

  it("loses superfluous parts", () => {
    expect(normalisePath(" ./lib/./base.yaml ")).toBe("lib/base.yaml");
  });

  it("gets a number if it is taken", () => {
    expect(freePath("a.yaml", ["a.yaml", "a-2.yaml"])).toBe("a-3.yaml");
    expect(freePath(".env", [".env"])).toBe(".env-2");
  });
});

describe("the files", () => {
  const files = new Map([
    ["a", "1"],
    ["b", "2"],
    ["c", "3"],
  ]);

  it("keep their order when one is renamed", () => {
    expect([...renamed(files, "b", "x")]).toEqual([
      ["a", "1"],
      ["x", "2"],
      ["c", "3"],
    ]);
  });

  it.each([
    [0, "bac"],
    [2, "acb"],
    [9, "acb"],
    [-1, "bac"],
  ])("move to place %i", (place, order) => {
    expect([...moved(files, "b", place).keys()].join("")).toBe(order);
  });

  it("open the neighbour of a deleted one", () => {
    expect([neighbour(["a", "b"], "a"), neighbour(["a", "b"], "b"), neighbour(["a"], "a")]).toEqual(["b", "a", null]);
  });
});

describe("the content of a file", () => {
  it("is text when its bytes are UTF-8", () => {
    expect(contentOf(new TextEncoder().encode("ä: 1\r\n"))).toBe("ä: 1\r\n");
  });

  it.each([[[0xff, 0xfe]], [[0x61, 0x00]]])("is kept as bytes if it is not text: %j", (bytes) => {
    const content = contentOf(new Uint8Array(bytes));
    expect(typeof content).toBe("object");
    expect([...bytesOf(content)]).toEqual(bytes);
    expect(sizeOf(content)).toBe(bytes.length);
  });

  it("keeps a byte order mark", () => {
    const bytes = [0xef, 0xbb, 0xbf, 0x61];
    expect([...bytesOf(contentOf(new Uint8Array(bytes)))]).toEqual(bytes);
  });

  it.each(["", "a", "ä", "€", "😀", "\ud800"])("has the size of its bytes: %j", (text) => {
    expect(sizeOf(text)).toBe(bytesOf(text).length);
  });

  it("shows bytes as hex and as characters", () => {
    expect(hexLines(new Uint8Array([0x41, 0x00, 0x7a]))).toMatch(/^0000 {2}41 00 7a +A\.z$/);
  });
});

describe("the zip", () => {
  const files = new Map<string, FileContent>([
    ["main.yaml", "a: 1\n"],
    ["lib/logo.png", { base64: "iVBORw==" }],
    ["https://example.org/x.yaml", "y"],
  ]);

  it("holds every file byte for byte", () => {
    const unzipped = unzipSync(zipFiles(files));
    expect(Object.keys(unzipped)).toEqual(["main.yaml", "lib/logo.png", "fetched/example.org/x.yaml"]);
    expect([...(unzipped["lib/logo.png"] ?? [])]).toEqual([0x89, 0x50, 0x4e, 0x47]);
  });

  it("is the same for the same files", () => {
    expect(zipFiles(files)).toEqual(zipFiles(new Map(files)));
  });
});

describe("a file that the run has written", () => {
  const written = (files: Record<string, FileContent>) => makeStore({ lastGood: makeResult({ files }) });

  it("is listed until it is kept, and then is a file of the workspace that is open", () => {
    const store = written({ "out.txt": "x", "main.yaml": "a: 1\n" });
    expect([...store.writtenFiles.keys()]).toEqual(["out.txt"]);
    store.update({ writtenFile: "out.txt" });
    expect(store.openText).toBeNull();
    keepWritten(store, "out.txt");
    expect(store.writtenFiles.size).toBe(0);
    expect(store.openText).toBe("out.txt");
    expect(store.state.workspace.files).toHaveProperty(["out.txt"], "x");
  });

  it("is hidden once dismissed, until a run writes something else", () => {
    const store = written({ "out.txt": "x" });
    store.update({ writtenFile: "out.txt" });
    dropWritten(store, "out.txt");
    expect(store.writtenFiles.size).toBe(0);
    expect(store.openText).toBe("main.yaml");
    store.update({ lastGood: makeResult({ files: { "out.txt": "y" } }) });
    expect(store.writtenFiles.get("out.txt")).toBe("y");
  });

  it("is not kept when it holds a secret", () => {
    const store = written({ "out.txt": "<<REDACTED>>" });
    keepWritten(store, "out.txt");
    expect(store.state.workspace.files).not.toHaveProperty(["out.txt"]);
  });

  it("is closed when a file of the workspace is opened", () => {
    const store = written({ "out.txt": "x" });
    store.update({ writtenFile: "out.txt" });
    store.update({ activeFile: "main.yaml" });
    expect(store.state.writtenFile).toBeNull();
  });
});

describe("the files of a workspace", () => {
  function start(files: Record<string, FileContent> = { "a.yaml": "1", "b.yaml": "2", "c.yaml": "3" }, main?: string) {
    const workspace = { dialect: "unfurl", files, ...(main !== undefined && { main }) };
    const store = makeStore({ workspace, activeFile: Object.keys(files)[0] ?? null });
    return { store, files: new WorkspaceFiles(store) };
  }
  const given = (name: string, content: string, folder = "") => ({
    name,
    size: content.length,
    webkitRelativePath: folder,
    arrayBuffer: async () => new TextEncoder().encode(content).buffer,
  });

  it("have a tab each, followed by those of the run", () => {
    const { store, files } = start();
    store.update({ lastGood: makeResult({ files: { "out.txt": "x", "a.yaml": "changed" } }) });
    expect(files.tabs.map(({ id, kind, isMain }) => [id, kind, isMain])).toEqual([
      ["a.yaml", "own", true],
      ["b.yaml", "own", false],
      ["c.yaml", "own", false],
      ["/out.txt", "written", false],
      ["/a.yaml", "written", false],
    ]);
    files.open("/a.yaml");
    expect([files.openTab, store.state.activeFile, store.state.writtenFile]).toEqual(["/a.yaml", "a.yaml", "a.yaml"]);
    files.open("b.yaml");
    expect([files.openTab, store.state.writtenFile]).toEqual(["b.yaml", null]);
  });

  it("mark no main file if there is only one", () => {
    expect(start({ a: "" }).files.tabs.map(({ isMain }) => isMain)).toEqual([false]);
  });

  it("are the data of `$` if there are none and the dialect has data", () => {
    const store = makeStore({ workspace: { dialect: "yaql" }, activeFile: null });
    const files = new WorkspaceFiles(store);
    expect(files.tabs.map(({ kind }) => kind)).toEqual(["data"]);
    expect(files.openTab).toBe(files.tabs[0]?.id);
  });

  it("open an added one, and keep the open one open when renamed", () => {
    const { store, files } = start();
    const shown: Commands["show"][] = [];
    store.handle("show", (place) => shown.push(place));
    files.add(" ./lib/new.yaml ");
    expect(store.state.activeFile).toBe("lib/new.yaml");
    expect(shown).toMatchObject([{ span: { file: "lib/new.yaml", from: 0 }, focus: true }]);
    expect(files.rename("lib/new.yaml", "lib/./new.yaml")).toBe("lib/new.yaml");
    expect(files.rename("lib/new.yaml", "./d.yaml")).toBe("d.yaml");
    expect([files.paths, store.state.activeFile]).toEqual([["a.yaml", "b.yaml", "c.yaml", "d.yaml"], "d.yaml"]);
  });

  it("keep the main one by name when renamed, and by position when moved", () => {
    const named = start(undefined, "b.yaml");
    named.files.rename("b.yaml", "x.yaml");
    expect(named.store.mainFile).toBe("x.yaml");
    const first = start();
    first.files.move("a.yaml", 2);
    expect([first.files.paths, first.store.mainFile]).toEqual([["b.yaml", "c.yaml", "a.yaml"], "a.yaml"]);
  });

  it("open the neighbour of a deleted one, and keep a snapshot in the history", () => {
    const { store, files } = start(undefined, "b.yaml");
    const points: string[] = [];
    store.handle("keepHistory", (reason) => points.push(reason));
    files.open("b.yaml");
    expect(files.remove("b.yaml")).toBe(true);
    expect([files.paths, store.state.activeFile, store.state.workspace.main]).toEqual([
      ["a.yaml", "c.yaml"],
      "c.yaml",
      undefined,
    ]);
    expect(points).toEqual(["delete"]);
    expect(files.remove("b.yaml")).toBe(false);
  });

  it("accept the user's files as far as there is room", async () => {
    const { store, files } = start({ "a.yaml": "1" });
    const tooLarge = { ...given("large", ""), size: 9 * 1024 * 1024 };
    const unreadable = { ...given("broken", ""), arrayBuffer: () => Promise.reject(new Error("gone")) };
    await files.bringIn([given("a.yaml", "2"), tooLarge, unreadable, given("b.yaml", "3", "lib/b.yaml")]);
    expect([...files.all]).toEqual([
      ["a.yaml", "1"],
      ["a-2.yaml", "2"],
      ["lib/b.yaml", "3"],
    ]);
    expect(store.state.activeFile).toBe("lib/b.yaml");
  });

  it("are at most 64", async () => {
    const { files } = start(Object.fromEntries(Array.from({ length: 63 }, (_, place) => [`${place}.yaml`, ""])));
    await files.bringIn([given("x", ""), given("y", "")]);
    expect([files.paths.length, files.hasRoom()]).toEqual([64, false]);
  });

  it("offer the actions that their position and kind allow", () => {
    const { store, files } = start();
    store.update({ lastGood: makeResult({ files: { secret: "<<REDACTED>>", "out.txt": "x" } }) });
    const done: string[] = [];
    const actions = {
      rename: (path: string) => done.push(`rename ${path}`),
      remove: (id: string) => done.push(`remove ${id}`),
      upload: () => done.push("upload"),
      move: (path: string, place: number) => files.move(path, place),
    };
    const disabled = (id: string | null): string[] =>
      fileItems(store, files, id, actions).flatMap((item) => (item.disabled ? [item.label] : []));
    expect(disabled("a.yaml")).toEqual(["Make this the main file", "Move left"]);
    expect(disabled("c.yaml")).toEqual(["Move right"]);
    expect(disabled("/secret")).toHaveLength(1);
    expect(disabled("/out.txt")).toEqual([]);
    expect(fileItems(store, files, null, actions)).toHaveLength(3);
    // The panel sorts files by their names.
    const inPanel = fileItems(store, files, "b.yaml", { ...actions, move: undefined });
    expect(inPanel.filter(({ label }) => label.startsWith("Move"))).toEqual([]);
    const items = fileItems(store, files, "b.yaml", actions);
    for (const label of ["Rename", "Delete", "Make this the main file", "Move left"])
      items.find((item) => item.label === label)?.choose();
    expect(done).toEqual(["rename b.yaml", "remove b.yaml"]);
    expect([files.paths[0], store.mainFile]).toEqual(["b.yaml", "b.yaml"]);
    const last = fileItems(store, files, "b.yaml", actions).find(({ label }) => label === "Move right");
    last?.choose();
    expect(files.paths).toEqual(["a.yaml", "b.yaml", "c.yaml"]);
  });
});
