// Handles links from another release. If the result differs here, the rail says so and links to that release, provided
// that the site still has it (docs/release.md: at /v/<version>/).

import { differencesOf } from "../run/expectation.ts";
import type { Store } from "../store.ts";
import { announce } from "../ui/announce.ts";
import { byId, element } from "../ui/dom.ts";
import { siteUrl } from "../ui/site_root.ts";
import { text } from "../ui/text.ts";

const versionPattern = /^\d+\.\d+\.\d+$/;

/** The address of a release's own page; null if the version is malformed. */
function frozenAddress(version: string): string | null {
  return versionPattern.test(version) ? siteUrl(`v/${version}/`) : null;
}

/** Whether the site still has that page. */
async function exists(address: string): Promise<boolean> {
  try {
    return (await fetch(address, { method: "HEAD" })).ok;
  } catch {
    return false;
  }
}

async function versionNotice(made: string, version: string, fragment: string): Promise<HTMLElement> {
  const message = text("link.otherVersion", { made, version });
  const notice = element("span", { id: "other-version", class: "rail-offer" }, element("span", {}, message));
  byId("rail-facts").before(notice);
  announce(message);
  const address = frozenAddress(made);
  if (address !== null && (await exists(address)))
    notice.append(
      element(
        "a",
        { class: "button quiet small", href: `${address}${fragment}` },
        text("link.openIn", { version: made }),
      ),
    );
  return notice;
}

/** Checks the first result of the draft that was just opened from the link `fragment`. */
export function compareVersions(store: Store, made: string, fragment: string): void {
  const { draft } = store.state;
  let notice: Promise<HTMLElement> | null = null;
  const stop = store.watch(["result", "freshness", "draft", "engineVersion"], (state) => {
    const { result, engineVersion, workspace, freshness } = state;
    if (state.draft !== draft) {
      void notice?.then((shown) => shown.remove());
      queueMicrotask(() => stop());
    } else if (notice === null && result && engineVersion !== "" && (freshness === "fresh" || freshness === "error")) {
      const isOther = made !== engineVersion && workspace.expect && differencesOf(workspace, result).length > 0;
      if (isOther) notice = versionNotice(made, engineVersion, fragment);
      else queueMicrotask(() => stop());
    }
  });
}
