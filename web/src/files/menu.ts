// The menu of a tab: actions on its file, and on all files.

import type { Store } from "../store.ts";
import { bytesOf } from "../ui/content.ts";
import { download } from "../ui/download.ts";
import type { MenuItem } from "../ui/menu.ts";
import { text } from "../ui/text.ts";
import { dropWritten, keepWritten, type WorkspaceFiles } from "./files.ts";

/** Actions that ask the user something or move the focus. The tabs carry them out. */
interface TabActions {
  rename: (path: string) => void;
  remove: (id: string) => void;
  upload: () => void;
}

function writtenItems(store: Store, files: WorkspaceFiles, path: string): MenuItem[] {
  return [
    { label: text("written.keep"), disabled: !files.canKeep(path), choose: () => keepWritten(store, path) },
    { label: text("written.drop"), icon: "bin", hint: "Del", choose: () => dropWritten(store, path) },
  ];
}

/** The menu items for a tab, or for no tab. */
export function fileItems(store: Store, files: WorkspaceFiles, id: string | null, actions: TabActions): MenuItem[] {
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
  const place = id === null ? -1 : files.paths.indexOf(id);
  const wrap: MenuItem = {
    label: text("settings.wrap"),
    checked: store.state.settings.wrapLines,
    apart: true,
    choose: () => store.perform("changeSettings", { wrapLines: !store.state.settings.wrapLines }),
  };
  if (id === null || place < 0) return [upload, all, wrap];
  return [
    { label: text("files.rename"), hint: "F2", choose: () => actions.rename(id) },
    {
      label: text("files.makeMain"),
      icon: "star",
      disabled: id === store.mainFile,
      choose: () => files.makeMain(id),
    },
    { label: text("files.moveLeft"), disabled: place === 0, choose: () => files.move(id, place - 1) },
    {
      label: text("files.moveRight"),
      disabled: place === files.paths.length - 1,
      choose: () => files.move(id, place + 1),
    },
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
