// What the editor asks of a language server: each provider sends a request.
import * as vscode from "vscode";
import { fromRange, position, toEdit, toItem, toLocation, toMarkdown, toRange, toSymbol } from "./conversion.js";

export function register(connection, selector) {
  const { languages } = vscode;
  const at = (document, place) => ({ textDocument: { uri: document.uri.toString() }, position: position(place) });
  const of = (document) => ({ textDocument: { uri: document.uri.toString() } });
  const ask = (name, params, token) => connection.ask(`textDocument/${name}`, params, token);
  const { completionProvider, semanticTokensProvider, signatureHelpProvider } = connection.capabilities;
  const { tokenTypes, tokenModifiers } = semanticTokensProvider.legend;
  return [
    languages.registerCompletionItemProvider(
      selector,
      {
        async provideCompletionItems(document, place, token) {
          const list = await ask("completion", at(document, place), token);
          return list && new vscode.CompletionList(list.items.map(toItem), list.isIncomplete);
        },
        async resolveCompletionItem(item, token) {
          const resolved = await connection.ask("completionItem/resolve", item.data, token);
          item.documentation = toMarkdown(resolved?.documentation) ?? item.documentation;
          return item;
        },
      },
      ...completionProvider.triggerCharacters,
    ),
    languages.registerHoverProvider(selector, {
      async provideHover(document, place, token) {
        const hover = await ask("hover", at(document, place), token);
        return hover && new vscode.Hover(toMarkdown(hover.contents), toRange(hover.range));
      },
    }),
    languages.registerSignatureHelpProvider(
      selector,
      { provideSignatureHelp: (document, place, token) => ask("signatureHelp", at(document, place), token) },
      ...signatureHelpProvider.triggerCharacters,
    ),
    languages.registerDefinitionProvider(selector, {
      provideDefinition: async (document, place, token) =>
        (await ask("definition", at(document, place), token))?.map(toLocation),
    }),
    languages.registerReferenceProvider(selector, {
      provideReferences: async (document, place, context, token) =>
        (await ask("references", { ...at(document, place), context }, token))?.map(toLocation),
    }),
    languages.registerRenameProvider(selector, {
      async provideRenameEdits(document, place, newName, token) {
        const answer = await connection.answer("textDocument/rename", { ...at(document, place), newName }, token);
        if (answer.error) throw new Error(answer.error.message);
        return toEdit(answer.result);
      },
    }),
    languages.registerDocumentSymbolProvider(selector, {
      provideDocumentSymbols: async (document, token) =>
        (await ask("documentSymbol", of(document), token))?.map(toSymbol),
    }),
    languages.registerCodeActionsProvider(selector, {
      async provideCodeActions(document, range, { triggerKind }, token) {
        const params = { ...of(document), range: fromRange(range), context: { diagnostics: [], triggerKind } };
        return (await ask("codeAction", params, token))?.map(({ title, kind, edit, command }) => {
          const action = new vscode.CodeAction(title, kind && vscode.CodeActionKind.Empty.append(kind));
          if (edit) action.edit = toEdit(edit);
          action.command = command;
          return action;
        });
      },
    }),
    languages.registerCodeLensProvider(selector, {
      provideCodeLenses: async (document, token) =>
        (await ask("codeLens", of(document), token))?.map(
          ({ range, command }) => new vscode.CodeLens(toRange(range), command),
        ),
    }),
    languages.registerDocumentFormattingEditProvider(selector, {
      provideDocumentFormattingEdits: async (document, options, token) =>
        (await ask("formatting", { ...of(document), options }, token))?.map(({ range, newText }) =>
          vscode.TextEdit.replace(toRange(range), newText),
        ),
    }),
    languages.registerInlayHintsProvider(selector, {
      provideInlayHints: async (document, range, token) =>
        (await ask("inlayHint", { ...of(document), range: fromRange(range) }, token))?.map((hint) => ({
          ...hint,
          position: new vscode.Position(hint.position.line, hint.position.character),
        })),
    }),
    languages.registerDocumentSemanticTokensProvider(
      selector,
      {
        async provideDocumentSemanticTokens(document, token) {
          const tokens = await ask("semanticTokens/full", of(document), token);
          return tokens && new vscode.SemanticTokens(Uint32Array.from(tokens.data), tokens.resultId);
        },
      },
      new vscode.SemanticTokensLegend(tokenTypes, tokenModifiers),
    ),
  ];
}
