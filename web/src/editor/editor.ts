// The source editor: CodeMirror in a shadow root, which keeps the page's styles out of it.
//
// Text goes both ways between the workspace and the editor (documents.ts). Further inputs are the problems and the
// colours of the last answer, adjusted for the edits made since (drift.ts), and the marks for whatever is hovered or
// selected elsewhere. Outputs are the caret, the selected lines, and the vertical positions of the marks in the window.
// From those the thread between a result and its source is drawn.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from "@codemirror/language";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import {
  Compartment,
  EditorState,
  type Extension,
  type Text,
  type Transaction,
  type TransactionSpec,
} from "@codemirror/state";
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
import type { Diagnostic, Fix, RunResult, Span, Token } from "evalground";
import { type Commands, type Mark, type Preview, problemsOf, type State, type Store } from "../store.ts";
import { choiceOf, dialectFacts, languageOf } from "../ui/dialects.ts";
import { element } from "../ui/dom.ts";
import { filesOf } from "../ui/entries.ts";
import { dataFile } from "../ui/places.ts";
import { afterPaint } from "../ui/paint.ts";
import { engineText, text } from "../ui/text.ts";
import { replaceText } from "./change.ts";
import { dataSpan } from "../ui/data_paths.ts";
import { DataText } from "./data.ts";
import { pathAt, rangeOf } from "./data_places.ts";
import { caretIn, Documents, selectedLines } from "./documents.ts";
import { Drift } from "./drift.ts";
import { pageKeys } from "./keys.ts";
import { fileColours, setTokens } from "./languages.ts";
import { LongPastes } from "./long_paste.ts";
import { problemGutter, repairKey, showProblems } from "./lint.ts";
import { editorTheme } from "./theme.ts";
import { markings, placeOf, setFlash, setMarks } from "./marks.ts";
import { readTyped } from "../run/reading.ts";
import { askEngine } from "../run/ready.ts";
import { longFrom, leavesOutColours } from "../ui/long.ts";
import { phrases } from "./phrases.ts";
import { previews, setPreview } from "./preview.ts";
import { replaceBySelf } from "./replace.ts";
import { VisibleTokens } from "./visible_tokens.ts";
import "../ui/status.css";
import "./files.css";

/** How long a line flashes after another part jumps to it, in milliseconds. */
const flashFor = 700;

/** The accessible name of a document. */
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

/** Wraps the placeholder of an empty document, so that all of it is readable on a phone, whatever the wrap setting. */
const wrappedWhileEmpty = EditorView.contentAttributes.compute(
  ["doc"],
  ({ doc }): Record<string, string> => (doc.length === 0 ? { class: "cm-lineWrapping cm-invited" } : {}),
);

/** The placeholder of an empty document: what it may contain, and how to get it there. */
function invitation(path: string, workspace: State["workspace"]): string {
  const { file } = dialectFacts(workspace.dialect);
  const { name } = choiceOf(workspace);
  return path === dataFile
    ? text("editor.inviteData", { dialect: name })
    : text("editor.invite", { dialect: name, what: engineText(file.label) });
}

function colours(path: string, dialect: string, { length }: Text | string): Extension {
  const isLong = length > longFrom;
  return path === dataFile ? fileColours("", "yaml", isLong) : fileColours(dialect, languageOf(dialect, path), isLong);
}

class SourceEditor {
  readonly view: EditorView;
  private readonly names = new Compartment();
  private readonly language = new Compartment();
  private readonly wrapping = new Compartment();
  private readonly invitation = new Compartment();
  private readonly drift = new Drift();
  private readonly documents: Documents;
  private readonly visible: VisibleTokens;
  private readonly pastes = new LongPastes(() => this.publishText());
  private draft: string;
  private placing = false;
  private isAnswering = false;
  private flashing: ReturnType<typeof setTimeout> | undefined;
  private preview: Preview | null = null;

