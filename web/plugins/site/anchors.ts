// The anchors of a dialect's functions on its reference page. Links from anywhere use them, so they depend only on the
// entry's kind and name. Further entries with the same kind and name get a number.

import type { CatalogueEntry } from "evalground";
import { slug } from "./markup.ts";

type Named = Pick<CatalogueEntry, "kind" | "name">;

/** The anchors of a dialect's entries, in order. */
export function anchorsOf(entries: readonly Named[]): string[] {
  const seen = new Map<string, number>();
  return entries.map(({ kind, name }) => {
    const anchor = `${slug(kind)}-${slug(name)}`.toLowerCase();
    const count = (seen.get(anchor) ?? 0) + 1;
    seen.set(anchor, count);
    return count === 1 ? anchor : `${anchor}-${count}`;
  });
}

/** The address of an entry in the reference. */
export function referenceAddress(dialect: string, anchor: string): string {
  return `/reference/${dialect}/#${anchor}`;
}
