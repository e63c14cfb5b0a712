// The entries of the palette: actions of the page, files and resources of the draft, examples, and functions of its
// language.

import type { OutlineNode } from "evalground";
import type { AssistAction, CasesAction, Settings, Store, WhyQuestion } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { dataText } from "../ui/data_paths.ts";
import { choiceOf, choices } from "../ui/dialects.ts";
import { pathsOf } from "../ui/entries.ts";
import { type PaneId, panes } from "../ui/panes.ts";
import { dataFile } from "../ui/places.ts";
import { text, type TextKey } from "../ui/text.ts";
import { openFunction } from "./function.ts";

export type PaletteKind = "command" | "file" | "resource" | "example" | "function";

export interface PaletteEntry {
  kind: PaletteKind;
  label: string;
  /** Further words by which it can be found. */
  detail?: string;
  /** Its keyboard shortcut. */
  hint?: string;
  choose: () => void;
}

/** Maximum number of resources. The tree's own filter finds the others. */
const mostResources = 2000;

function command(label: string, choose: () => void, hint?: string): PaletteEntry {
  return { kind: "command", label, choose, ...(hint !== undefined && { hint }) };
}

/** The language services for the editor that was used last, with their shortcuts. */
const assists: readonly (readonly [AssistAction, string?])[] = [
  ["complete", "Ctrl+Space"],
  ["hover", "Shift+F1"],
  ["signature", "Ctrl+Shift+Space"],
  ["definition", "F12"],
  ["back", "Alt+←"],
  ["references", "Shift+F12"],
  ["rename", "F2"],
  ["format", "Shift+Alt+F"],
  ["fixes", "Shift+Alt+Enter"],
  ["values", "Alt+F12"],
  ["selection", "Ctrl+Alt+Enter"],
  ["coverage"],
  ["inlay"],
  ["path"],
];

/** Actions on expectations, cases and comparisons. */
const runs = [
  ["expect", "palette.expect"],
  ["remove", "palette.expectNothing"],
  ["keep", "palette.keepCase"],
  ["run", "palette.openCases"],
  ["import", "palette.importCases"],
  ["export", "palette.exportCases"],
  ["pin", "palette.pin"],
  ["unpin", "palette.unpin"],
  ["compare", "palette.compare"],
] as const satisfies readonly (readonly [CasesAction, TextKey])[];

/** Asks a question. Closing the answer moves the focus to a pane. */
function ask(store: Store, question: WhyQuestion, pane: PaneId): void {
  store.perform("askWhy", { ...question, focus: () => store.perform("openPane", { pane, focus: true }) });
}

/** Asks about the line of the caret, or about the part of the data there. */
function askAboutLine(store: Store): void {
  const { caret, selection } = store.state;
  const data = selection?.from === "source" ? selection.data : undefined;
  if (data) return ask(store, { path: ["data", ...data], name: dataText(data) }, "source");
  if (!caret || caret.file === dataFile) return announce(text("why.noLine"));
  const line = `${caret.file}:${caret.line}`;
  ask(store, { path: line, name: line }, "source");
}

