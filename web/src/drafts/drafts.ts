// Drafts: the text is in this browser's storage at most 300 ms after a keystroke, and before every run. One tab owns a draft.

import { readJson, toFaithful, writeJson, type Case, type Workspace } from "evalground";
import defaultExample from "virtual:default-example";
import type { State, Store } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { entriesOf, mapOf, pathsOf } from "../ui/entries.ts";
import { kept, keep } from "../ui/keep.ts";
import { text } from "../ui/text.ts";
import { offerUndo } from "../ui/toast.ts";
import { DraftStorage, type DraftRecord, type StorageTrouble } from "./storage.ts";

const saveAfter = 200;
const expressionsKept = 50;
const deletedKept = 20;
/** Live runs add a point to the history this often at most, in milliseconds. */
const pointEvery = 60_000;
const lastDraftKey = "evalground.draft";
const unsavedKey = "evalground.unsaved";
const runningKey = "evalground.running";

/** A workspace without what makes an example a case, ready to be a draft. */
export function workspaceOf(example: Case): Workspace {
  const {
    id: _id,
    expect: _expect,
    source: _source,
    note: _note,
    exact: _exact,
    tags: _tags,
    difficulty: _difficulty,
    ...workspace
  } = example;
  return workspace;
}

/** The workspace with every secret withheld: its name stays, its value does not. */
export function withheld(workspace: Workspace): Workspace {
  if (!workspace.secrets) return workspace;
  return { ...workspace, secrets: mapOf(entriesOf(workspace.secrets).map(([name]) => [name, null])) };
}

function freshDraftId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36).padStart(2, "0")).join("");
}

/** Notes whether a draft is being evaluated; a note that a visit finds means that the run never ended. */
export function noteRunning(draft: string, running: boolean): void {
  const notes = kept<Record<string, true>>(runningKey, {});
  if (running) notes[draft] = true;
  else delete notes[draft];
  keep(runningKey, notes);
}

function hasUnfinishedRun(draft: string): boolean {
  return kept<Record<string, true>>(runningKey, {})[draft] === true;
}

/** What other tabs say about a draft. */
interface TabMessage {
  tab: string;
  draft: string;
  says: "opened" | "mine" | "taken";
}

/** The drafts of this browser, bound to the store. */
export interface Drafts {
  readonly storage: DraftStorage;
  /** Opens a draft of the storage; false when there is none of that id. */
  open(id: string): Promise<boolean>;
  /** Makes a draft of a workspace and opens it; `example` is the id of the example it comes from. */
  create(workspace: Workspace, title: string, example?: string | null): Promise<void>;
  /** Deletes a draft so that it can be restored, and opens another one in its place when it was open. */
  remove(id: string): Promise<DraftRecord | null>;
  /** Takes a deletion back and opens the draft. */
  restore(id: string): Promise<void>;
  /** Writes the open draft to storage. */
  save(): Promise<void>;
  /** Makes this tab the owner of the open draft. */
  takeOver(): Promise<void>;
  /** Removes all drafts and their history; nothing is kept from then on. */
  erase(): Promise<void>;
}

