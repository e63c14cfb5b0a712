// The toolbar of an embed: Run or Stop, Reset, Copy, whether the result is as expected, and the link to the playground.

import { encodeLink, type Workspace } from "evalground";
import type { Store } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { copyText } from "../ui/clipboard.ts";
import { button, element, icon, setAttribute } from "../ui/dom.ts";
import { siteRoot } from "../ui/site_root.ts";
import { text } from "../ui/text.ts";
import { isAsExpected } from "./expected.ts";
import { openText } from "./source.ts";

/** The address that opens a workspace in the playground. */
export function playgroundLink(workspace: Workspace): string {
  return `${siteRoot}#${encodeLink(workspace)}`;
}

interface ToolbarActions {
  /** Whether a workspace has none of the reader's edits. */
  isOriginal: (workspace: Workspace) => boolean;
  run: () => void;
  reset: () => void;
  opened: (url: string) => void;
}

/** Fills the toolbar. `expected`: JSON, or empty; `isTask`: readers are meant to reach it by editing. */
export function buildToolbar(
  root: HTMLElement,
  store: Store,
  { expected, isTask }: { expected: string; isTask: boolean },
  { isOriginal, run: runNow, reset, opened }: ToolbarActions,
): void {
  const run = button({ label: text("run.press"), icon: "run", words: true, press: runNow });
  const stop = button({ label: text("run.stop"), icon: "stop", words: true, press: () => store.perform("stop") });
  const back = button({
    label: text("embed.reset"),
    words: true,
    class: "quiet",
    press: () => {
      reset();
      announce(text("embed.resetDone"));
    },
  });
  const copy = button({
    label: text("embed.copy"),
    icon: "copy",
    class: "quiet",
    press: () => {
      const { expression } = store.state.workspace;
      void copyText(openText(store) ?? (typeof expression === "string" ? expression : ""));
    },
  });
  const open = element(
    "a",
    { class: "button quiet embed-open", target: "_blank", rel: "noopener", href: location.href },
    icon("go"),
    element("span", { class: "words" }, text("embed.open")),
  );
  // The link is made just before it is used. Packing the workspace at every edit would be too slow.
  const aim = (): void => {
    open.href = playgroundLink(store.state.workspace);
  };
  for (const type of ["pointerenter", "focus", "pointerdown", "click"] as const) open.addEventListener(type, aim);
  open.addEventListener("click", () => opened(open.href));
  const verdict = element("span", { class: "embed-verdict", role: "status", hidden: true });
  root.setAttribute("role", "toolbar");
  root.setAttribute("aria-label", text("embed.toolbar"));
  root.append(run, stop, back, copy, verdict, open);

  store.watch(["runningSince"], ({ runningSince }) => {
    run.hidden = runningSince !== null;
    stop.hidden = runningSince === null;
  });
  store.watch(["workspace"], ({ workspace }) =>
    setAttribute(back, "aria-disabled", isOriginal(workspace) ? "true" : null),
  );
  store.watch(["result", "freshness"], ({ result, freshness, workspace }) => {
    verdict.hidden = expected === "" || !result || freshness === "stale";
    if (verdict.hidden || !result) return;
    const isMet = isAsExpected(result, expected);
    // An unedited task is not a mistake.
    if (!isMet && isTask && isOriginal(workspace)) {
      delete verdict.dataset["met"];
      verdict.textContent = text("embed.toDo");
      return;
    }
    verdict.dataset["met"] = String(isMet);
    verdict.textContent = `${isMet ? "✓" : "✕"} ${text(isMet ? "embed.asExpected" : "embed.differs")}`;
  });
}
