import type { FileContent } from "evalground";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { hexLines } from "../src/files/binary.ts";
import { bytesOf, contentOf, sizeOf } from "../src/ui/content.ts";
import { freePath, normalisePath, pathProblem } from "../src/files/paths.ts";
import { dropWritten, keepWritten, moved, neighbour, renamed } from "../src/files/tabs.ts";
import { zipFiles } from "../src/files/zip.ts";
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

  it("loses the parts that say nothing", () => {
    expect(normalisePath(" ./lib/./base.yaml ")).toBe("lib/base.yaml");
  });

  it("gets a number when it is taken", () => {
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

  it("open the one beside a deleted one", () => {
    expect([neighbour(["a", "b"], "a"), neighbour(["a", "b"], "b"), neighbour(["a"], "a")]).toEqual(["b", "a", null]);
  });
});

describe("the content of a file", () => {
  it("is text when its bytes are UTF-8", () => {
    expect(contentOf(new TextEncoder().encode("ä: 1\r\n"))).toBe("ä: 1\r\n");
  });

  it.each([[[0xff, 0xfe]], [[0x61, 0x00]]])("is kept as bytes when it is no text: %j", (bytes) => {
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
    expect([...unzipped["lib/logo.png"]!]).toEqual([0x89, 0x50, 0x4e, 0x47]);
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

  it("is out of sight once it is dropped, until a run writes something else", () => {
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
