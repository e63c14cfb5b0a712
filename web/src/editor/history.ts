// The history of the expression line: how the arrow keys go through the draft's earlier expressions.
//
// `expressions` of the store is in the order of use, and a live run moves its expression to the end. An expression that
// the user only passes is evaluated too, so the list may be reordered while the user goes through it. Therefore the
// walk uses a copy of the list from its first step:
//
//   expressions a, b, c
//   ArrowUp    c
//   ArrowUp    b, which is run automatically; the expressions are now a, c, b
//   ArrowDown  c, and not the end of the list
//
// Typing, a run by the user and another draft end the walk. The next walk begins at the newest entry.

/** One walk through earlier expressions. */
export class HistoryWalk {
  /** The entries of the walk, oldest first; null if no walk is in progress. */
  private entries: readonly string[] | null = null;
  /** Index of the shown entry. The number of entries stands for the empty line after the newest one. */
  private place = 0;

  /** The text to show one step further, −1 being older; null at the ends. A new walk goes through `expressions`. */
  step(direction: -1 | 1, expressions: readonly string[]): string | null {
    const entries = this.entries ?? expressions;
    const next = (this.entries ? this.place : entries.length) + direction;
    if (next < 0 || next > entries.length) return null;
    this.entries = entries;
    this.place = next;
    return entries[next] ?? "";
  }

  /** Ends the walk if the line shows a text that the walk did not produce. */
  shown(text: string): void {
    if (this.entries && text !== (this.entries[this.place] ?? "")) this.end();
  }

  /** The next step begins at the newest entry. */
  end(): void {
    this.entries = null;
  }
}
