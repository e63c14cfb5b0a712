// Errors of the page itself: one part that fails says so in the rail, the others live on.

import type { Store } from "../store.ts";
import { alarm } from "../ui/announce.ts";
import { text } from "../ui/text.ts";

/** Reports uncaught errors in words; the draft is saved first. */
export function reportFailures(store: Store): void {
  const report = (error: unknown): void => {
    store.perform("save");
    alarm(text("app.partFailed", { message: error instanceof Error ? error.message : String(error) }));
  };
  addEventListener("error", (event) => {
    // Browsers report this when a layout observer needs a second frame; nothing has failed.
    if (!event.message.startsWith("ResizeObserver")) report(event.error ?? event.message);
  });
  addEventListener("unhandledrejection", (event) => report(event.reason));
}
