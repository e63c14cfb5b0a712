// Reports in the rail that a newer version of the page is available. The tab keeps its version until the user presses
// Reload. On a metered connection, asks once whether to download all languages for use without a network.

import { announce } from "../ui/announce.ts";
import { button, byId, element } from "../ui/dom.ts";
import { keep, kept } from "../ui/keep.ts";
import { keepEverything, startOffline } from "../ui/offline.ts";
import { text } from "../ui/text.ts";
import { offerAction } from "../ui/toast.ts";

const askedKey = "evalground.offlineAsked";

function offerUpdate(reload: () => void): void {
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
}

/** Offers the download once. The settings have it too. */
function offerDownload(): void {
  if (kept(askedKey, false)) return;
  keep(askedKey, true);
  offerAction(text("offline.ask"), text("settings.offlineAll"), () => {
    void keepEverything(({ ended }) => {
      if (ended) announce(text(ended === "complete" ? "settings.offlineReady" : "settings.offlineFailed"));
    });
  });
}

/** Stores the site in this browser, and offers newer versions. */
export function startUpdates(): void {
  void startOffline(offerUpdate, offerDownload);
}
