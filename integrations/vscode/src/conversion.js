// Converts between the types of the protocol and those of the editor.
import * as vscode from "vscode";

export const toRange = ({ start, end }) => new vscode.Range(start.line, start.character, end.line, end.character);
export const toLocation = ({ uri, range }) => new vscode.Location(vscode.Uri.parse(uri), toRange(range));
export const position = ({ line, character }) => ({ line, character });
export const fromRange = ({ start, end }) => ({ start: position(start), end: position(end) });
export const toMarkdown = (text) =>
  text === undefined ? undefined : new vscode.MarkdownString(typeof text === "string" ? text : text.value);

/** `metadata`: how the editor presents the edit, for example for confirmation. */
export function toEdit({ changes = {}, documentChanges = [] }, metadata) {
  const edit = new vscode.WorkspaceEdit();
  const replace = (uri, edits) => {
    for (const { range, newText } of edits) edit.replace(vscode.Uri.parse(uri), toRange(range), newText, metadata);
  };
  for (const [uri, edits] of Object.entries(changes)) replace(uri, edits);
  for (const { kind, uri, options, textDocument, edits } of documentChanges) {
    if (kind === "create") edit.createFile(vscode.Uri.parse(uri), options, metadata);
    else replace(textDocument.uri, edits);
  }
  return edit;
}

/** Whether a document has changed since the edit was made for it. */
export const isOutdated = ({ documentChanges = [] }) =>
  documentChanges.some(({ textDocument }) => {
    const isIt = ({ uri }) => uri.toString() === textDocument?.uri;
    const open = vscode.workspace.textDocuments.find(isIt);
    return open !== undefined && textDocument.version !== null && open.version !== textDocument.version;
  });

export function toSymbol({ name, kind, detail, range, selectionRange, children = [] }) {
  const symbol = new vscode.DocumentSymbol(name, detail ?? "", kind - 1, toRange(range), toRange(selectionRange));
  symbol.children = children.map(toSymbol);
  return symbol;
}

export function toDiagnostic({ range, severity, code, message, source, codeDescription, tags }) {
  const diagnostic = new vscode.Diagnostic(toRange(range), message, severity - 1);
  diagnostic.source = source;
  diagnostic.code = codeDescription ? { value: code, target: vscode.Uri.parse(codeDescription.href) } : code;
  if (tags) diagnostic.tags = tags;
  return diagnostic;
}

export function toItem(item) {
  const { label, kind, detail, documentation, sortText, textEdit, insertTextFormat } = item;
  const shown = new vscode.CompletionItem(label, kind - 1);
  const isSnippet = insertTextFormat === 2;
  Object.assign(shown, { detail, sortText, range: toRange(textEdit.range), data: item });
  shown.documentation = toMarkdown(documentation);
  shown.insertText = isSnippet ? new vscode.SnippetString(textEdit.newText) : textEdit.newText;
  return shown;
}
