// The changes from which merge directives are restored. Few drafts have them, so what shows them is loaded for them.

import type { Watch } from "../../store.ts";
import { element } from "../../ui/dom.ts";
import { text } from "../../ui/text.ts";
import type { Face, Panel } from "./panel.ts";

/** Draws a face once its code is loaded, unless it was left by then. */
function late(load: () => Promise<Face["draw"]>): Face["draw"] {
  return (store, watch: Watch) => {
    const place = element("div", { class: "input-yaml" });
    let isLeft = false;
    watch(
      [],
      () => {},
      () => {
        isLeft = true;
      },
    );
    void load().then((draw) => {
      if (!isLeft) place.replaceWith(draw(store, watch));
    });
    return place;
  };
}

export const changesPanel: Panel = {
  id: "changes",
  keys: ["changes"],
  label: () => text("inputs.changes"),
  count: ({ changes }) => changes?.length ?? 0,
  faces: [
    { id: "document", draw: late(async () => (await import("../changed_document.ts")).changedDocument) },
    { id: "list", draw: late(async () => (await import("../changed_document.ts")).changeList) },
  ],
  own: { place: "first", applies: ({ operation }) => operation === "restore" },
};
