// A share as a link, with its length and where a link of that length works. If there is no link, it says why.

import { type Child, element } from "../../ui/dom.ts";
import { formatNumber, formatSize, text } from "../../ui/text.ts";
import { copyField } from "../fields.ts";
import { linkSteps, reachOf } from "../link.ts";
import type { Share } from "../share.ts";
import { saveJson } from "./file.ts";
import type { Form } from "./form.ts";

function tooLong(share: Share, link: string | null): Child[] {
  const { largestFile: largest } = share;
  const reason = link === null ? text("share.noLink") : text("share.tooLong", { count: formatNumber(link.length) });
  return [
    element("p", { class: "notice", "data-kind": "warning" }, reason),
    largest &&
      element(
        "p",
        { class: "muted" },
        text("share.shorten", { path: largest.file ?? "", size: formatSize(largest.size) }),
      ),
    saveJson(share),
  ];
}

export const linkForm: Form = {
  id: "link",
  label: text("share.link"),
  draw(share) {
    const { link } = share;
    if (link === null || link.length > linkSteps.most) return tooLong(share, link);
    const meter = element("meter", {
      min: 0,
      max: linkSteps.mostly,
      low: linkSteps.everywhere,
      high: linkSteps.mostly - 1,
      optimum: 0,
      value: Math.min(link.length, linkSteps.mostly),
      "aria-label": text("share.length"),
    });
    const reach = text(`share.reach.${reachOf(link.length)}`, { count: formatNumber(link.length) });
    return [copyField(text("share.link"), link, 3), element("p", { class: "share-meter muted" }, meter, reach)];
  },
};
