// The menus of the results: actions on a row, and the forms in which a view can be copied.

import type { Store } from "../store.ts";
import { copyText } from "../ui/clipboard.ts";
import { download } from "../ui/download.ts";
import { prettyJson } from "../ui/json.ts";
import type { MenuItem } from "../ui/menu.ts";
import { expressionFor } from "../ui/notation.ts";
import { text } from "../ui/text.ts";
import type { ResultsModel } from "./model.ts";
import { pathText, type LedgerRow } from "./rows.ts";
import { plainText, yamlText } from "./values.ts";
import type { Drawn } from "./views/view.ts";

export { openForm } from "./wanted.ts";

/**
 * The menu of a row. `goToSource` chooses the row and goes to the first of its places, `change` changes its value,
 * `why` asks why it has none. */
export function rowMenu(
  row: LedgerRow,
  model: ResultsModel,
  store: Store,
  { goToSource, change, why }: { goToSource: () => void; change: () => void; why: () => void },
): MenuItem[] {
  const node = model.copied(row);
  const matches = model.answer?.matches()?.children.length ?? 0;
  const expression = expressionFor(store.state.workspace, row.path, matches);
  const items: MenuItem[] = [];
  if (node) {
    items.push(
      { label: text("copy.yaml"), icon: "copy", choose: () => void copyText(yamlText(node)) },
      { label: text("copy.json"), choose: () => void copyText(prettyJson(node)) },
      { label: text("copy.text"), choose: () => void copyText(plainText(node)) },
    );
  } else if (row.error) {
    const { message } = row.error;
    items.push({ label: text("copy.message"), icon: "copy", choose: () => void copyText(message) });
  }
  items.push({
    label: text("copy.path"),
    apart: true,
    choose: () => {
      if (row.part) return void copyText(expression ?? pathText(row.path));
      const { workspace } = store.state;
      void import("../ui/way.ts").then(({ pathOfPart }) =>
        copyText(pathOfPart(workspace, row.path, matches) ?? pathText(row.path)),
      );
    },
  });
  if (expression !== null)
    items.push({ label: text("copy.expression"), note: expression, choose: () => void copyText(expression) });
  const part = row.part ?? (model.answer?.result.outputsJson === undefined ? undefined : "outputs");
  if (node && !row.isSensitive && part !== "resources" && store.handles("expectPart"))
    items.push({
      label: text("cases.expectPart"),
      choose: () => store.perform("expectPart", { path: row.path, ...(part && { part }) }),
    });
  if (row.origins.some(({ span }) => span) || row.error?.span)
    items.push({ label: text("results.toSource"), hint: "F4", icon: "go", apart: true, choose: goToSource });
  if (model.canChange(row)) items.push({ label: text("change.open"), hint: "F2", choose: change });
  if (model.canAskWhy(row)) items.push({ label: text("why.open"), hint: "Shift+F2", choose: why });
  if (row.isSensitive && !row.part && model.revealed(row) === null)
    items.push({ label: text("results.reveal"), icon: "eye", choose: () => store.perform("reveal", row.path) });
  return items;
}

/** The copy menu of the current view, including the expression that produced it. */
export function copyMenu(model: ResultsModel, store: Store, drawn: Drawn): MenuItem[] {
  const { answer } = model;
  if (!answer) return [{ label: text("results.none"), disabled: true, choose: () => {} }];
  const { forms, file } = model.view().copy(answer, drawn);
  const items = forms.map(({ label, text: words, isFirst }, index): MenuItem => {
    const choose = (): void => void copyText(words());
    return isFirst ? { label, icon: "copy", apart: index > 0, choose } : { label, choose };
  });
  const { expression } = store.state.workspace;
  items.push({
    label: text("copy.expression"),
    apart: true,
    disabled: typeof expression !== "string",
    choose: () => void copyText(String(expression)),
  });
  if (file)
    items.push({
      label: text("results.download"),
      icon: "file",
      choose: () => download("result.yaml", `${yamlText(file)}\n`, "application/yaml"),
    });
  return items;
}
