// The settings of this browser: their defaults and their storage. The dialog that changes them is loaded when it is
// first opened.

import { usualLimits } from "../run/limits.ts";
import type { Settings, Store } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { button, byId, fill } from "../ui/dom.ts";
import { keep, kept } from "../ui/keep.ts";
import { text } from "../ui/text.ts";

const settingsKey = "evalground.settings";

/** The default settings. */
export const usualSettings: Settings = {
  theme: "system",
  announce: "always",
  tabMovesFocus: false,
  editorZoom: 100,
  wrapLines: false,
  inlay: false,
  limits: { timeMs: usualLimits.timeMs },
};

/** The stored settings, also those of an older release. */
export function keptSettings(): Settings {
  const found = kept<Partial<Settings>>(settingsKey, {});
  return { ...usualSettings, ...found, limits: { ...usualSettings.limits, ...found.limits } };
}

/** Adds the settings button to the header, stores changes, and handles Ctrl+M. */
export function buildSettings(store: Store, erase: () => Promise<void>): void {
  fill(
    byId("settings"),
    button({
      label: text("settings.title"),
      icon: "sliders",
      class: "quiet",
      attributes: { "aria-haspopup": "dialog" },
      press: () => store.perform("openSettings"),
    }),
  );
  store.handle("openSettings", () => {
    void import("./settings_dialog.ts").then(({ openSettings }) => openSettings(store, erase));
  });
  const write = store.writer("shell");
  store.handle("changeSettings", (chosen) => write({ settings: { ...store.state.settings, ...chosen } }));
  store.watch(["settings"], ({ settings }, before) => {
    document.documentElement.toggleAttribute("data-wrap", settings.wrapLines);
    if (settings !== before.settings) keep(settingsKey, settings);
  });
  const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
  addEventListener("keydown", (event) => {
    const pressed = isMac
      ? event.altKey && event.shiftKey && event.code === "KeyM"
      : event.ctrlKey && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "m";
    if (!pressed) return;
    event.preventDefault();
    const tabMovesFocus = !store.state.settings.tabMovesFocus;
    store.perform("changeSettings", { tabMovesFocus });
    announce(tabMovesFocus ? text("rail.tabMovesOn") : text("rail.tabMovesOff"));
  });
}
