// Completion: what may stand at the caret, from the catalogue of the language and from the user's own text and data.
//
// It opens behind the signs after which something is chosen, and by its key. Enter is never its: whoever ends a line
// ends a line. Tab, Ctrl+Enter or a press takes what is marked.

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
import { inline, markdown } from "../ui/markdown.ts";
import { own } from "../ui/own.ts";

/** Characters of a text beyond which completion opens by its key only: typing must not wait for it. */
const largestWhileTyping = 256 * 1024;

/** An item of the engine as CodeMirror lists it. */
interface Listed extends Completion {
  item: CompletionItem;
}

/** Whether a list opens by itself: behind a sign after which something is chosen, and within the word behind it. */
export function opensBehind(line: string): boolean {
  return /(?:::|[.$@(]|\|\s*)[\w-]*$/.test(line) && !/^\s*[|]$/.test(line) && !/:\s+\|$/.test(line);
}

/**
 * The engine's snippet, `split(${1:by})$0`, as CodeMirror writes them: a field for each place, and braces that are none
 * with a sign before them.
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

/** Letters and signs by which the kinds are told apart; the word is beside them for those who hear it. */
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
  // What was typed since the list came is replaced too, and what stood behind the caret within the word.
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

/** The answer as CodeMirror wants it. */
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
        // The name is there already.
        ...(item.detail !== undefined && {
          detail: item.detail.startsWith(`${item.label}(`) ? item.detail.slice(item.label.length) : item.detail,
        }),
        ...(info !== undefined && { info }),
        sortText: item.sortText,
        // The order of the engine: the user's own before the language's.
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
    // CodeMirror takes the answer to what was typed a moment ago and goes on from there.
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

/** Says how many there are, once the list is open; it can be reached where it scrolls. */
const counted = EditorView.updateListener.of(({ state, startState, view }) => {
  const isOpen = completionStatus(state) === "active";
  if (isOpen) view.dom.querySelector(".cm-tooltip-autocomplete > ul:not([tabindex])")?.setAttribute("tabindex", "0");
  if (!isOpen || completionStatus(startState) === "active") return;
  const count = text("complete.count", { count: currentCompletions(state).length });
  queueMicrotask(() => view.dispatch({ effects: EditorView.announce.of(count) }));
});

/** What is marked in the list on show, also while that is asked for again and CodeMirror takes nothing from it. */
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

/** Takes what is marked: the keys after it may be on their way, so nobody waits for a list that is on show. */
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

/** Ctrl+Enter takes what is marked, and does not run the workspace, while the list is open. */
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
      // It does what it always does, and the list is of no use then.
      key: "Enter",
      run: (view) => {
        closeCompletion(view);
        return false;
      },
    },
  ]),
);

/** The list of completions of an editor. */
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
      // A list that has just come may be taken from: Enter, which could be meant for the line, never takes.
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
            return summary === undefined ? null : element("span", { class: "assist-summary" }, ...inline(summary));
          },
          position: 90,
        },
      ],
    }),
  ];
}
