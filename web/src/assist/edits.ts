// Edits of several texts that are applied, and undone, together.

import type { EditorView } from "@codemirror/view";
import { edit, smallestChange } from "../editor/change.ts";
import type { Store } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { filesOf } from "../ui/entries.ts";
import { expressionFile } from "../ui/places.ts";
import { offerUndo } from "../ui/toast.ts";
import type { TextEdit } from "./answers.ts";

/** Applies edits to a text. The edits must not overlap. */
export function edited(text: string, edits: readonly TextEdit[]): string {
  let result = text;
  for (const { from, to, newText } of [...edits].sort((one, other) => other.from - one.from))
    result = result.slice(0, from) + newText + result.slice(to);
  return result;
}

/**
 * The changes that format a text. If only whitespace differs, each gap between words changes separately, so that the
 * caret stays at its word. Otherwise it is the smallest single change.
 */
export function layoutChanges(before: string, after: string): { from: number; to: number; insert: string }[] {
  const changes: { from: number; to: number; insert: string }[] = [];
  const blanks = /\s*/y;
  const skip = (text: string, at: number): number => {
    blanks.lastIndex = at;
    return at + (blanks.exec(text)?.[0].length ?? 0);
  };
  let [old, fresh] = [0, 0];
  while (old < before.length || fresh < after.length) {
    const [oldEnd, freshEnd] = [skip(before, old), skip(after, fresh)];
    const insert = after.slice(fresh, freshEnd);
    if (before.slice(old, oldEnd) !== insert) changes.push({ from: old, to: oldEnd, insert });
    [old, fresh] = [oldEnd, freshEnd];
    if (before[old] !== after[fresh]) {
      const whole = smallestChange(before, after);
      return whole ? [whole] : [];
    }
    old += 1;
    fresh += 1;
  }
  return changes;
}

/**
 * Applies edits to files and to the expression. `open` gives the view that shows a text; other texts are changed in the
 * workspace. If several texts change, a notice offers to undo all of them.
 */
export function makeEdits(
  store: Store,
  edits: readonly TextEdit[],
  open: (file: string) => EditorView | null,
  done: string,
): void {
  const before = new Map<string, string>();
  const after = new Map<string, string>();
  const { workspace } = store.state;
  for (const file of new Set(edits.map((edit) => edit.file))) {
    const own = edits.filter((edit) => edit.file === file);
    const view = open(file);
    const text = view
      ? view.state.doc.toString()
      : file === expressionFile
        ? workspace.expression
        : filesOf(workspace).get(file);
    if (typeof text !== "string") continue;
    before.set(file, text);
    after.set(file, edited(text, own));
    if (view) {
      edit(
        view,
        own.map(({ from, to, newText }) => ({ from, to, insert: newText })),
      );
    }
  }
  put(store, after);
  if (before.size < 2) {
    announce(done);
    return;
  }
  offerUndo(done, () => {
    // Keep what was typed since.
    const { workspace: now } = store.state;
    const unchanged = [...before].filter(
      ([file]) => after.get(file) === (file === expressionFile ? now.expression : filesOf(now).get(file)),
    );
    put(store, new Map(unchanged));
  });
}

/** Writes texts to the workspace. */
function put(store: Store, texts: ReadonlyMap<string, string>): void {
  const { workspace } = store.state;
  const files = Object.fromEntries(
    [...texts].filter(([file, text]) => file !== expressionFile && filesOf(workspace).get(file) !== text),
  );
  if (Object.keys(files).length > 0) store.editFiles(files);
  const expression = texts.get(expressionFile);
  if (expression !== undefined && expression !== workspace.expression) store.edit({ expression });
}
