// Which lines of a text an embed shows. `lines="5-12"` shows these only. In comments of any language,
// `evalground:hide` … `evalground:end` takes lines out and `evalground:fold` … `evalground:end` folds them; the lines
// of the marks themselves are never shown. What is not shown is evaluated all the same.

export interface Region {
  /** Lines, from 1, both included. */
  first: number;
  last: number;
  /** The reader can open it. */
  folds: boolean;
}

const mark = /\bevalground:(hide|fold|end)\b/;

/** The stretches of a text that are not shown, in order, none touching the next. */
export function hiddenRegions(text: string, lines: readonly [number, number] | null): Region[] {
  const all = text.split("\n");
  // A newline at the end begins no line.
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
