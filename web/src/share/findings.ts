// What looks like a secret in a share: each place with its line, and whether a placeholder replaces it.

import { announce } from "../ui/announce.ts";
import { button, type Child, element } from "../ui/dom.ts";
import { text } from "../ui/text.ts";
import { checkbox } from "./fields.ts";
import type { Finding } from "../run/secrets.ts";
import type { Share } from "./share.ts";

/** A longer line is cut. */
const longestLine = 120;

/** "group_vars/all.yml:3", "vars.password". */
function placeOf({ path, line }: Finding): string {
  const [key, ...names] = path;
  if (key === "files") return `${names[0]}:${line ?? 1}`;
  return path.length === 1 ? `${key}:${line ?? 1}` : path.join(".");
}

function reasonOf({ reason, what = "", name = "" }: Finding): string {
  return text(`share.reason.${reason}`, { what, name });
}

/** The sentence on what was searched and found. */
function summary(share: Share): string {
  const { files } = share.search;
  if (files === null) return text("share.notSearched");
  return share.findings.length === 0
    ? text("share.searched", { files })
    : text("share.found", { files, count: share.findings.length });
}

/** Whether the result with placeholders is the same. */
function proof({ search: { isProved } }: Share): Child {
  if (isProved === null) return null;
  return element("p", { class: "muted" }, text(isProved ? "share.proved" : "share.notProved"));
}

/** The list of findings. `changed` is called when a choice was made, and again once it has taken effect. */
export function findingList(share: Share, changed: () => void): Child {
  const { findings, open } = share;
  if (findings.length === 0 && share.search.files !== null) return element("p", { class: "muted" }, summary(share));
  const set = (all: readonly Finding[], isReplaced: boolean): void => {
    void share.search
      .set(
        all.map(({ index }) => index),
        isReplaced,
      )
      .then(() => {
        changed();
        announce(text(isReplaced ? "share.replaced" : "share.kept", { count: all.length }));
      });
    changed();
  };
  const row = (finding: Finding): HTMLElement => {
    const line = share.search.lineOf(finding);
    return element(
      "li",
      {},
      checkbox(
        text("share.replaceOne", { place: placeOf(finding) }),
        finding.isReplaced,
        (isReplaced) => set([finding], isReplaced),
        finding.isReplaced ? reasonOf(finding) : text("share.asWritten", { reason: reasonOf(finding) }),
      ).root,
      element("code", { dir: "auto" }, line.length > longestLine ? `${line.slice(0, longestLine)}…` : line),
    );
  };
  return element(
    "div",
    {
      class: "notice share-suspects",
      "data-kind": open.length > 0 || share.search.files === null ? "warning" : "info",
    },
    element("p", {}, summary(share)),
    findings.length > 0 &&
      element(
        "fieldset",
        { class: "share-findings" },
        element("legend", {}, text("share.replace")),
        element("p", { class: "muted" }, text("share.replaceHelp")),
        element("ul", {}, ...findings.map(row)),
      ),
    open.length > 1 &&
      button({ label: text("share.replaceAll"), words: true, class: "small", press: () => set(open, true) }),
    proof(share),
  );
}
