// The menu of a node: where one can go from it.

import type { Store } from "../store.ts";
import { copyText } from "../ui/clipboard.ts";
import type { MenuItem } from "../ui/menu.ts";
import { text } from "../ui/text.ts";
import { resultOf } from "./model.ts";
import type { TreeRow } from "./nodes.ts";
import { isCurrentResource, makeCurrent } from "./resource.ts";
import { whyOf } from "./why.ts";

/** The entries for a row, as far as they apply to its node. `focus` takes the focus back to the tree. */
export function menuOf(row: TreeRow, store: Store, focus: () => void): MenuItem[] {
  const { node } = row;
  const { path, span, selectable } = node;
  const entries: MenuItem[] = [];
  if (selectable)
    entries.push({
      label: text("tree.setCurrent"),
      icon: "target",
      hint: text("key.space"),
      disabled: isCurrentResource(node, store),
      choose: () => makeCurrent(node, store),
    });
  if (path !== undefined) {
    entries.push(
      { label: text("tree.insertPath"), note: path, choose: () => store.perform("insertExpression", path) },
      { label: text("tree.copyPath"), icon: "copy", choose: () => void copyText(path) },
    );
  }
  if (span)
    entries.push({
      label: text("tree.showSource"),
      icon: "go",
      apart: true,
      choose: () => store.perform("show", { span, focus: true }),
    });
  if (node.status === "waits for an attribute")
    entries.push({
      label: text("tree.addAttribute"),
      icon: "add",
      choose: () => store.perform("openInput", { tab: "attributes" }),
    });
  const asked = whyOf(row);
  if (asked && store.handles("showWhy"))
    entries.push({ label: text("why.open"), choose: () => store.perform("askWhy", { ...asked, focus }) });
  const pointer = resultOf(row, store.state.lastGood?.origins);
  if (pointer !== null) {
    entries.push({
      label: text("tree.showResult"),
      choose: () => {
        store.perform("openView", "keys");
        store.perform("openPane", { pane: "results", focus: false });
        store.writer("selection")({
          selection: { from: "resources", node: node.id, pointer, ...(span && { span }) },
        });
      },
    });
  }
  return entries;
}
