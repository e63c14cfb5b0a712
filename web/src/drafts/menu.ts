// The draft's title in the header with its menu, and the two dialogs behind it: the list of drafts and the history of one.

import { readJson, toFaithful, writeJson, type Case, type Workspace } from "evalground";
import { engineReady } from "../run/engine.ts";
import type { Store } from "../store.ts";
import { alarm, announce } from "../ui/announce.ts";
import { askText, openDialog } from "../ui/dialog.ts";
import { dialectFacts } from "../ui/dialects.ts";
import { button, byId, element, fill, icon, type Child } from "../ui/dom.ts";
import { download } from "../ui/download.ts";
import { pathsOf } from "../ui/entries.ts";
import { menuButton, type MenuItem } from "../ui/menu.ts";
import { secretInputs, withoutInputs } from "../ui/outline.ts";
import { formatSize, formatTime, text, type TextKey } from "../ui/text.ts";
import { offerUndo } from "../ui/toast.ts";
import { valueToYaml } from "../ui/yaml.ts";
import { withheld, workspaceOf, type Drafts } from "./drafts.ts";
import type { DraftRecord, HistoryRecord } from "./storage.ts";

/** What other parts may ask the draft menu to do. */
export interface DraftMenu {
  duplicate: () => void;
  exportDraft: () => void;
  /** Removes everything this browser keeps of the page, and begins anew. */
  erase: () => Promise<void>;
}

/** A file name made of a title. */
export function fileName(title: string): string {
  return (
    title
      .trim()
      .replaceAll(/[^\p{L}\p{N}._-]+/gu, "-")
      .replaceAll(/^-+|-+$/g, "") || "evalground"
  );
}

/** Reads a workspace, or a case, that was saved as JSON; throws with the reason when it is none. */
export function readWorkspace(json: string): Workspace {
  const value = toFaithful(readJson(json));
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("it holds no map");
  const workspace = workspaceOf(value as Case);
  if (typeof workspace.dialect !== "string") throw new Error("it names no dialect");
  return workspace;
}

