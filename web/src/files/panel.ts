// The panel beside the editor: all files of the workspace as a tree, following the ARIA tree pattern. Only visible rows
// are rendered, because a repository may have a thousand files. A search lists the files with a matching name, then the
// lines that contain the text.

import { problemsOf, type State, type Store } from "../store.ts";
import { askText } from "../ui/dialog.ts";
import { button, type Child, element, icon, setText } from "../ui/dom.ts";
import { type MenuItem, openMenu } from "../ui/menu.ts";
import { text } from "../ui/text.ts";
import { VirtualRows } from "../ui/virtual.ts";
import type { WorkspaceFiles } from "./files.ts";
import { ContentSearch, type Hit } from "../ui/contents.ts";
import { type FileRow, fileRows, foundRows } from "./folders.ts";
import { pathProblem } from "./paths.ts";
import { folderProblem, renameFolder } from "./rename_folder.ts";
import "./panel.css";

/** Actions that the tabs offer as well, and closing the panel. */
export interface PanelActions {
  rename: (path: string, done: (path: string) => void) => void;
  remove: (path: string) => void;
  /** The items for a file. `askName` is what *Rename* does. */
  menu: (path: string, askName: () => void) => MenuItem[];
  close: () => void;
}

/** What the row of a found line shows. */
function lineParts({ span, before, match, after }: Hit): Child[] {
  return [
    element("span", { class: "panel-line" }, String(span.line)),
    element("span", { class: "panel-name", dir: "auto" }, before, element("mark", {}, match), after),
  ];
}

export class FilesPanel {
  readonly root: HTMLElement;
  private readonly search = element("input", {
    type: "search",
    placeholder: text("panel.search"),
    "aria-label": text("panel.search"),
    spellcheck: "false",
    autocomplete: "off",
  });
  private readonly body = element("div", { role: "tree", class: "panel-tree", "aria-label": text("panel.label") });
  private readonly status = element("p", { class: "muted panel-status", role: "status", hidden: true });
  private readonly contents: ContentSearch;
  private readonly virtual: VirtualRows;
  private readonly closed = new Set<string>();
  private rows: FileRow[] = [];
  /** The id of the row that takes part in the tab order (roving tabindex). */
  private current: string | null = null;
  private problems: ReadonlyMap<string, number> = new Map();
  /** What the panel shows, and the answer whose problems it counts. */
  private shown = "";
  private counted: Pick<State, "result" | "hints"> = { result: null, hints: null };

