// A share as a QR code of its link.

import { element } from "../../ui/dom.ts";
import { text } from "../../ui/text.ts";
import { longestQr, qrCode } from "../qr.ts";
import type { Form } from "./form.ts";

const namespace = "http://www.w3.org/2000/svg";
/** Width of the quiet zone in modules. Readers need it to find the code. */
const margin = 4;

/** Draws a QR code. Its accessible name is the link. */
function picture(link: string): SVGElement {
  const rows = qrCode(link);
  const size = rows.length + 2 * margin;
  const drawing = document.createElementNS(namespace, "svg");
  const path = document.createElementNS(namespace, "path");
  const squares = rows.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x + margin} ${y + margin}h1v1h-1z`] : [])),
  );
  for (const [name, value] of [
    ["viewBox", `0 0 ${size} ${size}`],
    ["class", "share-qr"],
    ["role", "img"],
    ["aria-label", link],
    ["shape-rendering", "crispEdges"],
  ] as const)
    drawing.setAttribute(name, value);
  path.setAttribute("d", squares.join(""));
  drawing.append(path);
  return drawing;
}

export const qrForm: Form = {
  id: "qr",
  label: text("qr.tab"),
  draw(share) {
    const link = share.offeredLink;
    if (link === null || link.length > longestQr)
      return [element("p", { class: "notice", "data-kind": "warning" }, text("qr.tooLong"))];
    return [element("p", { class: "muted" }, text("qr.note")), picture(link)];
  },
};
