// The source editor: CodeMirror in a shadow root, one state per file, so that undo, folds and selection survive a change of tabs.

import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension, type TransactionSpec } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import type { Store } from "../store.ts";
import { dialectFacts } from "../ui/dialects.ts";
import { element } from "../ui/dom.ts";
import { text } from "../ui/text.ts";
import { smallestChange } from "./change.ts";
import { colours, look } from "./look.ts";

/** Puts the source editor in place of the plain text field, taking over its text, selection and focus. */
export function mountEditor(root: HTMLElement, store: Store): void {
  const plain = root.querySelector("textarea");
  const host = element("div", { class: "editor-host" });
  const shadow = host.attachShadow({ mode: "open" });
  const names = new Compartment();
  const tabKey = new Compartment();
  const states = new Map<string, EditorState>();
  let openDraft = store.state.draft;
  let openPath: string | null = null;
  /** Text this editor wrote itself and need not read back. */
  let written = "";

  function textOf(path: string): string | null {
    const content = store.state.workspace.files?.[path];
    return typeof content === "string" ? content : null;
  }

  function label(path: string): Extension {
    const dialect = dialectFacts(store.state.workspace.dialect).name;
    return EditorView.contentAttributes.of({ "aria-label": text("editor.label", { path, dialect }), "data-focus-here": "", tabindex: "0", spellcheck: "false" });
  }

  function tabMoves(): Extension {
    return store.state.settings.tabMovesFocus ? [] : keymap.of([indentWithTab]);
  }

  function newState(path: string, doc: string): EditorState {
    return EditorState.create({
      doc,
      extensions: [
        lineNumbers(),
        foldGutter(),
        highlightActiveLineGutter(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        yaml(),
        syntaxHighlighting(colours),
        look,
        names.of(label(path)),
        tabKey.of(tabMoves()),
        keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap, ...searchKeymap]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && openPath !== null) {
            written = update.state.doc.toString();
            if (textOf(openPath) !== written) store.editFile(openPath, written);
          }
          if (update.docChanged || update.selectionSet) tellCaret(update.state);
        }),
      ],
    });
  }

  function tellCaret(state: EditorState): void {
    if (openPath === null) return;
    const offset = state.selection.main.head;
    const line = state.doc.lineAt(offset);
    store.update({ caret: { file: openPath, offset, line: line.number, column: offset - line.from + 1 } });
  }

  const view = new EditorView({ root: shadow, parent: shadow as unknown as Element });

  /** Takes up a text that another part has changed; the change can be undone like any other. */
  function takeUp(after: string): void {
    const change = smallestChange(view.state.doc.toString(), after);
    if (change) view.dispatch({ changes: change, annotations: isolateHistory.of("full") } as TransactionSpec);
  }

  function open(path: string | null): void {
    if (openPath !== null) states.set(openPath, view.state);
    openPath = path;
    host.hidden = path === null || textOf(path) === null;
    if (path === null) {
      store.update({ caret: null });
      return;
    }
    const doc = textOf(path) ?? "";
    view.setState(states.get(path) ?? newState(path, doc));
    view.dispatch({ effects: [names.reconfigure(label(path)), tabKey.reconfigure(tabMoves())] });
    takeUp(doc);
    tellCaret(view.state);
  }

  store.watch(["workspace", "activeFile", "draft"], ({ workspace, activeFile, draft }, before) => {
    if (draft !== openDraft) {
      openDraft = draft;
      openPath = null;
      states.clear();
      open(activeFile);
    } else if (activeFile !== openPath) open(activeFile);
    else if (openPath !== null) {
      const now = textOf(openPath);
      if (now !== null && now !== written) takeUp(now);
      if (workspace.dialect !== before.workspace.dialect) view.dispatch({ effects: names.reconfigure(label(openPath)) });
    }
  });
  store.watch(["settings"], ({ settings }) => {
    host.style.setProperty("--zoom", String(settings.editorZoom / 100));
    view.dispatch({ effects: tabKey.reconfigure(tabMoves()) });
  });
  store.handle("show", ({ span, focus }) => {
    if (textOf(span.file) === null) return;
    store.update({ activeFile: span.file });
    const length = view.state.doc.length;
    view.dispatch({ selection: { anchor: Math.min(span.from, length), head: Math.min(span.to, length) }, effects: EditorView.scrollIntoView(Math.min(span.from, length), { y: "center" }) });
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
