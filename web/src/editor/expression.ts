// The expression line on the page: a CodeMirror of one line that grows with its text. The arrow keys in its first and
// last line show the draft's earlier expressions. How its text maps to the workspace is in line.ts.

import { defaultKeymap, history, historyKeymap, insertNewline } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { Compartment, EditorState, type Extension, Prec } from "@codemirror/state";
import { drawSelection, EditorView, keymap, placeholder } from "@codemirror/view";
import type { Fix, Workspace } from "evalground";
import type { Store } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { dialectFacts } from "../ui/dialects.ts";
import { button, element } from "../ui/dom.ts";
import { filesOf } from "../ui/entries.ts";
import { expressionFile } from "../ui/places.ts";
import { text } from "../ui/text.ts";
import { edit, fromWorkspace, smallestChange, replaceText } from "./change.ts";
import { Drift } from "./drift.ts";
import { pageKeys } from "./keys.ts";
import { editedDialect, expressionColours } from "./languages.ts";
import { ExpressionLine } from "./line.ts";
import { repairKey, showProblems } from "./lint.ts";
import { readingChoices } from "./reading.ts";
import { editorTheme } from "./theme.ts";
import { replaceBySelf } from "./replace.ts";
import { readTyped } from "../run/reading.ts";

/** Shows an earlier (−1) or later expression if the caret is in the first or last line and nothing is selected. */
function walk(view: EditorView, step: -1 | 1, line: ExpressionLine, store: Store): boolean {
  const { doc, selection } = view.state;
  const { head, empty } = selection.main;
  const isAtEnd = doc.lineAt(head).number === (step < 0 ? 1 : doc.lines);
  const found = empty && isAtEnd ? line.walk.step(step, store.state.expressions) : null;
  if (found === null) return false;
  view.dispatch({ changes: { from: 0, to: doc.length, insert: found }, selection: { anchor: found.length } });
  return true;
}

function keys(line: ExpressionLine, store: Store): Extension {
  const run = (): boolean => {
    store.perform("run");
    return true;
  };
  return [
    Prec.high(
      keymap.of([
        { key: "Enter", run },
        { key: "Shift-Enter", run: insertNewline },
        { key: "ArrowUp", run: (view) => walk(view, -1, line, store) },
        { key: "ArrowDown", run: (view) => walk(view, 1, line, store) },
      ]),
    ),
    keymap.of([...defaultKeymap, ...historyKeymap]),
  ];
}

/** Whether the language evaluates expressions over data, so that an empty line cannot stand for a document. */
function isOfData(workspace: Workspace): boolean {
  return dialectFacts(workspace.dialect).dollar !== null && filesOf(workspace).size === 0;
}

/** The placeholder of the empty line. */
function invited(workspace: Workspace): Extension {
  return placeholder(text(isOfData(workspace) ? "expression.first" : "expression.placeholder"));
}

/** Creates the editor. `own` are its additional extensions. */
function makeView(shadow: ShadowRoot, doc: string, own: Extension): EditorView {
  return new EditorView({
    root: shadow,
    parent: shadow as unknown as Element,
    state: EditorState.create({
      doc,
      extensions: [
        history(),
        drawSelection(),
        bracketMatching(),
        EditorView.lineWrapping,
        expressionColours(),
        pageKeys,
        repairKey(),
        editorTheme,
        replaceBySelf,
        EditorView.contentAttributes.of({
          "aria-label": text("expression.label"),
          "data-focus-here": "",
          tabindex: "0",
          spellcheck: "false",
          autocapitalize: "off",
        }),
        own,
      ],
    }),
  });
}

/** The button that expands the line to a quarter of the window's height, and the extension that does it. */
function expandable(view: () => EditorView): { toggle: HTMLButtonElement; height: Extension } {
  const height = new Compartment();
  let isTall = false;
  const toggle = button({
    label: text("expression.expand"),
    icon: "expand",
    class: "quiet",
    attributes: { "aria-pressed": "false" },
    press: () => {
      isTall = !isTall;
      toggle.setAttribute("aria-pressed", String(isTall));
      view().dispatch({ effects: height.reconfigure(isTall ? EditorView.theme({ "&": { minHeight: "25vh" } }) : []) });
      view().focus();
    },
  });
  return { toggle, height: height.of([]) };
}

