import type { FileContent, Workspace } from "evalground";
import { describe, expect, it, vi } from "vitest";
import { diskProblem } from "../src/files/paths.ts";
import { aheadOf, changedDisk, editedNow, followed } from "../src/folder/agreement.ts";
import { Folder } from "../src/folder/folder.ts";
import { Follower } from "../src/folder/follow.ts";
import { fitting, limitsFor } from "../src/folder/room.ts";
import type { DiskFile, FileToSave, FolderChanges, SaveOutcome, WholeFolder } from "../src/folder/server.ts";
import {
  checkedSettings,
  recordedSettings,
  settingsChanges,
  settingsFrom,
  workspaceOfFolder,
} from "../src/folder/settings.ts";
import { filesOf } from "../src/ui/entries.ts";
import { makeStore } from "./make.ts";

const files = (content: Record<string, FileContent>) => new Map(Object.entries(content));
/** A disk on which the version of a file is its text. */
const disk = (content: Record<string, string>): Map<string, DiskFile> =>
  new Map(Object.entries(content).map(([path, text]) => [path, { content: text, version: `v ${text}` }]));
const none = new Map<string, string | null>();

describe("the page and the disk", () => {
  it("an edit starts from the version that was on disk then", () => {
    const before = disk({ a: "1", b: "1" });
    const edited = editedNow(files({ a: "2", b: "1", c: "new" }), before, none);
    expect([...edited]).toEqual([
      ["a", "v 1"],
      ["c", null],
    ]);
    const after = changedDisk(before, disk({ a: "3" }), []);
    expect([...editedNow(files({ a: "2", b: "1" }), after, edited)]).toEqual([["a", "v 1"]]);
    expect([...aheadOf(after, edited)]).toEqual([
      ["a", true],
      ["c", false],
    ]);
  });

  it("an edit ends if the disk has the same text", () => {
    expect(editedNow(files({ a: "2" }), disk({ a: "2" }), new Map([["a", "v 1"]])).size).toBe(0);
  });

  it("files follow the disk unless they were edited", () => {
    const now = disk({ a: "2", b: "2", d: "new" });
    const page = files({ a: "mine", b: "1", c: "gone" });
    expect(Object.fromEntries(followed(page, now, new Map([["a", "v 1"]])))).toEqual({ a: "mine", b: "2", d: "new" });
    expect(followed(files({ a: "2" }), disk({ a: "2" }), none)).toEqual(files({ a: "2" }));
  });

  it("a file that was removed in the page stays removed", () => {
    const edited = editedNow(files({}), disk({ a: "1" }), none);
    expect(followed(files({}), disk({ a: "1" }), edited).size).toBe(0);
    expect([...aheadOf(disk({ a: "2" }), edited)]).toEqual([["a", true]]);
  });

  it("bytes are compared by their content", () => {
    const same = new Map([["a", { content: { base64: "AAE=" }, version: "1" }]]);
    expect(editedNow(files({ a: { base64: "AAE=" } }), same, none).size).toBe(0);
  });

  it("hidden names and names outside the folder are not saved", () => {
    const names = [
      "a/b.yml",
      ".env",
      "a/.b/c",
      "../a",
      "a//b",
      "a\\b",
      "c:x",
      "https://x.org/a",
      `a/${"ä".repeat(128)}`,
    ];
    expect(names.filter((name) => diskProblem(name) === null)).toEqual(["a/b.yml"]);
  });
});

describe("the files of a folder", () => {
  it("fit up to the limits of a draft", () => {
    const many = disk(Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`${at}.yaml`, "a: 1"])));
    const { taken, left } = fitting(many, limitsFor(many.keys()));
    expect([taken.size, left.length, left[0]?.reason]).toEqual([64, 6, "tooMany"]);
    expect(fitting(disk({ "0.yaml": "b" }), limitsFor(["a"]), taken).taken.size).toBe(1);
  });

  it("of a repository are texts, with a higher limit", () => {
    const limits = limitsFor(["hosts.ini", "group_vars/all.yml", "roles/web/tasks/main.yml"]);
    expect(limits.isRepository).toBe(true);
    const binary = new Map([["a.png", { content: { base64: "AA==" }, version: "1" }]]);
    expect(fitting(binary, limits).left).toEqual([{ path: "a.png", reason: "binary" }]);
  });
});

