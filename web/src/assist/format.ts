// Formats a document or the expression. The engine refuses a format that would change its value.

import type { EditorView } from "@codemirror/view";
import { edit } from "../editor/change.ts";
import { announce } from "../ui/announce.ts";
import { own } from "../ui/own.ts";
import { dataFile, expressionFile } from "../ui/places.ts";
import { text } from "../ui/text.ts";
import type { Context } from "./context.ts";
import { layoutChanges } from "./edits.ts";
import { laidOutJson } from "./json_layout.ts";
import type { Answer, Place, Request } from "./questions.ts";

const targets: Readonly<Record<string, Partial<Request>>> = {
  [expressionFile]: { target: "expression" },
  [dataFile]: { target: "data" },
};

async function laidOut(context: Context, view: EditorView, place: Place): Promise<Answer<{ text: string }> | null> {
  // The engine keeps the line breaks of JSON, as it does for all flow collections of YAML. So JSON is formatted here.
  const json = place.file === dataFile ? laidOutJson(place.text) : null;
  if (json !== null) return { value: { text: json } };
  return context.ask<{ text: string }>(view, "format", null, own(targets, place.file) ?? {});
}

/** Formats the text of an editor. */
export async function format(context: Context, view: EditorView): Promise<void> {
  const place = context.placeOf(view);
  if (!place) return;
  const answer = await laidOut(context, view, place);
  if (!answer) return;
  if (answer.reason !== undefined) {
    announce(text("format.refused", { reason: answer.reason }));
    return;
  }
  const changes = layoutChanges(place.text, answer.value.text);
  if (changes.length > 0) edit(view, changes);
  announce(text(changes.length > 0 ? "format.done" : "format.already"));
}
