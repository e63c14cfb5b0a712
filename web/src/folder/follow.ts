// Asks the server for changes as long as somebody can see the page: the next question follows the answer. After an
// error it waits 1, 2, 4 … at most 10 seconds.

import { ServerError } from "./server.ts";

/** Longest pause between two attempts, in milliseconds. */
const longestPause = 10_000;

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

export class Follower {
  private control: AbortController | null = null;
  private isWanted = false;

  /**
   * `look` asks once and takes the answer in; `isBack` says that the server did not answer before. `told` hears whether
   * the server answers, and the server's own sentence where it says why it cannot.
   */
  constructor(
    private readonly look: (signal: AbortSignal, isBack: boolean) => Promise<void>,
    private readonly told: (isAnswering: boolean, reason: string | null) => void,
  ) {
    document.addEventListener("visibilitychange", () => this.decide());
  }

  /** Follows from now on, or no longer. */
  want(isWanted: boolean): void {
    this.isWanted = isWanted;
    this.decide();
  }

  private decide(): void {
    const isDue = this.isWanted && !document.hidden;
    if (isDue === (this.control !== null)) return;
    this.control?.abort();
    this.control = isDue ? new AbortController() : null;
    if (this.control) void this.go(this.control.signal);
  }

  private async go(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; ) {
      try {
        await this.look(signal, failures > 0);
        failures = 0;
        if (!signal.aborted) this.told(true, null);
      } catch (error) {
        if (signal.aborted) return;
        this.told(false, error instanceof ServerError ? error.message : null);
        await pause(Math.min(1000 * 2 ** failures, longestPause), signal);
        failures += 1;
      }
    }
  }
}