function commands(store: Store): PaletteEntry[] {
  const { state } = store;
  const themes: Settings["theme"][] = ["system", "light", "dark"];
  const current = choiceOf(state.workspace).id;
  return [
    command(text("run.press"), () => store.perform("run"), text("run.shortcut")),
    command(text("run.stop"), () => store.perform("stop"), text("run.stopShortcut")),
    command(text("palette.live"), () => store.perform("toggleLive")),
    command(text("palette.share"), () => store.perform("share"), state.ahead === null ? "Ctrl+S" : undefined),
    ...(state.ahead === null ? [] : [command(text("palette.disk"), () => store.perform("saveToDisk"), "Ctrl+S")]),
    command(text("repro.minimal"), () => store.perform("makeMinimal")),
    command(text("repro.original"), () => store.perform("compareOriginal")),
    command(text("examples.title"), () => store.perform("openExamples")),
    command(text("palette.files"), () => store.perform("pickFiles", "files")),
    command(text("palette.folder"), () => store.perform("pickFiles", "folder")),
    command(text("draft.openLink"), () => store.perform("askLink")),
    command(text("draft.new"), () => store.perform("draftAction", "new")),
    command(text("draft.duplicate"), () => store.perform("draftAction", "duplicate")),
    command(text("draft.renameTitle"), () => store.perform("draftAction", "rename")),
    command(text("draft.list"), () => store.perform("draftAction", "list")),
    command(text("draft.history"), () => store.perform("draftAction", "history")),
    ...(state.example === null ? [] : [command(text("draft.reset"), () => store.perform("draftAction", "reset"))]),
    command(text("draft.export"), () => store.perform("draftAction", "export")),
    command(text("draft.delete"), () => store.perform("draftAction", "delete")),
    ...assists.map(([action, hint]) => command(text(`assist.${action}`), () => store.perform("assist", action), hint)),
    ...runs.map(([action, label]) => command(text(label), () => store.perform("cases", action))),
    command(text("change.selected"), () => store.perform("changeSelected"), "F2"),
    command(text("why.selected"), () => store.perform("askWhySelected"), "Shift+F2"),
    command(text("why.line"), () => askAboutLine(store)),
    command(text("why.missing"), () => ask(store, { path: "", name: "" }, "results")),
    command(text("engine.copyCommand"), () => store.perform("copyCommand")),
    ...panes.map((pane) =>
      command(
        text("palette.goTo", {
          pane: "label" in pane ? pane.label : text(pane.id === "problems" ? "pane.problems" : "expression.label"),
        }),
        () => store.perform("openPane", { pane: pane.id, focus: true }),
        "digit" in pane ? `Ctrl+Shift+${pane.digit}` : undefined,
      ),
    ),
    ...state.views.map(({ id, label }) =>
      command(text("palette.view", { label }), () => {
        store.perform("openView", id);
        store.perform("openPane", { pane: "results", focus: true });
      }),
    ),
    ...choices
      .filter(({ id }) => id !== current)
      .map(({ id, name }) =>
        command(text("palette.language", { name }), () => store.perform("chooseDialect", { choice: id })),
      ),
    ...themes.map((theme) =>
      command(text("palette.theme", { theme: text(`theme.${theme}`) }), () =>
        store.perform("changeSettings", { theme }),
      ),
    ),
    command(text("palette.wrap"), () =>
      store.perform("changeSettings", { wrapLines: !store.state.settings.wrapLines }),
    ),
    command(text("settings.title"), () => store.perform("openSettings")),
    command(text("help.keys"), () => store.perform("openHelp", "keys"), "F1"),
    command(text("help.about"), () => store.perform("openHelp", "about")),
    command(text("help.privacy"), () => store.perform("openHelp", "privacy")),
  ];
}

function files(store: Store): PaletteEntry[] {
  return pathsOf(store.state.workspace).map((path) => ({
    kind: "file",
    label: path,
    choose: () => {
      store.openFile(path);
      store.perform("openPane", { pane: "source", focus: true });
    },
  }));
}

/** The nodes of the tree that have a place in the source, in order. */
export function placed(outline: readonly OutlineNode[]): OutlineNode[] {
  const all: OutlineNode[] = [];
  // An explicit stack, because a hostile outline may be arbitrarily deep.
  const ahead = [...outline].reverse();
  for (let node = ahead.pop(); node && all.length < mostResources; node = ahead.pop()) {
    if (node.span && node.kind !== "group") all.push(node);
    if (node.children) ahead.push(...[...node.children].reverse());
  }
  return all;
}

function resources(store: Store): PaletteEntry[] {
  return placed(store.state.outline).flatMap(({ name, path, type, kind, span }) =>
    span
      ? [
          {
            kind: "resource" as const,
            label: path ?? name,
            detail: type ?? kind,
            choose: () => store.perform("show", { span, focus: true }),
          },
        ]
      : [],
  );
}

async function examples(store: Store): Promise<PaletteEntry[]> {
  const { examples: all, loadExample } = await import("virtual:examples");
  return all.map((entry) => ({
    kind: "example",
    label: entry.title,
    detail: `${choices.find(({ id }) => id === entry.choice)?.name ?? entry.dialect} · ${entry.note}`,
    choose: () => void loadExample(entry).then((example) => store.perform("openExample", example)),
  }));
}

async function functions(store: Store): Promise<PaletteEntry[]> {
  const { functionsOf } = await import("virtual:functions");
  const catalogue = await functionsOf(store.state.workspace.dialect);
  return catalogue.map((entry) => ({
    kind: "function",
    label: entry.name,
    // The end of the row already says that it is a function.
    detail: [entry.kind === "function" ? "" : entry.kind, entry.summary].filter((part) => part).join(" · "),
    choose: () => openFunction(store, entry),
  }));
}

/** The entries in batches: those that are available at once come first. */
export async function* entriesFor(store: Store): AsyncGenerator<PaletteEntry[]> {
  yield [...commands(store), ...files(store), ...resources(store)];
  yield await examples(store);
  yield await functions(store);
}
