// The actions of the draft menu in the header, without the menu.

import { readJson, toFaithful, type Workspace, writeJson } from "evalground";
import type { Store } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { askText } from "../ui/dialog.ts";
import { blankWorkspace } from "../ui/choose.ts";
import { choiceOf } from "../ui/dialects.ts";
import { download } from "../ui/download.ts";
import { pathsOf } from "../ui/entries.ts";
import { Search } from "../run/secrets.ts";
import { withoutInputs } from "../ui/outline.ts";
import { siteRoot } from "../ui/site_root.ts";
import { formatTime, text } from "../ui/text.ts";
import { offerUndo } from "../ui/toast.ts";
import { valueToYaml } from "../ui/yaml.ts";
import type { Drafts } from "./drafts.ts";
import { withheld, workspaceOf, workspaceText } from "./records.ts";
import type { DraftRecord, HistoryRecord } from "./storage.ts";

/** Makes a file name from a title. */
export function fileName(title: string): string {
  return (
    title
      .trim()
      .replaceAll(/[^\p{L}\p{N}._-]+/gu, "-")
      .replaceAll(/^-+|-+$/g, "") || "evalground"
  );
}

export class DraftActions {
  constructor(
    private readonly store: Store,
    private readonly drafts: Drafts,
  ) {}

  /** Opens a draft and announces it. `title` is set when it is not the previous draft. */
  async open(id: string, title?: string): Promise<void> {
    await this.drafts.open(id);
    announce(text("draft.opened", { title: title ?? this.store.state.title }));
  }

  /** Reopens the draft that an example or a link replaced. */
  goBack(): void {
    const { previous } = this.store.state;
    if (previous) void this.open(previous.draft);
  }

  rename(): void {
    askText(
      text("draft.renameTitle"),
      text("draft.title"),
      this.store.state.title,
      (typed) => (typed.trim() === "" ? text("draft.titleEmpty") : null),
      (typed) => this.store.writer("draft")({ title: typed.trim() }),
    );
  }

  /** Opens an empty draft in the same language. The focus goes to the document or the expression. */
  async startNew(): Promise<void> {
    const workspace = blankWorkspace(choiceOf(this.store.state.workspace));
    this.store.perform("keepHistory", "close");
    await this.drafts.create(workspace, text("draft.untitled"));
    announce(text("draft.created"));
    this.store.perform("openPane", { pane: workspace.files ? "source" : "expression", focus: true });
  }

  async duplicate(): Promise<void> {
    const { workspace, title, example } = this.store.state;
    // The user wants to keep a duplicate, even if it is still identical to an example.
    await this.drafts.create(workspace, text("draft.copyOf", { title }), example, { edited: true });
    announce(text("draft.opened", { title: this.store.state.title }));
  }

  /** The draft as saved to a file, without secrets. Its files do not change: they are the user's own. */
  async saved(): Promise<Workspace> {
    const { title, workspace } = this.store.state;
    const { inputs } = await Search.of(workspace);
    return withheld(withoutInputs({ ...workspace, title }, inputs));
  }

  async exportJson(): Promise<void> {
    const name = `${fileName(this.store.state.title)}.evalground.json`;
    download(name, `${writeJson(await this.saved())}\n`, "application/json");
  }

  async exportYaml(): Promise<void> {
    const name = `${fileName(this.store.state.title)}.evalground.yaml`;
    download(name, valueToYaml(await this.saved()), "application/yaml");
  }

  /** Saves several drafts as one file. */
  exportAll(all: readonly DraftRecord[]): void {
    const workspaces = all.map((draft) =>
      withheld({ ...(toFaithful(readJson(workspaceText(draft))) as Workspace), title: draft.title }),
    );
    download("evalground-drafts.json", `${writeJson(workspaces)}\n`, "application/json");
  }

  /** Restores the example that the draft began as. */
  async reset(): Promise<void> {
    const { examples, loadExample } = await import("virtual:examples");
    const entry = examples.find(({ id }) => id === this.store.state.example);
    if (!entry) return;
    const example = await loadExample(entry);
    this.store.perform("keepHistory", "reset");
    this.replaceText(workspaceOf(example), text("draft.wasReset"));
  }

  /** Restores a point of the history. */
  restorePoint({ workspace, at }: HistoryRecord): void {
    const old = toFaithful(readJson(workspace)) as Workspace;
    const { secrets } = this.store.state.workspace;
    // The history holds no secrets, so the current ones are kept.
    this.replaceText({ ...old, ...(secrets && { secrets }) }, text("history.restored", { time: formatTime(at) }));
  }

  /** Deletes a draft and offers to undo it. */
  async remove(id: string): Promise<void> {
    const removed = await this.drafts.remove(id);
    if (!removed) return;
    offerUndo(text("draft.deleted", { title: removed.title }), () => void this.drafts.restore(removed.id));
  }

  /** Undoes a deletion and opens the draft. */
  async restore({ id, title }: DraftRecord): Promise<void> {
    await this.drafts.restore(id);
    announce(text("draft.opened", { title }));
  }

  /** Removes everything that this browser stores for the page, and starts afresh. */
  async erase(): Promise<void> {
    await this.drafts.erase();
    // Other sites of the same origin keep their entries.
    for (const key of Object.keys(localStorage)) if (key.startsWith("evalground.")) localStorage.removeItem(key);
    const { forgetOffline } = await import("../ui/offline.ts");
    await forgetOffline();
    location.replace(siteRoot);
  }

  /** Replaces the draft's workspace and offers to undo it. */
  private replaceText(workspace: Workspace, message: string): void {
    const { store } = this;
    const { workspace: before, activeFile: openBefore } = store.state;
    const put = (to: Workspace): void => {
      const paths = pathsOf(to);
      const isThere = openBefore !== null && paths.includes(openBefore);
      store.update({
        workspace: to,
        activeFile: isThere ? openBefore : (paths[0] ?? null),
        revision: store.state.revision + 1,
      });
    };
    put(workspace);
    offerUndo(message, () => put(before));
  }
}
