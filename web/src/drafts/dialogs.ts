// The two dialogs of the draft menu: the list of drafts, and the history of one.

import type { Hit } from "../ui/contents.ts";
import type { Store } from "../store.ts";
import { openDialog } from "../ui/dialog.ts";
import { dialectFacts } from "../ui/dialects.ts";
import { button, type Child, element, fill } from "../ui/dom.ts";
import { placeText } from "../ui/places.ts";
import { formatSize, formatTime, type TextKey, text } from "../ui/text.ts";
import type { DraftActions } from "./actions.ts";
import type { Drafts } from "./drafts.ts";
import { workspaceText } from "./records.ts";
import { DraftSearch, isTitled } from "./search.ts";
import type { DraftRecord, HistoryRecord } from "./storage.ts";
import "./dialogs.css";

/** The drafts that are stored and whose titles contain the words, or that have a matching line, in order. */
export function found(all: readonly DraftRecord[], words: string, lines?: ReadonlyMap<string, Hit>): DraftRecord[] {
  return all.filter((draft) => draft.deleted === null && (isTitled(draft, words) || lines?.has(draft.id)));
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
  /** The matching line of each draft whose texts contain the words. */
  let lines: ReadonlyMap<string, Hit> = new Map();
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
    const shown = found(all, search.value, lines);
    const rows = shown.map((draft) =>
      draftRow(draft, draft.id === store.state.draft, lines.get(draft.id), {
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
  const texts = new DraftSearch();
  search.addEventListener("input", () => {
    lines = new Map();
    show();
    void texts.linesIn(found(all, ""), search.value).then((next) => {
      if (!next) return;
      lines = next;
      show();
    });
  });
  show();
}

/** A line that was found, with its place. */
function lineOf({ span, before, match, after }: Hit): HTMLElement {
  return element(
    "span",
    { class: "draft-line" },
    `${placeText(span)}: `,
    element("span", { class: "code", dir: "auto" }, before, element("mark", {}, match), after),
  );
}

function draftRow(
  draft: DraftRecord,
  isOpen: boolean,
  line: Hit | undefined,
  act: { open: () => void; remove: () => void },
): HTMLElement {
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
      line && lineOf(line),
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