/** Builds the title with its menu in the header. */
export function buildDraftMenu(store: Store, drafts: Drafts): DraftMenu {
  const picker = element("input", {
    type: "file",
    accept: ".json,.yaml,.yml",
    hidden: true,
    tabindex: -1,
    "aria-hidden": "true",
  });
  const opener = menuButton({ label: "", words: true, class: "quiet draft-title", items });
  opener.append(icon("chevron"));
  const words = opener.querySelector(".words") as HTMLElement;
  words.dir = "auto";
  const back = button({ label: "", words: true, icon: "undo", class: "quiet draft-back", press: () => goBack() });
  fill(byId("draft"), opener, back, picker);

  store.watch(["title"], ({ title }) => {
    words.textContent = title || text("draft.untitled");
    opener.setAttribute("aria-label", text("draft.menu", { title: title || text("draft.untitled") }));
  });
  store.watch(["previous"], ({ previous }) => {
    back.hidden = previous === null;
    const label = text("draft.back", { title: previous?.title || text("draft.untitled") });
    back.title = label;
    (back.querySelector(".words") as HTMLElement).textContent = label;
  });

  function goBack(): void {
    const { previous } = store.state;
    if (previous)
      void drafts.open(previous.draft).then(() => announce(text("draft.opened", { title: store.state.title })));
  }

  function items(): MenuItem[] {
    const { previous } = store.state;
    const backLabel = text("draft.back", { title: previous?.title || text("draft.untitled") });
    const list: MenuItem[] = [
      ...(previous && back.offsetWidth === 0 ? [{ label: backLabel, choose: goBack }] : []),
      { label: text("draft.rename"), choose: rename },
      { label: text("draft.new"), icon: "add", choose: startNew },
      { label: text("draft.duplicate"), icon: "copy", choose: duplicate },
      { label: text("draft.openFile"), icon: "file", choose: () => picker.click() },
      { label: text("draft.openLink"), choose: () => store.perform("askLink") },
      { label: text("draft.export"), apart: true, choose: exportDraft },
      { label: text("draft.exportYaml"), choose: exportYaml },
      { label: text("draft.list"), apart: true, choose: () => void showDrafts() },
      { label: text("draft.history"), icon: "history", choose: () => void showHistory() },
    ];
    if (store.state.example !== null)
      list.push({ label: text("draft.reset"), icon: "undo", choose: () => void reset() });
    // Smaller screens have no room for the operation in the header.
    const { operations } = dialectFacts(store.state.workspace.dialect);
    if (byId("operation").offsetWidth === 0 && operations.length > 1) {
      const current = store.state.workspace.operation ?? "evaluate";
      for (const [place, operation] of operations.entries()) {
        list.push({
          label: text(`operation.${operation}`),
          apart: place === 0,
          checked: operation === current,
          choose: () => store.edit({ operation: operation === "evaluate" ? undefined : operation }),
        });
      }
    }
    list.push({ label: text("draft.delete"), icon: "bin", apart: true, choose: () => void remove(store.state.draft) });
    return list;
  }

  function rename(): void {
    askText(
      text("draft.renameTitle"),
      text("draft.title"),
      store.state.title,
      (typed) => (typed.trim() === "" ? text("draft.titleEmpty") : null),
      (typed) => store.update({ title: typed.trim() }),
    );
  }

  function startNew(): void {
    const { dialect } = store.state.workspace;
    const workspace: Workspace = { dialect, files: { [dialectFacts(dialect).file.path]: "" } };
    store.perform("keepHistory", "close");
    void drafts.create(workspace, text("draft.untitled")).then(() => {
      announce(text("draft.created"));
      store.perform("openPane", { pane: "source", focus: true });
    });
  }

  function duplicate(): void {
    void drafts
      .create(store.state.workspace, text("draft.copyOf", { title: store.state.title }), store.state.example)
      .then(() => announce(text("draft.opened", { title: store.state.title })));
  }

  /** The draft as it is saved: without what is secret. */
  function saved(): Workspace {
    const { title, workspace, outline } = store.state;
    return withheld(withoutInputs({ ...workspace, title }, secretInputs(workspace, outline)));
  }
  function exportDraft(): void {
    download(`${fileName(store.state.title)}.evalground.json`, `${writeJson(saved())}\n`, "application/json");
  }

  function exportYaml(): void {
    download(`${fileName(store.state.title)}.evalground.yaml`, valueToYaml(saved()), "application/yaml");
  }

  async function reset(): Promise<void> {
    const { examples, loadExample } = await import("virtual:examples");
    const entry = examples.find(({ id }) => id === store.state.example);
    if (!entry) return;
    const example = await loadExample(entry);
    store.perform("keepHistory", "reset");
    replaceText(workspaceOf(example), text("draft.wasReset"));
  }

  /** Puts another workspace in the place of this draft's, with a way back. */
  function replaceText(workspace: Workspace, message: string): void {
    const { workspace: before, activeFile: openBefore } = store.state;
    const put = (to: Workspace, wanted: string | null): void => {
      const paths = pathsOf(to);
      store.update({
        workspace: to,
        activeFile: wanted !== null && paths.includes(wanted) ? wanted : (paths[0] ?? null),
        revision: store.state.revision + 1,
      });
    };
    put(workspace, openBefore);
    offerUndo(message, () => put(before, openBefore));
  }

  async function remove(id: string): Promise<void> {
    const removed = await drafts.remove(id);
    if (!removed) return;
    offerUndo(text("draft.deleted", { title: removed.title }), () => void drafts.restore(removed.id));
  }

  picker.addEventListener("change", () => {
    const file = picker.files?.[0];
    picker.value = "";
    if (file) void openFile(file);
  });
  async function openFile(file: File): Promise<void> {
    try {
      const content = await file.text();
      let json = content;
      if (!/\.json$/i.test(file.name)) {
        const parsed = await (await engineReady()).parse(content);
        if (parsed.json === undefined) throw new Error(parsed.diagnostics[0]?.message ?? "it does not parse");
        json = parsed.json;
      }
      const workspace = readWorkspace(json);
      store.perform("openWorkspace", {
        workspace,
        title: workspace.title ?? file.name.replace(/(\.evalground)?\.\w+$/, ""),
      });
    } catch (error) {
      alarm(
        text("draft.openFailed", { path: file.name, reason: error instanceof Error ? error.message : String(error) }),
      );
    }
  }

  async function showDrafts(): Promise<void> {
    await drafts.save();
    let all = await drafts.storage.list();
    const kept = (): DraftRecord[] => all.filter(({ deleted }) => deleted === null);
    const search = element("input", {
      type: "search",
      placeholder: text("draft.search"),
      "aria-label": text("draft.search"),
    });
    const list = element("ul", { class: "draft-list" });
    const deletedPlace = element("div", {});
    const dialog = openDialog(text("draft.list"), [
      element("p", { class: "muted" }, text("draft.listNote")),
      element(
        "div",
        { class: "draft-tools" },
        search,
        button({ label: text("draft.exportAll"), words: true, press: () => exportAll(kept()) }),
      ),
      list,
      deletedPlace,
    ]);
    const show = (): void => {
      const wanted = search.value.trim().toLowerCase();
      const shown = kept().filter(({ title }) => title.toLowerCase().includes(wanted));
      fill(
        list,
        ...shown.map((draft) =>
          draftRow(
            draft,
            async () => {
              await remove(draft.id);
              all = await drafts.storage.list();
              show();
            },
            () => dialog.close(),
          ),
        ),
        shown.length === 0 && element("li", { class: "muted" }, text("draft.none")),
      );
      const deleted = all.filter((draft) => draft.deleted !== null);
      fill(
        deletedPlace,
        deleted.length > 0 && element("h3", { class: "draft-deleted" }, text("draft.deletedOnes")),
        deleted.length > 0 &&
          element("ul", { class: "draft-list" }, ...deleted.map((draft) => deletedRow(draft, () => dialog.close()))),
      );
    };
    search.addEventListener("input", show);
    show();
  }

  function draftRow(draft: DraftRecord, removed: () => Promise<void>, close: () => void): HTMLElement {
    const facts = text("draft.facts", {
      dialect: dialectFacts(draft.dialect).name,
      time: formatTime(draft.changed),
      size: formatSize(draft.workspace.length),
    });
    const isOpen = draft.id === store.state.draft;
    return row(
      [
        element("span", { dir: "auto" }, draft.title),
        element("span", { class: "muted" }, isOpen ? `${facts} · ${text("draft.current")}` : facts),
      ],
      [
        button({
          label: text("draft.openNamed", { title: draft.title }),
          icon: "file",
          press: () => {
            close();
            void drafts.open(draft.id).then(() => announce(text("draft.opened", { title: draft.title })));
          },
        }),
        button({ label: text("draft.deleteNamed", { title: draft.title }), icon: "bin", press: () => void removed() }),
      ],
    );
  }

  function deletedRow(draft: DraftRecord, close: () => void): HTMLElement {
    const restore = (): void => {
      close();
      void drafts.restore(draft.id).then(() => announce(text("draft.opened", { title: draft.title })));
    };
    return row(
      [
        element("span", { dir: "auto" }, draft.title),
        element("span", { class: "muted" }, formatTime(draft.deleted ?? 0)),
      ],
      [button({ label: text("draft.restoreNamed", { title: draft.title }), icon: "undo", press: restore })],
    );
  }

  function row(facts: Child[], actions: Child[]): HTMLElement {
    return element("li", { class: "draft-row" }, element("div", { class: "draft-facts" }, ...facts), ...actions);
  }

  function exportAll(all: DraftRecord[]): void {
    const workspaces = all.map((draft) =>
      withheld({ ...(toFaithful(readJson(draft.workspace)) as Workspace), title: draft.title }),
    );
    download("evalground-drafts.json", `${writeJson(workspaces)}\n`, "application/json");
  }

  async function showHistory(): Promise<void> {
    const points = await drafts.storage.history(store.state.draft);
    const dialog = openDialog(text("history.title", { title: store.state.title }), [
      points.length === 0
        ? element("p", { class: "muted" }, text("history.none"))
        : element("ul", { class: "draft-list" }, ...points.map((point) => historyRow(point, () => dialog.close()))),
    ]);
  }

  function historyRow(point: HistoryRecord, close: () => void): HTMLElement {
    const time = formatTime(point.at);
    const restore = (): void => {
      close();
      const old = toFaithful(readJson(point.workspace)) as Workspace;
      // History holds no secrets: those of this tab stay.
      replaceText(
        { ...old, ...(store.state.workspace.secrets && { secrets: store.state.workspace.secrets }) },
        text("history.restored", { time }),
      );
    };
    return row(
      [
        element("span", {}, time),
        element(
          "span",
          { class: "muted" },
          `${text(`history.${point.reason}` as TextKey)} · ${formatSize(point.workspace.length)}`,
        ),
      ],
      [button({ label: text("history.restoreNamed", { time }), icon: "undo", press: restore })],
    );
  }

  async function erase(): Promise<void> {
    await drafts.erase();
    localStorage.clear();
    if ("caches" in globalThis) for (const name of await caches.keys()) await caches.delete(name);
    location.replace("/");
  }

  return { duplicate, exportDraft, erase };
}
