// Pauses between pieces of work, in which the browser can paint and handle input.

interface Scheduler {
  yield?(): Promise<void>;
}

/** Resolves after the first paint. A page in the background is never painted and waits only briefly. */
export function painted(): Promise<void> {
  if (performance.getEntriesByName("first-contentful-paint").length > 0) return Promise.resolve();
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 300);
  });
}

/** Resolves when the browser is idle, after a moment at the latest, also in the background. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari lacks requestIdleCallback.
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: 100 });
    else setTimeout(resolve);
  });
}

/** Yields to pending tasks. With scheduler.yield, continues before tasks that are queued later. */
export function breathe(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: Scheduler };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}
