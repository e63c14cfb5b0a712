// The strip below an editor: the intermediate values of the expression at the caret, from the last run. Nothing is
// recorded while the strip is closed.

import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { type EditorView, type Panel, showPanel, type ViewUpdate } from "@codemirror/view";
import type { TraceStep } from "evalground";
import { evaluatedBeside, recorded } from "../run/recorded.ts";
import { announce } from "../ui/announce.ts";
import { quotedCode } from "../ui/code_words.ts";
import { button, element, fill } from "../ui/dom.ts";
import { text } from "../ui/text.ts";
import type { Context } from "./context.ts";
import { countOf, type Segment, segmentsOf, selectedStep } from "./segments.ts";

/** Longest text of a segment, in characters. The title has the rest. */
const longest = 48;

const setOpen = StateEffect.define<boolean>();
/** The value of the selection, or a note why it has none; null: not shown. */
type Selected = { segment: Segment } | { note: string } | null;
const setSelected = StateEffect.define<Selected>();

const selected = StateField.define<Selected>({
  create: () => null,
  update(value, { docChanged, effects, selection }) {
    let next = docChanged || selection ? null : value;
    for (const effect of effects) if (effect.is(setSelected)) next = effect.value;
    return next;
  },
});

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

function item({ label, value, runs, count, lost }: Segment): HTMLElement {
  const notes = [
    count !== null && text("strip.count", { count }),
    lost > 0 && text("strip.lost", { count: lost }),
    runs > 1 && text("strip.runs", { count: runs }),
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
    return [this.open, selected];
  }

  /** Shows the value of the selected part of an expression: from the last run, or evaluated on its own. */
  async evaluate(view: EditorView): Promise<void> {
    const { context } = this;
    const { from, to } = view.state.selection.main;
    const place = context.placeOf(view);
    const written = view.state.sliceDoc(from, to).trim();
    if (!place || written === "") return announce(text("strip.noSelection"));
    const { doc } = view.state;
    const show = (found: Selected): void => {
      const { main } = view.state.selection;
      if (view.state.doc !== doc || main.from !== from || main.to !== to) return;
      view.dispatch({ effects: [setOpen.of(true), setSelected.of(found)] });
      if (found) announce("note" in found ? found.note : `${found.segment.label}: ${found.segment.value}`);
    };
    view.dispatch({ effects: [setOpen.of(true), setSelected.of({ note: text("strip.evaluating") })] });
    const steps = await recorded(context.store);
    if (!steps) return show({ note: text("strip.stale") });
    const known = selectedStep(steps, place.file, place.text, { from, to });
    if (known) return show({ segment: known });
    try {
      const result = await evaluatedBeside(context.store, written);
      if (!result) return show({ note: text("strip.stale") });
      const failed = result.diagnostics.find(({ severity }) => severity === "error");
      const value = result.text !== undefined && result.json === undefined ? JSON.stringify(result.text) : result.json;
      if (!result.ok || value === undefined)
        return show({ note: text("strip.notEvaluated", { reason: quotedCode(failed?.message ?? "") }) });
      show({ segment: { from, to, label: written, value, runs: 1, count: countOf(value), lost: 0 } });
    } catch (reason) {
      const said = reason instanceof Error ? reason.message : String(reason);
      show({ note: text("strip.notEvaluated", { reason: said }) });
    }
  }

  /** Opens or closes the strip. */
  toggle(view: EditorView): void {
    view.dispatch({ effects: setOpen.of(!view.state.field(this.open)) });
  }

  private panel(view: EditorView): Panel {
    const { context } = this;
    const { store } = context;
    const list = element("ol", { class: "strip-list", "aria-label": text("strip.label") });
    const note = element("p", { class: "assist-note" });
    const close = button({
      label: text("strip.close"),
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
      const chosen = view.state.field(selected, false) ?? null;
      const segment = chosen && "segment" in chosen ? chosen.segment : null;
      const shown = segment ? [segment] : chosen ? [] : found;
      fill(list, ...shown.map(item));
      if (segment) list.firstElementChild?.classList.add("strip-selection");
      list.setAttribute("aria-label", text(segment ? "strip.selection" : "strip.label"));
      list.hidden = shown.length === 0;
      note.hidden = shown.length > 0;
      note.textContent = chosen && "note" in chosen ? chosen.note : text(steps ? "strip.none" : "strip.stale");
    }
    const leave = store.watch(["result", "revision"], (state, before) => {
      if (state.result === before.result && state !== before) {
        // The values belong to the text before this edit.
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
      update: ({ selectionSet, docChanged, startState, state }: ViewUpdate) => {
        const isOther = startState.field(selected, false) !== state.field(selected, false);
        if (selectionSet || docChanged || isOther) draw();
      },
      destroy: leave,
    };
  }
}
