// The virtual files as tabs: add, rename, delete, reorder, choose the main file, import and export. The files that the
// last run wrote come last; they can be read, kept or dismissed.

import { problemsOf, type Store } from "../store.ts";
import { askText } from "../ui/dialog.ts";
import { button, element, fill, icon, setText } from "../ui/dom.ts";
import { type MenuItem, menuButton, openMenu } from "../ui/menu.ts";
import { countText } from "../ui/places.ts";
import { type Tab, tabs } from "../ui/tabs.ts";
import { text } from "../ui/text.ts";
import { dragTabs } from "./drag.ts";
import { dropFiles } from "./drop.ts";
import { takePastedText } from "./pasted.ts";
import { dropWritten, type FileTab, type GivenFile, WorkspaceFiles } from "./files.ts";
import { fileItems } from "./menu.ts";
import { panelToggle } from "./panel_toggle.ts";
import { diskPathProblem, pathProblem } from "./paths.ts";

/** Draws a tab. Its close button calls `remove`, as the Delete key does. */
function drawTab({ id, path, kind, isMain, isAhead }: FileTab, remove: (id: string) => void): Tab {
  const tab: Tab = { id, label: path, controls: kind === "inputs" ? "inputs" : "editor" };
  if (kind === "data" || kind === "inputs") return tab;
  const closer = (title: string): HTMLElement => {
    const close = element("span", { class: "tab-close", "aria-hidden": "true", title }, icon("close"));
    close.addEventListener("click", (event) => {
      event.stopPropagation();
      remove(id);
    });
    return close;
  };
  if (kind === "written") {
    const name = element(
      "span",
      { class: "tab-written", title: text("written.byTheRun") },
      element("span", { dir: "auto" }, path),
      element("span", { class: "spoken" }, text("written.suffix")),
    );
    return { ...tab, content: [name, closer(text("written.dropNamed", { path }))] };
  }
  const star = isMain && element("span", { class: "tab-star", title: text("files.isMain") }, icon("star"));
  const mark =
    isAhead && element("span", { class: "tab-ahead" }, element("span", { class: "spoken" }, text("files.edited")));
  return {
    ...tab,
    content: [star, element("span", { dir: "auto" }, path), mark, closer(text("files.deleteNamed", { path }))],
  };
}

/** The problem with a path, in words. A folder on disk allows fewer names than a draft. */
function problemIn(files: WorkspaceFiles, typed: string, others: readonly string[]): string | null {
  return pathProblem(typed, others) ?? (files.isOnDisk ? diskPathProblem(typed) : null);
}

/** Asks for the path of a new file. */
function askForNew(files: WorkspaceFiles): void {
  if (!files.hasRoom()) return;
  askText(
    text("files.addTitle"),
    text("files.path"),
    files.freshPath,
    (typed) => problemIn(files, typed, files.paths),
    (typed) => files.add(typed),
  );
}

/** Asks for the new path of a file. `renamed` is called with it once the file has it. */
function askForName(files: WorkspaceFiles, path: string, renamed: (path: string) => void): void {
  if (!files.all.has(path)) return;
  const others = files.paths.filter((other) => other !== path);
  askText(
    text("files.renameTitle", { path }),
    text("files.path"),
    path,
    (typed) => problemIn(files, typed, others),
    (typed) => renamed(files.rename(path, typed)),
  );
}

/** If there is no room for tabs, the files are a menu. Its button shows which file is open. */
function fileChoice(files: WorkspaceFiles): { root: HTMLElement; show: (name: string) => void } {
  const root = menuButton({
    label: text("files.choose"),
    words: true,
    class: "quiet file-choice",
    items: () =>
      files.tabs
        .filter(({ kind }) => kind !== "data")
        .map(({ id, path, kind, isAhead }) => ({
          label: kind === "written" ? text("written.named", { path }) : path + (isAhead ? text("files.edited") : ""),
          checked: id === files.openTab,
          choose: () => files.open(id),
        })),
  });
  root.append(icon("chevron"));
  const words = root.querySelector(".words") as HTMLElement;
  return {
    root,
    show: (name) => {
      words.textContent = name;
      root.setAttribute("aria-label", text("files.chosen", { path: name }));
    },
  };
}

/** The button that shows the number of problems and opens them. */
function problemCount(store: Store): HTMLElement {
  const root = button({
    label: "",
    words: true,
    class: "quiet problem-count",
    press: () => store.perform("openPane", { pane: "problems", focus: true }),
  });
  const count = root.querySelector(".words") as HTMLElement;
  store.watch(["result", "hints"], (state) => {
    setText(count, countText(problemsOf(state)));
  });
  return root;
}