/** Opens the drafts: the one named by the address, the last one, or the example of a first visit. */
export async function startDrafts(store: Store): Promise<Drafts> {
  const tab = freshDraftId();
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("evalground");
  let record: DraftRecord | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsaved = false;
  let owns = true;
  let loading = false;
  let left: DraftRecord | null = null;

  const storage = await DraftStorage.open((kind) => tellTrouble(kind));
  function tellTrouble(kind: StorageTrouble): void {
    store.update({ saved: "memory", storageTrouble: kind });
  }

  /** The open draft as it should be kept, from the state. */
  function snapshot(state: Readonly<State>): DraftRecord {
    if (!record) throw new Error("no draft is open");
    const workspace = state.rememberSecrets ? state.workspace : withheld(state.workspace);
    return {
      ...record,
      title: state.title,
      dialect: state.workspace.dialect,
      workspace: writeJson(workspace),
      activeFile: state.activeFile,
      view: state.view,
      live: state.live,
      expressions: state.expressions,
      rememberSecrets: state.rememberSecrets,
      example: state.example,
    };
  }

  async function save(): Promise<void> {
    clearTimeout(timer);
    if (!unsaved || !owns || !record) return;
    unsaved = false;
    record = { ...snapshot(store.state), changed: Date.now() };
    const saved = record;
    const isKept = await storage.put(saved);
    if (isKept) {
      forgetUnsaved(saved.id);
      if (!unsaved && store.state.draft === saved.id) store.update({ saved: "saved", storageTrouble: null });
    } else keepUnsaved(saved);
  }

  /** The way out when the storage proper fails or there is no time for it: a few MB of the browser's small storage. */
  function keepUnsaved(draft: DraftRecord): void {
    keep(unsavedKey, draft);
  }
  function forgetUnsaved(id: string): void {
    if (kept<DraftRecord | null>(unsavedKey, null)?.id === id) keep(unsavedKey, null);
  }

  function show(draft: DraftRecord, options: { paused: boolean; fromLink?: boolean }): void {
    record = draft;
    owns = true;
    unsaved = false;
    loading = true;
    const workspace = toFaithful(readJson(draft.workspace)) as Workspace;
    const files = pathsOf(workspace);
    const activeFile =
      draft.activeFile !== null && files.includes(draft.activeFile)
        ? draft.activeFile
        : (files.find((path) => path === workspace.main) ?? files[0] ?? null);
    store.update({
      draft: draft.id,
      title: draft.title,
      workspace,
      activeFile,
      view: draft.view,
      live: draft.live,
      paused: options.paused,
      cautious: options.fromLink === true,
      revision: store.state.revision + 1,
      result: null,
      lastGood: null,
      outline: [],
      outlineStale: false,
      freshness: "empty",
      selection: null,
      marks: [],
      revealed: null,
      saved: "saved",
      elsewhere: null,
      example: draft.example,
      expressions: draft.expressions,
      rememberSecrets: draft.rememberSecrets,
      previous: null,
    });
    loading = false;
    keep(lastDraftKey, draft.id);
    channel?.postMessage({ tab, draft: draft.id, says: "opened" } satisfies TabMessage);
  }

  /** Leaves the open draft; an example that was only looked at is not kept, but can be come back to. */
  async function leave(): Promise<void> {
    await save();
    if (!record || record.edited || record.example === null) return;
    left = snapshot(store.state);
    await storage.remove(record.id);
  }

  async function open(id: string): Promise<boolean> {
    if (record) await leave();
    const rescued = kept<DraftRecord | null>(unsavedKey, null);
    const stored = left?.id === id ? left : await storage.get(id);
    const draft = rescued?.id === id && rescued.changed >= (stored?.changed ?? 0) ? rescued : stored;
    if (!draft) return false;
    try {
      show(draft, { paused: hasUnfinishedRun(id) });
    } catch {
      // A record that cannot be read any more must not keep the page from opening.
      return false;
    }
    if (draft === rescued || draft === left) touch();
    return true;
  }

  async function create(
    workspace: Workspace,
    title: string,
    example: string | null = null,
    options: Partial<DraftRecord> & { fromLink?: boolean } = {},
  ): Promise<void> {
    if (record) await leave();
    const { fromLink, ...given } = options;
    const draft: DraftRecord = {
      id: freshDraftId(),
      title,
      dialect: workspace.dialect,
      changed: Date.now(),
      workspace: writeJson(workspace),
      activeFile: null,
      view: "",
      live: true,
      expressions: [],
      rememberSecrets: false,
      example,
      edited: example === null,
      deleted: null,
      ...given,
    };
    show(draft, { paused: false, fromLink });
    touch();
  }

  function touch(): void {
    unsaved = true;
    if (store.state.saved === "saved") store.update({ saved: "saving" });
    clearTimeout(timer);
    timer = setTimeout(() => void save(), saveAfter);
  }

  async function remove(id: string): Promise<DraftRecord | null> {
    const isOpen = id === store.state.draft;
    if (isOpen) await save();
    const found = isOpen ? snapshot(store.state) : await storage.get(id);
    if (!found) return null;
    const removed = { ...found, deleted: Date.now() };
    await storage.put(removed);
    forgetUnsaved(id);
    const all = await storage.list();
    const old = all
      .filter(({ deleted }) => deleted !== null)
      .sort((one, other) => (other.deleted ?? 0) - (one.deleted ?? 0))
      .slice(deletedKept);
    for (const draft of old) await storage.remove(draft.id);
    if (!isOpen) return removed;
    record = undefined;
    unsaved = false;
    const next = all.find(({ deleted }) => deleted === null);
    if (!next || !(await open(next.id))) await openDefault();
    return removed;
  }

  async function restore(id: string): Promise<void> {
    const draft = await storage.get(id);
    if (!draft) return;
    await storage.put({ ...draft, deleted: null, changed: Date.now() });
    await open(id);
  }

  function openDefault(): Promise<void> {
    return create(workspaceOf(defaultExample), defaultExample.title ?? "", defaultExample.id);
  }

  async function takeOver(): Promise<void> {
    owns = true;
    channel?.postMessage({ tab, draft: store.state.draft, says: "taken" } satisfies TabMessage);
    store.update({ saved: "saving", elsewhere: null });
    unsaved = true;
    await save();
  }

  channel?.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => {
    if (data.tab === tab || data.draft !== store.state.draft) return;
    if (data.says === "opened" && owns) {
      void save();
      channel.postMessage({ tab, draft: data.draft, says: "mine" } satisfies TabMessage);
    } else if (data.says === "mine" && owns) {
      owns = false;
      store.update({ saved: "elsewhere", elsewhere: "second" });
    } else if (data.says === "taken") {
      void save();
      owns = false;
      store.update({ saved: "elsewhere", elsewhere: "taken" });
    }
  });

  // Last words: the page may be gone before the storage proper answers.
  const hurry = (): void => {
    if (!unsaved || !owns) return;
    keepUnsaved({ ...snapshot(store.state), changed: Date.now() });
    void save();
  };
  addEventListener("pagehide", () => {
    store.perform("keepHistory", "close");
    hurry();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hurry();
  });

  store.handle("save", () => void save());
  let lastPoint = Date.now();
  store.handle("keepHistory", (reason) => {
    lastPoint = Date.now();
    const workspace = writeJson(withheld(store.state.workspace));
    void storage.addPoint({ draft: store.state.draft, at: Date.now(), reason, workspace });
  });
  store.handle("openWorkspace", ({ workspace, title, fromLink, live, view, file }) => {
    const before = store.state;
    void create(workspace, title || text("draft.untitled"), null, {
      ...(live !== undefined && { live }),
      ...(view !== undefined && { view }),
      ...(file !== undefined && { activeFile: file }),
      ...(fromLink !== undefined && { fromLink }),
    }).then(() => {
      announce(text("draft.opened", { title: store.state.title }));
      store.update({ previous: { draft: before.draft, title: before.title } });
    });
  });

  store.handle("openExample", (example) => {
    const { draft: previous, title: previousTitle } = store.state;
    const title = example.title ?? example.id;
    void create(workspaceOf(example), title, example.id).then(() => {
      offerUndo(text("examples.opened", { title }), () => void open(previous));
      store.update({ previous: { draft: previous, title: previousTitle } });
    });
  });

  const address = /^#d\/([a-z0-9]+)$/.exec(location.hash)?.[1];
  const last = address ?? kept<string | null>(lastDraftKey, null);
  if (last === null || !(await open(last))) await openDefault();
  store.watch(
    ["workspace", "title", "activeFile", "view", "live", "expressions", "rememberSecrets"],
    (state, before) => {
      if (state === before || loading || state.draft !== before.draft || !record) return;
      if (state.workspace !== before.workspace || state.title !== before.title) record.edited = true;
      if (owns) touch();
    },
  );
  store.watch(["runs"], ({ runs, workspace, expressions }, before) => {
    const expression = workspace.expression;
    if (runs !== before.runs && Date.now() - lastPoint > pointEvery) store.perform("keepHistory", "run");
    if (
      runs === before.runs ||
      typeof expression !== "string" ||
      expression === "" ||
      expressions.at(-1) === expression
    )
      return;
    store.update({
      expressions: [...expressions.filter((known) => known !== expression), expression].slice(-expressionsKept),
    });
  });

  return {
    storage,
    open,
    create: (workspace, title, example) => create(workspace, title, example ?? null),
    remove,
    restore,
    save,
    takeOver,
    erase: async () => {
      owns = false;
      unsaved = false;
      await storage.erase();
    },
  };
}
