// The dialog for the settings, loaded when it is first opened.

import { highestLimits, usualLimits } from "../run/limits.ts";
import type { Settings, Store } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { openDialog } from "../ui/dialog.ts";
import { button, element, freshId } from "../ui/dom.ts";
import { keepEverything } from "../ui/offline.ts";
import { formatNumber, text } from "../ui/text.ts";
import "./settings.css";

const mebibyte = 1024 * 1024;

/** A numeric setting: how the dialog shows it and where it is stored. */
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

function choose(store: Store, chosen: Partial<Settings>): void {
  store.perform("changeSettings", chosen);
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

function switchField(store: Store, name: "wrapLines" | "tabMovesFocus" | "inlay", label: string): HTMLElement {
  const box = element("input", { type: "checkbox" });
  box.checked = store.state.settings[name];
  box.addEventListener("change", () => choose(store, { [name]: box.checked }));
  return element("div", { class: "setting" }, element("label", {}, box, label));
}

function group(title: string, ...fields: (Node | string)[]): HTMLElement {
  return element("fieldset", { class: "settings-group" }, element("legend", {}, title), ...fields);
}

/** The button that stores the whole site offline, and its progress. */
function offlineParts(): HTMLElement[] {
  const state = element("p", { class: "muted", role: "status" }, text("settings.offlineNote"));
  const press = (): void => {
    void keepEverything(({ done, count }) => {
      state.textContent = text("settings.offlineDone", { done, count });
    }).then((isThere) => {
      state.textContent = text(isThere ? "settings.offlineReady" : "settings.offlineFailed");
    });
  };
  return [state, button({ label: text("settings.offlineAll"), words: true, press })];
}

/** Opens the settings. `erase` removes everything stored in this browser. */
export function openSettings(store: Store, erase: () => Promise<void>): void {
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
        switchField(store, "wrapLines", text("settings.wrap")),
        switchField(store, "inlay", text("settings.inlay")),
        switchField(store, "tabMovesFocus", text("settings.tabMoves")),
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
      group(text("settings.offline"), ...offlineParts()),
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
