// Inlay results, a switch: after each line with an expression, its value in the last run. After an edit the values are
// struck through until the next run ends.

import { type Extension, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, WidgetType } from "@codemirror/view";
import { announce } from "../ui/announce.ts";
import { element } from "../ui/dom.ts";
import { text } from "../ui/text.ts";
import type { InlayHint } from "./answers.ts";
import type { Context } from "./context.ts";
import { newest } from "./newest.ts";

const setHints = StateEffect.define<readonly InlayHint[]>();

class Result extends WidgetType {
  constructor(private readonly label: string) {
    super();
  }
  override eq(other: Result): boolean {
    return other.label === this.label;
  }
  toDOM(): HTMLElement {
    return element("span", { class: "inlay", dir: "auto" }, this.label);
  }
  override ignoreEvent(): boolean {
    return false;
  }
}

interface Shown {
  decorations: DecorationSet;
  isStale: boolean;
}

const shown = StateField.define<Shown>({
  create: () => ({ decorations: Decoration.none, isStale: false }),
  update(value, { changes, docChanged, effects, newDoc }) {
    let next = docChanged
      ? { decorations: value.decorations.map(changes), isStale: value.decorations.size > 0 }
      : value;
    for (const effect of effects) {
      if (!effect.is(setHints)) continue;
      const ranges = effect.value
        .filter(({ offset }) => offset <= newDoc.length)
        .map(({ label, offset }) => Decoration.widget({ widget: new Result(label), side: 1 }).range(offset));
      next = { decorations: RangeSet.of(ranges, true), isStale: false };
    }
    return next;
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ decorations }) => decorations),
    EditorView.editorAttributes.from(
      field,
      ({ isStale }): Record<string, string> => (isStale ? { class: "inlay-stale" } : {}),
    ),
  ],
});

export class Inlay {
  constructor(private readonly context: Context) {}

  private get isOn(): boolean {
    return this.context.store.state.settings.inlay;
  }

  /** Turns inlay results on or off, in this browser. */
  toggle(): void {
    const inlay = !this.isOn;
    this.context.store.perform("changeSettings", { inlay });
    announce(text(inlay ? "inlay.on" : "inlay.off"));
  }

  extension(): Extension {
    return [
      shown,
      ViewPlugin.define((view) => {
        const renew = newest(
          view,
          async () => {
            const traced = this.isOn ? await this.context.traced() : {};
            return traced.outcome ? this.context.ask<InlayHint[]>(view, "inlay", null, traced) : null;
          },
          (answer) => {
            // Without a trace keep what is shown. It is struck through if the text has changed.
            if (this.isOn && !answer?.value) return;
            view.dispatch({ effects: setHints.of(answer?.value ?? []) });
          },
        );
        const renewLater = (): void => queueMicrotask(() => void renew());
        const leave = this.context.store.watch(["result", "settings"], (state, before) => {
          if (this.isOn || state.settings.inlay !== before.settings.inlay) renewLater();
        });
        return { destroy: leave };
      }),
    ];
  }
}