describe("the settings of a folder", () => {
  const settings = settingsFrom(
    '{"dialect": "yaql", "vars": {"a": 1}, "secrets": {"key": "x"}, "folder": "snapshots"}',
  );

  it("determine the draft", () => {
    expect(workspaceOfFolder(files({ "a.yaql": "$", "b.md": "" }), settings, { dialect: "heat" })).toMatchObject({
      dialect: "yaql",
      main: "a.yaql",
      secrets: { key: "x" },
    });
  });

  it.each([
    ['["a"]', "must be a map"],
    ['"hello"', "must be a map"],
    ['{"dialect": [1]}', "“dialect” must be text."],
    ['{"main": {"a": 1}}', "“main” must be text."],
    ['{"vars": 3}', "“vars” must be a map."],
    ['{"classes": "a"}', "“classes” must be a list."],
    ['{"seed": "a"}', "“seed” must be an integer."],
    ['{"secrets": ["a"]}', "“secrets” must be a map."],
    ['{"dialect": "perl"}', "unknown dialect “perl”"],
  ])("with a mistake do not count: %s", (json, reason) => {
    expect(checkedSettings(json)).toEqual({ mistake: expect.stringContaining(reason) });
  });

  it("may be empty, and have keys without a value", () => {
    expect(checkedSettings("null")).toEqual({ settings: new Map() });
    expect(checkedSettings('{"vars": null, "data": null, "color": "red"}')).toEqual({
      settings: new Map([["data", null]]),
    });
  });

  it("are recorded without the values of secrets", () => {
    expect(JSON.parse(recordedSettings(settings))).toEqual({
      dialect: "yaql",
      vars: { a: 1 },
      secrets: { key: null },
    });
  });

  it("add to what the layout determines", () => {
    const role = files({ "defaults/main.yml": "port: 80", "templates/a.j2": "{{ ansible_managed | comment }}" });
    const made = workspaceOfFolder(role, settingsFrom('{"vars": {"a": 1}}'), { dialect: "heat" });
    expect(made).toMatchObject({ dialect: "jinja2", main: "templates/a.j2", options: { flavor: "ansible" } });
    expect(made.vars).toEqual({ a: 1 });
  });

  it("change only what the user has not changed", () => {
    const before = settingsFrom('{"vars": {"a": 1, "b": 1, "c": 1}, "seed": 1}');
    const after = settingsFrom('{"vars": {"a": 2, "b": 2, "d": 2}, "seed": 2}');
    const workspace: Workspace = { dialect: "yaql", vars: { a: 1, b: "mine", c: 1 }, seed: 1 };
    const changes = settingsChanges(workspace, before, after);
    expect(JSON.parse(JSON.stringify(changes))).toEqual({ vars: { a: 2, b: "mine", d: 2 }, seed: 2 });
    expect(settingsChanges(workspace, before, before)).toEqual({});
  });

  it("restore withheld secrets", () => {
    const workspace: Workspace = { dialect: "yaql", secrets: { key: null, own: null } };
    const recorded = settingsFrom(recordedSettings(settings));
    expect(settingsChanges(workspace, recorded, settings)).toEqual({ secrets: { key: "x", own: null } });
  });
});

/** A server whose next answers are set by the test. */
class FakeServer {
  saved: ReadonlyMap<string, FileToSave>[] = [];
  outcome: SaveOutcome = { kind: "saved", versions: new Map() };
  whole = disk({});
  private answer: ((changes: FolderChanges) => void) | null = null;

  async files(): Promise<WholeFolder> {
    return { name: "web", id: "f", revision: 1, files: this.whole, settings: null, left: [] };
  }
  changes(): Promise<FolderChanges> {
    return new Promise((resolve) => (this.answer = resolve));
  }
  async save(asked: ReadonlyMap<string, FileToSave>): Promise<SaveOutcome> {
    this.saved.push(asked);
    return this.outcome;
  }
  async change(content: Record<string, string>, removed: string[] = [], left: WholeFolder["left"] = []): Promise<void> {
    this.answer?.({ revision: 2, files: disk(content), removed, settings: undefined, left, isWhole: false });
    for (let turn = 0; turn < 10; turn += 1) await null;
  }
}

async function opened(content: Record<string, string>, edited: [string, string | null][] = [], page = content) {
  Object.assign(globalThis, { document: { hidden: false, addEventListener: () => undefined } });
  const server = new FakeServer();
  server.whole = disk(content);
  const store = makeStore({ live: false });
  const said: string[] = [];
  const folder = new Folder(store, server as never, await server.files(), async (text) => checkedSettings(text), {
    answering: () => undefined,
    lostMain: (lost) => said.push(lost ? `lost ${lost.path}, now ${lost.instead}` : "back"),
    tooLarge: (paths) => paths.length > 0 && said.push(`too large: ${paths}`),
    mistake: (words) => words !== null && said.push(words),
  });
  folder.watch();
  store.update({
    draft: "of the folder",
    folder: { id: "f", edited, settings: "{}" },
    workspace: { dialect: "yaql", files: page },
    activeFile: Object.keys(page)[0] ?? null,
  });
  await null; // it is followed once it is open
  const shown = (): Record<string, FileContent> => Object.fromEntries(filesOf(store.state.workspace));
  return { server, store, folder, shown, said };
}

