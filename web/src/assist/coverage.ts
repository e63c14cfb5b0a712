// Coverage, a switch: dims the lines that the last run did not use, such as branches not taken and variables never
// read. After an edit they stay dimmed until the next result.

import { RangeSet, StateEffect, StateField, type Extension } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin } from "@codemirror/view";
import { covered } from "../run/recorded.ts";
import type { Store, Write, HintState } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { own } from "../ui/own.ts";
import { text } from "../ui/text.ts";
import type { Context } from "./context.ts";
import { newest } from "./newest.ts";

/** Number of ranges that are announced. Further ranges are only counted. */
const mostSaid = 5;

const setUnused = StateEffect.define<readonly (readonly [number, number])[]>();
const dimmed = Decoration.line({ class: "unused-line" });

const shown = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, { changes, effects, newDoc }) {
    let next = value.map(changes);
    for (const effect of effects) {
      if (!effect.is(setUnused)) continue;
      const starts = effect.value.flatMap(([first, last]) => {
        const lines = [];
        for (let line = first; line <= Math.min(last, newDoc.lines); line += 1)
          lines.push(dimmed.range(newDoc.line(line).from));
        return lines;
      });
      next = RangeSet.of(starts, true);
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** "3, 9–12": ranges of lines for announcements. */
export function saidLines(ranges: readonly (readonly [number, number])[]): string {
  const said = ranges.slice(0, mostSaid).map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`));
  return [...said, ...(ranges.length > mostSaid ? ["…"] : [])].join(", ");
}

export class Coverage {
  private readonly store: Store;

  constructor(
    private readonly context: Context,
    private readonly write: Write<HintState>,
  ) {
    this.store = context.store;
  }

  /** Turns coverage on or off until the page is closed. */
  async toggle(): Promise<void> {
    const dimsUnused = !this.store.state.dimsUnused;
    this.write({ dimsUnused });
    if (!dimsUnused) return announce(text("coverage.off"));
    const found = await covered(this.store);
    const { openText } = this.store;
    const ranges = found && openText !== null ? (own(found, openText) ?? []) : [];
    const count = ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
    const said = text(found ? "coverage.on" : "coverage.none", { count });
    announce(count > 0 ? `${said}: ${saidLines(ranges)}` : said);
  }

  extension(): Extension {
    return [
      shown,
      ViewPlugin.define((view) => {
        const renew = newest(
          view,
          async () => {
            const place = this.context.placeOf(view);
            const isOn = this.store.state.dimsUnused;
            return { place, isOn, found: isOn ? await covered(this.store) : null };
          },
          ({ place, isOn, found }) => {
            if (isOn && !found) return;
            view.dispatch({ effects: setUnused.of((place && found && own(found, place.file)) ?? []) });
          },
        );
        const leave = this.store.watch(["result", "dimsUnused"], ({ dimsUnused }, before) => {
          if (dimsUnused || before.dimsUnused) queueMicrotask(() => void renew());
        });
        return { destroy: leave };
      }),
    ];
  }
}
