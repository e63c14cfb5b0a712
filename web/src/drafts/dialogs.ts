// The two dialogs of the draft menu: the list of drafts, and the history of one.

import type { Store } from "../store.ts";
import { openDialog } from "../ui/dialog.ts";
import { dialectFacts } from "../ui/dialects.ts";
import { button, type Child, element, fill } from "../ui/dom.ts";
import { formatSize, formatTime, type TextKey, text } from "../ui/text.ts";
import type { DraftActions } from "./actions.ts";
import type { Drafts } from "./drafts.ts";
import { workspaceText } from "./records.ts";
import type { DraftRecord, HistoryRecord } from "./storage.ts";
import "./dialogs.css";

/** The drafts that are stored and whose titles contain the words, in order. */
export function found(all: readonly DraftRecord[], words: string): DraftRecord[] {
  const wanted = words.trim().toLowerCase();
  return all.filter(({ deleted, title }) => deleted === null && title.toLowerCase().includes(wanted));
}

function row(facts: Child[], actions: Child[]): HTMLElement {
  return element("li", { class: "draft-row" }, element("div", { class: "draft-facts" }, ...facts), ...actions);
}

/** Opens the list of all drafts in this browser. Deleted drafts come last. */
export async function openList(store: Store, drafts: Drafts, actions: DraftActions): Promise<void> {
  await drafts.save();
  let all = await drafts.storage.list();
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
      button({ label: text("draft.exportAll"), words: true, press: () => actions.exportAll(found(all, "")) }),
    ),
    list,
    deletedPlace,
  ]);
  const closing = (act: () => Promise<void>) => () => {
    dialog.close();
    void act();
  };
  const remove = async ({ id }: DraftRecord): Promise<void> => {
    await actions.remove(id);
    all = await drafts.storage.list();
    show();
  };
  const show = (): void => {
    const shown = found(all, search.value);
    const rows = shown.map((draft) =>
      draftRow(draft, draft.id === store.state.draft, {
        open: closing(() => actions.open(draft.id, draft.title)),
        remove: () => void remove(draft),
      }),
    );
    fill(list, ...rows, shown.length === 0 && element("li", { class: "muted" }, text("draft.none")));
    const deleted = all.filter((draft) => draft.deleted !== null);
    fill(
      deletedPlace,
      deleted.length > 0 && element("h3", { class: "draft-deleted" }, text("draft.deletedOnes")),
      deleted.length > 0 &&
        element(
          "ul",
          { class: "draft-list" },
          ...deleted.map((draft) =>
            deletedRow(
              draft,
              closing(() => actions.restore(draft)),
            ),
          ),
        ),
    );
  };
  search.addEventListener("input", show);
  show();
}

function draftRow(draft: DraftRecord, isOpen: boolean, act: { open: () => void; remove: () => void }): HTMLElement {
  const { title } = draft;
  const facts = text("draft.facts", {
    dialect: dialectFacts(draft.dialect).name,
    time: formatTime(draft.changed),
    size: formatSize(workspaceText(draft).length),
  });
  return row(
    [
      element("span", { dir: "auto" }, title),
      element("span", { class: "muted" }, isOpen ? `${facts} · ${text("draft.current")}` : facts),
    ],
    [
      button({ label: text("draft.openNamed", { title }), icon: "file", press: act.open }),
      button({ label: text("draft.deleteNamed", { title }), icon: "bin", press: act.remove }),
    ],
  );
}

function deletedRow({ title, deleted }: DraftRecord, restore: () => void): HTMLElement {
  return row(
    [element("span", { dir: "auto" }, title), element("span", { class: "muted" }, formatTime(deleted ?? 0))],
    [button({ label: text("draft.restoreNamed", { title }), icon: "undo", press: restore })],
  );
}

/** Opens the history of the open draft. */
export async function openHistory(store: Store, drafts: Drafts, actions: DraftActions): Promise<void> {
  const { draft, title } = store.state;
  const points = await drafts.storage.history(draft);
  const restore = (point: HistoryRecord) => () => {
    dialog.close();
    actions.restorePoint(point);
  };
  const dialog = openDialog(text("history.title", { title }), [
    points.length === 0
      ? element("p", { class: "muted" }, text("history.none"))
      : element("ul", { class: "draft-list" }, ...points.map((point) => pointRow(point, restore(point)))),
  ]);
}

function pointRow({ at, reason, workspace }: HistoryRecord, restore: () => void): HTMLElement {
  const time = formatTime(at);
  const facts = `${text(`history.${reason}` as TextKey)} · ${formatSize(workspace.length)}`;
  return row(
    [element("span", {}, time), element("span", { class: "muted" }, facts)],
    [button({ label: text("history.restoreNamed", { time }), icon: "undo", press: restore })],
  );
}
