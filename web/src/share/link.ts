// The link of a workspace, and where it works: many programs cut long addresses.

import { encodeLink, LinkError, type LinkView, type Workspace } from "evalground";
import type { State } from "../store.ts";
import { pathsOf } from "../ui/entries.ts";

/** Maximum length of a link, in characters, to work everywhere, in most places, and to be offered at all. */
export const linkSteps = { everywhere: 2000, mostly: 8000, most: 60_000 };

/** Where a link of this length works. */
export function reachOf(length: number): "everywhere" | "mostly" | "cut" {
  return length <= linkSteps.everywhere ? "everywhere" : length <= linkSteps.mostly ? "mostly" : "cut";
}

/** The current view of the workspace, as links carry it. */
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

/** The address that opens a workspace on `site`, which ends with a slash; null if the workspace does not fit a link. */
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
