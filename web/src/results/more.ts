// Says how many rows of a view have no places yet, and asks for more.

import type { Store } from "../store.ts";
import { button, element, fill } from "../ui/dom.ts";
import { describedStep } from "../ui/long.ts";
import { formatNumber, text } from "../ui/text.ts";
import type { Answer } from "./answer.ts";
import type { View } from "./views/view.ts";

/** Fills a notice for a view whose rows have places, and hides it if all have. */
export function showMore(root: HTMLElement, answer: Answer | null, view: View, store: Store): void {
  const result = answer?.result;
  const isPart = view.id === "variables" || view.id === "resources";
  const described = isPart ? result?.parts?.[view.id] : result;
  const count = described?.counts?.rows ?? 0;
  const known = described?.rows.length ?? 0;
  root.hidden = !view.hasOrigins || known >= count;
  if (root.hidden) return root.replaceChildren();
  fill(
    root,
    element("span", {}, text("results.known", { known: formatNumber(known), count: formatNumber(count) })),
    button({
      label: text("results.more", { count: formatNumber(Math.min(describedStep, count - known)) }),
      words: true,
      press: () => store.perform("describeMore"),
    }),
  );
}
