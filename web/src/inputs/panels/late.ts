// Forms of panels that few users open. Their code is loaded when they are first shown.

import { element } from "../../ui/dom.ts";
import type { Face } from "./panel.ts";

/** Draws a face once its code is loaded, unless it was left by then. */
export function late(load: () => Promise<Face["draw"]>): Face["draw"] {
  return (store, watch) => {
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
