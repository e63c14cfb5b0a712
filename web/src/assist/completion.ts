// Completion: what can be written at the caret, from the catalogue of the language and from the user's text and data.
//
// The list opens automatically after characters that begin a choice, and with its key. Enter never accepts an item: it
// always starts a new line. Tab, Ctrl+Enter or a press accepts the selected item.

import {
  acceptCompletion,
  autocompletion,
  closeCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionStatus,
  currentCompletions,
  insertCompletionText,
  moveCompletionSelection,
  pickedCompletion,
  selectedCompletion,
  snippet,
} from "@codemirror/autocomplete";
import { type Extension, Prec } from "@codemirror/state";
import { EditorView, keymap, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { element } from "../ui/dom.ts";
import { text } from "../ui/text.ts";
import type { CompletionAnswer, CompletionItem } from "./answers.ts";
import { about, type Catalogue, catalogueOf } from "../ui/catalogue.ts";
import type { Context } from "./context.ts";
import { codeWords } from "../ui/code_words.ts";
import { markdown } from "../ui/markdown.ts";
import { own } from "../ui/own.ts";

/** In longer texts (in characters) completion opens only with its key, so that typing does not wait for it. */
const largestWhileTyping = 256 * 1024;

/** A completion item of the engine in CodeMirror's form. */
interface Listed extends Completion {
  item: CompletionItem;
}

/** Whether the list opens automatically: after a character that begins a choice, and within the word that follows. */
export function opensBehind(line: string): boolean {
  return /(?:::|[.$@(]|\|\s*)[\w-]*$/.test(line) && !/^\s*[|]$/.test(line) && !/:\s+\|$/.test(line);
}

/**
 * Converts the engine's snippet, such as `split(${1:by})$0`, to CodeMirror's syntax: a field for each tab stop, and
 * literal braces escaped.
 */
export function templateOf(snippetText: string): string {
  return snippetText.replace(/\\([$}\\])|\$\{(\d+):((?:\\.|[^}\\])*)\}|\$(\d+)|([{}#$])/g, (_, ...found: string[]) => {
    const [escaped, , name, bare, sign] = found;
    if (escaped !== undefined) return escaped === "}" ? "\\}" : escaped;
    if (name !== undefined) return `\${${name.replace(/\\(.)/g, "$1")}}`;
    if (bare !== undefined) return "\u0024{}";
    return sign === "{" || sign === "}" ? `\\${sign}` : (sign ?? "");
  });
}

/** Symbols that mark the kinds of items. The word itself is in the title for screen readers. */
const badges: Readonly<Record<string, string>> = {
  function: "ƒ",
  global: "ƒ",
  method: "m",
  filter: "|",
  test: "?",
  lookup: "ƒ",
  operator: "±",
  keyword: "k",
  statement: "%",
  directive: "+",
  "special-key": "·",
  option: "o",
  variable: "v",
  property: "p",
  key: "p",
  resource: "r",
  type: "T",
  file: "F",
  anchor: "&",
  macro: "M",
  input: "i",
  parameter: "i",
  class: "c",
  bundle: "b",
  body: "B",
};

function apply(view: EditorView, completion: Completion, from: number, to: number): void {
  const { item } = completion as Listed;
  const { textEdit } = item;
  // Replace the characters typed since the request, and the rest of the word after the caret.
  const begin = Math.min(from, textEdit.from);
  const rest = Math.max(0, textEdit.to - (completion as Listed & { asked: number }).asked);
  const end = Math.min(view.state.doc.length, to + rest);
  const text = textEdit.newText;
  if (item.insertTextFormat === "Snippet") snippet(templateOf(text))(view, completion, begin, end);
  else
    view.dispatch({
      ...insertCompletionText(view.state, text, begin, end),
      annotations: pickedCompletion.of(completion),
    });
}

/** Converts the answer to CodeMirror's form. */
export function resultOf(
  { items, isIncomplete }: CompletionAnswer,
  asked: number,
  catalogue: Catalogue,
  info?: Completion["info"],
): CompletionResult | null {
  if (items.length === 0) return null;
  const from = Math.max(...items.map(({ textEdit }) => textEdit.from));
  return {
    from: Math.min(from, asked),
    ...(isIncomplete ? {} : { validFor: /^[\w-]*$/ }),
    options: items.map((given): Listed & { asked: number } => {
      const summary = given.summary ?? catalogue.find(given.is, given.label)?.summary;
      const item = summary === undefined ? given : { ...given, summary };
      return {
        label: item.label,
        // The label already shows the name.
        ...(item.detail !== undefined && {
          detail: item.detail.startsWith(`${item.label}(`) ? item.detail.slice(item.label.length) : item.detail,
        }),
        ...(info !== undefined && { info }),
        sortText: item.sortText,
        // Keep the engine's order: the user's own names before those of the language.
        boost: 30 - 10 * Number(item.sortText.charAt(1) || 0),
        apply,
        item,
        asked,
      };
    }),
  };
}

function source(context: Context): (asked: CompletionContext) => Promise<CompletionResult | null> {
  return async ({ state, pos, explicit, view }) => {
    if (!view) return null;
    const line = state.doc.lineAt(pos);
    const opens = opensBehind(line.text.slice(0, pos - line.from)) && state.doc.length <= largestWhileTyping;
    if (!explicit && !opens) return null;
    // An answer for slightly older text is fine: CodeMirror filters it by what was typed since.
    const [answer, catalogue] = await Promise.all([
      context.askAnyway<CompletionAnswer>(view, "complete", pos),
      catalogueOf(context.store.state.workspace.dialect),
    ]);
    if (!answer?.value) return null;
    const info = async (completion: Completion): Promise<Node | null> => {
      const { label, item } = completion as Listed;
      const entry = catalogue.find(item.is, label);
      let told = entry && about(entry, item.detail ?? label);
      if (told === undefined) {
        const { head } = view.state.selection.main;
        const details = await context.ask<CompletionAnswer>(view, "complete", head, { label });
        told = details?.value?.items.find((other) => other.label === label && other.is === item.is)?.documentation;
      }
      const shown = told ?? item.detail;
      return shown === undefined ? null : element("div", { class: "assist-words" }, ...markdown(shown));
    };
    return resultOf(answer.value, pos, catalogue, info);
  };
}

/** Announces the number of items when the list opens. Also makes the list focusable, so that it can be scrolled. */
const counted = EditorView.updateListener.of(({ state, startState, view }) => {
  const isOpen = completionStatus(state) === "active";
  if (isOpen) view.dom.querySelector(".cm-tooltip-autocomplete > ul:not([tabindex])")?.setAttribute("tabindex", "0");
  if (!isOpen || completionStatus(startState) === "active") return;
  const count = text("complete.count", { count: currentCompletions(state).length });
  queueMicrotask(() => view.dispatch({ effects: EditorView.announce.of(count) }));
});

/**
 * The selected item of the visible list. It is kept while the list is being updated, when CodeMirror accepts nothing.
 */
const marked = ViewPlugin.fromClass(
  class {
    item: Listed | null = null;

    update({ state }: ViewUpdate): void {
      const status = completionStatus(state);
      if (status === "active") this.item = selectedCompletion(state) as Listed | null;
      else if (status === null) this.item = null;
    }
  },
);

/**
 * Accepts the selected item. This must not wait for an update of the list, as further keys may already be on their way.
 */
function take(view: EditorView): boolean {
  if (acceptCompletion(view)) return true;
  const { head } = view.state.selection.main;
  const item = view.plugin(marked)?.item;
  const from = item?.item.textEdit.from ?? head;
  if (!item || from > head || !item.label.startsWith(view.state.sliceDoc(from, head))) return false;
  apply(view, item, from, head);
  closeCompletion(view);
  return true;
}

/** While the list is open, Ctrl+Enter accepts the selected item instead of running the workspace. */
const acceptByEnter = Prec.highest(
  EditorView.domEventHandlers({
    keydown(event, view) {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !take(view)) return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  }),
);

const keys = Prec.highest(
  keymap.of([
    { key: "Escape", run: closeCompletion },
    { key: "ArrowDown", run: moveCompletionSelection(true) },
    { key: "ArrowUp", run: moveCompletionSelection(false) },
    { key: "PageDown", run: moveCompletionSelection(true, "page") },
    { key: "PageUp", run: moveCompletionSelection(false, "page") },
    { key: "Tab", run: take },
    {
      // Enter only closes the list; it keeps its usual meaning.
      key: "Enter",
      run: (view) => {
        closeCompletion(view);
        return false;
      },
    },
  ]),
);

/** The completion list of an editor. */
export function completion(context: Context): Extension {
  return [
    acceptByEnter,
    keys,
    counted,
    marked,
    autocompletion({
      override: [source(context)],
      defaultKeymap: false,
      icons: false,
      activateOnTypingDelay: 20,
      // Accept at once in a list that just opened. This is safe because Enter, which could be meant for the line, never
      // accepts.
      interactionDelay: 0,
      maxRenderedOptions: 100,
      addToOptions: [
        {
          render: (each) => {
            const { is } = (each as Listed).item;
            return element(
              "span",
              { class: "assist-kind", title: is, "data-kind": is },
              own(badges, is) ?? is.charAt(0),
            );
          },
          position: 20,
        },
        {
          render: (each) => {
            const { summary } = (each as Listed).item;
            return summary === undefined ? null : element("span", { class: "assist-summary" }, ...codeWords(summary));
          },
          position: 90,
        },
      ],
    }),
  ];
}
