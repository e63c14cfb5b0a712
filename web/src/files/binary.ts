// A binary file, shown in place of the editor: its size, its hash and its first bytes.

import type { FileContent } from "evalground";
import type { Store } from "../store.ts";
import { button, element, fill } from "../ui/dom.ts";
import { download } from "../ui/download.ts";
import { filesOf } from "../ui/entries.ts";
import { dataFile } from "../ui/places.ts";
import { formatSize, text } from "../ui/text.ts";
import { bytesOf, contentOf } from "../ui/content.ts";

const shownBytes = 256;

/** The first bytes in lines of sixteen: offset, hex, and the printable characters. */
export function hexLines(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < Math.min(bytes.length, shownBytes); at += 16) {
    const row = [...bytes.subarray(at, at + 16)];
    const hex = row.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const characters = row.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".")).join("");
    lines.push(`${at.toString(16).padStart(4, "0")}  ${hex.padEnd(47)}  ${characters}`);
  }
  return lines.join("\n");
}

/** Shows the open file if it is binary. */
export function mountBinary(root: HTMLElement, store: Store): void {
  const place = element("div", { class: "binary", hidden: true });
  root.append(place);
  const picker = element("input", { type: "file", hidden: true, tabindex: -1, "aria-hidden": "true" });
  picker.addEventListener("change", () => {
    const file = picker.files?.[0];
    const path = store.state.activeFile;
    picker.value = "";
    if (file && path !== null)
      void file.arrayBuffer().then((buffer) => store.editFiles({ [path]: contentOf(new Uint8Array(buffer)) }));
  });

  let shown: FileContent | undefined;
  store.watch(["workspace", "activeFile", "writtenFile"], ({ workspace, activeFile, writtenFile }) => {
    const content = activeFile === null ? undefined : filesOf(workspace).get(activeFile);
    place.hidden = typeof content === "string" || store.openText === dataFile || writtenFile !== null;
    if (activeFile === null) {
      fill(place, element("p", { class: "muted" }, text("files.noneOpen")));
      shown = undefined;
      return;
    }
    if (content === undefined || typeof content === "string" || content === shown) return;
    shown = content;
    const bytes = bytesOf(content);
    const hash = element("code", { class: "hash" });
    void crypto.subtle?.digest("SHA-256", bytes).then((digest) => {
      hash.textContent = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    });
    fill(
      place,
      element("p", {}, text("files.binary", { size: formatSize(bytes.length) })),
      element(
        "dl",
        {},
        element("dt", {}, text("files.hash")),
        element("dd", {}, hash),
        element("dt", {}, text("files.firstBytes")),
        element("dd", {}, element("pre", { class: "code" }, hexLines(bytes))),
      ),
      element(
        "div",
        { class: "dialog-actions" },
        button({ label: text("files.replace"), words: true, press: () => picker.click() }),
        button({ label: text("files.download"), words: true, press: () => download(activeFile, bytes) }),
      ),
      picker,
    );
  });
}
