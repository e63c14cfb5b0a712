// A file that the last run wrote, read-only in place of the editor.

import type { Store } from "../store.ts";
import { bytesOf } from "../ui/content.ts";
import { button, element, fill } from "../ui/dom.ts";
import { download } from "../ui/download.ts";
import { redacted } from "../ui/entries.ts";
import { formatSize, text } from "../ui/text.ts";
import { hexLines } from "./binary.ts";
import { dropWritten, keepWritten } from "./files.ts";

/** Longest part that is shown, in characters. Saving gives the whole file. */
const longestShown = 100_000;

/** Shows the open file of the last run from now on. */
export function drawWritten(root: HTMLElement, store: Store): void {
  const place = element("div", { class: "written", hidden: true });
  root.append(place);
  let shown = "";
  store.watch(["writtenFile", "lastGood", "workspace", "dropped"], ({ writtenFile }) => {
    const content = writtenFile === null ? undefined : store.writtenFiles.get(writtenFile);
    place.hidden = content === undefined;
    const next = content === undefined ? "" : JSON.stringify([writtenFile, content]);
    if (next === shown) return;
    shown = next;
    if (writtenFile === null || content === undefined) return fill(place);
    const bytes = bytesOf(content);
    const isHidden = content === redacted;
    const whole = typeof content === "string" ? content : hexLines(bytes);
    const keep = button({ label: text("written.keep"), words: true, press: () => keepWritten(store, writtenFile) });
    keep.title = text("written.keepNote", { path: writtenFile });
    keep.disabled = isHidden;
    fill(
      place,
      element(
        "div",
        { class: "written-head" },
        element("span", {}, text("written.byTheRun")),
        element("span", { class: "muted" }, formatSize(bytes.length)),
        keep,
        button({ label: text("written.drop"), words: true, press: () => dropWritten(store, writtenFile) }),
        button({
          label: text("written.download", { path: writtenFile }),
          icon: "file",
          class: "quiet",
          press: () => download(writtenFile.split("/").at(-1) ?? writtenFile, bytes),
        }),
      ),
      isHidden
        ? element("p", { class: "muted" }, text("written.hidden"))
        : element(
            "pre",
            { class: "code", dir: "auto", tabindex: 0, role: "region", "aria-label": writtenFile },
            whole.slice(0, longestShown) + (whole.length > longestShown ? "…" : ""),
          ),
    );
  });
}
