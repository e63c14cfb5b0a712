// The button that saves to disk, with the number of edited files, and its key.

import type { Store } from "../store.ts";
import { alarm, announce } from "../ui/announce.ts";
import { idle } from "../ui/breathe.ts";
import { button, byId, element, setAttribute, setText } from "../ui/dom.ts";
import { text } from "../ui/text.ts";
import type { Folder } from "./folder.ts";

/** Opens one of the dialogs, unless another is open. */
export function openDialogs(open: (dialogs: typeof import("./save_dialog.ts")) => void): void {
  import("./save_dialog.ts").then(
    (dialogs) => {
      if (!document.querySelector("dialog[open]")) open(dialogs);
    },
    () => alarm(text("save.unreachable")),
  );
}

/** Adds the button beside Run, and handles the key. */
export function mountSaving(store: Store, folder: Folder): void {
  const save = button({
    label: text("save.button"),
    icon: "save",
    words: true,
    class: "spare-words folder-save",
    attributes: { "aria-haspopup": "dialog", title: text("save.shortcut") },
    press: () => store.perform("saveToDisk"),
  });
  const count = element("span", { class: "folder-count" });
  save.append(count);
  byId("bar").querySelector(".run-controls")?.after(save);
  store.watch(["ahead"], ({ ahead }) => {
    save.hidden = ahead === null;
    const edited = ahead?.size ?? 0;
    setText(count, edited === 0 ? "" : text("save.count", { count: edited }));
    setAttribute(save, "aria-label", edited === 0 ? text("save.button") : text("save.buttonCount", { count: edited }));
    save.toggleAttribute("data-edited", edited > 0);
  });
  store.handle("saveToDisk", () => {
    if (store.state.ahead === null || document.querySelector("dialog[open]")) return;
    if (store.state.ahead.size === 0) return announce(text("save.none"));
    openDialogs(({ openSave }) => openSave(store, folder));
  });
  // Load the dialogs now, while the server is reachable.
  void idle().then(() => import("./save_dialog.ts").catch(() => undefined));
  // Handle the key before the page does, which would copy a link.
  addEventListener(
    "keydown",
    (event) => {
      const isKey = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isKey || event.key.toLowerCase() !== "s" || store.state.ahead === null) return;
      event.preventDefault();
      store.perform("saveToDisk");
    },
    true,
  );
}
