// The source editor: CodeMirror in a shadow root, one state per file, so that undo, folds and selection survive a change of tabs.

import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from "@codemirror/commands";
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
  type ViewUpdate,
} from "@codemirror/view";
import type { Fix, Span } from "evalground";
import type { Store } from "../store.ts";
import { dialectFacts, languageOf } from "../ui/dialects.ts";
import { element } from "../ui/dom.ts";
import { filesOf } from "../ui/entries.ts";
import { dataFile } from "../ui/places.ts";
import { text } from "../ui/text.ts";
import { smallestChange } from "./change.ts";
import { DataText } from "./data.ts";
import { Drift } from "./drift.ts";
import { pageKeys } from "./keys.ts";
import { fileColours, setTokens } from "./languages.ts";
import { problemGutter, repairKey, showProblems } from "./lint.ts";
import { look } from "./look.ts";
import { markings, placeOf, setFlash, setMarks } from "./marks.ts";
import { phrases } from "./phrases.ts";

const flashFor = 700;

/** Puts the source editor in place of the plain text field, taking over its text, selection and focus. */
export function mountEditor(root: HTMLElement, store: Store): void {
  const plain = root.querySelector("textarea");
  const host = element("div", { class: "editor-host", tabindex: -1, "data-focus-here": true });
  const shadow = host.attachShadow({ mode: "open" });
  const names = new Compartment();
  const language = new Compartment();
  const states = new Map<string, EditorState>();
  const drift = new Drift();
  const data = new DataText(store, (problems) => {
    if (openPath === dataFile) view.dispatch(showProblems(view.state, dataFile, problems, drift, repair));
  });
  let openDraft = store.state.draft;
  let openPath: string | null = null;
  /** Text this editor wrote itself and need not read back. */
  let written = "";

  function textOf(path: string): string | null {
    if (path === dataFile) return data.text();
    const content = filesOf(store.state.workspace).get(path);
    return typeof content === "string" ? content : null;
  }

  function label(path: string): Extension {
    const { id, name } = dialectFacts(store.state.workspace.dialect);
    if (path === dataFile)
      return EditorView.contentAttributes.of({
        "aria-label": text("editor.label.data"),
        "data-focus-here": "",
        tabindex: "0",
        spellcheck: "false",
      });
    return EditorView.contentAttributes.of({
      "aria-label": text(`editor.label.${languageOf(id, path)}`, { path, dialect: name }),
      "data-focus-here": "",
      tabindex: "0",
      spellcheck: "false",
    });
  }

  function coloursOf(path: string): Extension {
    const { dialect } = store.state.workspace;
    return path === dataFile ? fileColours("", "yaml") : fileColours(dialect, languageOf(dialect, path));
  }

  function newState(path: string, doc: string): EditorState {
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
        language.of(coloursOf(path)),
        markings(),
        look,
        names.of(label(path)),
        keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap, ...searchKeymap]),
        EditorView.updateListener.of(follow),
      ],
    });
  }

  function follow(update: ViewUpdate): void {
    if (openPath === null) return;
    if (update.docChanged) {
      written = update.state.doc.toString();
      if (textOf(openPath) !== written) {
        if (openPath === dataFile) data.take(written);
        else store.editFiles({ [openPath]: written });
      }
      drift.add(openPath, store.state.revision, update.changes.desc);
    }
    if (update.docChanged || update.selectionSet) tellCaret(update.state);
    if (update.transactions.some((transaction) => transaction.isUserEvent("select"))) tellSelection(update.state);
    if (update.geometryChanged || update.docChanged) placeMarks();
  }

  function tellCaret(state: EditorState): void {
    if (openPath === null) return;
    const offset = state.selection.main.head;
    const line = state.doc.lineAt(offset);
    store.update({ caret: { file: openPath, offset, line: line.number, column: offset - line.from + 1 } });
  }

  /** Tells the other panes which lines the user has chosen. */
  function tellSelection(state: EditorState): void {
    if (openPath === null) return;
    const { from, to } = state.selection.main;
    const first = state.doc.lineAt(from);
    const span: Span = { file: openPath, from: first.from, to: state.doc.lineAt(to).to, line: first.number, column: 1 };
    store.update({ selection: { from: "source", span }, marks: [] });
  }

  const view = new EditorView({ root: shadow, parent: shadow as unknown as Element });
  view.scrollDOM.addEventListener("scroll", placeMarks, { passive: true });
  host.addEventListener("focus", () => {
    if (!view.hasFocus && shadow.activeElement === null) view.focus();
  });

  /** Gives the open file the name and the colours that its path and the dialect ask for. */
  function dress(path: string): void {
    view.dispatch({ effects: [names.reconfigure(label(path)), language.reconfigure(coloursOf(path))] });
  }

  /** Takes up a text that another part has changed; the change can be undone like any other. */
  function takeUp(after: string): void {
    const change = smallestChange(view.state.doc.toString(), after);
    if (change) view.dispatch({ changes: change, annotations: isolateHistory.of("full") } as TransactionSpec);
  }

  function open(path: string | null): void {
    if (openPath !== null) states.set(openPath, view.state);
    openPath = path;
    const doc = path === null ? null : textOf(path);
    host.hidden = doc === null;
    if (path === null || doc === null) {
      store.update({ caret: null, markPlaces: [] });
      return;
    }
    written = doc;
    view.setState(states.get(path) ?? newState(path, doc));
    view.setTabFocusMode(store.state.settings.tabMovesFocus);
    dress(path);
    takeUp(doc);
    tellCaret(view.state);
    showAnswer();
    showMarks();
  }

  /** A file that went under one name and came back under another keeps its undo steps. */
  function followNames(files: ReadonlyMap<string, unknown>): void {
    if (openPath !== null) states.set(openPath, view.state);
    for (const [path, state] of states) {
      if (files.has(path) || path === dataFile) continue;
      const heir = [...files.keys()].find((other) => !states.has(other) && files.get(other) === state.doc.toString());
      if (heir === undefined) continue;
      states.set(heir, state);
      states.delete(path);
      if (openPath === path) openPath = heir;
    }
  }

  // What the answers of the engine say of the open file

  const repair = (fix: Fix): void => store.perform("repair", fix);

  function showAnswer(): void {
    const { result, resultRevision } = store.state;
    if (openPath === null || openPath === dataFile || textOf(openPath) === null) return;
    drift.settle(resultRevision);
    const path = openPath;
    const { length } = view.state.doc;
    const tokens = (result?.tokens ?? []).flatMap(({ span, kind }) =>
      span?.file === path ? [{ ...drift.now(path, span.from, span.to, length), kind }] : [],
    );
    view.dispatch(showProblems(view.state, path, result?.diagnostics ?? [], drift, repair));
    if (tokens.length > 0) view.dispatch({ effects: setTokens.of(tokens) });
  }

  const placeOfMark = (span: Span): { from: number; to: number } =>
    drift.now(span.file, span.from, span.to, view.state.doc.length);

  function showMarks(): void {
    if (openPath === null || textOf(openPath) === null) return;
    const placed = store.state.marks
      .filter(({ span }) => span.file === openPath)
      .map(({ span, as }) => ({ ...placeOfMark(span), as }));
    view.dispatch({ effects: setMarks.of(placed) });
    placeMarks();
  }

  let placing = false;
  function placeMarks(): void {
    if (placing) return;
    placing = true;
    requestAnimationFrame(() => {
      placing = false;
      const places = host.hidden
        ? []
        : store.state.marks.map(({ span }) => (span.file === openPath ? placeOf(view, placeOfMark(span).from) : null));
      const { markPlaces } = store.state;
      if (places.length !== markPlaces.length || places.some((place, index) => place !== markPlaces[index]))
        store.update({ markPlaces: places });
    });
  }

  store.watch(["workspace", "activeFile", "writtenFile", "draft"], ({ workspace, draft }, before) => {
    const wanted = store.openText;
    if (draft !== openDraft) {
      openDraft = draft;
      openPath = null;
      states.clear();
      open(wanted);
      return;
    }
    if (workspace.files !== before.workspace.files) followNames(filesOf(workspace));
    if (wanted !== openPath) open(wanted);
    else if (openPath !== null) {
      const now = textOf(openPath);
      if ((now === null) !== host.hidden) open(openPath);
      else if (now !== null && now !== written) takeUp(now);
      if (workspace.dialect !== before.workspace.dialect) dress(openPath);
    }
  });
  store.watch(["settings"], ({ settings }) => {
    host.style.setProperty("--zoom", String(settings.editorZoom / 100));
    view.setTabFocusMode(settings.tabMovesFocus);
    view.requestMeasure();
  });
  store.watch(["result"], showAnswer);
  store.watch(["marks"], showMarks);
  store.watch(["layout", "pane"], placeMarks);

  let flashing: ReturnType<typeof setTimeout> | undefined;
  store.handle("show", ({ span, focus }) => {
    if (textOf(span.file) === null) {
      if (filesOf(store.state.workspace).has(span.file)) store.update({ activeFile: span.file });
      return;
    }
    if (openPath !== span.file) open(span.file);
    store.update({ activeFile: span.file });
    const { from } = placeOfMark(span);
    clearTimeout(flashing);
    flashing = setTimeout(() => view.dispatch({ effects: setFlash.of(null) }), flashFor);
    view.dispatch({
      ...(focus && { selection: { anchor: from } }),
      effects: [EditorView.scrollIntoView(from, { y: "nearest", yMargin: 48 }), ...(focus ? [setFlash.of(from)] : [])],
    });
    if (focus) {
      store.perform("openPane", { pane: "source", focus: false });
      view.focus();
    }
  });

  const hadFocus = plain !== null && document.activeElement === plain;
  if (plain && hadFocus && openPath !== null) {
    takeUp(plain.value);
    view.dispatch({ selection: { anchor: plain.selectionStart, head: plain.selectionEnd } });
  }
  if (plain) plain.replaceWith(host);
  else root.append(host);
  if (hadFocus) view.focus();
}
