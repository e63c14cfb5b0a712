import type { Engine } from "evalground";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DraftActions, fileName } from "../src/drafts/actions.ts";
import { handleCommands } from "../src/drafts/commands.ts";
import { found } from "../src/drafts/dialogs.ts";
import { DraftSearch } from "../src/drafts/search.ts";
import { Drafts, noteRunning } from "../src/drafts/drafts.ts";
import { keepHistory, withExpression } from "../src/drafts/history.ts";
import { type Act, draftItems } from "../src/drafts/menu.ts";
import { type Channel, Ownership, type TabMessage } from "../src/drafts/owner.ts";
import { opened, withheld, workspaceOf, workspaceText } from "../src/drafts/records.ts";
import { readWorkspaces } from "../src/files/saved.ts";
import { provideEngine } from "../src/run/ready.ts";
import { type DraftRecord, DraftStorage, type HistoryRecord, type StorageTrouble } from "../src/drafts/storage.ts";
import { makeStore } from "./make.ts";

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

  it("reports it immediately", async () => {
    expect((await open()).troubles).toEqual(["denied"]);
  });

  it("holds drafts in memory, and reports that they are not stored", async () => {
    const { storage, troubles } = await open();
    expect(await storage.put(draft("a", 1))).toBe(false);
    expect(troubles).toEqual(["denied", "denied"]);
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

  it("gives the history newest first, without repeated snapshots", async () => {
    const { storage } = await open();
    for (const [at, text] of ["1", "2", "2", "1"].entries()) await storage.addPoint(point(text, at));
    expect((await storage.history("a")).map(({ workspace }) => workspace)).toEqual(["1", "2", "1"]);
    await storage.addPoint({ ...point("1", 4), reason: "reset" });
    expect((await storage.history("a")).map(({ reason }) => reason)).toEqual(["reset", "run", "run"]);
  });
});

