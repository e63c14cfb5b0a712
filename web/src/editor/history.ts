// The history of the expression line: how the arrow keys lead through the earlier expressions of the draft.
//
// `expressions` of the store is in the order of use, and a live run moves its expression to the end of it. An
// expression that is only walked past is evaluated too, so that list may change its order under a walk. The walk
// therefore goes through the list as it was at its first step:
//
//   expressions a, b, c
//   ArrowUp    c
//   ArrowUp    b, which is run by itself; the expressions are a, c, b by now
//   ArrowDown  c, and not the end of the list
//
// Typing, a run that the user asks for, and another draft end the walk; the next one begins at the newest entry again.

/** One walk through earlier expressions at a time. */
export class HistoryWalk {
  /** The entries that the walk goes through, oldest first; null while nobody walks. */
  private entries: readonly string[] | null = null;
  /** The entry that is shown; the number of entries stands for the empty line behind the newest. */
  private place = 0;

  /**
   * The text to show one step further, −1 being older; null at the ends. `expressions` are what a new walk goes
   * through.
   */
  step(direction: -1 | 1, expressions: readonly string[]): string | null {
    const entries = this.entries ?? expressions;
    const next = (this.entries ? this.place : entries.length) + direction;
    if (next < 0 || next > entries.length) return null;
    this.entries = entries;
    this.place = next;
    return entries[next] ?? "";
  }

  /** Takes notice of the text of the line: another one than the walk has led to ends it. */
  shown(text: string): void {
    if (this.entries && text !== (this.entries[this.place] ?? "")) this.end();
  }

  /** The next step begins at the newest entry. */
  end(): void {
    this.entries = null;
  }
}
