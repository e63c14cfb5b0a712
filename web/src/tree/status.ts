// The statuses of nodes, each by one of a few shapes and colours; its word is always beside it.

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

/** The sign of a node: that of its status, or of what it is when it has none. */
export function signOf({ kind, status }: Pick<OutlineNode, "kind" | "status">): { sign: Sign; icon: IconName } {
  // Where a language knows no statuses, as of hosts, there is none to ask for.
  const sign = status === undefined ? "part" : (signs[status] ?? "unknown");
  // A part of a resource of which nothing is known needs no question mark.
  const shown = sign === "unknown" && kind !== "resource" ? "part" : sign;
  return { sign: shown, icon: icons[shown] };
}

/** Statuses that go without saying: they are read out, but their word is not shown. */
export const usualSigns: readonly Sign[] = ["ok", "unknown", "part"];
