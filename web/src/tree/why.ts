// What to ask about a node that is not there, was skipped or has no value.

import type { WhyQuestion } from "../store.ts";
import { dataPath } from "../ui/data_paths.ts";
import type { TreeRow } from "./nodes.ts";
import { signOf } from "./status.ts";

/** Groups that are named like the part of the outcome that has the values of their members. */
const parts: readonly string[] = ["resources", "outputs"];

/** The question about a node; null if it is there, or has no place that can be asked about. */
export function whyOf({ node, parent }: TreeRow): WhyQuestion | null {
  const { kind, name, path, span, status } = node;
  // A query may have dropped an item of the data, which the item does not tell.
  const data = kind === "data" && path !== undefined ? dataPath(path) : null;
  if (data && data.length > 0) return { path: ["data", ...data], name: path as string };
  const isLost = signOf({ kind, status }).sign === "absent" || status === "not kept" || status === "undefined";
  if (!isLost) return null;
  if (parent?.node.kind === "group" && parts.includes(parent.node.id))
    return { path: [parent.node.id, name], name: `${parent.node.id}.${name}` };
  if (!span) return null;
  const line = `${span.file}:${span.line}`;
  return { path: line, name: line };
}
