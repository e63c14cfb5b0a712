// The virtual files as tabs: add, rename, delete, order, choose the main one, bring in and take out. Behind them those that
// the last run has written: to read, keep or drop.

import type { FileContent } from "evalground";
import type { Store } from "../store.ts";
import { alarm, announce } from "../ui/announce.ts";
import { askText } from "../ui/dialog.ts";
import { button, element, fill, icon } from "../ui/dom.ts";
import { download } from "../ui/download.ts";
import { filesOf, mapOf, pathsOf, redacted } from "../ui/entries.ts";
import { menuButton, openMenu, type MenuItem } from "../ui/menu.ts";
import { dataFile } from "../ui/places.ts";
import { tabs } from "../ui/tabs.ts";
import { formatSize, text } from "../ui/text.ts";
import { offerUndo } from "../ui/toast.ts";
import { bytesOf, contentOf, sizeOf } from "../ui/content.ts";
import { freePath, largestTotal, mostFiles, normalisePath, pathProblem } from "./paths.ts";
import { zipFiles } from "./zip.ts";

type Files = ReadonlyMap<string, FileContent>;

/** What the id of a tab begins with whose file the run has written; paths of the workspace never do. */
const ofTheRun = "/";

/** The file beside the deleted one that should be open next. */
export function neighbour(paths: readonly string[], gone: string): string | null {
  const at = paths.indexOf(gone);
  return paths[at + 1] ?? paths[at - 1] ?? null;
}

/** The same files with one under another path, in the same place. */
export function renamed(files: Files, from: string, to: string): Files {
  return new Map([...files].map(([path, content]) => [path === from ? to : path, content]));
}

/** The same files with one moved to another place. */
export function moved(files: Files, path: string, place: number): Files {
  const entries = [...files];
  const from = entries.findIndex(([name]) => name === path);
  const [entry] = entries.splice(from, 1);
  if (entry) entries.splice(Math.max(0, Math.min(entries.length, place)), 0, entry);
  return new Map(entries);
}

/** The same files with one put in at a place. */
function inserted(files: Files, path: string, content: FileContent, place: number): Files {
  const entries = [...files];
  entries.splice(place, 0, [path, content]);
  return new Map(entries);
}

/** Makes a file that the last run has written one of the workspace, and opens it. */
export function keepWritten(store: Store, path: string): void {
  const content = store.writtenFiles.get(path);
  if (content === undefined || content === redacted) return;
  store.editFiles({ [path]: content });
  store.update({ activeFile: path });
  announce(text("files.added", { path }));
}

/** Lets a file that the last run has written out of sight, until a run writes something else there. */
export function dropWritten(store: Store, path: string): void {
  const content = store.writtenFiles.get(path);
  if (content === undefined) return;
  store.update({ dropped: new Map([...store.state.dropped, [path, content]]), activeFile: store.state.activeFile });
  announce(text("written.dropped", { path }));
}

