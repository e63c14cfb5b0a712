// The record in which a draft is stored: created from a workspace or from the page's state, and converted back.

import { joinParts, readJson, toFaithful, type Workspace, writeJson, writeParts } from "evalground";
import type { State } from "../store.ts";
import { withBase } from "../ui/dialects.ts";
import { entriesOf, mapOf, pathsOf } from "../ui/entries.ts";
import { text } from "../ui/text.ts";
import type { DraftRecord } from "./storage.ts";

export { workspaceOf } from "../ui/saved.ts";

/** The workspace with all secrets withheld: names are kept, values are not. */
export function withheld(workspace: Workspace): Workspace {
  if (!workspace.secrets) return workspace;
  return { ...workspace, secrets: mapOf(entriesOf(workspace.secrets).map(([name]) => [name, null])) };
}

/** An id that is unique among all drafts and tabs. */
export function freshId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36).padStart(2, "0")).join("");
}

/** A new draft for a workspace. `example` is the id of the example that it begins as. */
export function newDraft(
  asked: Workspace,
  title: string,
  example: string | null,
  given: Partial<DraftRecord> = {},
): DraftRecord {
  const workspace = withBase(asked);
  return {
    id: freshId(),
    title,
    dialect: workspace.dialect,
    changed: Date.now(),
    workspace: writeJson(workspace),
    activeFile: null,
    view: "",
    live: true,
    expressions: [],
    rememberSecrets: false,
    example,
    edited: example === null,
    deleted: null,
    ...given,
  };
}

function stored(workspace: Workspace): DraftRecord["workspace"] {
  const parts = writeParts(workspace);
  return parts.length > 1 ? parts : (parts[0] ?? "");
}

/** The workspace of a draft as exact JSON text. */
export function workspaceText({ workspace }: DraftRecord): string {
  return typeof workspace === "string" ? workspace : joinParts(workspace);
}

/** The open draft to be stored: `record` with the current state of the page. */
export function snapshot(record: DraftRecord, state: Readonly<State>): DraftRecord {
  return {
    ...record,
    title: state.title,
    dialect: state.workspace.dialect,
    workspace: stored(state.rememberSecrets ? state.workspace : withheld(state.workspace)),
    activeFile: state.activeFile,
    view: state.view,
    live: state.live,
    expressions: state.expressions,
    rememberSecrets: state.rememberSecrets,
    example: state.example,
    folder: state.folder,
  };
}

/** The page's state for a draft that was just opened. Throws if its workspace cannot be read. */
export function opened(draft: DraftRecord): Partial<State> {
  const workspace = toFaithful(readJson(workspaceText(draft))) as Workspace;
  const files = pathsOf(workspace);
  const isThere = draft.activeFile !== null && files.includes(draft.activeFile);
  return {
    draft: draft.id,
    title: draft.title,
    workspace,
    activeFile: isThere ? draft.activeFile : (files.find((path) => path === workspace.main) ?? files[0] ?? null),
    view: draft.view,
    live: draft.live,
    example: draft.example,
    edited: draft.edited,
    expressions: draft.expressions,
    rememberSecrets: draft.rememberSecrets,
    folder: draft.folder ?? null,
    result: null,
    lastGood: null,
    outline: [],
    outlineStale: false,
    freshness: "empty",
    selection: null,
    marks: [],
    revealed: null,
    saved: "saved",
    elsewhere: null,
    previous: null,
  };
}

/** The title to show. A draft may have none. */
export function shownTitle(title: string | undefined): string {
  return title || text("draft.untitled");
}
