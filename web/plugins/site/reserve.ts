// The heights that pages reserve for their embeds. The site's policy allows no style attributes, so each height is an
// attribute that a generated style sheet knows, in steps.

import type { ReservedHeight } from "../../src/ui/embed_height.ts";

const step = 20;
const largest = 1100;

const inSteps = (height: number): number => Math.min(largest, Math.ceil(height / step) * step);

/** The attributes of an embed with these heights. */
export function reserving({ stacked, beside }: ReservedHeight): { "data-stacked": number; "data-beside": number } {
  return { "data-stacked": inSteps(stacked), "data-beside": inSteps(beside) };
}

/** The style sheet. An embed is wide enough for results beside its text where the page's column is (site.css). */
export function reserveStyles(): string {
  const heights = Array.from({ length: largest / step }, (_, at) => (at + 1) * step);
  const rules = (name: string): string =>
    heights.map((height) => `evalground-embed[data-${name}="${height}"]{min-height:${height}px}`).join("\n");
  return `evalground-embed{display:block}\n${rules("stacked")}\n@media (min-width:52rem){\n${rules("beside")}\n}\n`;
}