/** Shows the files of the workspace as tabs and lets the user change them. */
export function mountFiles(root: HTMLElement, store: Store): void {
  const files = (): Files => filesOf(store.state.workspace);
  const paths = (): string[] => pathsOf(store.state.workspace);
  const write = (next: Files, main: string | null | undefined): void =>
    store.edit({ files: mapOf([...next]), main: main ?? undefined });
  const list = tabs({
    label: text("files.label"),
    activation: "automatic",
    choose: open,
    key: (event, path) => {
      if (event.key === "F2") rename(path);
      else if (event.key === "Delete") remove(path);
      else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey))
        openMenu(event.target as HTMLElement, text("files.menu"), actionsOn(path));
      else return;
      event.preventDefault();
    },
  });
  list.root.classList.add("file-tabs");
  const picker = element("input", { type: "file", multiple: true, hidden: true, tabindex: -1, "aria-hidden": "true" });
  picker.addEventListener("change", () => {
    void bringIn([...(picker.files ?? [])]);
    picker.value = "";
  });
  // Where there is no room for tabs, the same files are a menu.
  const choice = menuButton({
    label: text("files.choose"),
    words: true,
    class: "quiet file-choice",
    items: () => [
      ...paths().map((path) => ({
        label: path,
        checked: path === store.state.activeFile && store.state.writtenFile === null,
        choose: () => open(path),
      })),
      ...[...store.writtenFiles.keys()].map((path) => ({
        label: text("written.named", { path }),
        checked: path === store.state.writtenFile,
        choose: () => open(ofTheRun + path),
      })),
    ],
  });
  choice.append(icon("chevron"));
  const chosen = choice.querySelector(".words") as HTMLElement;
  const problems = button({
    label: "",
    words: true,
    class: "quiet problem-count",
    press: () => store.perform("openPane", { pane: "problems", focus: true }),
  });
  const count = problems.querySelector(".words") as HTMLElement;
  fill(
    root,
    list.root,
    choice,
    button({ label: text("files.add"), icon: "add", class: "quiet", press: add }),
    element(
      "div",
      { class: "pane-tools" },
      problems,
      menuButton({
        label: text("files.menu"),
        icon: "dots",
        class: "quiet",
        items: () =>
          actionsOn(store.state.writtenFile === null ? store.state.activeFile : ofTheRun + store.state.writtenFile),
      }),
    ),
    picker,
  );

  function open(id: string): void {
    if (id.startsWith(ofTheRun)) store.update({ writtenFile: id.slice(ofTheRun.length) });
    else store.update({ activeFile: files().has(id) ? id : null });
  }

  function add(): void {
    if (paths().length >= mostFiles) return alarm(text("files.tooMany", { count: mostFiles }));
    askText(
      text("files.addTitle"),
      text("files.path"),
      freePath("new.yaml", paths()),
      (path) => pathProblem(path, paths()),
      (typed) => {
        const path = normalisePath(typed);
        store.editFiles({ [path]: "" });
        store.update({ activeFile: path });
        announce(text("files.added", { path }));
      },
    );
  }

  function rename(path: string): void {
    if (!files().has(path)) return;
    const others = paths().filter((other) => other !== path);
    askText(
      text("files.renameTitle", { path }),
      text("files.path"),
      path,
      (typed) => pathProblem(typed, others),
      (typed) => {
        const to = normalisePath(typed);
        if (to === path) return;
        const { main } = store.state.workspace;
        const wasOpen = store.state.activeFile === path;
        write(renamed(files(), path, to), main === path ? to : main);
        if (wasOpen) store.update({ activeFile: to });
        announce(text("files.renamed", { path: to }));
        list.focus();
      },
    );
  }

  function remove(path: string): void {
    if (path.startsWith(ofTheRun)) return dropWritten(store, path.slice(ofTheRun.length));
    const content = files().get(path);
    if (content === undefined) return;
    const place = paths().indexOf(path);
    const { main } = store.state.workspace;
    const next = neighbour(paths(), path);
    store.perform("keepHistory", "delete");
    const rest = new Map([...files()].filter(([name]) => name !== path));
    if (store.state.activeFile === path) store.update({ activeFile: next });
    write(rest, main === path ? undefined : main);
    list.focus();
    offerUndo(text("files.deleted", { path }), () => {
      const back = freePath(path, paths());
      write(inserted(files(), back, content, place), main === path ? back : store.state.workspace.main);
      store.update({ activeFile: back });
    });
  }

  function move(path: string, step: number): void {
    const place = paths().indexOf(path) + step;
    const { main } = store.state.workspace;
    // Without a main of its own the workspace means the first file: moving must not change what is evaluated.
    write(moved(files(), path, place), main ?? store.mainFile);
    announce(text("files.moved", { path, place: place + 1, count: paths().length }));
  }

  function actionsOn(id: string | null): MenuItem[] {
    if (!id?.startsWith(ofTheRun)) return actions(id !== null && files().has(id) ? id : null);
    const path = id.slice(ofTheRun.length);
    return [
      {
        label: text("written.keep"),
        disabled: store.writtenFiles.get(path) === redacted,
        choose: () => keepWritten(store, path),
      },
      { label: text("written.drop"), icon: "bin", hint: "Del", choose: () => dropWritten(store, path) },
    ];
  }

  function actions(path: string | null): MenuItem[] {
    const upload: MenuItem = { label: text("files.upload"), icon: "upload", choose: () => picker.click() };
    const all: MenuItem = {
      label: text("files.downloadAll"),
      disabled: paths().length === 0,
      choose: () => download(`${store.state.title || "evalground"}.zip`, zipFiles(files()), "application/zip"),
    };
    if (path === null) return [upload, all];
    const place = paths().indexOf(path);
    return [
      { label: text("files.rename"), hint: "F2", choose: () => rename(path) },
      {
        label: text("files.makeMain"),
        icon: "star",
        disabled: path === store.mainFile,
        choose: () => store.edit({ main: path }),
      },
      { label: text("files.moveLeft"), disabled: place === 0, choose: () => move(path, -1) },
      { label: text("files.moveRight"), disabled: place === paths().length - 1, choose: () => move(path, 1) },
      { label: text("files.delete"), icon: "bin", hint: "Del", choose: () => remove(path) },
      { ...upload, apart: true },
      {
        label: text("files.download"),
        choose: () => download(path.split("/").at(-1) ?? path, bytesOf(files().get(path) ?? "")),
      },
      all,
    ];
  }

  async function bringIn(given: File[]): Promise<void> {
    let opened: string | null = null;
    for (const file of given) {
      const total = [...files().values()].reduce((sum, content) => sum + sizeOf(content), 0);
      if (paths().length >= mostFiles) return alarm(text("files.tooMany", { count: mostFiles }));
      if (total + file.size > largestTotal) {
        alarm(
          text("files.tooLarge", { path: file.name, size: formatSize(file.size), limit: formatSize(largestTotal) }),
        );
        continue;
      }
      try {
        const content = contentOf(new Uint8Array(await file.arrayBuffer()));
        const path = freePath(normalisePath(file.webkitRelativePath || file.name), paths());
        store.editFiles({ [path]: content });
        opened = path;
        announce(text("files.added", { path }));
      } catch (error) {
        alarm(text("files.unreadable", { path: file.name, reason: String(error) }));
      }
    }
    if (opened !== null) store.update({ activeFile: opened });
  }

  list.root.addEventListener("dblclick", (event) => {
    const path = (event.target as Element).closest<HTMLElement>("[role=tab]")?.dataset["id"];
    if (path !== undefined) rename(path);
  });
  list.root.addEventListener("contextmenu", (event) => {
    const path = (event.target as Element).closest<HTMLElement>("[role=tab]")?.dataset["id"];
    if (path === undefined) return;
    event.preventDefault();
    openMenu(event.target as HTMLElement, text("files.menu"), actionsOn(path), { x: event.clientX, y: event.clientY });
  });
  dragTabs(list.root, (path, place) => files().has(path) && move(path, place - paths().indexOf(path)));
  dropFiles((given) => void bringIn(given));

  store.watch(["result"], ({ result }) => {
    count.textContent = text("problems.count", { count: result?.diagnostics.length ?? 0 });
  });
  let shown = "";
  store.watch(["workspace", "activeFile", "writtenFile", "lastGood", "dropped"], ({ activeFile, writtenFile }) => {
    const main = store.mainFile;
    const isData = store.openText === dataFile;
    const written = [...store.writtenFiles.keys()];
    if (writtenFile !== null && !written.includes(writtenFile)) return store.update({ writtenFile: null });
    const next = JSON.stringify([paths(), main, activeFile, isData, written, writtenFile]);
    if (next === shown) return;
    shown = next;
    const shownName = writtenFile ?? activeFile ?? (isData ? text("inputs.data") : "");
    chosen.textContent = shownName;
    choice.setAttribute("aria-label", text("files.chosen", { path: shownName }));
    // A workspace of an expression and its data has the data in the place of a file.
    const ofWorkspace = isData
      ? [{ id: dataFile, label: text("inputs.data"), controls: "editor" }]
      : paths().map((path) => {
          const star =
            path === main &&
            paths().length > 1 &&
            element("span", { class: "tab-star", title: text("files.isMain") }, icon("star"));
          return {
            id: path,
            label: path,
            controls: "editor",
            content: [star, element("span", { dir: "auto" }, path), closer(path, text("files.deleteNamed", { path }))],
          };
        });
    const ofRun = written.map((path) => {
      const name = element(
        "span",
        { class: "tab-written", title: text("written.byTheRun") },
        element("span", { dir: "auto" }, path),
        element("span", { class: "spoken" }, text("written.suffix")),
      );
      return {
        id: ofTheRun + path,
        label: path,
        controls: "editor",
        content: [name, closer(ofTheRun + path, text("written.dropNamed", { path }))],
      };
    });
    list.show(
      [...ofWorkspace, ...ofRun],
      writtenFile !== null ? ofTheRun + writtenFile : isData ? dataFile : activeFile,
    );
  });

  /** The cross in a tab; the Delete key does the same. */
  function closer(id: string, title: string): HTMLElement {
    const close = element("span", { class: "tab-close", "aria-hidden": "true", title }, icon("close"));
    close.addEventListener("click", (event) => {
      event.stopPropagation();
      remove(id);
    });
    return close;
  }
}

