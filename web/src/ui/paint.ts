// Defers work until the browser has painted earlier changes.

/** Longest wait for the browser to be idle, in milliseconds. */
const longestWait = 100;

/** Calls a function after the next paint, when the browser is idle. */
export function afterPaint(act: () => void): void {
  requestAnimationFrame(() => {
    // Safari lacks requestIdleCallback.
    if (typeof requestIdleCallback === "function") requestIdleCallback(act, { timeout: longestWait });
    else setTimeout(act);
  });
}
