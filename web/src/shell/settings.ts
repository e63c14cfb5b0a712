// The settings of this browser: their first values, how they are kept, and the dialog that changes them.

import { highestLimits, usualLimits } from "../run/limits.ts";
import type { Settings, Store } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { openDialog } from "../ui/dialog.ts";
import { button, byId, element, fill, freshId } from "../ui/dom.ts";
import { keep, kept } from "../ui/keep.ts";
import { formatNumber, text } from "../ui/text.ts";

const settingsKey = "evalground.settings";
const mebibyte = 1024 * 1024;

/** The settings of a first visit. */
export const usualSettings: Settings = {
  theme: "system",
  announce: "always",
  tabMovesFocus: false,
  editorZoom: 100,
  limits: { timeMs: usualLimits.timeMs },
};

/** The settings of this browser, whatever an older release may have kept. */
export function keptSettings(): Settings {
  const found = kept<Partial<Settings>>(settingsKey, {});
  return { ...usualSettings, ...found, limits: { ...usualSettings.limits, ...found.limits } };
}

/** A number of the settings: how it is written in the dialog and where it belongs. */
interface NumberSetting {
  label: string;
  least: number;
  most: number;
  usual: number;
  read: (settings: Settings) => number;
  write: (settings: Settings, value: number) => Settings;
}

function limitSetting(
  label: string,
  name: "timeMs" | "steps" | "depth" | "memory" | "output",
  unit: number,
  least: number,
): NumberSetting {
  const usual = usualLimits[name] / unit;
  return {
    label,
    least,
    most: highestLimits[name] / unit,
    usual,
    read: ({ limits }) => (limits[name] ?? usualLimits[name]) / unit,
    write: (settings, value) => ({ ...settings, limits: { ...settings.limits, [name]: value * unit } }),
  };
}

const limitSettings: NumberSetting[] = [
  limitSetting(text("settings.time"), "timeMs", 1000, 0.1),
  limitSetting(text("settings.steps"), "steps", 1, 1000),
  limitSetting(text("settings.depth"), "depth", 1, 10),
  limitSetting(text("settings.memory"), "memory", mebibyte, 1),
  limitSetting(text("settings.output"), "output", mebibyte, 1),
];

const zoomSetting: NumberSetting = {
  label: text("settings.zoom"),
  least: 80,
  most: 200,
  usual: 100,
  read: ({ editorZoom }) => editorZoom,
  write: (settings, value) => ({ ...settings, editorZoom: value }),
};

/** Changes some of the settings. */
function choose(store: Store, chosen: Partial<Settings>): void {
  store.writer("shell")({ settings: { ...store.state.settings, ...chosen } });
}

function numberField(store: Store, setting: NumberSetting): HTMLElement {
  const note = element(
    "span",
    { class: "muted", id: freshId("note") },
    text("settings.range", { least: setting.least, most: setting.most }),
  );
  const input = element("input", {
    type: "text",
    inputmode: "decimal",
    id: freshId("setting"),
    size: 12,
    "aria-describedby": note.id,
  });
  input.value = String(setting.read(store.state.settings));
  input.placeholder = formatNumber(setting.usual);
  input.addEventListener("change", () => {
    const value = input.value.trim() === "" ? setting.usual : Number(input.value);
    const fits = Number.isFinite(value) && value >= setting.least && value <= setting.most;
    input.setAttribute("aria-invalid", String(!fits));
    if (fits) choose(store, setting.write(store.state.settings, value));
  });
  return element("div", { class: "setting" }, element("label", { for: input.id }, setting.label), input, note);
}

function choiceField<Name extends "theme" | "announce">(
  store: Store,
  name: Name,
  label: string,
  choices: [Settings[Name], string][],
): HTMLElement {
  const select = element(
    "select",
    { id: freshId("setting") },
    ...choices.map(([value, words]) => element("option", { value }, words)),
  );
  select.value = store.state.settings[name];
  select.addEventListener("change", () => choose(store, { [name]: select.value }));
  return element("div", { class: "setting" }, element("label", { for: select.id }, label), select);
}

function group(title: string, ...fields: (Node | string)[]): HTMLElement {
  return element("fieldset", { class: "settings-group" }, element("legend", {}, title), ...fields);
}

/** Opens the settings; `erase` removes everything kept in this browser. */
function openSettings(store: Store, erase: () => Promise<void>): void {
  const tabMoves = element("input", { type: "checkbox", id: freshId("setting") });
  tabMoves.checked = store.state.settings.tabMovesFocus;
  tabMoves.addEventListener("change", () => choose(store, { tabMovesFocus: tabMoves.checked }));
  openDialog(text("settings.title"), [
    element(
      "div",
      { class: "stack" },
      choiceField(store, "theme", text("settings.theme"), [
        ["system", text("theme.system")],
        ["light", text("theme.light")],
        ["dark", text("theme.dark")],
      ]),
      group(
        text("settings.editor"),
        numberField(store, zoomSetting),
        element("div", { class: "setting" }, element("label", {}, tabMoves, text("settings.tabMoves"))),
      ),
      choiceField(store, "announce", text("settings.announce"), [
        ["always", text("settings.announce.always")],
        ["errors", text("settings.announce.errors")],
        ["never", text("settings.announce.never")],
      ]),
      group(
        text("settings.limits"),
        element("p", { class: "muted" }, text("settings.limitsNote")),
        ...limitSettings.map((setting) => numberField(store, setting)),
      ),
      group(
        text("settings.storage"),
        element("p", { class: "muted" }, text("settings.storageNote")),
        button({ label: text("settings.erase"), words: true, class: "danger", press: () => confirmErase(erase) }),
      ),
    ),
  ]);
}

function confirmErase(erase: () => Promise<void>): void {
  const dialog = openDialog(text("settings.eraseTitle"), [
    element("p", {}, text("settings.eraseNote")),
    element(
      "div",
      { class: "dialog-actions" },
      button({ label: text("dialog.cancel"), words: true, press: () => dialog.close() }),
      button({
        label: text("settings.erase"),
        words: true,
        class: "danger",
        press: () => {
          dialog.close();
          void erase().then(() => announce(text("settings.erased")));
        },
      }),
    ),
  ]);
}

/** Puts the settings button into the header, keeps what is chosen, and gives Ctrl+M its meaning. */
export function buildSettings(store: Store, erase: () => Promise<void>): void {
  fill(
    byId("settings"),
    button({
      label: text("settings.title"),
      icon: "sliders",
      class: "quiet",
      attributes: { "aria-haspopup": "dialog" },
      press: () => openSettings(store, erase),
    }),
  );
  store.watch(["settings"], ({ settings }, before) => {
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
    choose(store, { tabMovesFocus });
    announce(tabMovesFocus ? text("rail.tabMovesOn") : text("rail.tabMovesOff"));
  });
}
