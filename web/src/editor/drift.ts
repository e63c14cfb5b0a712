// Maps positions in the engine's last answer to the current text, by the edits made since.

import type { ChangeDesc } from "@codemirror/state";

interface Edit {
  revision: number;
  changes: ChangeDesc;
}

/** The edits of each file since the last answer. */
export class Drift {
  private edits = new Map<string, Edit[]>();

  /** Records an edit that led to a revision of the workspace. */
  add(file: string, revision: number, changes: ChangeDesc): void {
    this.edits.set(file, [...(this.edits.get(file) ?? []), { revision, changes }]);
  }

  /** Drops the edits up to the revision of a new answer. */
  settle(revision: number): void {
    for (const [file, edits] of this.edits) {
      const later = edits.filter((edit) => edit.revision > revision);
      if (later.length === 0) this.edits.delete(file);
      else this.edits.set(file, later);
    }
  }

  /** Whether a file was edited since the answer. */
  has(file: string): boolean {
    return this.edits.has(file);
  }

  /** The current range of a range in the answer, limited to `length`. */
  now(file: string, from: number, to: number, length: number): { from: number; to: number } {
    let place = { from, to };
    for (const { changes } of this.edits.get(file) ?? []) {
      if (place.to > changes.length) break;
      // Text inserted at either end of a range does not belong to it.
      const begin = changes.mapPos(place.from, 1);
      place = { from: begin, to: Math.max(begin, changes.mapPos(place.to, -1)) };
    }
    const begin = Math.min(place.from, length);
    return { from: begin, to: Math.min(Math.max(place.to, begin), length) };
  }
}