  constructor(
    private readonly store: Store,
    private readonly files: WorkspaceFiles,
    private readonly actions: PanelActions,
  ) {
    const scroller = element("div", { class: "panel-rows" }, this.body);
    this.root = element(
      "section",
      { class: "files-panel", id: "files-panel", "aria-label": text("panel.label") },
      element(
        "div",
        { class: "panel-head" },
        this.search,
        button({ label: text("panel.close"), icon: "close", class: "quiet small", press: actions.close }),
      ),
      this.status,
      scroller,
    );
    this.contents = new ContentSearch(
      () => files.all,
      () => this.show(),
    );
    this.virtual = new VirtualRows({
      scroller,
      body: this.body,
      row: (index) => this.draw(index),
      signature: (index) => this.signature(index),
    });
    this.search.addEventListener("input", () => {
      this.contents.start(this.search.value);
      this.show();
    });
    this.search.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") this.moveTo(0);
      else if (event.key === "Escape" && this.search.value === "") actions.close();
      else return;
      event.preventDefault();
    });
    this.listen();
    store.watch(["workspace", "activeFile", "writtenFile", "ahead", "result", "hints"], (state, before) => {
      if (this.root.hidden) return;
      if (state.workspace.files !== before.workspace.files) this.contents.start(this.search.value);
      // A found line that opened the file stays the current row.
      const { path } = this.rows.find(({ id }) => id === this.current) ?? {};
      if (state.activeFile === before.activeFile || state.activeFile === path) this.follow(this.current);
      else this.reveal(state.activeFile);
    });
  }

  /** Shows or hides the panel. */
  open(is: boolean): void {
    this.root.hidden = !is;
    if (is) this.reveal(this.store.state.activeFile);
  }

  /** Shows the row of a file, in whichever folder it is. */
  private reveal(path: string | null): void {
    for (const folder of [...this.closed]) if (path?.startsWith(`${folder}/`)) this.closed.delete(folder);
    this.shown = "";
    this.follow(path);
    this.virtual.reveal(
      Math.max(
        0,
        this.rows.findIndex((row) => row.id === this.current),
      ),
    );
  }

  /** Shows the files as they are now, unless that would change nothing: most key presses only change a text. */
  private follow(current: string | null): void {
    const { store, files } = this;
    const { ahead, result, hints } = store.state;
    const next = JSON.stringify([files.paths, files.openTab, store.mainFile, [...(ahead?.keys() ?? [])]]);
    if (next === this.shown && result === this.counted.result && hints === this.counted.hints) return;
    this.shown = next;
    this.counted = { result, hints };
    this.countProblems();
    this.show(current);
  }

  /** Moves the focus into the panel. */
  focus(): void {
    this.search.focus();
  }

  private countProblems(): void {
    const found = new Map<string, number>();
    for (const { span, severity } of problemsOf(this.store.state))
      if (span && severity === "error") found.set(span.file, (found.get(span.file) ?? 0) + 1);
    this.problems = found;
  }

  private show(current = this.current): void {
    const hadFocus = this.body.contains(document.activeElement);
    this.rows = [...fileRows(this.files.paths, this.closed, this.search.value), ...foundRows(this.contents.found.hits)];
    const at = this.rows.findIndex(({ id }) => id === current);
    this.current = (this.rows[at] ?? this.rows[0])?.id ?? null;
    const index = Math.max(0, at);
    this.virtual.show(this.rows.length, index);
    setText(this.status, this.said());
    this.status.hidden = this.status.textContent === "";
    if (hadFocus) this.virtual.at(index)?.focus({ preventScroll: true });
  }

  /** What a search found, in words. */
  private said(): string {
    const { found, isPending } = this.contents;
    if (isPending && this.rows.length === 0) return text("panel.searching");
    if (this.rows.length === 0) return text("panel.none");
    const count = found.hits.length;
    const files = new Set(found.hits.map(({ span }) => span.file)).size;
    if (count === 0) return "";
    return found.hasMore ? text("panel.firstLines", { count }) : text("panel.lines", { count, files });
  }

  private signature(index: number): string {
    const row = this.rows[index] as FileRow;
    const { id, path } = row;
    const isOpen = id === this.files.openTab;
    return JSON.stringify([row, isOpen, id === this.current, this.problems.get(path), this.marksOf(row)]);
  }

  private marksOf({ path, isFolder }: FileRow): { isMain: boolean; isAhead: boolean } {
    const { store, files } = this;
    return {
      isMain: !isFolder && path === store.mainFile && files.paths.length > 1,
      isAhead: store.state.ahead?.has(path) ?? false,
    };
  }

  private draw(index: number): HTMLElement {
    const row = this.rows[index] as FileRow;
    const { id, path, isFolder, isOpen, level, position, siblings } = row;
    const made = element(
      "div",
      {
        role: "treeitem",
        class: "panel-row",
        tabindex: id === this.current ? 0 : -1,
        title: path,
        "aria-level": level,
        "aria-posinset": position,
        "aria-setsize": siblings,
        "aria-expanded": isFolder ? String(isOpen) : undefined,
        "aria-selected": id === path && !isFolder ? String(path === this.files.openTab) : undefined,
        "data-index": index,
        "data-folder": isFolder,
      },
      ...(row.hit ? lineParts(row.hit) : this.fileParts(row)),
    );
    made.style.setProperty("--level", String(level - 1));
    return made;
  }

  /** What the row of a file or folder shows. */
  private fileParts(row: FileRow): Child[] {
    const { isMain, isAhead } = this.marksOf(row);
    const count = this.problems.get(row.path) ?? 0;
    return [
      element("span", { class: "twist", "aria-hidden": "true" }, row.isFolder && icon("chevron")),
      element(
        "span",
        { class: "panel-name", dir: "auto" },
        row.name,
        row.folder && element("span", { class: "muted" }, ` ${row.folder}`),
      ),
      isMain && element("span", { class: "tab-star", title: text("files.isMain") }, icon("star")),
      isAhead && element("span", { class: "tab-ahead" }, element("span", { class: "spoken" }, text("files.edited"))),
      count > 0 &&
        element(
          "span",
          { class: "panel-problems", title: text("problems.count.error", { count }) },
          element("span", { "aria-hidden": "true" }, String(count)),
          element("span", { class: "spoken" }, text("problems.count.error", { count })),
        ),
    ];
  }

  private rowOf(event: Event): { row: FileRow; index: number; target: HTMLElement } | null {
    const target = (event.target as Element).closest<HTMLElement>(".panel-row");
    const index = Number(target?.dataset["index"] ?? -1);
    const row = this.rows[index];
    return target && row ? { row, index, target } : null;
  }

  private moveTo(index: number): void {
    const row = this.rows[Math.max(0, Math.min(this.rows.length - 1, index))];
    if (!row) return;
    this.current = row.id;
    const at = this.rows.indexOf(row);
    this.virtual.show(this.rows.length, at);
    this.virtual.reveal(at);
    this.virtual.at(at)?.focus({ preventScroll: true });
  }

  private turn({ path }: FileRow, open: boolean): void {
    if (open) this.closed.delete(path);
    else this.closed.add(path);
    this.show(path);
  }

  /** Opens a file at a found line if there is one, or opens or closes a folder. */
  private act(row: FileRow): void {
    this.current = row.id;
    if (row.isFolder) return this.turn(row, !row.isOpen);
    if (!row.hit) this.files.open(row.path);
    // The panel covers the editor on a small screen.
    if (this.store.state.layout === "narrow") this.actions.close();
    if (row.hit) this.store.perform("show", { span: row.hit.span, focus: true });
  }

  /** Moves the focus to a file or folder that was renamed. A search may hide it. */
  private returnTo(path: string): void {
    this.reveal(path);
    const at = this.rows.findIndex(({ id }) => id === path);
    if (at < 0) this.focus();
    else this.moveTo(at);
  }

  private rename({ path, isFolder }: FileRow): void {
    if (!isFolder) return this.actions.rename(path, (to) => this.returnTo(to));
    const others = this.files.paths.filter((other) => !other.startsWith(`${path}/`));
    askText(
      text("panel.renameFolder", { path }),
      text("files.path"),
      path,
      (typed) => pathProblem(typed, others) ?? folderProblem(this.files, path, typed),
      (typed) => this.returnTo(renameFolder(this.store, this.files, path, typed)),
    );
  }

  private menuOf(row: FileRow): MenuItem[] {
    if (!row.isFolder) return this.actions.menu(row.path, () => this.rename(row));
    return [{ label: text("files.rename"), hint: "F2", choose: () => this.rename(row) }];
  }

  private listen(): void {
    const { body } = this;
    body.addEventListener("click", (event) => {
      const found = this.rowOf(event);
      if (!found) return;
      this.act(found.row);
      this.show();
    });
    body.addEventListener("dblclick", (event) => {
      const found = this.rowOf(event);
      if (found && !found.row.isFolder && !found.row.hit) this.rename(found.row);
    });
    body.addEventListener("contextmenu", (event) => {
      const found = this.rowOf(event);
      if (!found) return;
      event.preventDefault();
      openMenu(found.target, text("files.menu"), this.menuOf(found.row), { x: event.clientX, y: event.clientY });
    });
    body.addEventListener("keydown", (event) => this.key(event));
  }

  private key(event: KeyboardEvent): void {
    const found = this.rowOf(event);
    if (!found || event.ctrlKey || event.metaKey || event.altKey) return;
    const { row, index, target } = found;
    const keys: Record<string, () => void> = {
      ArrowDown: () => this.moveTo(index + 1),
      ArrowUp: () => this.moveTo(index - 1),
      Home: () => this.moveTo(0),
      End: () => this.moveTo(this.rows.length - 1),
      ArrowRight: () => (row.isFolder && !row.isOpen ? this.turn(row, true) : this.moveTo(index + 1)),
      ArrowLeft: () => {
        if (row.isFolder && row.isOpen) return this.turn(row, false);
        const parent = this.rows.slice(0, index).findLastIndex(({ level }) => level < row.level);
        if (parent >= 0) this.moveTo(parent);
      },
      Enter: () => this.act(row),
      " ": () => this.act(row),
      F2: () => this.rename(row),
      Delete: () => {
        if (!row.isFolder && !row.hit) this.actions.remove(row.path);
      },
      ContextMenu: () => openMenu(target, text("files.menu"), this.menuOf(row)),
      Escape: () => this.actions.close(),
    };
    const act = event.key === "F10" && event.shiftKey ? keys["ContextMenu"] : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}
