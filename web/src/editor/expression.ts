// The expression line: one line that grows, with the history of the draft's expressions at its ends. Text that is a YAML map is
// taken as the map it says, since Unfurl's function calls are YAML.

import { readJson, toFaithful, writeJson, type Span } from "evalground";
import { defaultKeymap, history, historyKeymap, insertNewline, isolateHistory } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { Compartment, EditorState, Prec } from "@codemirror/state";
import { drawSelection, EditorView, keymap, placeholder } from "@codemirror/view";
import { engineReady } from "../run/engine.ts";
import type { Store } from "../store.ts";
import { dialectFacts } from "../ui/dialects.ts";
import { button, element } from "../ui/dom.ts";
import { expressionFile } from "../ui/places.ts";
import { text } from "../ui/text.ts";
import { smallestChange } from "./change.ts";
import { Drift } from "./drift.ts";
import { HistoryWalk } from "./history.ts";
import { pageKeys } from "./keys.ts";
import { editedDialect, expressionColours } from "./languages.ts";
import { repairKey, showProblems } from "./lint.ts";
import { look } from "./look.ts";

/** Whether a text is meant as YAML: in some dialects only a map, such as `{eval: …}` or `concat: [a, b]`. */
export function isMeantAsYaml(typed: string, dialect: string): boolean {
  switch (dialectFacts(dialect).readsYaml) {
    case "nothing":
      return false;
    case "maps":
      return /^\s*(?:\{|[A-Za-z_][\w-]*:(?:\s|$))/.test(typed);
    case "everything":
      return typed.trim() !== "";
  }
}

/** An expression as text for the line: maps and lists as JSON, which is YAML too. */
export function expressionText(expression: unknown): string {
  if (expression === undefined) return "";
  return typeof expression === "string" ? expression : writeJson(expression);
}

/** Puts the expression editor in place of the plain line. */
export function mountExpression(root: HTMLElement, store: Store): void {
  const plain = root.querySelector("textarea");
  const host = element("div", { class: "editor-host", tabindex: -1, "data-focus-here": true });
  const shadow = host.attachShadow({ mode: "open" });
  const note = element("span", { class: "expression-note muted", hidden: true }, text("expression.asYaml"));
  const height = new Compartment();
  const dialect = new Compartment();
  let isTall = false;
  const walked = new HistoryWalk();
  /** The value that the text now stands for. */
  let written: unknown = store.state.workspace.expression;
  let asked = 0;
  const drift = new Drift();

  function take(typed: string): void {
    asked += 1;
    const question = asked;
    const isYaml = isMeantAsYaml(typed, store.state.workspace.dialect);
    note.hidden = !isYaml;
    if (!isYaml) {
      written = typed.trim() === "" ? undefined : typed;
      store.edit({ expression: written });
      return;
    }
    void engineReady()
      .then((engine) => engine.parse(typed))
      .then(({ json }) => {
        if (question !== asked) return;
        // Text that does not parse yet stays text, and the engine says what is wrong with it.
        written = json === undefined ? typed : toFaithful(readJson(json));
        note.hidden = typeof written === "string";
        store.edit({ expression: written });
      });
  }

  /** What the engine says of places in its own text of the expression; of another text than that, it holds for the whole. */
  function placed(span: Span): Span {
    const { expression } = store.state.workspace;
    const shown = view.state.doc.toString();
    return typeof expression === "string" || shown === expressionText(expression)
      ? span
      : { ...span, from: 0, to: shown.length };
  }

  function walk(view: EditorView, step: -1 | 1): boolean {
    const { state } = view;
    const { head, empty } = state.selection.main;
    const atEnd = step < 0 ? state.doc.lineAt(head).number === 1 : state.doc.lineAt(head).number === state.doc.lines;
    const found = empty && atEnd ? walked.step(step, store.state.expressions) : null;
    if (found === null) return false;
    view.dispatch({
      changes: { from: 0, to: state.doc.length, insert: found },
      selection: { anchor: found.length },
    });
    return true;
  }

  function run(): boolean {
    store.perform("run");
    return true;
  }

  const view = new EditorView({
    root: shadow,
    parent: shadow as unknown as Element,
    state: EditorState.create({
      doc: expressionText(written),
      extensions: [
        history(),
        drawSelection(),
        bracketMatching(),
        EditorView.lineWrapping,
        placeholder(text("expression.placeholder")),
        dialect.of(editedDialect.of(store.state.workspace.dialect)),
        expressionColours(),
        pageKeys,
        repairKey(),
        look,
        height.of([]),
        EditorView.contentAttributes.of({
          "aria-label": text("expression.label"),
          "data-focus-here": "",
          tabindex: "0",
          spellcheck: "false",
          autocapitalize: "off",
        }),
        Prec.high(
          keymap.of([
            { key: "Enter", run },
            { key: "Shift-Enter", run: insertNewline },
            { key: "ArrowUp", run: (at) => walk(at, -1) },
            { key: "ArrowDown", run: (at) => walk(at, 1) },
          ]),
        ),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          walked.shown(update.state.doc.toString());
          if (!update.transactions.some((transaction) => transaction.annotation(isolateHistory) === "full"))
            take(update.state.doc.toString());
          drift.add(expressionFile, store.state.revision, update.changes.desc);
        }),
      ],
    }),
  });

  host.addEventListener("focus", () => {
    if (shadow.activeElement === null) view.focus();
  });

  const expand = button({
    label: text("expression.expand"),
    icon: "expand",
    class: "quiet",
    attributes: { "aria-pressed": "false" },
    press: () => {
      isTall = !isTall;
      expand.setAttribute("aria-pressed", String(isTall));
      view.dispatch({ effects: height.reconfigure(isTall ? EditorView.theme({ "&": { minHeight: "25vh" } }) : []) });
      view.focus();
    },
  });

  store.watch(["workspace", "draft"], ({ workspace, draft }, before) => {
    if (workspace.dialect !== before.workspace.dialect)
      view.dispatch({ effects: dialect.reconfigure(editedDialect.of(workspace.dialect)) });
    if (draft !== before.draft) walked.end();
    if (workspace.expression === written) return;
    written = workspace.expression;
    note.hidden = typeof written === "string" || written === undefined;
    const change = smallestChange(view.state.doc.toString(), expressionText(written));
    // Marked, so that the listener above does not take it for typing.
    if (change) view.dispatch({ changes: change, annotations: isolateHistory.of("full") });
  });
  store.handle("run", () => walked.end());
  store.watch(["result"], ({ result, resultRevision }) => {
    drift.settle(resultRevision);
    const problems = (result?.diagnostics ?? []).flatMap((problem) =>
      problem.span?.file === expressionFile ? [{ ...problem, span: placed(problem.span) }] : [],
    );
    view.dispatch(showProblems(view.state, expressionFile, problems, drift, (fix) => store.perform("repair", fix)));
  });
  store.watch(["settings"], ({ settings }) => {
    host.style.setProperty("--zoom", String(settings.editorZoom / 100));
    view.requestMeasure();
  });
  store.handle("show", ({ span, focus }) => {
    if (span.file !== expressionFile || !focus) return;
    const place = placed(span);
    const { from, to } = drift.now(expressionFile, place.from, place.to, view.state.doc.length);
    view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    store.perform("openPane", { pane: "expression", focus: false });
    view.focus();
  });
  store.handle("insertExpression", (inserted) => {
    view.dispatch(view.state.replaceSelection(inserted));
    store.perform("openPane", { pane: "expression", focus: false });
    view.focus();
  });

  const hadFocus = plain !== null && document.activeElement === plain;
  plain?.replaceWith(host);
  root.append(note, expand);
  if (hadFocus) {
    view.dispatch({ selection: { anchor: plain.selectionStart, head: plain.selectionEnd } });
    view.focus();
  }
}