  constructor(
    private readonly host: HTMLElement,
    private readonly store: Store,
    private readonly own: (path: string) => Extension,
    writeData?: (data: unknown) => string,
  ) {
    const shadow = host.attachShadow({ mode: "open" });
    const showDataProblems = (problems: readonly Diagnostic[]): void => {
      if (this.documents.path === dataFile) this.showProblems(dataFile, problems);
    };
    const data = new DataText(store, readTyped, showDataProblems, writeData);
    this.draft = store.state.draft;
    this.documents = new Documents(store, data, (path, doc) => this.newState(path, doc));
    this.view = new EditorView({ root: shadow, parent: shadow as unknown as Element });
    // The host itself is not focusable: it would remove its shadow tree from the tab order. Focusing it focuses the
    // text.
    host.focus = () => this.view.focus();
    this.visible = new VisibleTokens(
      this.view,
      () => this.coloured(),
      async (tokens) => (await askEngine((engine) => engine.check(store.state.workspace, { nodes: 0, tokens }))).tokens,
      (tokens) => this.view.dispatch({ effects: setTokens.of(this.tokensHere(tokens)) }),
    );
    this.view.scrollDOM.addEventListener(
      "scroll",
      () => {
        this.placeMarks();
        this.visible.followSoon();
      },
      { passive: true },
    );
  }

