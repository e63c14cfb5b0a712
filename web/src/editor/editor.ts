// The source editor: CodeMirror in a shadow root, which keeps the page's styles out of it.
//
// Text goes both ways between the workspace and the editor (documents.ts). What else goes in: the problems and the
// colours of the last answer, moved along with the edits made since (drift.ts), and the marks of whatever is hovered
// or selected elsewhere. What goes out: the caret, the selected lines, and how high the marks stand in the window, by
// which the thread from a result to its source is drawn.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from "@codemirror/language";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension, type TransactionSpec } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
  type ViewUpdate,
} from "@codemirror/view";
import type { Diagnostic, Fix, Span } from "evalground";
import { type Commands, type Mark, problemsOf, type State, type Store } from "../store.ts";
import { choiceOf, dialectFacts, languageOf } from "../ui/dialects.ts";
import { element } from "../ui/dom.ts";
import { filesOf } from "../ui/entries.ts";
import { dataFile } from "../ui/places.ts";
import { afterPaint } from "../ui/paint.ts";
import { engineText, text } from "../ui/text.ts";
import { takeUp } from "./change.ts";
import { dataSpan } from "../ui/data_paths.ts";
import { DataText } from "./data.ts";
import { pathAt, rangeOf } from "./data_places.ts";
import { caretIn, Documents, selectedLines } from "./documents.ts";
import { Drift } from "./drift.ts";
import { pageKeys } from "./keys.ts";
import { fileColours, setTokens } from "./languages.ts";
import { problemGutter, repairKey, showProblems } from "./lint.ts";
import { look } from "./look.ts";
import { markings, placeOf, setFlash, setMarks } from "./marks.ts";
import { readTyped } from "../run/reading.ts";
import { phrases } from "./phrases.ts";
import { replaceBySelf } from "./replace.ts";

/** How long a line flashes that another part shows, in milliseconds. */
const flashFor = 700;

/** The name that a screen reader says of a document. */
function label(path: string, dialect: string): Extension {
  const { id, name } = dialectFacts(dialect);
  return EditorView.contentAttributes.of({
    "aria-label":
      path === dataFile
        ? text("editor.label.data")
        : text(`editor.label.${languageOf(id, path)}`, { path, dialect: name }),
    "data-focus-here": "",
    "aria-description": text("editor.leave"),
    tabindex: "0",
    spellcheck: "false",
  });
}

/** Lets an invitation be read whole on a phone, whatever the setting for long lines. */
const wrappedWhileEmpty = EditorView.contentAttributes.compute(
  ["doc"],
  ({ doc }): Record<string, string> => (doc.length === 0 ? { class: "cm-lineWrapping cm-invited" } : {}),
);

/** What an empty document says: what belongs into it, and how it gets there. */
function invitation(path: string, workspace: State["workspace"]): string {
  const { file } = dialectFacts(workspace.dialect);
  const { name } = choiceOf(workspace);
  return path === dataFile
    ? text("editor.inviteData", { dialect: name })
    : text("editor.invite", { dialect: name, what: engineText(file.label) });
}

function colours(path: string, dialect: string): Extension {
  return path === dataFile ? fileColours("", "yaml") : fileColours(dialect, languageOf(dialect, path));
}

