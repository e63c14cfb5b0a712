// The clock and the seed, which make a run repeatable.

import { text } from "../../ui/text.ts";
import { late } from "./late.ts";
import { type Panel, present } from "./panel.ts";

const keys = ["clock", "seed"] as const;

export const chancePanel: Panel = {
  id: "chance",
  keys,
  label: () => text("inputs.chance"),
  count: (workspace) => present(workspace, keys),
  faces: [{ id: "form", draw: late(async () => (await import("../chance_fields.ts")).chanceForm) }],
};
