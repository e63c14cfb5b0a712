// Reports in the rail that a newer version of the page is available. The tab keeps its version until the user presses
// Reload.

import { announce } from "../ui/announce.ts";
import { button, byId, element } from "../ui/dom.ts";
import { startOffline } from "../ui/offline.ts";
import { text } from "../ui/text.ts";

/** Stores the site in this browser, and offers newer versions. */
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