describe("a folder as a draft", () => {
  it("follows the disk, and keeps an edit", async () => {
    const { server, store, shown } = await opened({ a: "1", b: "1" });
    store.editFiles({ a: "mine" });
    expect([...store.state.ahead!]).toEqual([["a", false]]);
    await server.change({ a: "2", b: "2", c: "2" });
    expect(shown()).toEqual({ a: "mine", b: "2", c: "2" });
    expect([...store.state.ahead!]).toEqual([["a", true]]);
  });

  it("opens another file if the open one is missing for two seconds", async () => {
    vi.useFakeTimers();
    const { server, store } = await opened({ a: "1", b: "1", c: "1" });
    store.openFile("b");
    await server.change({}, ["b"]);
    expect(store.state.activeFile).toBe("b");
    await vi.advanceTimersByTimeAsync(2000);
    expect(store.state.activeFile).toBe("c");
    vi.useRealTimers();
  });

  it("keeps the main file while it is missing for a moment", async () => {
    vi.useFakeTimers();
    const { server, store, shown, said } = await opened({ a: "1", b: "1" });
    store.edit({ main: "b" });
    store.openFile("b");
    await server.change({}, ["b"]);
    await vi.advanceTimersByTimeAsync(1900);
    expect([store.mainFile, store.state.ahead!.size]).toEqual(["b", 0]);
    await server.change({ b: "2" });
    await vi.advanceTimersByTimeAsync(5000);
    expect([shown(), store.mainFile, store.state.activeFile, said]).toEqual([{ a: "1", b: "2" }, "b", "b", []]);
    vi.useRealTimers();
  });

  it("reports that the main file is gone, and uses it again when it is back", async () => {
    vi.useFakeTimers();
    const { server, store, said } = await opened({ a: "1", b: "1" });
    store.edit({ main: "b" });
    store.openFile("b");
    await server.change({}, ["b"]);
    await vi.advanceTimersByTimeAsync(2000);
    expect([store.mainFile, store.state.activeFile, said]).toEqual(["a", "a", ["lost b, now a"]]);
    await server.change({ b: "2" });
    expect([store.mainFile, store.state.activeFile, said]).toEqual(["b", "b", ["lost b, now a", "back"]]);
    vi.useRealTimers();
  });

  it("reports that a file has become too large, and shows it again when it is smaller", async () => {
    const { server, store, folder, shown, said } = await opened({ a: "1", b: "1", c: "1" });
    store.editFiles({ c: "mine" });
    await server.change(
      {},
      ["b", "c"],
      [
        { path: "b", reason: "large" },
        { path: "c", reason: "large" },
      ],
    );
    expect([shown(), said]).toEqual([{ a: "1", c: "mine" }, ["too large: b"]]);
    expect([folder.isLarge("b"), folder.isLarge("c"), store.state.ahead!.get("c")]).toEqual([true, true, true]);
    await server.change({ b: "2", c: "mine" });
    expect([shown().b, folder.isLarge("b"), store.state.ahead!.size]).toEqual(["2", false, 0]);
  });

  it("uses the main file of the settings as soon as it exists", async () => {
    vi.useFakeTimers();
    const { server, store, folder, said } = await opened({ a: "1", b: "1" });
    folder.takeSettings(settingsFrom('{"main": "c"}'));
    await server.change({}, ["a"]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(store.mainFile).toBe("b");
    expect(said).toContain("The main file that .evalground.yaml names is not in the folder: c.");
    await server.change({ c: "1" });
    expect(store.mainFile).toBe("c");
    await server.change({ a: "2" });
    expect(store.mainFile).toBe("c");
    vi.useRealTimers();
  });

  it("keeps edits of the previous visit, and notices what changed since", async () => {
    const { store, shown } = await opened({ a: "2", b: "2", c: "1" }, [["a", "v 1"]], { a: "mine", b: "1", d: "gone" });
    expect(shown()).toEqual({ a: "mine", b: "2", c: "1" });
    expect([...store.state.ahead!]).toEqual([["a", true]]);
  });

  it("resolves a conflict either way, with undo", async () => {
    const { server, store, folder, shown } = await opened({ a: "1" });
    store.editFiles({ a: "mine" });
    await server.change({ a: "2" });
    const undo = folder.useDisk("a");
    expect([shown(), store.state.ahead!.size]).toEqual([{ a: "2" }, 0]);
    undo();
    expect([shown(), store.state.ahead!.get("a")]).toEqual([{ a: "mine" }, true]);
    folder.keepMine("a");
    expect(store.state.ahead!.get("a")).toBe(false);
    server.outcome = { kind: "saved", versions: new Map([["a", "v mine"]]) };
    await folder.save(["a"]);
    expect(server.saved[0]!.get("a")).toEqual({ content: "mine", was: "v 2" });
    expect(store.state.ahead!.size).toBe(0);
  });

  it("ignores line ends in comparisons, and saves those of the disk", async () => {
    const { server, store, folder, shown } = await opened({ a: "\ufeff1\r\n2\r\n", b: "1" });
    expect([shown().a, store.state.ahead!.size]).toEqual(["1\n2\n", 0]);
    await server.change({ a: "\ufeff3\r\n" });
    expect(shown()).toEqual({ a: "3\n", b: "1" });
    store.editFiles({ a: "3\n4\n" });
    expect([...store.state.ahead!]).toEqual([["a", false]]);
    server.outcome = { kind: "saved", versions: new Map([["a", "v new"]]) };
    await folder.save(["a"]);
    expect(server.saved[0]!.get("a")).toEqual({ content: "\ufeff3\r\n4\r\n", was: "v \ufeff3\r\n" });
    expect([store.state.ahead!.size, shown().a]).toEqual([0, "3\n4\n"]);
  });

  it("keeps what is typed during a save", async () => {
    const { server, store, folder } = await opened({ a: "1" });
    store.editFiles({ a: "mine" });
    server.outcome = { kind: "saved", versions: new Map([["a", "v mine"]]) };
    const saving = folder.save(["a"]);
    store.editFiles({ a: "mine and more" });
    await server.change({ a: "mine" });
    await saving;
    expect([...store.state.ahead!]).toEqual([["a", false]]);
  });

  it("removes a file that was removed in the page", async () => {
    const { server, store, folder } = await opened({ a: "1", b: "1" });
    store.edit({ files: { b: "1" } });
    await folder.save(["a"]);
    expect(server.saved[0]!.get("a")).toEqual({ content: null, was: "v 1" });
    expect(store.state.ahead!.size).toBe(0);
  });

  it("reads the folder again if a save met a conflict", async () => {
    const { server, store, folder } = await opened({ a: "1" });
    store.editFiles({ a: "mine" });
    server.whole = disk({ a: "2" });
    server.outcome = { kind: "conflicts", conflicts: [{ path: "a", reason: "changed" }] };
    await folder.save(["a"]);
    expect([...store.state.ahead!]).toEqual([["a", true]]);
  });

  it("records nothing for another draft", async () => {
    const { store } = await opened({ a: "1" });
    store.update({ draft: "another", folder: null, workspace: { dialect: "yaql", files: { x: "1" } } });
    expect(store.state.ahead).toBeNull();
    store.editFiles({ x: "2" });
    expect(store.state.ahead).toBeNull();
  });
});

describe("following the server", () => {
  /** Advances the fake clock by some seconds. */
  const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

  it("retries after 1, 2, 4 … at most 10 seconds, and reports when the server is back", async () => {
    vi.useFakeTimers();
    const heard: string[] = [];
    const document = { hidden: false, addEventListener: () => undefined };
    Object.assign(globalThis, { document });
    let isThere = false;
    const follower = new Follower(
      async (signal, isBack) => {
        heard.push(isBack ? "all" : "changes");
        if (!isThere) throw new Error("no server");
        if (!isBack) await new Promise((_, reject) => signal.addEventListener("abort", reject));
      },
      (isAnswering) => heard.push(isAnswering ? "answers" : "silent"),
    );
    follower.want(true);
    await seconds(0);
    expect(heard.splice(0)).toEqual(["changes", "silent"]);
    const began = Date.now();
    const attempts: number[] = [];
    while (attempts.length < 6) {
      await seconds(1);
      if (heard.splice(0).includes("all")) attempts.push((Date.now() - began) / 1000);
    }
    expect(attempts).toEqual([1, 3, 7, 15, 25, 35]);
    isThere = true;
    await seconds(11);
    expect(heard.splice(0)).toEqual(["all", "answers", "changes"]);
    follower.want(false);
    await seconds(60);
    expect(heard).toEqual([]);
    vi.useRealTimers();
  });

  it("sends no requests while the page is hidden", async () => {
    let isSeen = (): void => undefined;
    const document = { hidden: true, addEventListener: (_: string, hear: () => void) => (isSeen = hear) };
    Object.assign(globalThis, { document });
    let asked = 0;
    const follower = new Follower(
      () => {
        asked += 1;
        return new Promise(() => undefined);
      },
      () => undefined,
    );
    follower.want(true);
    expect(asked).toBe(0);
    document.hidden = false;
    isSeen();
    expect(asked).toBe(1);
  });
});