/** Lets tabs be dragged to another place; the tab menu does the same without dragging. */
function dragTabs(root: HTMLElement, drop: (path: string, place: number) => void): void {
  root.addEventListener("pointerdown", (event) => {
    const tab = (event.target as Element).closest<HTMLElement>("[role=tab]");
    const path = tab?.dataset["id"];
    if (!tab || path === undefined || event.button !== 0 || event.pointerType === "touch") return;
    const startX = event.clientX;
    let dragging = false;
    const over = (): number => [...root.children].filter((other) => other !== tab && centre(other) < lastX).length;
    let lastX = startX;
    const track = (at: PointerEvent): void => {
      lastX = at.clientX;
      dragging ||= Math.abs(lastX - startX) > 6;
      tab.classList.toggle("dragging", dragging);
      if (dragging) tab.style.transform = `translateX(${lastX - startX}px)`;
    };
    const end = (): void => {
      removeEventListener("pointermove", track);
      tab.classList.remove("dragging");
      tab.style.transform = "";
      if (dragging) drop(path, over());
    };
    addEventListener("pointermove", track);
    addEventListener("pointerup", end, { once: true });
    addEventListener("pointercancel", end, { once: true });
  });
}

function centre(tab: Element): number {
  const box = tab.getBoundingClientRect();
  return box.left + box.width / 2;
}

/** Takes files that are dropped anywhere onto the window, or pasted as files. */
function dropFiles(take: (files: File[]) => void): void {
  const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  let depth = 0;
  const show = (): void => {
    document.body.toggleAttribute("data-dropping", depth > 0);
  };
  addEventListener("dragenter", (event) => {
    if (!carriesFiles(event)) return;
    depth += 1;
    show();
  });
  addEventListener("dragleave", (event) => {
    if (!carriesFiles(event)) return;
    depth = Math.max(0, depth - 1);
    show();
  });
  addEventListener("dragover", (event) => {
    if (carriesFiles(event)) event.preventDefault();
  });
  addEventListener("drop", (event) => {
    depth = 0;
    show();
    if (!carriesFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    take([...(event.dataTransfer?.files ?? [])]);
  });
  addEventListener("paste", (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0 || event.defaultPrevented) return;
    event.preventDefault();
    take(files);
  });
}
