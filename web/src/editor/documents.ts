// The documents of the source editor. There is one CodeMirror state for each file that was opened, so that undo, folds
// and selection survive switching tabs. This class also syncs texts between those states and the workspace.
//
// A document is named by its path. The data of `$`, which the editor shows if a workspace has no file, is named
// `dataFile`. The workspace is the source of truth. An inactive state may be outdated because another part changed the
// file; when the document is opened again, it catches up by one change, which can be undone. A file that disappeared
// while another with the same text appeared has been renamed, and keeps its state.
//
// Invariant: `written` is the last text on which the workspace and the open state agreed. An edit by the user goes from
// the state to the workspace and is not read back; any other difference goes from the workspace to the state.

import type { EditorState } from "@codemirror/state";
import type { Span } from "evalground";
import type { Caret, Store } from "../store.ts";
import { filesOf } from "../ui/entries.ts";
import { dataFile } from "../ui/places.ts";
import type { DataText } from "./data.ts";

/** The position of the caret. */
export function caretIn(state: EditorState, file: string): Caret {
  const offset = state.selection.main.head;
  const line = state.doc.lineAt(offset);
  return { file, offset, line: line.number, column: offset - line.from + 1 };
}

/** The selected lines, as whole lines. */
export function selectedLines(state: EditorState, file: string): Span {
  const { from, to } = state.selection.main;
  const first = state.doc.lineAt(from);
  return { file, from: first.from, to: state.doc.lineAt(to).to, line: first.number, column: 1 };
}

export class Documents {
  /** Path of the open document, or null. */
  path: string | null = null;
  private readonly states = new Map<string, EditorState>();
  private written = "";

  /** `create` makes the state of a document that is opened for the first time. */
  constructor(
    private readonly store: Store,
    private readonly data: DataText,
    private readonly create: (path: string, text: string) => EditorState,
  ) {}

  /** The text of a document in the workspace; null if it is missing or binary. */
  textOf(path: string): string | null {
    if (path === dataFile) return this.data.text();
    const content = filesOf(this.store.state.workspace).get(path);
    return typeof content === "string" ? content : null;
  }

  /** The text of the open document in the workspace, or null. */
  get text(): string | null {
    return this.path === null ? null : this.textOf(this.path);
  }

  /** Opens a document and keeps `leaving` as the state of the previous one. Null if it has no text to show. */
  open(path: string | null, leaving: EditorState): EditorState | null {
    this.putAway(leaving);
    this.path = path;
    const text = this.text;
    if (path === null || text === null) return null;
    this.written = text;
    return this.states.get(path) ?? this.create(path, text);
  }

  /** Drops all states because another draft was opened. */
  clear(): void {
    this.path = null;
    this.states.clear();
  }

  /** Writes the text typed into the open document to the workspace. */
  take(typed: string): void {
    this.written = typed;
    if (this.path === null || this.text === typed) return;
    if (this.path === dataFile) void this.data.take(typed);
    else this.store.editFiles({ [this.path]: typed });
  }

  /** The new text of the open document if another part has changed it, else null. */
  get changed(): string | null {
    return this.text === this.written ? null : this.text;
  }

  /** Keeps the states of renamed files. `open` is the state of the open document. */
  followNames(open: EditorState): void {
    this.putAway(open);
    const files = filesOf(this.store.state.workspace);
    for (const [path, state] of this.states) {
      if (files.has(path) || path === dataFile) continue;
      const text = state.doc.toString();
      const renamed = [...files.keys()].find((other) => !this.states.has(other) && files.get(other) === text);
      if (renamed === undefined) continue;
      this.states.set(renamed, state);
      this.states.delete(path);
      if (this.path === path) this.path = renamed;
    }
  }

  private putAway(state: EditorState): void {
    if (this.path !== null) this.states.set(this.path, state);
  }
}
