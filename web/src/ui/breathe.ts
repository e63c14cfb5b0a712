// A pause between two pieces of work, in which the browser paints and hears the user.

interface Scheduler {
  yield?(): Promise<void>;
}

/** Goes on behind the first paint; what is in the background is never painted, and waits a moment only. */
export function painted(): Promise<void> {
  if (performance.getEntriesByName("first-contentful-paint").length > 0) return Promise.resolve();
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 300);
  });
}

/** Goes on when the browser has nothing more urgent, at the latest after a moment: also in the background. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle moments.
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: 100 });
    else setTimeout(resolve);
  });
}

/** Goes on as soon as what waits has been done; where the browser knows how, before what is asked for later. */
export function breathe(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: Scheduler };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}
