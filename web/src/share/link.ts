// The link of a workspace, and how far it gets: what programs do to long addresses decides whether one is worth giving.

import { encodeLink, LinkError, type LinkView, type Workspace } from "evalground";
import type { State } from "../store.ts";
import { pathsOf } from "../ui/entries.ts";

/** Characters of a link up to which it fits everywhere, fits most places, and is offered at all. */
export const linkSteps = { everywhere: 2000, mostly: 8000, most: 60_000 };

/** How far a link of so many characters gets. */
export function reachOf(length: number): "everywhere" | "mostly" | "cut" {
  return length <= linkSteps.everywhere ? "everywhere" : length <= linkSteps.mostly ? "mostly" : "cut";
}

/** How the page shows the workspace now, as links carry it. */
export function linkView(state: Readonly<State>): LinkView {
  const { view, activeFile, caret, live, workspace } = state;
  const first = workspace.main ?? pathsOf(workspace)[0];
  return {
    ...(view !== "" && { tab: view }),
    ...(activeFile !== null && activeFile !== first && { file: activeFile }),
    ...(caret && caret.line > 1 && { line: caret.line }),
    ...(!live && { live: false }),
  };
}

/** The address that opens a workspace on the site, whose own has a slash at its end; null when no link can hold it. */
export function linkTo(
  site: string,
  workspace: Workspace,
  options: { view: LinkView; includeSecrets: boolean },
): string | null {
  try {
    return `${site}#${encodeLink(workspace, options)}`;
  } catch (error) {
    if (error instanceof LinkError) return null;
    throw error;
  }
}
