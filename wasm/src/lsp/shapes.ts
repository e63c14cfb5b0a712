// The engine's answers in the shapes of the Language Server Protocol, and what the server can do. The command
// `evalground lsp` has the same in engine/cli/lsp/shapes.cpp: tests/editors/sessions holds both to it.

import type {
  CompletionItem,
  CompletionItemKind,
  Diagnostic,
  DocumentSymbol,
  MarkupContent,
  Position,
  Range,
  SymbolKind,
} from "vscode-languageserver-types";
import type { Diagnostic as EngineDiagnostic } from "../types.js";

/** What the engine says of a place. */
export interface Place {
  file: string;
  range: Range;
}
export interface EngineCompletion {
  label: string;
  kind: string;
  detail?: string;
  sortText?: string;
  summary?: string;
  documentation?: string;
  insertTextFormat: string;
  textEdit: { range: Range; newText: string };
}
export interface EngineSymbol {
  name: string;
  kind: string;
  detail?: string;
  location: Place;
  selectionRange: Range;
  children?: EngineSymbol[];
}

export const evaluateCommand = "evalground.evaluate";
export const shareCommand = "evalground.share";

// By their numbers in the protocol, from 1.
const completionKinds =
  `Text Method Function Constructor Field Variable Class Interface Module Property Unit Value Enum Keyword Snippet
   Color File Reference Folder EnumMember Constant Struct Event Operator TypeParameter`.split(/\s+/);
const symbolKinds =
  `File Module Namespace Package Class Method Property Field Constructor Enum Interface Function Variable Constant
   String Number Boolean Array Object Key Null EnumMember Struct Event Operator TypeParameter`.split(/\s+/);
const numberOf = (words: readonly string[], word: string): number => Math.max(words.indexOf(word), 0) + 1;

export const symbolKind = (kind: string) => numberOf(symbolKinds, kind) as SymbolKind;
export const markdown = (value: string): MarkupContent => ({ kind: "markdown", value });

const tokenTypes =
  "keyword function variable property string number operator comment type macro class property property".split(" ");

export const serverCapabilities = {
  positionEncoding: "utf-16",
  textDocumentSync: { openClose: true, change: 2, save: true },
  completionProvider: { triggerCharacters: [".", ":", "|", "$", "@", "(", "["], resolveProvider: true },
  hoverProvider: true,
  signatureHelpProvider: { triggerCharacters: ["(", ","] },
  definitionProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  documentSymbolProvider: true,
  workspaceSymbolProvider: true,
  semanticTokensProvider: { legend: { tokenTypes, tokenModifiers: ["declaration"] }, full: { delta: true } },
  inlayHintProvider: true,
  inlineValueProvider: true,
  codeActionProvider: { codeActionKinds: ["quickfix"] },
  codeLensProvider: {},
  documentFormattingProvider: true,
  diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: false },
  executeCommandProvider: { commands: [evaluateCommand, shareCommand], workDoneProgress: true },
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
};

/** "split(${1:by})" -> "split(by)" */
function withoutFields(snippet: string): string {
  return snippet.replace(/\\(.)|\$\{\d+:|\$\d|\}/g, (_, escaped: string | undefined) => escaped ?? "");
}

export function completionItem(item: EngineCompletion, hasSnippets: boolean): CompletionItem {
  const isSnippet = item.insertTextFormat === "Snippet";
  const { range, newText } = item.textEdit;
  return {
    label: item.label,
    ...(item.detail === undefined ? {} : { detail: item.detail }),
    ...(item.sortText === undefined ? {} : { sortText: item.sortText }),
    kind: numberOf(completionKinds, item.kind) as CompletionItemKind,
    insertTextFormat: isSnippet && hasSnippets ? 2 : 1,
    textEdit: { range, newText: isSnippet && !hasSnippets ? withoutFields(newText) : newText },
    ...(item.summary === undefined ? {} : { documentation: item.summary }),
  };
}

export function documentSymbols(symbols: readonly EngineSymbol[]): DocumentSymbol[] {
  return symbols.map(({ name, kind, detail, location, selectionRange, children }) => ({
    name,
    kind: symbolKind(kind),
    range: location.range,
    selectionRange,
    ...(detail === undefined ? {} : { detail }),
    ...(children ? { children: documentSymbols(children) } : {}),
  }));
}

/** The line and character of an offset, all in UTF-16 units. */
function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const line = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length - 1, character: before.length - line };
}

/** `site`: where the page is, whose documents explain the code of a problem; empty: it is not said. */
export function lspDiagnostic(diagnostic: EngineDiagnostic, text: string, site: string): Diagnostic {
  const { span, severity, code, message } = diagnostic;
  return {
    range: { start: positionAt(text, span?.from ?? 0), end: positionAt(text, span?.to ?? 0) },
    severity: severity === "error" ? 1 : severity === "warning" ? 2 : 4,
    code,
    source: "evalground",
    message,
    ...(site === "" ? {} : { codeDescription: { href: `${site.replace(/\/+$/, "")}/docs/problems/#${code}` } }),
    ...(code === "unused" ? { tags: [1] } : {}),
  };
}
