// The expression line: one line that grows, coloured like the expressions in the source; Enter runs, Shift+Enter breaks the line.

import { defaultKeymap, history, historyKeymap, isolateHistory } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { EditorState, Prec, RangeSet, type TransactionSpec } from "@codemirror/state";
import { Decoration, drawSelection, EditorView, keymap, placeholder, ViewPlugin, type DecorationSet, type ViewUpdate } from "@codemirror/view";
import type { Store } from "../store.ts";
import { button, element, setAttribute } from "../ui/dom.ts";
import { text } from "../ui/text.ts";
import { valueToYaml } from "../ui/yaml.ts";
import { Drift } from "./drift.ts";
import { pageKeys, smallestChange } from "./editor.ts";
import { showProblems } from "./lint.ts";
import { look } from "./look.ts";
import { queryPieces, templateParts } from "./query.ts";

const kinds = new Map<string, Decoration>();
function markOf(kind: string): Decoration {
  const known = kinds.get(kind) ?? Decoration.mark({ class: `token token-${kind}` });
  kinds.set(kind, known);
  return known;
}

/** The name that the engine gives the text of the expression in spans. */
const expressionFile = "<expression>";

/** The colours of an expression: a query, or YAML of an expression map, of which the quoted queries are coloured. */
function colourExpression(words: string): DecorationSet {
  if (templateParts(words).length > 0) return Decoration.none;
  const isMap = /^\s*(?:\{|\w+:(?:\s|$))/.test(words);
  if (!isMap) return RangeSet.of(queryPieces(words).map(({ from, to, kind }) => markOf(kind).range(from, to)), true);
  const found = [...words.matchAll(/([\w-]+)(?=:(?:\s|$))|"(?:[^"\\]|\\.)*"|'[^']*'|::[^\s,}\]]+/g)];
  return RangeSet.of(
    found.map((match) => markOf(match[1] === undefined ? "string" : "keyword").range(match.index, match.index + match[0].length)),
    true,
  );
}

const colours = ViewPlugin.fromClass(
  class {
    marks: DecorationSet;

    constructor(view: EditorView) {
      this.marks = colourExpression(view.state.doc.toString());
    }

    update(update: ViewUpdate): void {
      if (update.docChanged) this.marks = colourExpression(update.state.doc.toString());
    }
  },
  { decorations: (plugin) => plugin.marks },
);

/** Puts the expression editor in place of the plain text field, taking over its text, selection and focus. */
export function mountExpression(root: HTMLElement, store: Store): void {
  const plain = root.querySelector("textarea");
  const host = element("div", { class: "expression-host", tabindex: -1, "data-focus-here": true });
  const shadow = host.attachShadow({ mode: "open" });
  /** Text this editor wrote itself and need not read back. */
  let written = "";
  /** How many expressions back the history is, and the text that it began from. */
  let back = 0;
  let begun = "";
  const drift = new Drift();

  function shownText(): string {
    const { expression } = store.state.workspace;
    if (expression === undefined) return "";
    return typeof expression === "string" ? expression : valueToYaml(expression).replace(/\n$/, "");
  }

  /** Shows an earlier or a later expression of this draft; false at the end of the history. */
  function walk(view: EditorView, step: 1 | -1): boolean {
    const { expressions } = store.state;
    if (back === 0) begun = view.state.doc.toString();
    // The newest entry is what stands there already, unless it was edited.
    let next = back + step;
    if (step === 1 && back === 0 && expressions.at(-1) === begun) next += 1;
    if (step === -1 && next === 1 && expressions.at(-1) === begun) next = 0;
    if (next < 0 || next > expressions.length) return false;
    const words = next === 0 ? begun : (expressions.at(-next) ?? "");
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: words }, selection: { anchor: words.length }, userEvent: "input.history" });
    back = next;
    return true;
  }

  const keys = keymap.of([
    {
      key: "Enter",
      run: () => {
        store.perform("run");
        return true;
      },
      shift: ({ state, dispatch }) => {
        dispatch(state.update(state.replaceSelection("\n"), { scrollIntoView: true, userEvent: "input" }));
        return true;
      },
    },
    {
      key: "ArrowUp",
      run: (view) => view.state.selection.main.empty && view.state.doc.lineAt(view.state.selection.main.head).number === 1 && walk(view, 1),
    },
    {
      key: "ArrowDown",
      run: (view) => view.state.selection.main.empty && view.state.doc.lineAt(view.state.selection.main.head).number === view.state.doc.lines && walk(view, -1),
    },
  ]);

  const view = new EditorView({
    root: shadow,
    parent: shadow as unknown as Element,
    state: EditorState.create({
      doc: shownText(),
      extensions: [
        pageKeys,
        Prec.high(keys),
        history(),
        drawSelection(),
        bracketMatching(),
        colours,
        look,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": text("expression.label"), spellcheck: "false" }),
        placeholder(text("expression.placeholder")),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          if (!update.transactions.some((transaction) => transaction.isUserEvent("input.history"))) back = 0;
          written = update.state.doc.toString();
          if (written !== shownText()) store.edit({ expression: written === "" ? undefined : written });
          drift.add(expressionFile, store.state.revision, update.changes.desc);
        }),
      ],
    }),
  });
  written = view.state.doc.toString();
  host.addEventListener("focus", () => {
    if (!view.hasFocus) view.focus();
  });

  store.watch(["workspace"], () => {
    const now = shownText();
    if (now === written) return;
    const change = smallestChange(view.state.doc.toString(), now);
    if (change) view.dispatch({ changes: change, annotations: isolateHistory.of("full") } as TransactionSpec);
    written = now;
  });
  store.watch(["result"], ({ result, resultRevision }) => {
    drift.settle(resultRevision);
    view.dispatch(showProblems(view.state, expressionFile, result?.diagnostics ?? [], drift));
  });
  store.handle("show", ({ span, focus }) => {
    if (span.file !== expressionFile || !focus) return;
    const { from, to } = drift.now(expressionFile, span.from, span.to, view.state.doc.length);
    view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    store.perform("openPane", { pane: "expression", focus: false });
    view.focus();
  });
  store.watch(["draft"], () => {
    back = 0;
  });
  store.watch(["settings"], ({ settings }) => {
    host.style.setProperty("--zoom", String(settings.editorZoom / 100));
    view.requestMeasure();
  });
  store.handle("insertExpression", (words) => {
    view.dispatch({ ...view.state.replaceSelection(words), userEvent: "input" } as TransactionSpec);
    store.perform("openPane", { pane: "expression", focus: false });
    view.focus();
  });

  const tall = button({
    label: text("expression.tall"),
    icon: "expand",
    class: "quiet expression-tall",
    attributes: { "aria-pressed": "false" },
    press: () => {
      const isTall = !root.hasAttribute("data-tall");
      setAttribute(root, "data-tall", isTall);
      tall.setAttribute("aria-pressed", String(isTall));
      view.focus();
    },
  });
  const hadFocus = plain !== null && document.activeElement === plain;
  if (plain) {
    if (hadFocus) view.dispatch({ selection: { anchor: plain.selectionStart, head: plain.selectionEnd } });
    plain.replaceWith(host, tall);
  } else root.append(host, tall);
  if (hadFocus) view.focus();
}
