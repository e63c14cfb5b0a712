// The playground on a folder of the machine, where `evalground serve` serves the page. The folder opens as a draft: the
// one that was made of it before, with the edits that are not on disk, or a new one. docs/serve.md says what users see.

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

/** How long a draft waits for an engine that reads the folder's settings, in milliseconds. */
const longestWait = 3000;
/** Files of the list of those that were left out; the others are counted. */
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

/** Says once which files the draft does not have. */
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

/** Has the folder know its settings. Where no engine reads them in time, the draft opens without them. */
async function knowSettings(folder: Folder, typed: string | null): Promise<void> {
  if (typed === null) return folder.takeSettings(new Map());
  const reading = folder.readSettingsOf(typed).catch(() => undefined);
  await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, longestWait))]);
}

/** Opens the draft that was made of the folder before, or a new one. */
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

/** Names the folder in the title of the browser's tab, before what the page says there, while its draft is open. */
function nameTab(store: Store, { name }: Folder): void {
  const prefix = `${name} – `;
  store.watch(["result", "ahead"], ({ ahead }) => {
    const { title } = document;
    const plain = title.startsWith(prefix) ? title.slice(prefix.length) : title;
    document.title = ahead === null ? plain : prefix + plain;
  });
}

/**
 * Opens the folder that is served at an address below the page's, unless the page's address names a draft. False: the
 * page opens a draft as ever.
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
