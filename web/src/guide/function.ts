// The page of a function from the engine's catalogue: its signature, its description, and examples to open.

import type { FunctionEntry } from "virtual:functions";
import type { Store } from "../store.ts";
import { openDialog } from "../ui/dialog.ts";
import { choices } from "../ui/dialects.ts";
import { button, element } from "../ui/dom.ts";
import { filesOf } from "../ui/entries.ts";
import { signatureText } from "../ui/signature.ts";
import { siteUrl } from "../ui/site_root.ts";
import { text } from "../ui/text.ts";

/** Opens the page of a function. */
export function openFunction(
  store: Store,
  { name, kind, choice, anchor, signatures, summary, details, examples }: FunctionEntry,
): void {
  const dialog = openDialog(name, [
    element(
      "div",
      { class: "stack" },
      element(
        "p",
        { class: "muted" },
        text("function.of", { kind, dialect: choices.find(({ id }) => id === choice)?.name ?? choice }),
      ),
      ...signatures.map((signature) =>
        element("p", {}, element("code", { dir: "auto" }, signatureText(name, signature))),
      ),
      summary && element("p", {}, summary),
      details && element("p", {}, details),
      element(
        "p",
        {},
        element(
          "a",
          { href: siteUrl(`reference/${choice.split("/")[0]}/#${anchor}`), target: "_blank", rel: "noopener" },
          text("function.reference"),
        ),
      ),
      ...examples.map((workspace) => {
        const { expression } = workspace;
        const shown = typeof expression === "string" ? expression : String([...filesOf(workspace).values()][0] ?? name);
        return button({
          label: text("function.try", { example: shown.slice(0, 80) }),
          words: true,
          press: () => {
            dialog.close();
            store.perform("openWorkspace", {
              workspace,
              title: text("function.tried", { name }),
            });
          },
        });
      }),
      button({
        label: text("function.insert"),
        words: true,
        press: () => {
          dialog.close();
          store.perform("insertExpression", `${name}(`);
        },
      }),
    ),
  ]);
}
