// Loads the second part of a module in two parts, once for all workers of a pool. Retries until it succeeds.

import type { ModuleSource, ToWorker } from "./protocol.js";

/** Pauses between attempts, in milliseconds; the last one repeats. */
const pauses = [500, 1000, 2000, 5000, 15_000, 60_000];

type RestMessage = Extract<ToWorker, { type: "rest" | "no rest" }>;

export class Rest {
  private message: RestMessage | undefined;
  private readonly listeners = new Set<(message: RestMessage) => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private attempts = 0;
  private closed = false;

  /** Starts loading immediately. */
  constructor(private readonly load: () => Promise<ModuleSource>) {
    void this.attempt();
  }

  /** Reports the current state, and later messages until the returned function is called. */
  watch(listener: (message: RestMessage) => void): () => void {
    if (this.message) listener(this.message);
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  close(): void {
    clearTimeout(this.timer);
    this.listeners.clear();
    this.closed = true;
  }

  private async attempt(): Promise<void> {
    try {
      this.message = { type: "rest", module: await this.load() };
    } catch (error) {
      if (this.closed) return;
      this.message = { type: "no rest", message: error instanceof Error ? error.message : String(error) };
      this.timer = setTimeout(() => void this.attempt(), pauses[Math.min(this.attempts, pauses.length - 1)]);
      (this.timer as { unref?: () => void }).unref?.();
      this.attempts += 1;
    }
    for (const listener of this.listeners) listener(this.message);
  }
}
