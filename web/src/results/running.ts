// Says in the status line that a run is still going on, once it takes longer than users notice.

import type { Store } from "../store.ts";
import { announceQuietly, unsay } from "../ui/announce.ts";
import { text } from "../ui/text.ts";

/** Shorter runs are not mentioned, in milliseconds. */
const noticeable = 1000;

export function sayRunning(store: Store): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  store.watch(["runningSince"], ({ runningSince, settings }) => {
    clearTimeout(timer);
    unsay("running");
    if (runningSince === null || settings.announce !== "always") return;
    timer = setTimeout(() => announceQuietly(text("run.running"), "running"), noticeable);
  });
}