describe("a workspace that is kept or saved", () => {
  it("has its secrets withheld, but not their names", () => {
    expect(withheld({ dialect: "unfurl", secrets: { a: "x" } }).secrets).toEqual({ a: null });
  });

  it("is an example without what makes it a case", () => {
    expect(workspaceOf({ id: "x", dialect: "unfurl", seed: 1, expect: { value: 1 } })).toEqual({
      dialect: "unfurl",
      seed: 1,
    });
  });

  it("keeps unknown keys when it is read from a file", () => {
    expect(
      readWorkspaces('{"defaults": {"dialect": "heat"}, "cases": [{"id": "a", "inputs": {}, "expect": {}}]}'),
    ).toEqual([{ dialect: "heat", inputs: {} }]);
    expect(readWorkspaces('{"dialect": "unfurl", "flavour": [1]}')).toEqual([{ dialect: "unfurl", flavour: [1] }]);
  });

  it("opens the file that was open, else the main one", () => {
    const files = '"files": {"a": "", "b": ""}';
    const at = (activeFile: string | null, more = "") =>
      opened({ ...draft("x", 1), activeFile, workspace: `{"dialect": "unfurl", ${more}${files}}` }).activeFile;
    expect([at("b"), at("gone"), at(null)]).toEqual(["b", "a", "a"]);
    expect([at("a", '"main": "b", '), at(null, '"main": "b", ')]).toEqual(["a", "b"]);
  });

  it.each(["", "1"])("is refused with a reason: %j", (json) => {
    expect(() => readWorkspaces(json)).toThrow();
  });

  it.each(["[]", "{}", '{"dialect": 1}'])("is empty if nothing names its dialect: %j", (json) => {
    expect(readWorkspaces(json)).toEqual([]);
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

/** A localStorage that behaves like the browser's. */
function stubSmallStorage(): void {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
}

describe("the drafts of a browser", () => {
  beforeEach(stubSmallStorage);
  afterEach(() => vi.unstubAllGlobals());

  async function start(given?: DraftStorage) {
    const storage = given ?? (await DraftStorage.open(() => {}));
    const store = makeStore();
    const drafts = new Drafts(store, storage, null);
    await drafts.openFirst("");
    drafts.follow();
    return { storage, store, drafts };
  }

  it("begin with an example, which is saved once it is changed", async () => {
    const { storage, store, drafts } = await start();
    const { draft, example } = store.state;
    expect(example).not.toBeNull();
    store.edit({ vars: { size: 5 }, secrets: { token: "hidden" } });
    expect(store.state.saved).toBe("saving");
    await drafts.save();
    const kept = await storage.get(draft);
    expect(kept).toMatchObject({ example, edited: true });
    expect(readWorkspaces(kept ? workspaceText(kept) : "")[0]).toMatchObject({
      vars: { size: 5 },
      secrets: { token: null },
    });
  });

  it("keep a long text unchanged, and the rest as JSON", async () => {
    const { storage, store, drafts } = await start();
    const long = 'a: "1"\n'.repeat(20_000);
    store.edit({ files: { "main.yaml": long } });
    await drafts.save();
    const kept = (await storage.get(store.state.draft))!;
    expect(kept.workspace).toContain(long);
    expect(opened(kept).workspace?.files).toEqual({ "main.yaml": long });
  });

  it("keep secrets if the user wants them remembered", async () => {
    const { storage, store, drafts } = await start();
    store.update({ rememberSecrets: true });
    store.edit({ secrets: { token: "hidden" } });
    await drafts.save();
    expect((await storage.get(store.state.draft))?.workspace).toContain("hidden");
  });

  it("keep a duplicate, even of an unedited example", async () => {
    const { storage, store, drafts } = await start();
    await new DraftActions(store, drafts).duplicate();
    const copy = store.state.draft;
    await drafts.create({ dialect: "unfurl" }, "own");
    expect(await storage.get(copy)).toMatchObject({ edited: true });
  });

  it("keep a draft that another tab edits, even if it was an unedited example when opened here", async () => {
    const listeners: ((event: { data: TabMessage }) => void)[] = [];
    const channel: Channel = {
      postMessage: (data) => {
        for (const hear of listeners) hear({ data });
      },
      addEventListener: (_, hear) => void listeners.push(hear),
    };
    const storage = await DraftStorage.open(() => {});
    const [first, second] = [makeStore(), makeStore()];
    const drafts = new Drafts(first, storage, channel);
    await drafts.openFirst("");
    drafts.follow();
    const shared = first.state.draft;
    await drafts.save();
    const others = new Drafts(second, storage, channel);
    await others.openFirst("");
    expect(second.state).toMatchObject({ draft: shared, saved: "elsewhere" });
    first.edit({ vars: { size: 5 } });
    await drafts.save();
    await others.create({ dialect: "unfurl" }, "own");
    expect((await storage.get(shared))?.workspace).toContain("size");
  });

  it("do not keep an example that was only viewed, but can return to it", async () => {
    const { storage, store, drafts } = await start();
    const looked = store.state.draft;
    await drafts.create({ dialect: "unfurl" }, "own");
    expect(await storage.get(looked)).toBeNull();
    expect(await drafts.open(looked)).toBe(true);
    expect(store.state.draft).toBe(looked);
  });

  it("show a new one at once, so that nothing is typed into the old one", async () => {
    const { storage, store, drafts } = await start();
    await drafts.create({ dialect: "unfurl", vars: { a: 1 } }, "old");
    const old = store.state.draft;
    store.edit({ vars: { a: 2 } });
    const creating = drafts.create({ dialect: "unfurl" }, "new");
    await null;
    expect(store.state).toMatchObject({ title: "new", saved: "saving" });
    store.edit({ vars: { b: 3 } });
    await creating;
    await drafts.save();
    const kept = async (id: string) => readWorkspaces(workspaceText((await storage.get(id))!))[0]?.vars;
    expect([await kept(old), await kept(store.state.draft)]).toEqual([{ a: 2 }, { b: 3 }]);
  });

  it("keep what is typed while another one is being read", async () => {
    const { storage, store, drafts } = await start();
    await storage.put({ ...draft("other", 1), workspace: '{"dialect": "unfurl"}' });
    await drafts.create({ dialect: "unfurl" }, "old");
    const old = store.state.draft;
    const get = storage.get.bind(storage);
    let answer: (() => void) | undefined;
    storage.get = async (id) => {
      await new Promise<void>((resolve) => (answer = resolve));
      return get(id);
    };
    const opening = drafts.open("other");
    await vi.waitFor(() => expect(answer).toBeDefined());
    store.edit({ vars: { typed: "meanwhile" } });
    answer?.();
    expect(await opening).toBe(true);
    expect(store.state.draft).toBe("other");
    expect((await get(old))?.workspace).toContain("meanwhile");
  });

  it("come back with their edits after being left without any", async () => {
    const { storage, store, drafts } = await start();
    const looked = store.state.draft;
    await drafts.create({ dialect: "unfurl" }, "own");
    await drafts.open(looked);
    store.edit({ vars: { size: 5 } });
    await drafts.create({ dialect: "unfurl" }, "another");
    await drafts.open(looked);
    expect(store.state.workspace.vars).toEqual({ size: 5 });
    expect((await storage.get(looked))?.workspace).toContain("size");
  });

  it("come back as they were left", async () => {
    const { storage, store, drafts } = await start();
    await drafts.create({ dialect: "unfurl", files: { a: "1", b: "2" } }, "own");
    const { draft } = store.state;
    store.update({ activeFile: "b", view: "yaml", live: false });
    await drafts.save();
    const again = await start(storage);
    await again.drafts.open(draft);
    expect(again.store.state).toMatchObject({ draft, title: "own", activeFile: "b", view: "yaml", live: false });
  });

  it("are rescued if the storage fails, and the newer text wins", async () => {
    const { storage, store, drafts } = await start();
    await drafts.create({ dialect: "unfurl", vars: { a: 1 } }, "own");
    await drafts.save();
    store.edit({ vars: { a: 2 } });
    drafts.rescue();
    const old = { ...draft(store.state.draft, 1), workspace: '{"dialect": "unfurl", "vars": {"a": 1}}' };
    const next = await start({ ...storage, get: async () => old, put: async () => true } as unknown as DraftStorage);
    expect(next.store.state.workspace.vars).toEqual({ a: 2 });
  });

  it("open paused when their last run never ended", async () => {
    const { store, drafts } = await start();
    await drafts.create({ dialect: "unfurl" }, "endless");
    const { draft } = store.state;
    await drafts.save();
    noteRunning(draft, true);
    await drafts.open(draft);
    expect(store.state.paused).toBe(true);
    noteRunning(draft, false);
    await drafts.open(draft);
    expect(store.state.paused).toBe(false);
  });

  it("keep the open one, and go on saving it, if another cannot be read", async () => {
    const { storage, store, drafts } = await start();
    await storage.put({ ...draft("broken", 1), workspace: "{" });
    await drafts.create({ dialect: "unfurl" }, "own");
    const { draft: open } = store.state;
    expect(await drafts.open("broken")).toBe(false);
    store.edit({ seed: 5 });
    await drafts.save();
    expect((await storage.get(open))?.workspace).toContain('"seed":5');
  });

  it("open another one in place of a deleted one, and restore it", async () => {
    const { store, drafts } = await start();
    await drafts.create({ dialect: "unfurl", seed: 1 }, "first");
    await drafts.create({ dialect: "unfurl", seed: 2 }, "second");
    const { draft } = store.state;
    expect(await drafts.remove(draft)).toMatchObject({ title: "second" });
    expect(store.state.title).toBe("first");
    await drafts.restore(draft);
    expect(store.state).toMatchObject({ draft, title: "second" });
  });

  it("show a draft as a new text, reported as saved once it is", async () => {
    const kept = new Map<string, DraftRecord>();
    const { store, drafts } = await start({
      get: async (id: string) => kept.get(id) ?? null,
      put: async (each: DraftRecord) => Boolean(kept.set(each.id, each)),
      remove: async (id: string) => void kept.delete(id),
      list: async () => [...kept.values()],
    } as unknown as DraftStorage);
    const { revision } = store.state;
    await drafts.create({ dialect: "unfurl" }, "own");
    expect(store.state).toMatchObject({ revision: revision + 1, saved: "saving", result: null });
    await drafts.save();
    expect(store.state.saved).toBe("saved");
    store.edit({ seed: 1 });
    const saving = drafts.save();
    store.edit({ seed: 2 });
    await saving;
    expect(store.state.saved).toBe("saving");
  });

  it("are deleted without being open, and not rescued again", async () => {
    const { storage, store, drafts } = await start();
    await drafts.create({ dialect: "unfurl", seed: 1 }, "first");
    const { draft: first } = store.state;
    await drafts.save();
    await drafts.create({ dialect: "unfurl", seed: 2 }, "second");
    const { draft: second } = store.state;
    drafts.rescue();
    expect(await drafts.remove(first)).toMatchObject({ title: "first" });
    expect([store.state.draft, (await storage.get(first))?.deleted]).toEqual([second, expect.any(Number)]);
    await drafts.remove(second);
    expect(localStorage.getItem("evalground.unsaved")).toBe("null");
  });

  it("permanently delete all but the last twenty deleted ones", async () => {
    const { storage, drafts } = await start();
    for (let number = 0; number < 21; number += 1) {
      await storage.put({ ...draft(`deleted ${number}`, 1), deleted: number });
    }
    await storage.put(draft("kept", 1));
    await drafts.remove("kept");
    expect([await storage.get("deleted 0"), await storage.get("deleted 1")]).toEqual([null, null]);
    expect(await storage.get("deleted 2")).not.toBeNull();
  });
});

describe("the commands of other parts", () => {
  async function start() {
    const store = makeStore();
    const drafts = new Drafts(store, await DraftStorage.open(() => {}), null);
    handleCommands(store, drafts);
    await drafts.create({ dialect: "unfurl" }, "before");
    return store;
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve));

  it("open a workspace on request, with a way back", async () => {
    const store = await start();
    const { draft } = store.state;
    const workspace = { dialect: "heat", files: { a: "1", b: "2" } };
    store.perform("openWorkspace", { workspace, title: "", fromLink: true, live: false, view: "json", file: "b" });
    await settled();
    expect(store.state).toMatchObject({
      workspace,
      title: "Untitled",
      cautious: true,
      live: false,
      view: "json",
      activeFile: "b",
      previous: { draft, title: "before" },
    });
    store.perform("openWorkspace", { workspace, title: "plain" });
    await settled();
    expect(store.state).toMatchObject({ title: "plain", cautious: false, live: true, view: "", activeFile: "a" });
  });

  it("open an example as a draft of it, with a way back", async () => {
    const store = await start();
    const { draft } = store.state;
    store.perform("openExample", { id: "unfurl/loops", dialect: "unfurl", title: "Loops", expect: { value: 1 } });
    await settled();
    expect(store.state).toMatchObject({
      workspace: { dialect: "unfurl" },
      title: "Loops",
      example: "unfurl/loops",
      previous: { draft, title: "before" },
    });
    expect(store.state.workspace).not.toHaveProperty("expect");
  });
});

describe("a draft in two tabs", () => {
  function twoTabs() {
    const listeners: ((event: { data: TabMessage }) => void)[] = [];
    const channel: Channel = {
      postMessage: (data) => {
        for (const hear of listeners) hear({ data });
      },
      addEventListener: (_, hear) => void listeners.push(hear),
    };
    const heard: string[] = [];
    const tab = (name: string, draft: string) =>
      new Ownership(channel, name, {
        openDraft: () => draft,
        save: () => heard.push(`${name} saves`),
        lost: (why) => heard.push(`${name} ${why}`),
      });
    return { heard, tab };
  }

  it("is owned by the tab that had it first, which saves it for the new tab", () => {
    const { heard, tab } = twoTabs();
    const first = tab("first", "a");
    first.opened();
    const second = tab("second", "a");
    second.opened();
    expect(heard).toEqual(["first saves", "second second"]);
    expect([first.owns, second.owns]).toEqual([true, false]);
  });

  it("belongs to a tab, whatever that tab only viewed before", () => {
    const tab = new Ownership(null, "x", { openDraft: () => "a", save: () => {}, lost: () => {} });
    tab.owns = false;
    tab.opened();
    expect(tab.owns).toBe(true);
  });

  it("can be taken over", () => {
    const { heard, tab } = twoTabs();
    const first = tab("first", "a");
    const second = tab("second", "a");
    second.opened();
    heard.splice(0);
    second.takeOver();
    expect(heard).toEqual(["first saves", "first taken"]);
    expect([first.owns, second.owns]).toEqual([false, true]);
  });

  it("does not concern tabs with other drafts", () => {
    const { heard, tab } = twoTabs();
    tab("first", "a");
    tab("second", "b").opened();
    expect(heard).toEqual([]);
  });
});

describe("the history of a draft", () => {
  it("has each expression once, the latest last, and at most fifty", () => {
    expect(withExpression(["a", "b"], "a")).toEqual(["b", "a"]);
    const known = ["a"];
    for (const nothing of ["a", "", undefined, { eval: "b" }]) expect(withExpression(known, nothing)).toBe(known);
    const many = Array.from({ length: 50 }, (_, number) => String(number));
    expect(withExpression(many, "new")).toEqual([...many.slice(1), "new"]);
  });

  it("gets a snapshot on request, and once a minute from live runs, without secrets", () => {
    vi.useFakeTimers();
    try {
      const points: HistoryRecord[] = [];
      const store = makeStore({ workspace: { dialect: "unfurl", expression: "::a", secrets: { token: "hidden" } } });
      keepHistory(store, { addPoint: async (each) => void points.push(each) });
      store.update({ runs: 1 });
      expect(points).toEqual([]);
      store.edit({ expression: "::b" });
      store.update({ runs: 2 });
      store.perform("keepHistory", "share");
      store.edit({ expression: "::c" });
      vi.advanceTimersByTime(59_000);
      store.update({ runs: 3 });
      vi.advanceTimersByTime(2000);
      store.update({ runs: 4 });
      store.perform("run");
      expect(points.map(({ reason }) => reason)).toEqual(["run", "share", "run", "run"]);
      expect(points[0]).toMatchObject({ draft: "draft", workspace: expect.stringContaining('"token":null') });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("the history of expressions", () => {
  function start() {
    const store = makeStore({ workspace: { dialect: "unfurl", expression: "::a" } });
    keepHistory(store, { addPoint: async () => {} });
    return store;
  }

  it("records the expression of a finished run, not what was typed meanwhile", () => {
    const store = start();
    store.update({ runs: 1, resultRevision: store.state.revision });
    store.edit({ expression: "::b" });
    store.update({ runs: 2 });
    expect(store.state.expressions).toEqual(["::a"]);
  });

  it("records a run by the user at once, although another run may replace it", () => {
    const store = start();
    store.perform("run");
    store.edit({ expression: "::b" });
    store.update({ runs: 1, resultRevision: store.state.revision });
    expect(store.state.expressions).toEqual(["::a", "::b"]);
  });
});

describe("the menu of a draft", () => {
  async function open() {
    const store = makeStore();
    const drafts = new Drafts(store, await DraftStorage.open(() => {}), null);
    await drafts.create({ dialect: "unfurl", files: { "main.yaml": "a: 1\n" } }, "A shop");
    const actions = new DraftActions(store, drafts);
    const act: Act = async (what) => void (await what(actions));
    return { store, drafts, actions, act };
  }
  const place = {
    pickFile: () => {},
    openList: () => {},
    openHistory: () => {},
    hasBack: true,
    hasOperation: true,
    hasExamples: true,
  };

  it("offers Reset for examples, and what the header has no room for", async () => {
    const { store, act } = await open();
    const labels = (where = place): string[] => draftItems(store, act, where).map(({ label }) => label);
    const usual = labels();
    store.update({ example: "x", previous: { draft: "a", title: "Before" } });
    const more = (where = place): string[] => labels(where).filter((label) => !usual.includes(label));
    expect(more()).toEqual(["Reset to the example"]);
    expect(more({ ...place, hasBack: false })).toEqual(["Back to “Before”", "Reset to the example"]);
    expect(more({ ...place, hasExamples: false })).toEqual(["Examples", "Reset to the example"]);
    const operations = draftItems(store, act, { ...place, hasOperation: false }).filter(
      ({ checked }) => checked !== undefined,
    );
    expect(operations.map(({ checked }) => checked)).toEqual([true, false, false]);
    operations[1]?.choose();
    expect(store.state.workspace.operation).toBe("expand");
    operations[0]?.choose();
    expect(store.state.workspace).not.toHaveProperty("operation");
  });

  it("makes a new draft of the same dialect, and a copy of the open one", async () => {
    const { store, actions } = await open();
    await actions.duplicate();
    expect(store.state).toMatchObject({ title: "Copy of A shop", workspace: { files: { "main.yaml": "a: 1\n" } } });
    const panes: string[] = [];
    store.handle("openPane", ({ pane }) => panes.push(pane));
    await actions.startNew();
    expect(panes).toEqual(["source"]);
    expect(store.state).toMatchObject({ title: "Untitled", workspace: { files: { "main.yaml": "" } } });
  });

  it("goes back to the draft before, and deletes the open one", async () => {
    const { store, drafts, actions } = await open();
    const { draft } = store.state;
    await drafts.create({ dialect: "unfurl" }, "other");
    store.update({ previous: { draft, title: "A shop" } });
    actions.goBack();
    await vi.waitFor(() => expect(store.state.title).toBe("A shop"));
    await actions.remove(draft);
    expect(store.state.title).toBe("other");
    const deleted = await drafts.storage.get(draft);
    if (deleted) await actions.restore(deleted);
    expect(store.state).toMatchObject({ draft, title: "A shop" });
  });

  it("restores the example that the draft began as, and keeps a snapshot of the replaced text", async () => {
    const { store, actions } = await open();
    const reasons: string[] = [];
    store.handle("keepHistory", (reason) => reasons.push(reason));
    await actions.reset();
    expect([reasons, store.state.workspace.files]).toEqual([[], { "main.yaml": "a: 1\n" }]);
    store.update({ example: "unfurl/web-shop" });
    await actions.reset();
    expect(reasons).toEqual(["reset"]);
    expect(store.state.workspace.files).not.toEqual({ "main.yaml": "a: 1\n" });
    expect(store.state.workspace).not.toHaveProperty("expect");
  });

  it("saves a draft without secrets", async () => {
    const { store, actions } = await open();
    store.edit({ secrets: { token: "hidden" }, inputs: { size: 1, password: "hidden" } });
    const answer = { files: 1, inputs: { secret: ["password"], unread: [] }, findings: [] };
    provideEngine({ secrets: async () => answer } as unknown as Engine);
    const saved = await actions.saved();
    provideEngine(null);
    expect(saved).toMatchObject({ title: "A shop", secrets: { token: null }, inputs: { size: 1 } });
    expect(JSON.stringify(saved)).not.toContain("hidden");
  });

  it("restores the text of a snapshot and keeps this tab's secrets", async () => {
    const { store, actions } = await open();
    store.edit({ secrets: { token: "hidden" } });
    const { revision } = store.state;
    actions.restorePoint(point('{"dialect": "unfurl", "files": {"b": "2"}, "secrets": {"token": null}}', 1));
    expect(store.state).toMatchObject({
      workspace: { files: { b: "2" }, secrets: { token: "hidden" } },
      activeFile: "b",
      revision: revision + 1,
    });
  });

  it("finds drafts by words of their title, except deleted ones", () => {
    const all = [draft("Web shop", 3), draft("Loops", 2), { ...draft("Old shop", 1), deleted: 1 }];
    expect(found(all, " SHOP ").map(({ id }) => id)).toEqual(["Web shop"]);
    expect(found(all, "")).toHaveLength(2);
  });

  it("finds drafts by their texts, with the line, and abandons an older search", async () => {
    const workspace = JSON.stringify({
      dialect: "unfurl",
      files: { "a.yaml": "x: 1\nport: 8443\n" },
      expression: "Port",
    });
    const all = [{ ...draft("Web shop", 3), workspace }, draft("Loops", 2)];
    const search = new DraftSearch();
    const [older, lines] = await Promise.all([search.linesIn(all, "x"), search.linesIn(all, " PORT ")]);
    expect(older).toBeNull();
    expect([...(lines ?? [])]).toMatchObject([["Web shop", { span: { file: "a.yaml", line: 2 }, match: "port" }]]);
    expect(found(all, "port", lines ?? new Map()).map(({ id }) => id)).toEqual(["Web shop"]);
    expect(await search.linesIn(all, "")).toEqual(new Map());
  });
});
