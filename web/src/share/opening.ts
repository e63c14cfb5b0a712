// Opens what the fragment of the address holds: a shared workspace, as a new draft, or a word on why it cannot be
// opened.
//
// Each entry of the browser's history notes the draft that it shows, so that Back, Forward and a reload come to that
// draft with its edits, and not to another copy of the link. An entry without a note is a new one: the link is
// decoded, its workspace becomes a draft, and the entry is given that draft's id. A draft that is opened in the page,
// an example or a new one, gets an entry of its own, so that Back leads to the one before and not away.
//
//   #w1.…        no note: a new draft of the workspace; with a note: the draft of that id, as long as it exists
//   #d/…, #…     no workspace: the entry notes the draft that is open anyway

import type { DecodedLink, LinkError, LinkView, Span, Workspace } from "evalground";
import type { Store } from "../store.ts";
import { choiceOf, withBase } from "../ui/dialects.ts";
import { filesOf, pathsOf } from "../ui/entries.ts";
import { text } from "../ui/text.ts";
import { withMainFile } from "./main_file.ts";
import { readLink } from "./read_link.ts";

/** Whether a fragment is meant as a shared workspace: `#w1.…` or `#?dialect=…`. */
export function isShared(fragment: string): boolean {
  return /^#(?:w\d|\?)/.test(fragment);
}

/** The first key, bundle or other word by which a document can be told from others, or nothing. */
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

/** The title of a draft that came without one: its language, and what it begins with. */
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

/** The beginning of the line that a link names, in the file that it opens; null when there is no such place. */
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

/** The entry of the browser's history that is shown. */
export interface Entry {
  readonly fragment: string;
  /** The draft that it notes, or undefined when it is a new one. */
  readonly draft: string | undefined;
  /** Makes it note a draft. */
  note(draft: string): void;
  /** Adds an entry behind it, without a fragment, that notes a draft. */
  follow(draft: string): void;
}

/** Opens what an entry of the history stands for; `broken` is told of a link that cannot be opened. */
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

/** Notes the draft that is open now: of an entry that has another one, in a new entry behind it. */
export function enter(entry: Entry, draft: string): void {
  if (entry.draft === undefined) entry.note(draft);
  else if (entry.draft !== draft) entry.follow(draft);
}

/** Fetched when there is a link to ask for, or to explain. */
const broken = () => import("./broken.ts");

function explain(store: Store, error: LinkError, fragment: string): void {
  void broken().then(({ explainBroken }) =>
    explainBroken(error, fragment, (link, whole) => {
      history.replaceState(history.state, "", `#${whole}`);
      openShared(store, link);
    }),
  );
}

/** Watches the address and opens what it holds; `openDraft` opens a draft of this browser by its id. */
export function openLinks(store: Store, openDraft: (id: string) => Promise<boolean>): void {
  const followShown = (): Promise<void> =>
    follow(store, shownEntry, openDraft, (error, fragment) => explain(store, error, fragment));
  store.handle("askLink", () => void broken().then(({ askLink }) => askLink((link) => openShared(store, link))));
  // An entry that notes a draft is come to by Back or Forward, whatever its fragment.
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
