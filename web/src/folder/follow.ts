// Long polling: asks the server for changes while the page is visible. Each answer is followed by the next request.
// After an error it waits 1, 2, 4 … up to 10 seconds.

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
   * `poll` sends one request and applies the answer; `isBack` is set after an outage. `told` receives whether the
   * server answers, and the server's explanation if it cannot.
   */
  constructor(
    private readonly poll: (signal: AbortSignal, isBack: boolean) => Promise<void>,
    private readonly told: (isAnswering: boolean, reason: string | null) => void,
  ) {
    document.addEventListener("visibilitychange", () => this.decide());
  }

  /** Starts or stops following. */
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
        await this.poll(signal, failures > 0);
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
