// The thread: lines across the gutter that connect a result row to the source lines that produced it.

import type { Store } from "../store.ts";
import { byId } from "../ui/dom.ts";

const namespace = "http://www.w3.org/2000/svg";

/** Draws the thread while a row is hovered or chosen and both ends are visible. */
export function drawThread(store: Store): void {
  const drawing = byId<HTMLElement & SVGSVGElement>("thread");
  let waiting = false;
  function draw(): void {
    waiting = false;
    const { layout, pane, rowPlace, marks, markPlaces } = store.state;
    const isShown = layout === "wide" || (layout === "medium" && pane !== "resources" && pane !== "inputs");
    const strokes: SVGElement[] = [];
    const from = byId("source").getBoundingClientRect();
    const gutter = byId(layout === "wide" ? "split-results" : "split-source").getBoundingClientRect();
    const frame = drawing.getBoundingClientRect();
    if (isShown && rowPlace !== null && gutter.width >= 8) {
      for (const [index, place] of markPlaces.entries()) {
        const mark = marks[index];
        if (place === null || !mark || mark.as === "definition") continue;
        const [left, right] = [gutter.left - frame.left, gutter.right - frame.left];
        const [begin, end] = [place - frame.top, rowPlace - frame.top];
        const middle = (left + right) / 2;
        const stroke = document.createElementNS(namespace, "path");
        stroke.setAttribute("d", `M${left} ${begin}C${middle + 6} ${begin} ${middle - 6} ${end} ${right} ${end}`);
        const tick = document.createElementNS(namespace, "path");
        const edge = from.right - frame.left;
        tick.setAttribute("d", `M${edge - 8} ${begin}H${edge}`);
        for (const line of [stroke, tick]) {
          line.setAttribute("class", mark.as);
          strokes.push(line);
        }
      }
    }
    drawing.replaceChildren(...strokes);
  }
  const drawSoon = (): void => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(draw);
  };
  store.watch(["rowPlace", "markPlaces", "marks", "layout", "pane"], drawSoon);
  addEventListener("resize", drawSoon);
}
