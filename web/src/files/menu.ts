// The menu of a file, at its tab or in the panel: actions on this file, and on all files.

import type { Store } from "../store.ts";
import { bytesOf } from "../ui/content.ts";
import { download } from "../ui/download.ts";
import type { MenuItem } from "../ui/menu.ts";
import { text } from "../ui/text.ts";
import { dropWritten, keepWritten, type WorkspaceFiles } from "./files.ts";

/** Actions that depend on where the menu is: at the tabs, or in the panel. */
interface FileActions {
  rename: (path: string) => void;
  remove: (id: string) => void;
  upload: () => void;
  /** Absent if the place among the files does not show there. */
  move?: (path: string, place: number) => void;
}

function writtenItems(store: Store, files: WorkspaceFiles, path: string): MenuItem[] {
  return [
    { label: text("written.keep"), disabled: !files.canKeep(path), choose: () => keepWritten(store, path) },
    { label: text("written.drop"), icon: "bin", hint: "Del", choose: () => dropWritten(store, path) },
  ];
}

/** The items that move a tab. */
function moveItems(files: WorkspaceFiles, path: string, move: NonNullable<FileActions["move"]>): MenuItem[] {
  const place = files.paths.indexOf(path);
  const last = files.paths.length - 1;
  return [
    { label: text("files.moveLeft"), disabled: place === 0, choose: () => move(path, place - 1) },
    { label: text("files.moveRight"), disabled: place === last, choose: () => move(path, place + 1) },
  ];
}

/** The menu items for a tab, or for no tab. */
export function fileItems(store: Store, files: WorkspaceFiles, id: string | null, actions: FileActions): MenuItem[] {
  const written = id === null ? null : files.writtenPath(id);
  if (written !== null) return writtenItems(store, files, written);
  const upload: MenuItem = { label: text("files.upload"), icon: "upload", choose: actions.upload };
  const all: MenuItem = {
    label: text("files.downloadAll"),
    disabled: files.paths.length === 0,
    // The zip code is loaded when it is needed.
    choose: () =>
      void import("../ui/zip.ts").then(({ zipFiles }) =>
        download(`${store.state.title || "evalground"}.zip`, zipFiles(files.all), "application/zip"),
      ),
  };
  const wrap: MenuItem = {
    label: text("settings.wrap"),
    checked: store.state.settings.wrapLines,
    apart: true,
    choose: () => store.perform("changeSettings", { wrapLines: !store.state.settings.wrapLines }),
  };
  if (id === null || !files.all.has(id)) return [upload, all, wrap];
  return [
    { label: text("files.rename"), hint: "F2", choose: () => actions.rename(id) },
    {
      label: text("files.makeMain"),
      icon: "star",
      disabled: id === store.mainFile,
      choose: () => files.makeMain(id),
    },
    ...(actions.move ? moveItems(files, id, actions.move) : []),
    { label: text("files.delete"), icon: "bin", hint: "Del", choose: () => actions.remove(id) },
    { ...upload, apart: true },
    {
      label: text("files.download"),
      choose: () => download(id.split("/").at(-1) ?? id, bytesOf(files.all.get(id) ?? "")),
    },
    all,
    wrap,
  ];
}