  /** Follows the store, and reports the user's edits to it. */
  follow(): void {
    const { host, store, view } = this;
    store.watch(["workspace", "activeFile", "writtenFile", "draft"], (state, before) => this.catchUp(state, before));
    store.watch(["settings"], ({ settings }) => {
      host.style.setProperty("--zoom", String(settings.editorZoom / 100));
      if (this.documents.path !== null) this.applyDialect(this.documents.path);
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
    store.handle("preview", (asked) => {
      this.preview = asked;
      this.showPreview();
    });
    store.handle("showData", ({ path, focus }) => {
      const range = this.documents.path === dataFile ? rangeOf(view.state, path) : null;
      if (range) this.goTo(range.from, focus);
    });
  }

  /** Takes the text and selection of the plain text field. */
  continue(plain: HTMLTextAreaElement): void {
    if (this.documents.path === null) return;
    replaceText(this.view, plain.value);
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
        this.language.of(colours(path, this.dialect, doc)),
        EditorState.transactionExtender.of((transaction) => this.followLength(path, transaction)),
        this.pastes.extension,
        this.wrapping.of([]),
        this.invitation.of([]),
        markings(),
        previews(),
        editorTheme,
        replaceBySelf,
        this.names.of(label(path, this.dialect)),
        this.own(path),
        keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap, ...searchKeymap]),
        EditorView.updateListener.of((update) => this.publish(update)),
      ],
    });
  }

  /** Reports changes of the open document and its selection to the store. */
  private publish({ docChanged, selectionSet, geometryChanged, state, changes, transactions }: ViewUpdate): void {
    const { path } = this.documents;
    if (path === null) return;
    if (docChanged && this.pastes.isInProgress) {
      // The workspace gets the text once all of it is there, by its next revision.
      this.drift.add(path, this.store.state.revision + 1, changes.desc);
      return;
    }
    if (docChanged) {
      this.documents.take(state.doc.toString());
      this.drift.add(path, this.store.state.revision, changes.desc);
    }
    if (docChanged || selectionSet) this.store.writer("editor")({ caret: caretIn(state, path) });
    // After an edit the results no longer belong to the selected text.
    if (docChanged && this.store.state.selection?.from === "source")
      this.store.writer("selection")({ selection: null, marks: [] });
    else if (transactions.some((transaction) => transaction.isUserEvent("select"))) {
      const span = path === dataFile ? dataSpan : selectedLines(state, path);
      const data = path === dataFile && { data: pathAt(state, state.selection.main.from) };
      this.store.writer("selection")({ selection: { from: "source", span, ...data }, marks: [] });
    }
    if (geometryChanged || docChanged) this.placeMarks();
  }

  /** Reports the whole text of the open document after a long paste. */
  private publishText(): void {
    const { path } = this.documents;
    if (path === null) return;
    const { state } = this.view;
    this.documents.take(state.doc.toString());
    this.store.writer("editor")({ caret: caretIn(state, path) });
    this.placeMarks();
  }

  /** Changes the highlighting of a document that becomes long or short. */
  private followLength(
    path: string,
    { docChanged, newDoc, startState }: Transaction,
  ): Pick<TransactionSpec, "effects"> | null {
    if (!docChanged || newDoc.length > longFrom === startState.doc.length > longFrom) return null;
    return { effects: this.language.reconfigure(colours(path, this.dialect, newDoc)) };
  }

  /** Follows the store to another document, another text or another name. */
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
      // The editor may be mounted for a draft that has no file.
      this.host.hidden = true;
      return;
    }
    const { changed } = documents;
    if ((documents.text === null) !== this.host.hidden) this.open(path);
    else if (changed !== null) replaceText(this.view, changed);
    if (workspace.dialect !== before.workspace.dialect) this.applyDialect(path);
  }

  private open(path: string | null): void {
    const { documents, store, view } = this;
    this.pastes.finish();
    const state = documents.open(path, view.state);
    this.host.hidden = state === null;
    if (path === null || state === null) {
      store.writer("editor")({ caret: null, markPlaces: [] });
      return;
    }
    view.setState(state);
    view.setTabFocusMode(store.state.settings.tabMovesFocus);
    this.applyDialect(path);
    replaceText(this.view, documents.textOf(path) ?? "");
    store.writer("editor")({ caret: caretIn(view.state, path) });
    this.showAnswer();
    this.showMarks();
    this.showPreview();
  }

  /** Sets the accessible name and the highlighting of the open document, which depend on its path and the dialect. */
  private applyDialect(path: string): void {
    this.view.dispatch({
      effects: [
        this.names.reconfigure(label(path, this.dialect)),
        this.language.reconfigure(colours(path, this.dialect, this.view.state.doc)),
        this.wrapping.reconfigure(this.store.state.settings.wrapLines ? EditorView.lineWrapping : []),
        this.invitation.reconfigure([placeholder(invitation(path, this.store.state.workspace)), wrappedWhileEmpty]),
      ],
    });
  }

  /** Shows the last answer after the results are painted, since the user is waiting for those. */
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
    const tokens = this.tokensHere(result?.tokens ?? []);
    // After an edit the answer's colours do not cover the new lines. Those have the page's own highlighting.
    const isOfThisText = tokens.length > 0 && !this.drift.has(path);
    const colours = isOfThisText ? [{ effects: setTokens.of(tokens) }] : [];
    this.showProblems(path, problemsOf(this.store.state), colours);
    if (this.coloured()) this.visible.followSoon();
  }

  /** The result and the open file, if they belong together and the run has left out the colours. */
  private coloured(): { of: RunResult; file: string } | null {
    const { result, workspace } = this.store.state;
    const { path } = this.documents;
    if (!result || path === null || path === dataFile || this.drift.has(path)) return null;
    return result.tokens === undefined && leavesOutColours(workspace) ? { of: result, file: path } : null;
  }

  private tokensHere(tokens: readonly Token[]): { from: number; to: number; kind: string }[] {
    const { path } = this.documents;
    return tokens.flatMap(({ span, kind }) => (span?.file === path ? [{ ...this.now(span), kind }] : []));
  }

  /** Shows problems and further changes in one transaction, because each transaction causes a layout. */
  private showProblems(path: string, problems: readonly Diagnostic[], more: TransactionSpec[] = []): void {
    const repair = (fix: Fix): void => this.store.perform("repair", fix);
    const specs = [...showProblems(this.view.state, path, problems, this.drift, repair), ...more];
    if (specs.length > 0) this.view.dispatch(...specs);
  }

  /** The current range of a range in the last answer. */
  private now({ file, from, to }: Span): { from: number; to: number } {
    return this.drift.now(file, from, to, this.view.state.doc.length);
  }

  /** The range of a mark in the open document, or null. */
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

  /** Publishes the vertical positions of the marks after the next layout. */
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

  /** Shows the edits that another part previews, if they are of the open document. */
  private showPreview(): void {
    const { documents, preview, view } = this;
    const edits = preview?.file === documents.path ? preview.edits : [];
    const [first] = edits;
    const isThere = first && first.from <= view.state.doc.length;
    view.dispatch({
      effects: [setPreview.of(edits), ...(isThere ? [EditorView.scrollIntoView(first.from, { yMargin: 48 })] : [])],
    });
  }

  /** Shows a place that another part requested. */
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

  /** Scrolls to a place of the open document, and moves the caret there if requested. */
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
 * Replaces the plain text field with the source editor, and keeps its text, selection and focus. `own`: the extensions
 * for the document of a path.
 */
export function mountEditor(
  root: HTMLElement,
  store: Store,
  own: (path: string) => Extension = () => [],
  writeData?: (data: unknown) => string,
): void {
  const plain = root.querySelector("textarea");
  const host = element("div", { class: "editor-host", "data-focus-here": true });
  const editor = new SourceEditor(host, store, own, writeData);
  editor.follow();
  const hadFocus = plain !== null && document.activeElement === plain;
  if (hadFocus) editor.continue(plain);
  if (plain) plain.replaceWith(host);
  else root.append(host);
  if (hadFocus) editor.view.focus();
}
