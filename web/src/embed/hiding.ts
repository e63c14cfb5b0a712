// Hides lines in the editor of an embed. They remain part of the text but cannot be seen, reached or changed.

import { EditorState, type Extension, RangeSet, StateField, type Text, type Transaction } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import { hiddenRegions } from "evalground/embed";
import { element } from "../ui/dom.ts";
import { text } from "../ui/text.ts";

class FoldedLines extends WidgetType {
  constructor(private readonly count: number) {
    super();
  }
  override eq(other: FoldedLines): boolean {
    return other.count === this.count;
  }
  toDOM(): HTMLElement {
    return element("div", { class: "cm-foldPlaceholder" }, text("embed.folded", { count: this.count }));
  }
}

function hidden(doc: Text, lines: [number, number] | null): DecorationSet {
  const ranges = hiddenRegions(doc.toString(), lines).map(({ first, last, folds }) =>
    Decoration.replace({ block: true, ...(folds && { widget: new FoldedLines(last - first + 1) }) }).range(
      doc.line(first).from,
      doc.line(Math.min(last, doc.lines)).to,
    ),
  );
  return RangeSet.of(ranges);
}

/** Hides the lines outside the range, and those marked by comments. */
export function hidingLines(lines: [number, number] | null): Extension {
  const isTyped = (transaction: Transaction): boolean =>
    ["input", "delete", "move", "undo", "redo"].some((kind) => transaction.isUserEvent(kind));
  const field = StateField.define<DecorationSet>({
    create: ({ doc }) => hidden(doc, lines),
    update: (shown, transaction) => {
      if (!transaction.docChanged) return shown;
      return isTyped(transaction) ? shown.map(transaction.changes) : hidden(transaction.state.doc, lines);
    },
    provide: (own) => [EditorView.decorations.from(own), EditorView.atomicRanges.of((view) => view.state.field(own))],
  });
  const kept = EditorState.changeFilter.of((transaction) => {
    if (!isTyped(transaction)) return true;
    const ranges: number[] = [];
    transaction.startState.field(field).between(0, transaction.startState.doc.length, (from, to) => {
      ranges.push(from, to);
    });
    return ranges.length === 0 ? true : ranges;
  });
  return [field, kept];
}
