// What can wait until the page has shown what was done before.

/** How long something may wait for a moment in which nothing else is to be done, in milliseconds. */
const longestWait = 100;

/** Does something after the next paint, when the browser has nothing more urgent. */
export function afterPaint(act: () => void): void {
  requestAnimationFrame(() => {
    // Safari has no idle moments.
    if (typeof requestIdleCallback === "function") requestIdleCallback(act, { timeout: longestWait });
    else setTimeout(act);
  });
}
