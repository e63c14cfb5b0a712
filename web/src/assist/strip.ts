// The strip under an editor: the value so far at each point of the expression at the caret. What it shows is of the
// last run; while it is closed nothing is recorded.

import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { type EditorView, type Panel, showPanel, type ViewUpdate } from "@codemirror/view";
import type { TraceStep } from "evalground";
import { recorded } from "../run/recorded.ts";
import { words } from "../ui/assist_words.ts";
import { button, element, fill } from "../ui/dom.ts";
import type { Context } from "./context.ts";
import { type Segment, segmentsOf } from "./segments.ts";

/** Longest text of a segment, in characters; the rest is in its title. */
const longest = 48;

const setOpen = StateEffect.define<boolean>();

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

function item({ label, value, runs, count, lost }: Segment): HTMLElement {
  const notes = [
    count !== null && words("strip.count", { count }),
    lost > 0 && words("strip.lost", { count: lost }),
    runs > 1 && words("strip.runs", { count: runs }),
  ].filter((note) => note !== false);
  return element(
    "li",
    { title: `${label} → ${value}` },
    element("code", { class: "strip-label", dir: "auto" }, shortened(label)),
    element("code", { class: "strip-value", dir: "auto" }, shortened(value)),
    notes.length > 0 &&
      element("span", { class: lost > 0 ? "strip-note strip-lost" : "strip-note" }, notes.join(" · ")),
  );
}

/** The strip of an editor. */
export class Strip {
  private readonly open = StateField.define<boolean>({
    create: () => false,
    update(value, { effects }) {
      let next = value;
      for (const effect of effects) if (effect.is(setOpen)) next = effect.value;
      return next;
    },
    provide: (field) => showPanel.compute([field], (state) => (state.field(field) ? (view) => this.panel(view) : null)),
  });

  constructor(private readonly context: Context) {}

  extension(): Extension {
    return this.open;
  }

  /** Opens the strip, or closes it. */
  toggle(view: EditorView): void {
    view.dispatch({ effects: setOpen.of(!view.state.field(this.open)) });
  }

  private panel(view: EditorView): Panel {
    const { context } = this;
    const { store } = context;
    const list = element("ol", { class: "strip-list", "aria-label": words("strip.label") });
    const note = element("p", { class: "assist-note" });
    const close = button({
      label: words("strip.close"),
      icon: "close",
      class: "quiet small",
      press: () => {
        this.toggle(view);
        view.focus();
      },
    });
    const dom = element("div", { class: "assist-panel assist-strip" }, note, list, close);
    let steps: readonly TraceStep[] | null = null;
    function draw(): void {
      const place = context.placeOf(view);
      const found = steps && place ? segmentsOf(steps, place.file, place.text, view.state.selection.main.head) : [];
      fill(list, ...found.map(item));
      list.hidden = found.length === 0;
      note.hidden = found.length > 0;
      note.textContent = words(steps ? "strip.none" : "strip.stale");
    }
    const leave = store.watch(["result", "revision"], (state, before) => {
      if (state.result === before.result && state !== before) {
        // What is shown was of the text before this edit.
        steps = null;
        draw();
        return;
      }
      void recorded(store).then((trace) => {
        steps = trace;
        draw();
      });
    });
    draw();
    return {
      dom,
      update: ({ selectionSet, docChanged }: ViewUpdate) => {
        if (selectionSet || docChanged) draw();
      },
      destroy: leave,
    };
  }
}
