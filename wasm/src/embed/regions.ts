// Which lines of a text an embed shows. `lines="5-12"` shows only these. Comments in any language can also hide or fold
// lines: `evalground:hide` … `evalground:end` and `evalground:fold` … `evalground:end`. The lines of these marks are
// never shown. Hidden lines are still evaluated.

export interface Region {
  /** First and last line, from 1, inclusive. */
  first: number;
  last: number;
  /** Whether the reader can expand it. */
  folds: boolean;
}

const mark = /\bevalground:(hide|fold|end)\b/;

/** The hidden ranges of a text, in order and not adjacent. */
export function hiddenRegions(text: string, lines: readonly [number, number] | null): Region[] {
  const all = text.split("\n");
  // A final line break does not begin a line.
  if (all.length > 1 && all.at(-1) === "") all.pop();
  const regions: Region[] = [];
  const hide = (first: number, last: number, folds: boolean): void => {
    const before = regions.at(-1);
    if (before && before.last >= first - 1 && before.folds === folds) before.last = Math.max(last, before.last);
    else regions.push({ first, last, folds });
  };
  let kind: string | null = null;
  for (const [index, line] of all.entries()) {
    const number = index + 1;
    const found = mark.exec(line)?.[1];
    if (lines && (number < lines[0] || number > lines[1])) hide(number, number, false);
    else if (found !== undefined) hide(number, number, false);
    else if (kind !== null) hide(number, number, kind === "fold");
    if (found !== undefined) kind = found === "end" ? null : found;
  }
  return regions;
}
