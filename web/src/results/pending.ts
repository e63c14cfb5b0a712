// Requests that the engine cannot answer itself, such as fetching a URL. The page fetches nothing. The user can paste,
// drop or upload each answer. It becomes a file of the workspace, named by its URL, so that a link gives the same
// result without the network.

import type { FileContent, RunResult } from "evalground";
import type { Store } from "../store.ts";
import { alarm, announce } from "../ui/announce.ts";
import { contentOf } from "../ui/content.ts";
import { codeWords } from "../ui/code_words.ts";
import { button, element, fill } from "../ui/dom.ts";
import { text } from "../ui/text.ts";

/** The form for one URL that the document requests. */
function requestFor(url: string, store: Store): HTMLElement {
  const take = (content: FileContent): void => {
    store.editFiles({ [url]: content });
    announce(text("files.added", { path: url }));
  };
  const takeFile = (file: File): void => {
    file.arrayBuffer().then(
      (bytes) => take(contentOf(new Uint8Array(bytes))),
      (error: unknown) => alarm(text("files.unreadable", { path: file.name, reason: String(error) })),
    );
  };
  const takeFrom = (event: Event, data: DataTransfer | null): void => {
    const file = data?.files[0];
    const words = data?.getData("text/plain") ?? "";
    if (!file && words === "") return;
    event.preventDefault(); // so that the page does not open it as a new file
    if (file) takeFile(file);
    else take(words);
  };
  const picker = element("input", {
    type: "file",
    hidden: true,
    on: { change: () => picker.files?.[0] && takeFile(picker.files[0]) },
  });
  const write = (): void => {
    take("");
    store.openFile(url);
    store.perform("openPane", { pane: "source", focus: true });
  };
  return element(
    "div",
    {
      class: "notice",
      "data-kind": "warning",
      role: "group",
      "aria-label": url,
      on: { drop: (event) => takeFrom(event, event.dataTransfer), dragover: (event) => event.preventDefault() },
    },
    element("span", { class: "notice-words", dir: "auto" }, text("pending.fetch", { file: url })),
    element("textarea", {
      class: "field-text pending-paste",
      rows: 1,
      "aria-label": text("pending.pasteFor", { file: url }),
      placeholder: text("pending.paste"),
      on: { paste: (event) => takeFrom(event, event.clipboardData) },
    }),
    picker,
    button({ label: text("pending.upload"), words: true, icon: "upload", press: () => picker.click() }),
    button({ label: text("pending.answer"), words: true, icon: "file", press: write }),
  );
}

/** Explains why Python cannot run here, and what to do about it. */
function pythonFor(reason: string, store: Store): HTMLElement {
  return element(
    "div",
    { class: "notice", "data-kind": "warning" },
    element("span", { class: "notice-words", dir: "auto" }, ...codeWords(text("pending.python", { reason }))),
    button({ label: text("engine.copyCommand"), words: true, press: () => store.perform("copyCommand") }),
  );
}

/** Keeps `root` showing what the last run waits for, with a way to answer each request. */
export function mountPending(root: HTMLElement, store: Store): void {
  let shown = "";
  const show = (result: RunResult | null): void => {
    const urls = (result?.pending ?? []).filter(({ service }) => service === "fetch").map(({ file }) => file);
    const python = result?.diagnostics.find(({ code }) => code === "python-unavailable")?.message;
    // A request that is being answered keeps its fields as long as runs make the same requests.
    const next = JSON.stringify([urls, python]);
    if (next === shown) return;
    shown = next;
    root.hidden = urls.length === 0 && python === undefined;
    fill(root, ...urls.map((url) => requestFor(url, store)), python !== undefined && pythonFor(python, store));
  };
  store.watch(["result"], ({ result }) => show(result));
}
