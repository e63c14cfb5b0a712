// What all services need: the store, requests to the engine, and which text an editor shows.

import { Facet } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { setFlash } from "../editor/marks.ts";
import type { Store } from "../store.ts";
import { filesOf } from "../ui/entries.ts";
import { recorded } from "../run/recorded.ts";
import { expressionFile } from "../ui/places.ts";
import type { Stretch } from "./answers.ts";
import { withoutRepeats } from "./segments.ts";
import { type Ask, type Answer, positionOf, type Place, Questions, type Request } from "./questions.ts";
import type { EditorKind } from "./services.ts";

/** Which editor a document is in. */
export const editorKind = Facet.define<EditorKind, EditorKind>({ combine: ([kind]) => kind ?? "source" });

/** Runs that took longer than this, in milliseconds, are not repeated to get values for a hover. */
const longestRepeat = 500;

/** How long the target line of a jump flashes, in milliseconds. */
const flashFor = 700;

export class Context {
  readonly questions: Questions;
  private readonly views = new Map<EditorKind, EditorView>();

  constructor(readonly store: Store) {
    this.questions = new Questions(store);
  }

  /** Remembers the view of an editor. */
  know(view: EditorView): void {
    this.views.set(view.state.facet(editorKind), view);
  }

  /** The text that a view shows; null if the engine cannot be asked about it. */
  placeOf(view: EditorView): Place | null {
    const file = view.state.facet(editorKind) === "expression" ? expressionFile : this.store.openText;
    return file === null ? null : { file, text: view.state.doc.toString() };
  }

  /** The view that shows a text, or null. */
  viewOf(file: string): EditorView | null {
    const view = this.views.get(file === expressionFile ? "expression" : "source");
    return view?.dom.isConnected && (file === expressionFile || this.store.openText === file) ? view : null;
  }

  /** Asks about a position in a view. Null if the text has changed meanwhile. */
  async ask<Value>(
    view: EditorView,
    ask: Ask,
    offset: number | null,
    more: Partial<Request> = {},
  ): Promise<Answer<Value> | null> {
    const { doc } = view.state;
    const answer = await this.askAnyway<Value>(view, ask, offset, more);
    return view.state.doc === doc ? answer : null;
  }

  /** The same for callers that can use an answer for an earlier text. */
  async askAnyway<Value>(
    view: EditorView,
    ask: Ask,
    offset: number | null,
    more: Partial<Request> = {},
  ): Promise<Answer<Value> | null> {
    const place = this.placeOf(view);
    if (!place) return null;
    const at = offset === null ? { file: place.file } : { at: positionOf(place.file, offset) };
    return this.questions.ask<Value>({ ask, ...at, ...more }, place);
  }

  /** The trace of the last run as part of a request; empty while the results are out of date. */
  async traced(): Promise<Partial<Request>> {
    const trace = await recorded(this.store, longestRepeat);
    return trace ? { outcome: { trace: withoutRepeats(trace) } } : {};
  }

  /** Scrolls to a place and sets the caret there. */
  show({ file, from }: Pick<Stretch, "file" | "from">): void {
    const { store } = this;
    if (file !== expressionFile && filesOf(store.state.workspace).has(file)) store.openFile(file);
    const view = this.viewOf(file);
    if (!view) return;
    const anchor = Math.min(from, view.state.doc.length);
    const flashes = file !== expressionFile;
    view.dispatch({ selection: { anchor }, effects: flashes ? setFlash.of(anchor) : [], scrollIntoView: true });
    if (flashes) setTimeout(() => view.dispatch({ effects: setFlash.of(null) }), flashFor);
    store.perform("openPane", { pane: flashes ? "source" : "expression", focus: false });
    view.focus();
  }
}
