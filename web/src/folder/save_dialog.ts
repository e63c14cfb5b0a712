// The dialogs for saving: how each edited file differs from the disk, which files to save, and what to do about
// conflicts.

import { showDiff } from "../results/diff.ts";
import type { Store } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { sizeOf } from "../ui/content.ts";
import { type Dialog, openDialog } from "../ui/dialog.ts";
import { button, type Child, element, fill } from "../ui/dom.ts";
import { filesOf } from "../ui/entries.ts";
import { formatSize, text } from "../ui/text.ts";
import { conflictWords, keepMine, useDisk } from "./conflict.ts";
import type { Folder } from "./folder.ts";
import { plainText } from "./line_ends.ts";
import { largestFile } from "./room.ts";
import type { SaveOutcome } from "./server.ts";

/** The diff between a file and its version on disk. */
function difference(store: Store, folder: Folder, path: string): HTMLElement {
  const before = folder.onDisk(path);
  const after = filesOf(store.state.workspace).get(path);
  if (after === undefined) return element("p", { class: "muted" }, text("save.isRemoved"));
  if (typeof after !== "string" || typeof before === "object") {
    const size = (content: typeof before): string =>
      content === undefined ? text("save.absent") : formatSize(sizeOf(content));
    return element("p", { class: "muted" }, text("save.isBinary", { before: size(before), after: size(after) }));
  }
  const place = element("div", { class: "folder-diff", role: "region", tabindex: 0, "aria-label": path });
  const same = text(after === "" ? "save.isEmpty" : "save.isSame");
  showDiff(place, plainText(before ?? ""), plainText(after), { path, same });
  return place;
}

/** The choice for a file that has also changed on disk. */
function choice(folder: Folder, path: string, chosen: () => void): HTMLElement {
  const press = (act: (folder: Folder, path: string) => void) => () => {
    act(folder, path);
    chosen();
  };
  return element(
    "div",
    { class: "dialog-actions" },
    button({
      label: text("conflict.useDisk"),
      words: true,
      attributes: { "aria-label": text("conflict.useDiskOf", { path }) },
      press: press(useDisk),
    }),
    !folder.isLarge(path) &&
      button({
        label: text("conflict.keepMine"),
        words: true,
        attributes: { "aria-label": text("conflict.keepMineOf", { path }) },
        press: press(keepMine),
      }),
  );
}

/** Opens the diff of a file that was edited here and has changed on disk. */
export function openConflict(store: Store, folder: Folder, path: string): void {
  const dialog = openDialog(text("conflict.title", { path }), [
    element(
      "div",
      { class: "stack" },
      element("p", { class: "muted" }, text("save.signs")),
      difference(store, folder, path),
      choice(folder, path, () => dialog.close()),
    ),
  ]);
  dialog.root.classList.add("folder-dialog");
}

/** The message for a failed save. */
function failure(outcome: Exclude<SaveOutcome, { kind: "saved" }>): string {
  if (outcome.kind === "refused") return text("save.refused", { reason: outcome.reason });
  return text("save.conflicts", { count: outcome.conflicts.length });
}

/** Why some names cannot be saved, one sentence for each reason. */
function unwritableWords({ unwritable }: Folder): string[] {
  return (["hidden", "backslash", "long", "outside"] as const).flatMap((problem) => {
    const names = unwritable.filter((each) => each.problem === problem).map(({ path }) => path);
    return names.length === 0 ? [] : [text(`save.unwritable.${problem}`, { names: names.join(", ") })];
  });
}

class SaveDialog {
  private readonly files = element("div", { class: "stack" });
  private readonly status = element("p", { role: "alert", class: "field-problem" });
  private readonly actions = element("div", { class: "dialog-actions" });
  private readonly dialog: Dialog;
  /** The user's choices. By default an edited file is saved; removals and conflicts need a choice. */
  private readonly choices = new Map<string, boolean>();
  private isSaving = false;

  constructor(
    private readonly store: Store,
    private readonly folder: Folder,
  ) {
    const end = store.watch(["ahead"], (state, before) => {
      if (state !== before) this.show();
    });
    this.dialog = openDialog(
      text("save.title"),
      [
        element(
          "div",
          { class: "stack" },
          element("p", { class: "muted" }, text("save.note")),
          ...unwritableWords(folder).map((words) => element("p", {}, words)),
          this.files,
          this.status,
          this.actions,
        ),
      ],
      end,
    );
    this.dialog.root.classList.add("folder-dialog");
    this.show();
    this.focus();
  }