/** The button that opens the description of the example. */
function aboutExample(store: Store): HTMLElement {
  const root = button({
    label: text("examples.about"),
    icon: "info",
    words: text("examples.aboutWord"),
    class: "quiet spare-words",
    press: () => store.perform("aboutExample"),
  });
  store.watch(["example"], ({ example }) => (root.hidden = example === null));
  return root;
}

/** The file chooser of the browser. */
function filePicker(take: (files: File[]) => void): HTMLInputElement {
  const picker = element("input", { type: "file", multiple: true, hidden: true, tabindex: -1, "aria-hidden": "true" });
  picker.addEventListener("change", () => {
    take([...(picker.files ?? [])]);
    picker.value = "";
  });
  return picker;
}

/** Shows the files of the workspace as tabs and handles changes by the user. */
export function mountFiles(root: HTMLElement, store: Store): void {
  const files = new WorkspaceFiles(store);
  // The code that unpacks and recognises files is loaded when it is needed.
  const receive = (given: GivenFile[]): void =>
    void import("./receive.ts").then((made) => made.receive(store, files, given));
  takePastedText(store);
  const picker = filePicker((given) => void files.bringIn(given));
  const opener = filePicker(receive);
  const folderOpener = filePicker(receive);
  folderOpener.webkitdirectory = true;
  store.handle("pickFiles", (kind) => (kind === "folder" ? folderOpener : opener).click());
  const rename = (path: string): void => askForName(files, path, () => list.focus());
  const remove = (id: string): void => {
    const written = files.writtenPath(id);
    if (written !== null) dropWritten(store, written);
    else if (files.remove(id)) list.focus();
  };
  const upload = (): void => picker.click();
  const move = (path: string, place: number): void => files.move(path, place);
  const items = (id: string | null): MenuItem[] => fileItems(store, files, id, { rename, remove, upload, move });
  const list = tabs({
    label: text("files.label"),
    activation: "automatic",
    choose: (id) => files.open(id),
    key: (event, id) => {
      if (event.key === "F2") rename(id);
      else if (event.key === "Delete") remove(id);
      else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey))
        openMenu(event.target as HTMLElement, text("files.menu"), items(id));
      else return;
      event.preventDefault();
    },
  });
  list.root.classList.add("file-tabs");
  const choice = fileChoice(files);
  fill(
    root,
    panelToggle(store, files, {
      rename: (path, done) => askForName(files, path, done),
      remove,
      menu: (path, askName) => fileItems(store, files, path, { rename: askName, remove, upload }),
    }),
    list.root,
    choice.root,
    button({ label: text("files.add"), icon: "add", class: "quiet", press: () => askForNew(files) }),
    element(
      "div",
      { class: "pane-tools" },
      problemCount(store),
      aboutExample(store),
      menuButton({ label: text("files.menu"), icon: "dots", class: "quiet", items: () => items(files.openTab) }),
    ),
    picker,
    opener,
    folderOpener,
  );

  const tabAt = (event: Event): string | undefined =>
    (event.target as Element).closest<HTMLElement>("[role=tab]")?.dataset.id;
  list.root.addEventListener("dblclick", (event) => {
    const id = tabAt(event);
    if (id !== undefined) rename(id);
  });
  list.root.addEventListener("contextmenu", (event) => {
    const id = tabAt(event);
    if (id === undefined) return;
    event.preventDefault();
    openMenu(event.target as HTMLElement, text("files.menu"), items(id), { x: event.clientX, y: event.clientY });
  });
  dragTabs(list.root, (path, place) => move(path, place - Number(store.hasInputsTab)));
  dropFiles(receive);

  let shown = "";
  const tabKeys = ["layout", "inputsBeside", "inputsOpen", "activeFile", "writtenFile", "dropped", "ahead"] as const;
  store.watch(["workspace", "lastGood", ...tabKeys], ({ writtenFile }) => {
    if (writtenFile !== null && !store.writtenFiles.has(writtenFile)) {
      store.writer("files")({ writtenFile: null });
      return;
    }
    const { tabs: all, openTab } = files;
    const next = JSON.stringify([all, openTab]);
    if (next === shown) return;
    shown = next;
    choice.show(all.find(({ id }) => id === openTab)?.path ?? "");
    list.show(
      all.map((tab) => drawTab(tab, remove)),
      openTab,
    );
  });
}
