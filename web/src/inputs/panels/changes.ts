// The changes from which merge directives are restored. Few drafts have them, so what shows them is loaded for them.

import { text } from "../../ui/text.ts";
import { late } from "./late.ts";
import type { Panel } from "./panel.ts";

export const changesPanel: Panel = {
  id: "changes",
  keys: ["changes"],
  label: () => text("inputs.changes"),
  count: ({ changes }) => changes?.length ?? 0,
  faces: [
    { id: "document", draw: late(async () => (await import("../changed_document.ts")).changedDocument) },
    { id: "list", draw: late(async () => (await import("../changed_document.ts")).changeList) },
  ],
  own: { place: "first", applies: ({ operation }) => operation === "restore" },
};
