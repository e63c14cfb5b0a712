// The anchors of a dialect's functions on its page of the reference: links from anywhere name them, so they are made
// of what an entry is called and nothing else. The second of the same kind and name has a number behind it.

import type { CatalogueEntry } from "evalground";
import { slug } from "./markup.ts";

type Named = Pick<CatalogueEntry, "kind" | "name">;

/** The anchors of one dialect's entries, in their order. */
export function anchorsOf(entries: readonly Named[]): string[] {
  const seen = new Map<string, number>();
  return entries.map(({ kind, name }) => {
    const anchor = `${slug(kind)}-${slug(name)}`.toLowerCase();
    const count = (seen.get(anchor) ?? 0) + 1;
    seen.set(anchor, count);
    return count === 1 ? anchor : `${anchor}-${count}`;
  });
}

/** The address of an entry's part of the reference. */
export function referenceAddress(dialect: string, anchor: string): string {
  return `/reference/${dialect}/#${anchor}`;
}
