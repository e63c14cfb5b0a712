// Says in the rail that a newer version of the page is here. The tab goes on with the one it has until somebody presses
// Reload.

import { announce } from "../ui/announce.ts";
import { button, byId, element } from "../ui/dom.ts";
import { startOffline } from "../ui/offline.ts";
import { text } from "../ui/text.ts";

/** Has the site kept in this browser, and offers what is newer. */
export function startUpdates(): void {
  void startOffline((reload) => {
    if (document.getElementById("update")) return;
    byId("rail-facts").before(
      element(
        "span",
        { id: "update" },
        text("update.ready"),
        button({ label: text("update.reload"), words: true, class: "quiet small", press: reload }),
      ),
    );
    announce(text("update.ready"));
  });
}
