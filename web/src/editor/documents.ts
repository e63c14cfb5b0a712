// The documents of the source editor: one state of CodeMirror for each file that was open, so that undo, folds and
// selection survive a change of tabs, and the texts that go between those states and the workspace.
//
// A document is named by its path; the data of `$`, which the editor shows where a workspace has no file, by
// `dataFile`. The workspace is where the text is: a state that was put away may be behind it, because another part
// has changed the file meanwhile, and catches up by one change when it is opened again, which can be undone like any
// other. A file that went under one name and came back under another with the same text has been renamed and keeps
// its state.
//
// Invariant: `written` is the text that the workspace and the open state agreed on last. An edit of the user goes from
// the state to the workspace and is not read back; any other difference goes from the workspace to the state.

import type { EditorState } from "@codemirror/state";
import type { Span } from "evalground";
import type { Caret, Store } from "../store.ts";
import { filesOf } from "../ui/entries.ts";
import { dataFile } from "../ui/places.ts";
import type { DataText } from "./data.ts";

/** The place of the caret. */
export function caretIn(state: EditorState, file: string): Caret {
  const offset = state.selection.main.head;
  const line = state.doc.lineAt(offset);
  return { file, offset, line: line.number, column: offset - line.from + 1 };
}

/** The whole lines that are selected. */
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

  /** The text of a document in the workspace; null when there is none, or it is no text. */
  textOf(path: string): string | null {
    if (path === dataFile) return this.data.text();
    const content = filesOf(this.store.state.workspace).get(path);
    return typeof content === "string" ? content : null;
  }

  /** The text of the open document in the workspace, or null. */
  get text(): string | null {
    return this.path === null ? null : this.textOf(this.path);
  }

  /** Opens a document in place of the one whose state is `leaving`; null when it has no text to show. */
  open(path: string | null, leaving: EditorState): EditorState | null {
    this.putAway(leaving);
    this.path = path;
    const text = this.text;
    if (path === null || text === null) return null;
    this.written = text;
    return this.states.get(path) ?? this.create(path, text);
  }

  /** Forgets all states: another draft has other documents. */
  clear(): void {
    this.path = null;
    this.states.clear();
  }

  /** Takes a text that was typed into the open document. */
  take(typed: string): void {
    this.written = typed;
    if (this.path === null || this.text === typed) return;
    if (this.path === dataFile) void this.data.take(typed);
    else this.store.editFiles({ [this.path]: typed });
  }

  /** The text of the open document when another part has changed it, or null. */
  get changed(): string | null {
    return this.text === this.written ? null : this.text;
  }

  /** Lets states follow files that were renamed; `open` is the state of the open document. */
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
