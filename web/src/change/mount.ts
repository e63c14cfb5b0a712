// The commands that change a value from its result, and ask why one is missing. Their forms are loaded when they are
// first needed.

import type { Store } from "../store.ts";

interface Form {
  /** Removes it without moving the focus. */
  end(): void;
}

/** Handles the commands. A newer form takes the place of the one before. */
export function mountChange(store: Store): void {
  let close = (): void => {};
  const show = (make: (ended: () => void) => Form): void => {
    close();
    const form = make(() => {
      close = () => {};
    });
    close = () => form.end();
  };
  store.handle("changeValue", (wanted) => {
    void import("./panel.ts").then(({ ChangePanel }) => show((ended) => new ChangePanel(store, wanted, ended)));
  });
  store.handle("showWhy", (asked) => {
    void import("./why.ts").then(({ WhyPanel }) => show((ended) => new WhyPanel(store, asked, ended)));
  });
}
