// Marks in the source for a value, a resource or a problem that is selected elsewhere on the page.

import { RangeSet, StateEffect, StateField, type Extension } from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view";
import type { Mark } from "../store.ts";

/** A marked range of this document, and the reason for the mark. */
interface PlacedMark {
  from: number;
  to: number;
  as: Mark["as"];
}

/** Replaces the marks of the document. */
export const setMarks = StateEffect.define<readonly PlacedMark[]>();
/** Flashes the line at an offset; null ends the flash. */
export const setFlash = StateEffect.define<number | null>();

function markDecorations(marks: readonly PlacedMark[], length: number): DecorationSet {
  const ranges = marks.flatMap(({ from, to, as }) =>
    from < to && to <= length ? [Decoration.mark({ class: `mark mark-${as}` }).range(from, to)] : [],
  );
  return RangeSet.of(ranges, true);
}

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    let next = value.map(transaction.changes);
    for (const effect of transaction.effects)
      if (effect.is(setMarks)) next = markDecorations(effect.value, transaction.newDoc.length);
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const flash = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    let next = value.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setFlash)) continue;
      next =
        effect.value === null
          ? Decoration.none
          : Decoration.set(
              Decoration.line({ class: "flash" }).range(
                transaction.newDoc.lineAt(Math.min(effect.value, transaction.newDoc.length)).from,
              ),
            );
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The extension that shows the marks. */
export function markings(): Extension {
  return [marks, flash];
}

/** The vertical position of an offset in the window, limited to the visible part of the editor. */
export function placeOf(view: EditorView, offset: number): number {
  const block = view.lineBlockAt(Math.min(offset, view.state.doc.length));
  const frame = view.scrollDOM.getBoundingClientRect();
  const middle = view.documentTop + block.top + view.defaultLineHeight / 2;
  return Math.min(frame.bottom - 2, Math.max(frame.top + 2, middle));
}
