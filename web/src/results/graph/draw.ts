// Draws a layout as SVG. The drawing is for the eyes and the pointer: keyboards and screen readers use the list of the
// same nodes (list.ts), so it is hidden from them.

import type { Layout, PlacedArrow, PlacedBox, PlacedCluster } from "./layout.ts";
import { stateText } from "./notes.ts";
import { pathOf } from "./path.ts";

const namespace = "http://www.w3.org/2000/svg";

type Shape = Node | string | false;

function shape(name: string, attributes: Record<string, string | number>, ...children: Shape[]): SVGElement {
  const made = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  for (const child of children) if (child !== false) made.append(child);
  return made;
}

/** The signs of nodes that failed or were not used: shapes, for those who see no colours. */
const signs = { failed: "M-4 -4L4 4M4 -4L-4 4", unused: "M4 0A4 4 0 1 0 -4 0A4 4 0 1 0 4 0" } as const;

function boxShape({ box, title, subtitle, x, y, width, height }: PlacedBox): SVGElement {
  const isFolded = box.folded !== undefined;
  const corner = { x: -width / 2, y: -height / 2, width, height, rx: 4 };
  const whole = [box.name, box.type ?? box.kind, box.state && stateText(box.state)].filter((part) => part).join("\n");
  return shape(
    "g",
    {
      class: "graph-box",
      transform: `translate(${x} ${y})`,
      "data-id": box.id,
      ...(box.state && { "data-state": box.state }),
      ...(isFolded && { "data-folded": "" }),
    },
    shape("title", {}, whole),
    isFolded && shape("rect", { ...corner, x: corner.x + 4, y: corner.y + 4 }),
    shape("rect", corner),
    box.state !== undefined &&
      shape("path", { class: "graph-sign", d: signs[box.state], transform: `translate(${12 - width / 2} -7)` }),
    shape("text", { x: box.state ? 10 : 0, y: -3 }, title),
    shape("text", { class: "graph-small", y: 12 }, subtitle),
  );
}

function arrowShape({ arrow, points, text: words, at }: PlacedArrow, marker: string): SVGElement {
  return shape(
    "g",
    { class: "graph-arrow", "data-from": arrow.from, "data-to": arrow.to },
    shape("path", { d: pathOf(points), "marker-end": `url(#${marker})` }),
    words !== undefined && at !== undefined && shape("text", { class: "graph-small", x: at.x, y: at.y + 4 }, words),
  );
}

function clusterShape({ cluster, x, y, width, height }: PlacedCluster): SVGElement {
  return shape(
    "g",
    { class: "graph-cluster", "data-cluster": cluster.id },
    shape("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: 6 }),
    shape("text", { class: "graph-small", x: x - width / 2 + 8, y: y - height / 2 + 13 }, cluster.name),
  );
}

/** The drawing, in its natural size. `marker`: a unique id for the head of arrows. */
export function draw({ width, height, boxes, arrows, clusters }: Layout, marker: string): SVGSVGElement {
  const head = shape(
    "marker",
    { id: marker, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse" },
    shape("path", { class: "graph-head", d: "M0 0L8 4L0 8z" }),
  );
  return shape(
    "svg",
    {
      xmlns: namespace,
      class: "graph-drawing",
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      "aria-hidden": "true",
      focusable: "false",
    },
    shape("defs", {}, head),
    ...clusters.map(clusterShape),
    ...arrows.map((arrow) => arrowShape(arrow, marker)),
    ...boxes.map(boxShape),
  ) as SVGSVGElement;
}

/** The look of a drawing outside of the page, where its stylesheet does not apply. */
const style = `
.graph-drawing{background:#fff;font:12px ui-sans-serif,system-ui,sans-serif}
.graph-box rect{fill:#fff;stroke:#7f7a6c}
.graph-box text,.graph-arrow text{text-anchor:middle;fill:#1f2421}
.graph-small{font-size:11px}
.graph-box .graph-small,.graph-arrow text,.graph-cluster text{fill:#565c55}
.graph-arrow path{fill:none;stroke:#7f7a6c}
.graph-head{fill:#7f7a6c}
.graph-cluster rect{fill:#f7f6f2;stroke:#d8d4c8}
.graph-sign{fill:none;stroke-width:2}
[data-state=failed] rect{stroke:#a8201a;stroke-width:2}
[data-state=failed] .graph-sign{stroke:#a8201a}
[data-state=unused] rect{stroke-dasharray:4 3}
[data-state=unused] .graph-sign{stroke:#565c55}
.graph-arrow text{paint-order:stroke;stroke:#fff;stroke-width:3px}
`;

/** The drawing as a file. */
export function fileOf(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  for (const attribute of ["aria-hidden", "focusable", "style"]) copy.removeAttribute(attribute);
  copy.prepend(shape("style", {}, style));
  return new XMLSerializer().serializeToString(copy);
}
