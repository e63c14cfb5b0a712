// Handles files from the user: dropped, pasted or chosen. A folder, a zip, several files or a saved draft become a new
// draft. The user is asked first if that would replace their own text. A single document is added to the open draft, or
// replaces its document if that is not the user's own.

import { type ParseOptions, readJson, toFaithful, type Workspace } from "evalground";
import { casesOf } from "../run/cases.ts";
import { askEngine } from "../run/ready.ts";
import type { Store } from "../store.ts";
import { alarm, announce } from "../ui/announce.ts";
import { bytesOf } from "../ui/content.ts";
import { isUntouched } from "../ui/blank.ts";
import { openDialog } from "../ui/dialog.ts";
import { choiceOf, dialectFacts } from "../ui/dialects.ts";
import { button, element } from "../ui/dom.ts";
import { guessed } from "../ui/guess.ts";
import { formatSize, text } from "../ui/text.ts";
import { offerUndo } from "../ui/toast.ts";
import {
  type Arrival,
  arrived,
  isZip,
  type Reason,
  repositoryFrom,
  savedIn,
  unzipped,
  workspaceFrom,
} from "./arrival.ts";
import type { GivenFile, WorkspaceFiles } from "./files.ts";
import { largestInRepository, largestTotal, mostFiles, mostInRepository } from "./paths.ts";
import { isForOpen, withEnvironments, withTemplate } from "./paste/environment.ts";
import { takeText } from "./paste/paste.ts";
import { showFirstSubject } from "./subject.ts";

/** Longest list of files that were left out. Further files are only counted. */
const mostListed = 200;

/** Whether the draft is not the user's own: it is empty, or an unedited example. */
function isFree({ state }: Store): boolean {
  return (state.example !== null && !state.edited) || isUntouched(state.workspace);
}

async function parse(typed: string, rules?: ParseOptions): Promise<string | undefined> {
  return (await askEngine((engine) => engine.parse(typed, rules))).json;
}

function titleOf(name: string): string {
  return name.replace(/(?:\.evalground)?\.\w+$/, "");
}

/** Reports what was left out: as a short notice, with a list that can be opened. */
function sayLeft({ left, choice }: Arrival): void {
  const [first] = left;
  if (!first) return;
  const why = (reason: Reason): string => {
    switch (reason) {
      case "tooLarge":
        return text("arrival.tooLarge", { limit: formatSize(largestTotal) });
      case "large":
        return text("arrival.large", { limit: formatSize(largestInRepository) });
      case "binary":
        return text("arrival.binary");
      case "badName":
        return text("arrival.badName");
      case "tooMany":
        return text("arrival.tooMany", { count: choice ? mostInRepository : mostFiles });
    }
  };
  const message = text("arrival.left", { count: left.length, reason: why(first.reason) });
  alarm(message);
  if (!choice) return;
  const shown = left
    .slice(0, mostListed)
    .map(({ path, reason }) => element("li", {}, element("code", { dir: "auto" }, path), ` – ${why(reason)}`));
  const more = left.length - shown.length;
  openDialog(text("arrival.leftTitle", { count: left.length }), [
    element(
      "div",
      { class: "stack" },
      element("ul", {}, ...shown),
      more > 0 && element("p", { class: "muted" }, text("arrival.leftMore", { count: more })),
    ),
  ]);
}

/** Asks whether the files become a new draft or are added to the open one. */
function ask(name: string, open: () => void, add: () => void): void {
  const closing = (act: () => void) => () => {
    dialog.close();
    act();
  };
  const first = button({ label: text("arrival.new"), words: true, class: "primary", press: closing(open) });
  const dialog = openDialog(text("arrival.title", { name }), [
    element(
      "div",
      { class: "stack" },
      element("p", {}, text("arrival.replace")),
      element(
        "div",
        { class: "dialog-actions" },
        button({ label: text("dialog.cancel"), words: true, press: () => dialog.close() }),
        button({ label: text("arrival.add"), words: true, press: closing(add) }),
        first,
      ),
    ),
  ]);
  first.focus();
}

/** Opens files as a new draft. */
async function openAsDraft(store: Store, name: string, arrival: Arrival): Promise<void> {
  const plain = arrival.choice
    ? repositoryFrom(arrival.files, arrival.choice)
    : workspaceFrom(arrival.files, store.state.workspace);
  const { workspace, said } = await withEnvironments(plain);
  if (arrival.choice) showFirstSubject(store);
  store.perform("openWorkspace", {
    workspace,
    title: titleOf(name),
    ...(said !== null && { said }),
    ...(workspace.main !== undefined && { file: workspace.main }),
  });
  announce(text("arrival.opened", { name, count: arrival.files.size }));
  sayLeft(arrival);
}

