// Lays a document or the expression out; the engine refuses what would change its value.

import type { EditorView } from "@codemirror/view";
import { edit } from "../editor/change.ts";
import { announce } from "../ui/announce.ts";
import { words } from "../ui/assist_words.ts";
import { expressionFile } from "../ui/places.ts";
import type { Context } from "./context.ts";
import { layoutChanges } from "./edits.ts";

/** Lays out what the editor shows. */
export async function format(context: Context, view: EditorView): Promise<void> {
  const place = context.placeOf(view);
  if (!place) return;
  const target = place.file === expressionFile ? ({ target: "expression" } as const) : {};
  const answer = await context.ask<{ text: string }>(view, "format", null, target);
  if (!answer) return;
  if (answer.reason !== undefined) {
    announce(words("format.refused", { reason: answer.reason }));
    return;
  }
  const changes = layoutChanges(place.text, answer.value.text);
  if (changes.length > 0) edit(view, changes);
  announce(words(changes.length > 0 ? "format.done" : "format.already"));
}
