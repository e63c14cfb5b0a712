// The draft's title in the header, with its menu and the button that goes back to the previous draft.

import type { DraftAction, Store } from "../store.ts";
import { button, byId, fill, icon } from "../ui/dom.ts";
import { type MenuItem, menuButton } from "../ui/menu.ts";
import { operationsOf } from "../ui/repository.ts";
import { text } from "../ui/text.ts";
import type { DraftActions } from "./actions.ts";
import type { Drafts } from "./drafts.ts";
import { shownTitle } from "./records.ts";

/** Calls a function with the actions. They are loaded at the first call. */
export type Act = (what: (actions: DraftActions) => unknown) => Promise<void>;

/** Actions of the menu that other parts use. */
interface DraftMenu {
  duplicate: () => void;
  exportDraft: () => void;
  /** Removes everything that this browser stores for the page, and starts afresh. */
  erase: () => Promise<void>;
}

/** The dialogs that the menu opens, and which parts of the header are visible. */
interface MenuPlace {
  pickFile: () => void;
  openList: () => void;
  openHistory: () => void;
  /** The header shows the button that goes back. */
  hasBack: boolean;
  /** The header shows the operation. */
  hasOperation: boolean;
  /** The header shows the button of the examples. */
  hasExamples: boolean;
}

/** If the header has no room for the operation, the menu includes it. */
function operationItems(store: Store): MenuItem[] {
  const { operation: current = "evaluate" } = store.state.workspace;
  const operations = operationsOf(store.state.workspace);
  if (operations.length < 2) return [];
  return operations.map((operation, place) => ({
    label: text(`operation.${operation}`),
    apart: place === 0,
    checked: operation === current,
    choose: () => store.edit({ operation: operation === "evaluate" ? undefined : operation }),
  }));
}

/** The items of the menu. */
export function draftItems(store: Store, act: Act, place: MenuPlace): MenuItem[] {
  const { previous, example, draft } = store.state;
  const back: MenuItem = {
    label: text("draft.back", { title: shownTitle(previous?.title) }),
    choose: () => void act((actions) => actions.goBack()),
  };
  const reset: MenuItem = {
    label: text("draft.reset"),
    icon: "undo",
    choose: () => void act((actions) => actions.reset()),
  };
  const examples: MenuItem = {
    label: text("examples.label"),
    icon: "book",
    choose: () => store.perform("openExamples"),
  };
  return [
    ...(previous && !place.hasBack ? [back] : []),
    ...(place.hasExamples ? [] : [examples]),
    { label: text("draft.rename"), choose: () => void act((actions) => actions.rename()) },
    { label: text("draft.new"), icon: "add", choose: () => void act((actions) => actions.startNew()) },
    { label: text("draft.duplicate"), icon: "copy", choose: () => void act((actions) => actions.duplicate()) },
    { label: text("draft.openFile"), icon: "file", choose: place.pickFile },
    { label: text("draft.openFolder"), choose: () => store.perform("pickFiles", "folder") },
    { label: text("draft.openLink"), choose: () => store.perform("askLink") },
    { label: text("draft.export"), apart: true, choose: () => void act((actions) => actions.exportJson()) },
    { label: text("draft.exportYaml"), choose: () => void act((actions) => actions.exportYaml()) },
    { label: text("draft.list"), apart: true, choose: place.openList },
    { label: text("draft.history"), icon: "history", choose: place.openHistory },
    ...(example === null ? [] : [reset]),
    ...(place.hasOperation ? [] : operationItems(store)),
    {
      label: text("draft.delete"),
      icon: "bin",
      apart: true,
      choose: () => void act((actions) => actions.remove(draft)),
    },
  ];
}

/** Builds the title with its menu in the header. */
export function buildDraftMenu(store: Store, drafts: Drafts): DraftMenu {
  let actions: DraftActions | undefined;
  const act: Act = async (what) => {
    actions ??= new (await import("./actions.ts")).DraftActions(store, drafts);
    await what(actions);
  };
  // Loaded when a dialog is first opened.
  const dialogs = () => import("./dialogs.ts");
  const openList = (): void => void act(async (its) => (await dialogs()).openList(store, drafts, its));
  const openHistory = (): void => void act(async (its) => (await dialogs()).openHistory(store, drafts, its));
  const byName: Record<DraftAction, () => void> = {
    new: () => void act((its) => its.startNew()),
    duplicate: () => void act((its) => its.duplicate()),
    rename: () => void act((its) => its.rename()),
    list: openList,
    history: openHistory,
    reset: () => void act((its) => its.reset()),
    export: () => void act((its) => its.exportJson()),
    delete: () => {
      const { draft } = store.state;
      void act((its) => its.remove(draft));
    },
  };
  store.handle("draftAction", (name) => byName[name]());
  const back = button({
    label: "",
    words: true,
    icon: "undo",
    class: "quiet draft-back",
    press: () => void act((its) => its.goBack()),
  });
  const opener = menuButton({
    label: "",
    words: true,
    class: "quiet draft-title",
    items: () =>
      draftItems(store, act, {
        pickFile: () => store.perform("pickFiles", "files"),
        openList,
        openHistory,
        hasBack: back.offsetWidth > 0,
        hasOperation: byId("operation").offsetWidth > 0,
        hasExamples: byId("examples").offsetWidth > 0,
      }),
  });
  opener.append(icon("chevron"));
  const words = opener.querySelector(".words") as HTMLElement;
  words.dir = "auto";
  fill(byId("draft"), opener, back);

  store.watch(["title"], ({ title }) => {
    words.textContent = shownTitle(title);
    opener.setAttribute("aria-label", text("draft.menu", { title: shownTitle(title) }));
  });
  store.watch(["previous"], ({ previous }) => {
    back.hidden = previous === null;
    const label = text("draft.back", { title: shownTitle(previous?.title) });
    back.title = label;
    (back.querySelector(".words") as HTMLElement).textContent = label;
  });
  return {
    duplicate: () => void act((its) => its.duplicate()),
    exportDraft: () => void act((its) => its.exportJson()),
    erase: () => act((its) => its.erase()),
  };
}
