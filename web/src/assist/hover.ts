// Hovers: information about the text under the pointer, or at the caret with a key. The key moves the focus into an
// open hover; Escape closes it.

import { type Extension, Prec, StateEffect, StateField } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap, showTooltip, type Tooltip } from "@codemirror/view";
import { announce } from "../ui/announce.ts";
import { button, element } from "../ui/dom.ts";
import { text } from "../ui/text.ts";
import type { HoverAnswer } from "./answers.ts";
import { catalogueOf, withWords } from "../ui/catalogue.ts";
import type { Context } from "./context.ts";
import { markdown, plainWords } from "../ui/markdown.ts";

/** How long the pointer must rest before the engine is asked, in milliseconds. */
const restsFor = 350;

const setShown = StateEffect.define<Tooltip | null>();

/** The hover opened with the key. It keeps its place in the text and closes at an edit. */
const shown = StateField.define<Tooltip | null>({
  create: () => null,
  update(value, { docChanged, effects, selection }) {
    let next = docChanged || selection ? null : value;
    for (const effect of effects) if (effect.is(setShown)) next = effect.value;
    return next;
  },
  provide: (field) => showTooltip.from(field),
});

function content(context: Context, view: EditorView, { contents, entry }: HoverAnswer): HTMLElement {
  return element(
    "div",
    { class: "assist-words assist-hover", role: "group", "aria-label": text("hover.label"), tabindex: -1 },
    ...markdown(contents),
    entry &&
      button({
        label: text("hover.reference", { name: entry.name }),
        words: true,
        class: "small quiet",
        press: () => {
          close(view);
          context.store.perform("openReference", entry);
        },
      }),
  );
}

function tooltip(context: Context, answer: HoverAnswer): Tooltip {
  return {
    pos: answer.from,
    end: answer.to,
    above: true,
    create: (view) => {
      const dom = content(context, view, answer);
      dom.addEventListener("keydown", (event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        view.dispatch({ effects: setShown.of(null) });
        view.focus();
      });
      return { dom };
    },
  };
}

async function ask(context: Context, view: EditorView, offset: number): Promise<HoverAnswer | null> {
  const { doc } = view.state;
  const traced = await context.traced();
  if (view.state.doc !== doc) return null;
  const [answer, catalogue] = await Promise.all([
    context.ask<HoverAnswer | null>(view, "hover", offset, traced),
    catalogueOf(context.store.state.workspace.dialect),
  ]);
  const found = answer?.value;
  if (!found) return null;
  const entry = found.entry && catalogue.find(found.entry.kind, found.entry.name);
  return { ...found, contents: withWords(found.contents, entry) };
}

/** Opens a hover at the caret, or moves the focus into the open one. */
export async function showHover(context: Context, view: EditorView): Promise<void> {
  if (view.state.field(shown, false)) {
    view.dom.querySelector<HTMLElement>(".assist-hover")?.focus();
    return;
  }
  const answer = await ask(context, view, view.state.selection.main.head);
  if (!answer) {
    announce(text("hover.none"));
    return;
  }
  view.dispatch({
    effects: [setShown.of(tooltip(context, answer)), EditorView.announce.of(plainWords(answer.contents))],
  });
}

function close(view: EditorView): boolean {
  if (!view.state.field(shown, false)) return false;
  view.dispatch({ effects: setShown.of(null) });
  return true;
}

/** The hovers of an editor. */
export function hover(context: Context): Extension {
  return [
    shown,
    hoverTooltip(
      async (view, offset) => {
        const answer = await ask(context, view, offset);
        if (answer) close(view);
        return answer && offset <= answer.to ? tooltip(context, answer) : null;
      },
      { hoverTime: restsFor, hideOnChange: true },
    ),
    Prec.highest(keymap.of([{ key: "Escape", run: close }])),
  ];
}
