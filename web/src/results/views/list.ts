// The views of the results, in the order of their tabs.

import type { Answer } from "../answer.ts";
import { classes } from "./classes.ts";
import { diff } from "./diff.ts";
import { files } from "./files.ts";
import { graph } from "./graph.ts";
import { host } from "./host.ts";
import { json } from "./json.ts";
import { keys } from "./keys.ts";
import { explain, trace } from "./late.ts";
import { matches } from "./matches.ts";
import { matrix, rendered } from "./matrix.ts";
import { outputs } from "./outputs.ts";
import { reports } from "./reports.ts";
import { references } from "./references.ts";
import { resources } from "./resources.ts";
import { step } from "./step.ts";
import { table } from "./table.ts";
import { text } from "./text.ts";
import { variables } from "./variables.ts";
import type { View } from "./view.ts";
import { yaml } from "./yaml.ts";

export const views: readonly View[] = [
  host,
  matrix,
  rendered,
  keys,
  outputs,
  resources,
  reports,
  text,
  variables,
  classes,
  yaml,
  json,
  table,
  matches,
  files,
  step,
  diff,
  references,
];

/** The views that apply to an answer. */
export function viewsOf(answer: Answer): View[] {
  return views.filter(({ applies }) => applies(answer));
}

/** The same, with the views that show how the value was computed. */
export function offeredOf(answer: Answer): View[] {
  const found = viewsOf(answer);
  if (found.length === 0) return found;
  return [...found, ...(graph.applies(answer) ? [graph] : []), trace, explain];
}

/** The default view of an answer. */
export function usualView(answer: Answer): View {
  const offered = viewsOf(answer);
  return offered.find(({ begins }) => begins?.(answer)) ?? offered[0] ?? keys;
}