/** Opens a single document in a draft without text of the user's own: as the main document, or as the data. */
async function openAlone(store: Store, name: string, arrival: Arrival): Promise<void> {
  const [[path, content] = ["", ""]] = [...arrival.files];
  const choice = choiceOf(store.state.workspace);
  const { dollar, file } = dialectFacts(choice.dialect);
  const found = typeof content === "string" ? guessed(content) : null;
  const isData =
    dollar === "data" &&
    file.language === "expression" &&
    /\.(?:ya?ml|json|jsonl|ndjson|csv)$/i.test(path) &&
    !found?.isSure;
  const rules = { key: "data", dialect: choice.dialect };
  const json = isData && typeof content === "string" ? await parse(content, rules) : undefined;
  if (json === undefined) return openAsDraft(store, name, arrival);
  const workspace: Workspace = { dialect: choice.dialect, data: toFaithful(readJson(json)) };
  const { expression } = store.state.workspace;
  if (store.state.example === null && expression !== undefined) workspace.expression = expression;
  store.perform("openWorkspace", { workspace, title: titleOf(name) });
}

/**
 * Handles a single file that is more than a document: the output of a tool, or a template whose place is kept. An
 * environment of the open template is added to it as any other file.
 */
async function takeFile(store: Store, path: string, content: string): Promise<boolean> {
  const { workspace } = store.state;
  if (isFree(store)) return takeText(store, content, true, path);
  const whole = withTemplate(workspace, path, content);
  if (whole) {
    const { files, main } = workspace;
    const placeholder = store.state.activeFile;
    store.edit(whole);
    store.openFile(path);
    offerUndo(text("paste.replaced", { path }), () => {
      store.edit({ files, main });
      store.openFile(placeholder);
    });
    return true;
  }
  return !(await isForOpen(content, workspace)) && (await takeText(store, content, false, path));
}

/** Handles files from the user. */
export async function receive(store: Store, files: WorkspaceFiles, given: readonly GivenFile[]): Promise<void> {
  const [only] = given;
  if (!only) return;
  const isOne = given.length === 1;
  const folder = only.webkitRelativePath.split("/")[0] ?? "";
  const name = isOne ? only.name : folder || text("arrival.several", { count: given.length });
  let parts: [string, Uint8Array<ArrayBuffer>][] = [];
  let wasZip = false;
  try {
    for (const file of given.slice(0, 4 * mostInRepository)) {
      if (file.size > 4 * largestTotal) continue;
      const bytes = new Uint8Array(await file.arrayBuffer());
      if (isOne && isZip(bytes)) {
        parts = unzipped(bytes);
        wasZip = true;
      } else parts.push([file.webkitRelativePath || file.name, bytes]);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    alarm(
      wasZip || isOne ? text("arrival.broken", { name, reason }) : text("files.unreadable", { path: name, reason }),
    );
    return;
  }
  const arrival = arrived(parts);
  if (arrival.files.size === 0) {
    // The usual messages apply to files that are too large or have an invalid name.
    return files.bringIn(given);
  }
  if (arrival.files.size === 1 && !wasZip) {
    const [[path, content] = ["", ""]] = [...arrival.files];
    const [saved, ...others] = await savedIn(path, content, (typed) => parse(typed));
    if (saved) {
      store.perform("openWorkspace", { workspace: saved, title: saved.title ?? titleOf(name) });
      const count = casesOf(saved).length;
      if (count > 0) announce(text("arrival.withCases", { name, count }));
      else if (others.length > 0) announce(text("arrival.cases", { name, count: others.length + 1 }));
      return;
    }
    if (typeof content === "string" && (await takeFile(store, path, content))) return;
    if (isFree(store)) return openAlone(store, name, arrival);
    return files.bringIn(given);
  }
  if (isFree(store)) return openAsDraft(store, name, arrival);
  ask(
    name,
    () => void openAsDraft(store, name, arrival),
    () => void files.bringIn([...arrival.files.keys()].map((path) => asGiven(path, arrival))),
  );
}

/** Wraps a file of an archive like a chosen file. */
function asGiven(path: string, { files }: Arrival): GivenFile {
  const content = files.get(path) ?? "";
  const bytes = bytesOf(content);
  return {
    name: path.split("/").at(-1) ?? path,
    size: bytes.length,
    webkitRelativePath: path,
    arrayBuffer: async () => bytes.buffer,
  };
}
