// Edits that are shown in a document before they are made: the text that would go is struck out, and the new text
// stands behind it. Any change of the document ends the preview, because the offsets no longer fit.

import { StateEffect, StateField, type Extension } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import type { Preview } from "../store.ts";
import { element } from "../ui/dom.ts";

type Edits = Preview["edits"];

/** Replaces the shown edits. */
export const setPreview = StateEffect.define<Edits>();

class Inserted extends WidgetType {
  constructor(private readonly text: string) {
    super();
  }

  override eq(other: Inserted): boolean {
    return other.text === this.text;
  }

  override get lineBreaks(): number {
    return this.text.split("\n").length - 1;
  }

  override toDOM(): HTMLElement {
    return element("ins", { class: "preview-new" }, this.text);
  }
}

function decorations(edits: Edits, length: number): DecorationSet {
  const shown = edits.filter(({ from, to }) => from <= to && to <= length);
  return Decoration.set(
    shown.flatMap(({ from, to, text }) => [
      ...(from < to ? [Decoration.mark({ tagName: "del", class: "preview-old" }).range(from, to)] : []),
      ...(text === "" ? [] : [Decoration.widget({ widget: new Inserted(text), side: 1 }).range(to)]),
    ]),
    true,
  );
}

const shown = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, { docChanged, effects, newDoc }) {
    let next = docChanged ? Decoration.none : value;
    for (const effect of effects) if (effect.is(setPreview)) next = decorations(effect.value, newDoc.length);
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The extension that shows the edits. */
export function previews(): Extension {
  return shown;
}
