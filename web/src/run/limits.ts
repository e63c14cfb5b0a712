// The limits of one run. They come from the user's settings; a workspace may only lower them. The user can raise them
// for a single run.

import type { Limits, Workspace } from "evalground";
import type { Settings } from "../store.ts";

/** The engine's default limits, as shown in the settings. */
export const usualLimits = {
  timeMs: 3000,
  steps: 20_000_000,
  depth: 200,
  memory: 128 * 1024 * 1024,
  output: 16 * 1024 * 1024,
};

/** The highest values that the settings accept. */
export const highestLimits = {
  timeMs: 60_000,
  steps: 2_000_000_000,
  depth: 200,
  memory: 512 * 1024 * 1024,
  output: 64 * 1024 * 1024,
};

/** Time limit of the first run of a workspace that came by a link. */
const cautiousTimeMs = 2000;

type Counted = "steps" | "depth" | "memory" | "output";
const counted: Counted[] = ["steps", "depth", "memory", "output"];

/** The time, the limits and the workspace to evaluate. `factor` raises all limits, including the workspace's own. */
export function runLimits(
  workspace: Workspace,
  settings: Settings["limits"],
  { factor, cautious }: { factor: number; cautious: boolean },
): { timeMs: number; limits: Limits; workspace: Workspace } {
  const limits: Limits = {};
  const own: Limits = { ...workspace.limits };
  for (const name of counted) {
    const chosen = settings[name];
    if (chosen !== undefined || factor > 1)
      limits[name] = Math.min(highestLimits[name], (chosen ?? usualLimits[name]) * factor);
    const lowered = own[name];
    if (lowered !== undefined && factor > 1) own[name] = lowered * factor;
  }
  const timeMs = Math.min(highestLimits.timeMs, settings.timeMs * factor);
  return {
    timeMs: cautious && factor === 1 ? Math.min(cautiousTimeMs, timeMs) : timeMs,
    limits,
    workspace: factor > 1 && workspace.limits ? { ...workspace, limits: own } : workspace,
  };
}
