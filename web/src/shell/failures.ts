// Errors of the page itself. A part that fails is reported in the rail; the other parts keep working.

import type { Store } from "../store.ts";
import { alarm } from "../ui/announce.ts";
import { text } from "../ui/text.ts";

/** Reports uncaught errors. The draft is saved first. */
export function reportFailures(store: Store): void {
  const report = (error: unknown): void => {
    store.perform("save");
    alarm(text("app.partFailed", { message: error instanceof Error ? error.message : String(error) }));
  };
  addEventListener("error", (event) => {
    // Browsers report this when a ResizeObserver needs a second frame. It is not an error.
    if (!event.message.startsWith("ResizeObserver")) report(event.error ?? event.message);
  });
  addEventListener("unhandledrejection", (event) => report(event.reason));
}
