import { describe, expect, it } from "vitest";
import { withheld, workspaceOf } from "../src/drafts/drafts.ts";
import { fileName, readWorkspace } from "../src/drafts/menu.ts";
import { DraftStorage, type DraftRecord, type HistoryRecord, type StorageTrouble } from "../src/drafts/storage.ts";

function draft(id: string, changed: number): DraftRecord {
  return {
    id,
    title: id,
    dialect: "unfurl",
    changed,
    workspace: "{}",
    activeFile: null,
    view: "",
    live: true,
    expressions: [],
    rememberSecrets: false,
    example: null,
    edited: true,
    deleted: null,
  };
}

function point(workspace: string, at: number): HistoryRecord {
  return { draft: "a", at, reason: "run", workspace };
}

describe("a storage without a database", () => {
  async function open(): Promise<{ storage: DraftStorage; troubles: StorageTrouble[] }> {
    const troubles: StorageTrouble[] = [];
    return { storage: await DraftStorage.open((kind) => troubles.push(kind)), troubles };
  }

  it("says so at once", async () => {
    expect((await open()).troubles).toEqual(["denied"]);
  });

  it("holds drafts in memory, and says that they are not kept", async () => {
    const { storage } = await open();
    expect(await storage.put(draft("a", 1))).toBe(false);
    expect((await storage.get("a"))?.title).toBe("a");
  });

  it("lists the last changed draft first", async () => {
    const { storage } = await open();
    for (const each of [draft("a", 1), draft("b", 3), draft("c", 2)]) await storage.put(each);
    expect((await storage.list()).map(({ id }) => id)).toEqual(["b", "c", "a"]);
  });

  it("forgets a removed draft", async () => {
    const { storage } = await open();
    await storage.put(draft("a", 1));
    await storage.remove("a");
    expect(await storage.get("a")).toBeNull();
  });

  it("gives the history newest first, without a point that repeats the one before", async () => {
    const { storage } = await open();
    for (const [at, text] of ["1", "2", "2", "1"].entries()) await storage.addPoint(point(text, at));
    expect((await storage.history("a")).map(({ workspace }) => workspace)).toEqual(["1", "2", "1"]);
  });
});

describe("a workspace that is kept or saved", () => {
  it("has its secrets withheld, but not their names", () => {
    expect(withheld({ dialect: "unfurl", secrets: { a: "x" } }).secrets).toEqual({ a: null });
  });

  it("is an example without what makes that a case", () => {
    expect(workspaceOf({ id: "x", dialect: "unfurl", seed: 1, expect: { value: 1 } })).toEqual({
      dialect: "unfurl",
      seed: 1,
    });
  });

  it("keeps what this page does not know when it is read from a file", () => {
    expect(readWorkspace('{"dialect": "unfurl", "flavour": [1]}')).toEqual({ dialect: "unfurl", flavour: [1] });
  });

  it.each(["", "[]", "1", "{}", '{"dialect": 1}'])("is refused with a reason: %j", (json) => {
    expect(() => readWorkspace(json)).toThrow();
  });

  it.each([
    ["A web shop", "A-web-shop"],
    ["../x", "..-x"],
    ["", "evalground"],
    ["Übung 1", "Übung-1"],
  ])("titled %j is saved as %s", (title, name) => {
    expect(fileName(title)).toBe(name);
  });
});
