// The playground on a folder, as served by `evalground serve`. The folder opens as a draft: the one created for it
// before, with edits that are not on disk yet, or a new one. docs/serve.md describes what users see.

import type { Workspace } from "evalground";
import { showFirstSubject } from "../files/subject.ts";
import { largestTotal } from "../files/paths.ts";
import { askEngine } from "../run/ready.ts";
import type { FolderRecord, Store } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { openDialog } from "../ui/dialog.ts";
import { element } from "../ui/dom.ts";
import { filesOf } from "../ui/entries.ts";
import { formatSize, text } from "../ui/text.ts";
import { offerAction } from "../ui/toast.ts";
import { mountSaving } from "./button.ts";
import { Folder, type ReadSettings } from "./folder.ts";
import { FolderNotices } from "./notices.ts";
import { type LeftReason, largestFile } from "./room.ts";
import { FolderServer, ServerError, type WholeFolder } from "./server.ts";
import { checkedSettings } from "./settings.ts";
import "./folder.css";

/** The part of the drafts that a folder needs. */
interface FolderDrafts {
  storage: { list(): Promise<{ id: string; deleted: number | null; folder?: FolderRecord | null }[]> };
  open(id: string): Promise<boolean>;
  create(
    workspace: Workspace,
    title: string,
    example: null,
    given: { folder: FolderRecord; activeFile?: string },
  ): Promise<void>;
}

/** How long opening waits for an engine that parses the folder's settings, in milliseconds. */
const longestWait = 3000;
/** Longest list of files that were left out. Further files are only counted. */
const mostListed = 200;

const readSettings: ReadSettings = async (typed) => {
  const { json, diagnostics } = await askEngine((engine) => engine.parse(typed, { key: "workspace" }));
  if (json !== undefined) return checkedSettings(json);
  const [{ message = "", span } = {}] = diagnostics;
  return { mistake: span ? text("settings.atLine", { line: span.line, message }) : message };
};

function reasonWords(reason: LeftReason): string {
  const limit = formatSize(reason === "large" ? largestFile : largestTotal);
  return text(`left.${reason}`, reason === "large" || reason === "tooLarge" ? { limit } : {});
}

/** Reports once which files are not in the draft. */
function sayLeft({ left }: Folder): void {
  if (left.length === 0) return;
  offerAction(text("folder.left", { count: left.length }), text("folder.leftShow"), () => {
    const more = left.length - mostListed;
    openDialog(text("folder.leftTitle", { count: left.length }), [
      element(
        "ul",
        {},
        ...left
          .slice(0, mostListed)
          .map(({ path, reason }) =>
            element("li", {}, element("code", { dir: "auto" }, path), ` – ${reasonWords(reason)}`),
          ),
      ),
      more > 0 && element("p", { class: "muted" }, text("folder.leftMore", { count: more })),
    ]);
  });
}

/** Parses the folder's settings. If no engine is ready in time, the draft opens without them. */
async function knowSettings(folder: Folder, typed: string | null): Promise<void> {
  if (typed === null) return folder.takeSettings(new Map());
  const reading = folder.readSettingsOf(typed).catch(() => undefined);
  await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, longestWait))]);
}

/** Opens the draft created for the folder before, or a new one. */
async function openDraft(store: Store, drafts: FolderDrafts, folder: Folder): Promise<void> {
  const all = await drafts.storage.list();
  const known = all.find((draft) => draft.deleted === null && draft.folder?.id === folder.id);
  if (known && (await drafts.open(known.id))) return;
  const workspace = folder.workspace(store.state.workspace);
  if (folder.isRecognized) showFirstSubject(store);
  await drafts.create(workspace, folder.name, null, {
    folder: folder.record,
    ...(workspace.main !== undefined && { activeFile: workspace.main }),
  });
  announce(text("folder.opened", { name: folder.name, count: filesOf(workspace).size }));
  sayLeft(folder);
}

/** Shows the folder's name at the start of the browser tab's title while its draft is open. */
function nameTab(store: Store, { name }: Folder): void {
  const prefix = `${name} – `;
  store.watch(["result", "ahead"], ({ ahead }) => {
    const { title } = document;
    const plain = title.startsWith(prefix) ? title.slice(prefix.length) : title;
    document.title = ahead === null ? plain : prefix + plain;
  });
}

/**
 * Opens the folder that is served at `address`, unless the page's address names a draft. False: the page should open a
 * draft as usual.
 */
export async function openFolder(store: Store, drafts: FolderDrafts, address: string): Promise<boolean> {
  const server = new FolderServer(new URL(address, document.baseURI).href);
  const notices = new FolderNotices();
  let whole: WholeFolder;
  try {
    whole = await server.files();
  } catch (error) {
    notices.answering(false, error instanceof ServerError ? error.message : null);
    return false;
  }
  const folder = new Folder(store, server, whole, readSettings, notices);
  await knowSettings(folder, whole.settings);
  folder.watch();
  mountSaving(store, folder);
  notices.watch(store, folder);
  nameTab(store, folder);
  if (location.hash.startsWith("#d/")) return false;
  await openDraft(store, drafts, folder);
  return true;
}
