// The panels of the inputs, and which of them a workspace has.

import type { Workspace } from "evalground";
import { dialectFacts } from "../ui/dialects.ts";
import { filesOf } from "../ui/entries.ts";
import { attributesPanel } from "./panels/attributes.ts";
import { chancePanel } from "./panels/chance.ts";
import { changesPanel } from "./panels/changes.ts";
import { classesPanel } from "./panels/classes.ts";
import { dataPanel } from "./panels/data.ts";
import { envPanel } from "./panels/env.ts";
import { inputsPanel } from "./panels/inputs.ts";
import { limitsPanel } from "./panels/limits.ts";
import { localPanel } from "./panels/local.ts";
import { otherPanel } from "./panels/other.ts";
import type { Panel } from "./panels/panel.ts";
import { secretsPanel } from "./panels/secrets.ts";
import { varsPanel } from "./panels/vars.ts";

const known: readonly Panel[] = [
  varsPanel,
  inputsPanel,
  attributesPanel,
  envPanel,
  secretsPanel,
  dataPanel,
  localPanel,
  classesPanel,
  changesPanel,
  chancePanel,
  limitsPanel,
];

/** All of them. */
export const panels: readonly Panel[] = [...known, otherPanel(known)];

/** The panels of a workspace, in order. */
export function offered(workspace: Workspace): Panel[] {
  const { inputTabs, dollar } = dialectFacts(workspace.dialect);
  // Without files, the source pane shows the data. Do not show it twice.
  const isSource = (id: string): boolean => id === dollar && filesOf(workspace).size === 0;
  const named = inputTabs.filter((id) => !isSource(id)).flatMap((id) => panels.filter((panel) => panel.id === id));
  const own = (place: "first" | "last"): Panel[] =>
    panels.filter((panel) => panel.own?.place === place && panel.own.applies(workspace));
  return [...own("first"), ...named, ...own("last")];
}