  /** Moves the focus to the next step: the first conflict if nothing can be saved, else the Save button. */
  private focus(): void {
    const waiting = this.chosen.length === 0 && this.files.querySelector<HTMLElement>("[data-conflict] .button");
    (waiting || this.actions.querySelector<HTMLElement>(".primary"))?.focus();
  }

  private get ahead(): ReadonlyMap<string, boolean> {
    return this.store.state.ahead ?? new Map();
  }

  private isChosen(path: string): boolean {
    if (this.ahead.get(path) !== false || this.isTooLarge(path)) return false;
    return this.choices.get(path) ?? filesOf(this.store.state.workspace).has(path);
  }

  private isTooLarge(path: string): boolean {
    const content = filesOf(this.store.state.workspace).get(path);
    return content !== undefined && sizeOf(content) > largestFile;
  }

  private get chosen(): string[] {
    return [...this.ahead.keys()].filter((path) => this.isChosen(path));
  }

  private show(): void {
    const paths = [...this.ahead.keys()];
    const focused = this.files.contains(document.activeElement);
    if (paths.length === 0) fill(this.files, element("p", {}, text("save.none")));
    else fill(this.files, ...paths.map((path) => this.file(path)));
    this.showActions();
    if (focused) this.focus();
  }

  private showActions(): void {
    const { chosen } = this;
    const save = button({
      label: this.isSaving ? text("save.saving") : text("save.press", { count: chosen.length }),
      words: true,
      class: "primary",
      attributes: { "aria-disabled": chosen.length === 0 || this.isSaving ? "true" : undefined },
      press: () => {
        if (!this.isSaving && this.chosen.length > 0) void this.save(this.chosen);
      },
    });
    const hadFocus = this.actions.contains(document.activeElement);
    fill(this.actions, button({ label: text("dialog.cancel"), words: true, press: () => this.dialog.close() }), save);
    if (hadFocus) save.focus();
  }

  /** A file with its checkbox, or with the choice it needs. */
  private file(path: string): HTMLElement {
    const { store, folder } = this;
    const isThere = filesOf(store.state.workspace).has(path);
    const isConflict = this.ahead.get(path) === true;
    const content: Child[] = [difference(store, folder, path)];
    if (isConflict) {
      return element(
        "div",
        { class: "folder-file", "data-conflict": true, role: "group", "aria-label": path },
        element("p", { class: "notice", "data-kind": "warning" }, conflictWords(store, folder, path)),
        ...content,
        choice(folder, path, () => undefined),
      );
    }
    const isTooLarge = this.isTooLarge(path);
    const box = element("input", { type: "checkbox", disabled: isTooLarge });
    box.checked = this.isChosen(path);
    box.addEventListener("change", () => {
      this.choices.set(path, box.checked);
      this.showActions();
    });
    const isNew = isThere && folder.onDisk(path) === undefined;
    return element(
      "div",
      { class: "folder-file", role: "group", "aria-label": path },
      element(
        "label",
        { class: "folder-choice" },
        box,
        element("span", { dir: "auto" }, text(isThere ? "save.choose" : "save.chooseRemoval", { path })),
        isNew && element("span", { class: "muted" }, text("save.isNew")),
      ),
      isTooLarge && element("p", {}, text("save.tooLarge", { path, limit: formatSize(largestFile) })),
      ...content,
    );
  }

  private async save(paths: readonly string[]): Promise<void> {
    this.isSaving = true;
    this.status.textContent = "";
    this.showActions();
    let said = "";
    try {
      const outcome = await this.folder.save(paths);
      if (outcome.kind === "saved") {
        const [path = ""] = paths;
        this.dialog.close();
        announce(text("save.saved", { count: paths.length, path }));
        return;
      }
      said = failure(outcome);
      if (outcome.kind === "refused") {
        // Deselect a file that the server's error names, so that the others can be saved.
        for (const path of paths) if (paths.length > 1 && outcome.reason.includes(path)) this.choices.set(path, false);
      }
      if (outcome.kind === "conflicts") {
        // The conflict may be with a file that is not in the draft, for which there is no choice here.
        const unseen = outcome.conflicts.map(({ path }) => path).filter((path) => this.ahead.get(path) !== true);
        if (unseen.length > 0) said += ` ${text("conflict.inTheWay", { names: unseen.join(", ") })}`;
      }
    } catch {
      said = text("save.unreachable");
    } finally {
      this.isSaving = false;
    }
    this.status.textContent = said;
    this.show();
  }
}

/** Opens the dialog that saves. */
export function openSave(store: Store, folder: Folder): void {
  new SaveDialog(store, folder);
}