/** Replaces the plain input with the expression editor. `own`: its additional extensions. */
export function mountExpression(root: HTMLElement, store: Store, own: Extension = []): void {
  const plain = root.querySelector("textarea");
  const host = element("div", { class: "editor-host", "data-focus-here": true });
  const shadow = host.attachShadow({ mode: "open" });
  const note = element("span", { class: "expression-note muted", hidden: true }, text("expression.asYaml"));
  const format = button({
    label: text("expression.format"),
    icon: "indent",
    class: "quiet expression-format",
    attributes: { hidden: true },
    press: () => void layOut(view, line),
  });
  const line = new ExpressionLine(store, readTyped, (isYaml) => {
    note.hidden = !isYaml;
    format.hidden = !isYaml;
  });
  note.hidden = format.hidden = typeof store.state.workspace.expression !== "object";
  const drift = new Drift();
  const dialect = new Compartment();
  const whileEmpty = new Compartment();
  const { toggle, height } = expandable(() => view);
  const follow = EditorView.updateListener.of(({ docChanged, state, transactions, changes }) => {
    if (!docChanged) return;
    const typed = state.doc.toString();
    line.walk.shown(typed);
    if (!transactions.some((transaction) => transaction.annotation(fromWorkspace))) void line.take(typed);
    drift.add(expressionFile, store.state.revision, changes.desc);
  });
  const view = makeView(shadow, line.text, [
    dialect.of(editedDialect.of(store.state.workspace.dialect)),
    whileEmpty.of(invited(store.state.workspace)),
    height,
    own,
    keys(line, store),
    follow,
  ]);

  // As in the source editor, the host itself is not focusable.
  host.focus = () => view.focus();
  store.watch(["workspace", "draft"], ({ workspace, draft }, before) => {
    if (workspace.dialect !== before.workspace.dialect)
      view.dispatch({ effects: dialect.reconfigure(editedDialect.of(workspace.dialect)) });
    if (isOfData(workspace) !== isOfData(before.workspace))
      view.dispatch({ effects: whileEmpty.reconfigure(invited(workspace)) });
    if (draft !== before.draft) line.walk.end();
    const shown = line.changed();
    if (shown !== null) replaceText(view, shown);
  });
  store.handle("run", () => line.walk.end());
  followAnswers(view, store, line, drift);
  store.watch(["settings"], ({ settings }) => {
    host.style.setProperty("--zoom", String(settings.editorZoom / 100));
    view.requestMeasure();
  });
  store.handle("insertExpression", (inserted) => {
    view.dispatch(view.state.replaceSelection(inserted));
    store.perform("openPane", { pane: "expression", focus: false });
    view.focus();
  });

  const hadFocus = plain !== null && document.activeElement === plain;
  plain?.replaceWith(host);
  root.append(note, readingChoices(store), format, toggle);
  if (hadFocus) {
    view.dispatch({ selection: { anchor: plain.selectionStart, head: plain.selectionEnd } });
    view.focus();
  }
}

/** Formats the expression. It can be undone like any other edit. */
async function layOut(view: EditorView, line: ExpressionLine): Promise<void> {
  const typed = view.state.doc.toString();
  const made = await line.formatted(typed);
  const change = made === null || typed !== view.state.doc.toString() ? null : smallestChange(typed, made);
  if (change) edit(view, change);
  announce(text(change ? "expression.formatted" : "expression.formattedAlready"));
  view.focus();
}

/** Underlines the problems of the expression, and selects a place in it when another part jumps there. */
function followAnswers(view: EditorView, store: Store, line: ExpressionLine, drift: Drift): void {
  store.watch(["result"], ({ result, resultRevision }) => {
    drift.settle(resultRevision);
    const shown = view.state.doc.toString();
    const problems = (result?.diagnostics ?? []).flatMap((problem) =>
      problem.span?.file === expressionFile ? [{ ...problem, span: line.place(problem.span, shown) }] : [],
    );
    const repair = (fix: Fix): void => store.perform("repair", fix);
    const specs = showProblems(view.state, expressionFile, problems, drift, repair);
    if (specs.length > 0) view.dispatch(...specs);
  });
  store.handle("show", ({ span, focus }) => {
    if (span.file !== expressionFile || !focus) return;
    const { doc } = view.state;
    const place = line.place(span, doc.toString());
    const { from, to } = drift.now(expressionFile, place.from, place.to, doc.length);
    view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    store.perform("openPane", { pane: "expression", focus: false });
    view.focus();
  });
}
