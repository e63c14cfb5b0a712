// The files that an evaluation wrote, read-only, with buttons that keep or save them.

import type { FileContent } from "evalground";
import type { Store } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { bytesOf } from "../ui/content.ts";
import { button, element, fill } from "../ui/dom.ts";
import { download } from "../ui/download.ts";
import { entriesOf, filesOf, redacted } from "../ui/entries.ts";
import { formatSize, text } from "../ui/text.ts";

/** Longest part of a file that is shown, in characters. Saving gives the whole file. */
const longestShown = 20_000;

function isKept(store: Store, path: string, content: FileContent): boolean {
  return JSON.stringify(filesOf(store.state.workspace).get(path)) === JSON.stringify(content);
}

/** Lists the files with their contents. */
export function showWritten(root: HTMLElement, files: Readonly<Record<string, FileContent>>, store: Store): void {
  fill(
    root,
    element(
      "ul",
      { class: "written-list", "aria-label": text("view.files") },
      ...entriesOf<FileContent>(files).map(([path, content]) => {
        const bytes = bytesOf(content);
        const keep = button({
          label: text("written.keep"),
          words: true,
          class: "small",
          press: () => {
            store.editFiles({ [path]: content });
            announce(text("files.added", { path }));
            keep.disabled = true;
          },
        });
        keep.disabled = content === redacted || isKept(store, path, content);
        keep.title = text("written.keepNote", { path });
        const save = button({
          label: text("written.download", { path }),
          icon: "file",
          class: "quiet small",
          press: () => download(path.split("/").at(-1) ?? path, bytes),
        });
        return element(
          "li",
          {},
          element(
            "div",
            { class: "written-head" },
            element("span", { class: "code", dir: "auto" }, path),
            element("span", { class: "muted" }, formatSize(bytes.length)),
            keep,
            save,
          ),
          typeof content === "string" &&
            element(
              "pre",
              { class: "code", dir: "auto" },
              content.slice(0, longestShown) + (content.length > longestShown ? "…" : ""),
            ),
        );
      }),
    ),
  );
}
