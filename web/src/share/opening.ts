// Opens the workspace in the fragment of the address as a new draft, or says why it cannot be opened.
//
// Each entry of the browser's history records the draft that it shows. So Back, Forward and a reload return to that
// draft with its edits, instead of opening the link again. An entry without a record is new: its link is decoded, the
// workspace becomes a draft, and the draft's id is recorded. A draft that is opened within the page gets an entry of
// its own, so that Back leads to the previous draft and not away from the page.
//
//   #w1.…        no record: a new draft of the workspace; with a record: that draft, as long as it exists
//   #d/…, #…     no workspace: the entry records the draft that is open anyway

import type { DecodedLink, LinkError, LinkView, Span, Workspace } from "evalground";
import type { Store } from "../store.ts";
import { choiceOf, withBase } from "../ui/dialects.ts";
import { filesOf, pathsOf } from "../ui/entries.ts";
import { text } from "../ui/text.ts";
import { withMainFile } from "./main_file.ts";
import { readLink } from "./read_link.ts";

/** Whether a fragment holds a shared workspace: `#w1.…` or `#?dialect=…`. */
export function isShared(fragment: string): boolean {
  return /^#(?:w\d|\?)/.test(fragment);
}

/** The first key, bundle or other word that distinguishes a document, or "". */
function firstWord(written: string): string {
  const line = written
    .split("\n")
    .find((each) => /^[^\s#-]/.test(each) && !/^(?:---|\w*version\s*:|\w*Version\s*:)/.test(each));
  return (line ?? "")
    .replace(/[:{].*$/, "")
    .trim()
    .slice(0, longestWord);
}

const longestWord = 40;

/** The title of a draft that came without one: its language, and how it begins. */
export function titleOf(workspace: Workspace): string {
  const { name } = choiceOf(workspace);
  const content =
    workspace.main === undefined ? [...filesOf(workspace).values()][0] : filesOf(workspace).get(workspace.main);
  const { expression } = workspace;
  const words = typeof content === "string" ? firstWord(content) : typeof expression === "string" ? expression : "";
  return words === ""
    ? text("link.titleOf", { dialect: name })
    : `${name}: ${words.split("\n")[0]?.slice(0, longestWord) ?? ""}`;
}

/** The start of the line that a link names, in the file that it opens; null if there is no such line. */
export function placeOfLine(workspace: Workspace, view: LinkView | undefined): Span | null {
  const file = view?.file ?? workspace.main ?? pathsOf(workspace)[0];
  const content = file === undefined ? undefined : filesOf(workspace).get(file);
  if (view?.line === undefined || file === undefined || typeof content !== "string") return null;
  const before = content.split("\n").slice(0, view.line - 1);
  const from = before.reduce((sum, line) => sum + line.length + 1, 0);
  return from > content.length ? null : { file, from, to: from, line: before.length + 1, column: 1 };
}

/** Opens a shared workspace as a new draft, at the line that the link names. */
export function openShared(store: Store, { workspace: given, view, app }: DecodedLink): void {
  const workspace = withBase(withMainFile(given));
  const file = view?.file;
  const place = placeOfLine(workspace, view);
  const before = store.state.draft;
  const stop = store.watch(["draft"], ({ draft }) => {
    if (draft === before) return;
    queueMicrotask(() => stop());
    if (app !== undefined && workspace.expect)
      void import("./other_version.ts").then(({ compareVersions }) => compareVersions(store, app, location.hash));
    if (place) setTimeout(() => store.perform("show", { span: place, focus: false }));
  });
  store.perform("openWorkspace", {
    workspace,
    title: workspace.title ?? titleOf(workspace),
    fromLink: true,
    ...(view?.live === false && { live: false }),
    ...(view?.tab !== undefined && { view: view.tab }),
    ...(file !== undefined && filesOf(workspace).has(file) && { file }),
  });
}

/** The current entry of the browser's history. */
export interface Entry {
  readonly fragment: string;
  /** The draft that it records; undefined for a new entry. */
  readonly draft: string | undefined;
  /** Records a draft in the entry. */
  note(draft: string): void;
  /** Adds a new entry without a fragment that records a draft. */
  follow(draft: string): void;
}

/** Opens the draft or link of a history entry. `broken` is called for a link that cannot be opened. */
export async function follow(
  store: Store,
  entry: Entry,
  openDraft: (id: string) => Promise<boolean>,
  broken: (error: LinkError, fragment: string) => void,
): Promise<void> {
  const { draft, fragment } = entry;
  if (draft !== undefined && (draft === store.state.draft || (await openDraft(draft)))) return;
  if (!isShared(fragment)) {
    entry.note(store.state.draft);
    return;
  }
  const read = readLink(fragment);
  if ("link" in read) openShared(store, read.link);
  else broken(read.error, fragment);
}

const shownEntry: Entry = {
  get fragment() {
    return location.hash;
  },
  get draft() {
    return (history.state as { draft?: string } | null)?.draft;
  },
  note: (draft) => history.replaceState({ draft }, ""),
  follow: (draft) => history.pushState({ draft }, "", location.pathname + location.search),
};

/** Records the open draft: in the current entry, or in a new entry if the current one has another draft. */
export function enter(entry: Entry, draft: string): void {
  if (entry.draft === undefined) entry.note(draft);
  else if (entry.draft !== draft) entry.follow(draft);
}

/** Loaded when the dialogs are needed. */
const broken = () => import("./broken.ts");

function explain(store: Store, error: LinkError, fragment: string): void {
  void broken().then(({ explainBroken }) =>
    explainBroken(error, fragment, (link, whole) => {
      history.replaceState(history.state, "", `#${whole}`);
      openShared(store, link);
    }),
  );
}

/** Watches the address and opens what it holds. `openDraft` opens a stored draft by its id. */
export function openLinks(store: Store, openDraft: (id: string) => Promise<boolean>): void {
  const followShown = (): Promise<void> =>
    follow(store, shownEntry, openDraft, (error, fragment) => explain(store, error, fragment));
  store.handle("askLink", () => void broken().then(({ askLink }) => askLink((link) => openShared(store, link))));
  // Back and Forward lead to an entry with a recorded draft, whatever its fragment.
  addEventListener("popstate", ({ state }) => {
    if (state) void followShown();
  });
  addEventListener("hashchange", () => {
    if (shownEntry.draft === undefined) void followShown();
  });
  void followShown();
  store.watch(["draft"], (state, before) => {
    if (state !== before) enter(shownEntry, state.draft);
  });
}
