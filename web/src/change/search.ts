// Asks the engine for changes or reasons. A newer question ends the one before.

/** What the search is doing, for those who show it. */
export type Progress<Result> =
  | { state: "idle" }
  /** `isLong`: long enough to be told. */
  | { state: "running"; isLong: boolean }
  | { state: "done"; result: Result }
  | { state: "failed"; reason: unknown };

/** Searches up to this long show nothing but their result, in milliseconds. */
const unnoticed = 400;

export class Search<Result> {
  private control: AbortController | null = null;
  private waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly show: (progress: Progress<Result>) => void) {}

  get isRunning(): boolean {
    return this.control !== null;
  }

  /** Sends a question. */
  async ask(question: (signal: AbortSignal) => Promise<Result>): Promise<void> {
    this.end();
    const control = new AbortController();
    this.control = control;
    this.show({ state: "running", isLong: false });
    this.waiting = setTimeout(() => this.show({ state: "running", isLong: true }), unnoticed);
    let progress: Progress<Result>;
    try {
      progress = { state: "done", result: await question(control.signal) };
    } catch (reason) {
      progress = { state: "failed", reason };
    }
    if (this.control !== control) return;
    this.end();
    this.show(progress);
  }

  /** Ends the question in progress, and shows nothing. */
  cancel(): void {
    this.end();
    this.show({ state: "idle" });
  }

  private end(): void {
    clearTimeout(this.waiting);
    this.control?.abort();
    this.control = null;
  }
}