class SourceEditor {
  readonly view: EditorView;
  private readonly names = new Compartment();
  private readonly language = new Compartment();
  private readonly wrapping = new Compartment();
  private readonly invitation = new Compartment();
  private readonly drift = new Drift();
  private readonly documents: Documents;
  private draft: string;
  private placing = false;
  private isAnswering = false;
  private flashing: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly host: HTMLElement,
    private readonly store: Store,
    private readonly own: (path: string) => Extension,
  ) {
    const shadow = host.attachShadow({ mode: "open" });
    const data = new DataText(store, readTyped, (problems) => {
      if (this.documents.path === dataFile) this.showProblems(dataFile, problems);
    });
    this.draft = store.state.draft;
    this.documents = new Documents(store, data, (path, doc) => this.newState(path, doc));
    this.view = new EditorView({ root: shadow, parent: shadow as unknown as Element });
    // The host itself takes no focus: that would take what is in its shadow out of the order of Tab. Whoever focuses it
    // means the text.
    host.focus = () => this.view.focus();
    this.view.scrollDOM.addEventListener("scroll", () => this.placeMarks(), { passive: true });
  }

  /** Follows the store, and tells it of the user's edits. */
  follow(): void {
    const { host, store, view } = this;
    store.watch(["workspace", "activeFile", "writtenFile", "draft"], (state, before) => this.catchUp(state, before));
    store.watch(["settings"], ({ settings }) => {
      host.style.setProperty("--zoom", String(settings.editorZoom / 100));
      if (this.documents.path !== null) this.dress(this.documents.path);
      view.setTabFocusMode(settings.tabMovesFocus);
      view.requestMeasure();
    });
    store.watch(["result", "hints"], ({ resultRevision }) => {
      this.drift.settle(resultRevision);
      this.showAnswerSoon();
    });
    store.watch(["marks"], () => this.showMarks());
    store.watch(["layout", "pane"], () => this.placeMarks());
    store.handle("show", (asked) => this.show(asked));
    store.handle("showData", ({ path, focus }) => {
      const range = this.documents.path === dataFile ? rangeOf(view.state, path) : null;
      if (range) this.goTo(range.from, focus);
    });
  }

  /** Goes on with the plain field's text and selection. */
  continue(plain: HTMLTextAreaElement): void {
    if (this.documents.path === null) return;
    takeUp(this.view, plain.value);
    this.view.dispatch({ selection: { anchor: plain.selectionStart, head: plain.selectionEnd } });
  }

  private get dialect(): string {
    return this.store.state.workspace.dialect;
  }

  private newState(path: string, doc: string): EditorState {
    return EditorState.create({
      doc,
      extensions: [
        pageKeys,
        keymap.of([indentWithTab]),
        problemGutter(),
        repairKey(),
        lineNumbers(),
        foldGutter(),
        highlightActiveLineGutter(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        search({ top: false }),
        phrases(),
        this.language.of(colours(path, this.dialect)),
        this.wrapping.of([]),
        this.invitation.of([]),
        markings(),
        look,
        replaceBySelf,
        this.names.of(label(path, this.dialect)),
        this.own(path),
        keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap, ...searchKeymap]),
        EditorView.updateListener.of((update) => this.tell(update)),
      ],
    });
  }

  /** Tells the store what the user, or a change of the text, has done to the open document. */
  private tell({ docChanged, selectionSet, geometryChanged, state, changes, transactions }: ViewUpdate): void {
    const { path } = this.documents;
    if (path === null) return;
    if (docChanged) {
      this.documents.take(state.doc.toString());
      this.drift.add(path, this.store.state.revision, changes.desc);
    }
    if (docChanged || selectionSet) this.store.writer("editor")({ caret: caretIn(state, path) });
    // What the selection has made is of the text before an edit.
    if (docChanged && this.store.state.selection?.from === "source")
      this.store.writer("selection")({ selection: null, marks: [] });
    else if (transactions.some((transaction) => transaction.isUserEvent("select"))) {
      const span = path === dataFile ? dataSpan : selectedLines(state, path);
      const data = path === dataFile && { data: pathAt(state, state.selection.main.from) };
      this.store.writer("selection")({ selection: { from: "source", span, ...data }, marks: [] });
    }
    if (geometryChanged || docChanged) this.placeMarks();
  }

  /** Does what a change of the store asks for: another document, another text, or another name. */
  private catchUp({ workspace, draft }: Readonly<State>, before: Readonly<State>): void {
    const { documents, store, view } = this;
    const wanted = store.openText;
    if (draft !== this.draft) {
      this.draft = draft;
      documents.clear();
      this.open(wanted);
      return;
    }
    if (workspace.files !== before.workspace.files) documents.followNames(view.state);
    const { path } = documents;
    if (wanted !== path) {
      this.open(wanted);
      return;
    }
    if (path === null) {
      // A draft without a file may be there before the editor is.
      this.host.hidden = true;
      return;
    }
    const { changed } = documents;
    if ((documents.text === null) !== this.host.hidden) this.open(path);
    else if (changed !== null) takeUp(this.view, changed);
    if (workspace.dialect !== before.workspace.dialect) this.dress(path);
  }

  private open(path: string | null): void {
    const { documents, store, view } = this;
    const state = documents.open(path, view.state);
    this.host.hidden = state === null;
    if (path === null || state === null) {
      store.writer("editor")({ caret: null, markPlaces: [] });
      return;
    }
    view.setState(state);
    view.setTabFocusMode(store.state.settings.tabMovesFocus);
    this.dress(path);
    takeUp(this.view, documents.textOf(path) ?? "");
    store.writer("editor")({ caret: caretIn(view.state, path) });
    this.showAnswer();
    this.showMarks();
  }

  /** Gives the open document the name and the colours that its path and the dialect ask for. */
  private dress(path: string): void {
    this.view.dispatch({
      effects: [
        this.names.reconfigure(label(path, this.dialect)),
        this.language.reconfigure(colours(path, this.dialect)),
        this.wrapping.reconfigure(this.store.state.settings.wrapLines ? EditorView.lineWrapping : []),
        this.invitation.reconfigure([placeholder(invitation(path, this.store.state.workspace)), wrappedWhileEmpty]),
      ],
    });
  }

  /** Shows the last answer once the results are painted: who types waits for those. */
  private showAnswerSoon(): void {
    if (this.isAnswering) return;
    this.isAnswering = true;
    afterPaint(() => {
      this.isAnswering = false;
      this.showAnswer();
    });
  }

  /** Shows the problems and the colours of the last answer. */
  private showAnswer(): void {
    const { result } = this.store.state;
    const { path } = this.documents;
    if (path === null || path === dataFile || this.documents.text === null) return;
    const tokens = (result?.tokens ?? []).flatMap(({ span, kind }) =>
      span?.file === path ? [{ ...this.now(span), kind }] : [],
    );
    // Colours of a text that was edited meanwhile say nothing of its new lines, which have the page's own.
    const isOfThisText = tokens.length > 0 && !this.drift.has(path);
    const colours = isOfThisText ? [{ effects: setTokens.of(tokens) }] : [];
    this.showProblems(path, problemsOf(this.store.state), colours);
  }

  /** Shows problems and what comes with them, all at once: each change has the browser lay the text out. */
  private showProblems(path: string, problems: readonly Diagnostic[], more: TransactionSpec[] = []): void {
    const repair = (fix: Fix): void => this.store.perform("repair", fix);
    const specs = [...showProblems(this.view.state, path, problems, this.drift, repair), ...more];
    if (specs.length > 0) this.view.dispatch(...specs);
  }

  /** Where a place of the last answer is by now. */
  private now({ file, from, to }: Span): { from: number; to: number } {
    return this.drift.now(file, from, to, this.view.state.doc.length);
  }

  /** Where a mark stands in the open document, or null. */
  private rangeOf({ span, data }: Mark): { from: number; to: number } | null {
    if (span.file !== this.documents.path) return null;
    return data ? rangeOf(this.view.state, data) : this.now(span);
  }

  private showMarks(): void {
    const { path, text: shown } = this.documents;
    if (path === null || shown === null) return;
    const marks = this.store.state.marks.flatMap((mark) => {
      const range = this.rangeOf(mark);
      return range ? [{ ...range, as: mark.as }] : [];
    });
    this.view.dispatch({ effects: setMarks.of(marks) });
    this.placeMarks();
  }

  /** Tells the store how high the marks stand, once the page is laid out. */
  private placeMarks(): void {
    if (this.placing) return;
    this.placing = true;
    requestAnimationFrame(() => {
      this.placing = false;
      const { marks, markPlaces } = this.store.state;
      const placed = (mark: Mark): number | null => {
        const range = this.rangeOf(mark);
        return range && placeOf(this.view, range.from);
      };
      const places = this.host.hidden ? [] : marks.map(placed);
      if (places.length !== markPlaces.length || places.some((place, index) => place !== markPlaces[index]))
        this.store.writer("editor")({ markPlaces: places });
    });
  }

  /** Shows a place that another part asks for. */
  private show({ span, focus }: Commands["show"]): void {
    const { documents, store } = this;
    if (documents.textOf(span.file) === null) {
      if (filesOf(store.state.workspace).has(span.file)) store.openFile(span.file);
      return;
    }
    if (documents.path !== span.file) this.open(span.file);
    store.openFile(span.file);
    this.goTo(this.now(span).from, focus);
  }

  /** Brings a place of the open document into sight, and the caret there when asked. */
  private goTo(from: number, focus: boolean): void {
    const { store, view } = this;
    clearTimeout(this.flashing);
    this.flashing = setTimeout(() => view.dispatch({ effects: setFlash.of(null) }), flashFor);
    view.dispatch({
      ...(focus && { selection: { anchor: from } }),
      effects: [EditorView.scrollIntoView(from, { y: "nearest", yMargin: 48 }), ...(focus ? [setFlash.of(from)] : [])],
    });
    if (!focus) return;
    store.perform("openPane", { pane: "source", focus: false });
    view.focus();
  }
}

/**
 * Puts the source editor in place of the plain text field, taking over its text, selection and focus. `own`: what the
 * document of a path has beside.
 */
export function mountEditor(root: HTMLElement, store: Store, own: (path: string) => Extension = () => []): void {
  const plain = root.querySelector("textarea");
  const host = element("div", { class: "editor-host", "data-focus-here": true });
  const editor = new SourceEditor(host, store, own);
  editor.follow();
  const hadFocus = plain !== null && document.activeElement === plain;
  if (hadFocus) editor.continue(plain);
  if (plain) plain.replaceWith(host);
  else root.append(host);
  if (hadFocus) editor.view.focus();
}
