// What the results of an example show at first: one value connected to its source.

import { marksOf } from "./provenance.ts";
import { type LedgerRow, winning } from "./rows.ts";

/**
 * How much a row shows about provenance: the places in the open file that made it or that it overrode, and the parts of
 * the data that it read.
 */
function provenanceCount({ origins, hasChildren, error, isSensitive }: LedgerRow, file: string | null): number {
  if (hasChildren || error || isSensitive) return 0;
  const found = marksOf(origins).flatMap(({ span, data }) =>
    data ? [JSON.stringify(data)] : span.file === file ? [String(span.from)] : [],
  );
  const places = new Set(found).size;
  const isComputed = winning(origins).some(({ via }) => via !== "literal");
  return places === 0 || !isComputed ? 0 : Math.min(places, 3);
}

/** The first of the rows that show most; null if none shows anything. */
export function tellingRow(rows: readonly LedgerRow[], file: string | null): LedgerRow | null {
  let best: LedgerRow | null = null;
  for (const row of rows) if (provenanceCount(row, file) > (best ? provenanceCount(best, file) : 0)) best = row;
  return best;
}
