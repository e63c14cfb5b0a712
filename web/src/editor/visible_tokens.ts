// The engine's colours of the visible lines, for texts so long that runs leave the colours out. They are asked for
// after a run and when the text has been scrolled, a little beyond the visible part. The engine reads the whole text
// for each question, so at most one is under way.

import type { EditorView } from "@codemirror/view";
import type { RunResult, TextRange, Token } from "evalground";

/** Characters before and after the visible part. */
const around = 20_000;
/** Pause in scrolling before colours are asked for, in milliseconds. */
const pause = 150;

type Ask = (range: TextRange) => Promise<readonly Token[]>;

export class VisibleTokens {
  private known: (Required<TextRange> & { of: RunResult }) | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isAsking = false;

  /** `current`: the result and the file to which colours belong now, or null. `show` receives the colours. */
  constructor(
    private readonly view: EditorView,
    private readonly current: () => { of: RunResult; file: string } | null,
    private readonly ask: Ask,
    private readonly show: (tokens: readonly Token[]) => void,
  ) {}

  /** Asks for colours after a pause, unless those of the visible part are known. */
  followSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.follow(), pause);
  }

  private async follow(): Promise<void> {
    const current = this.current();
    if (!current || this.isAsking) return;
    const { from, to } = this.view.viewport;
    const { known } = this;
    const isKnown = known?.of === current.of && known.file === current.file && known.from <= from && known.to >= to;
    if (isKnown) return;
    const range = { file: current.file, from: Math.max(0, from - around), to: to + around };
    this.isAsking = true;
    try {
      const tokens = await this.ask(range);
      const now = this.current();
      if (now?.of === current.of && now.file === current.file) {
        this.known = { ...range, of: current.of };
        this.show(tokens);
      }
    } catch {
      // The page's own highlighting stays.
      this.known = { ...range, of: current.of };
    }
    this.isAsking = false;
    this.followSoon();
  }
}
