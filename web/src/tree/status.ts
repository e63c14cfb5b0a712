// The statuses of nodes. Each is shown by one of a few shapes and colours, with its word beside it.

import type { OutlineNode, Status } from "evalground";
import type { IconName } from "../ui/icons.ts";

/** The meaning of a shape and a colour. */
type Sign = "ok" | "degraded" | "error" | "pending" | "absent" | "unknown" | "part";

const signs: Readonly<Record<Status, Sign>> = {
  ok: "ok",
  kept: "ok",
  defined: "ok",
  reached: "ok",
  evaluated: "ok",
  used: "ok",
  resolved: "ok",
  degraded: "degraded",
  repaired: "degraded",
  undefined: "degraded",
  error: "error",
  "not kept": "error",
  pending: "pending",
  "waits for an attribute": "pending",
  absent: "absent",
  skipped: "absent",
  "not defined": "absent",
  "not reached": "absent",
  "short-circuited": "absent",
  unused: "absent",
  overridden: "absent",
  "condition false": "absent",
  unknown: "unknown",
};

const icons: Readonly<Record<Sign, IconName>> = {
  ok: "status-ok",
  degraded: "status-degraded",
  error: "status-error",
  pending: "status-pending",
  absent: "status-absent",
  unknown: "status-unknown",
  part: "status-part",
};

/** The sign of a node: for its status, or for its kind if it has no status. */
export function signOf({ kind, status }: Pick<OutlineNode, "kind" | "status">): { sign: Sign; icon: IconName } {
  // Some kinds of node, such as hosts, never have a status, so there is nothing to ask.
  const sign = status === undefined ? "part" : (signs[status] ?? "unknown");
  // A part of a resource with an unknown status shows no question mark.
  const shown = sign === "unknown" && kind !== "resource" ? "part" : sign;
  return { sign: shown, icon: icons[shown] };
}

/** Usual statuses: their word is announced but not shown. */
export const usualSigns: readonly Sign[] = ["ok", "unknown", "part"];
