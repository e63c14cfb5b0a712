// The command that changes a value from its result. Its form is loaded when it is first needed.

import type { Store } from "../store.ts";

/** Handles the command. A second value takes the place of the first. */
export function mountChange(store: Store): void {
  let close = (): void => {};
  store.handle("changeValue", (wanted) => {
    void import("./panel.ts").then(({ ChangePanel }) => {
      close();
      const panel = new ChangePanel(store, wanted, () => {
        close = () => {};
      });
      close = () => panel.end();
    });
  });
}
