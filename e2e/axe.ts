// What axe has against a page, as lines to read.
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** The rules that can hold in one theme and not in the other: a theme changes colours and nothing else. */
export const rulesOfColours = ["color-contrast", "link-in-text-block"];

/**
 * What axe finds in a page: of each rule that is broken its name and the elements that break it.
 * `include` and `exclude` are CSS selectors; without `rules` all of axe's.
 */
export async function violations(
  page: Page,
  { include, exclude, rules }: { include?: string; exclude?: string; rules?: string[] } = {},
): Promise<string[]> {
  // In the page itself: otherwise a page of its own puts the results together. Only violations are of interest.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  if (include !== undefined) axe.include(include);
  if (exclude !== undefined) axe.exclude(exclude);
  if (rules) axe.withRules(rules);
  const found = (await axe.analyze()).violations;
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}

/** Does something while the system's theme is the dark one; the light one follows again. */
export async function inDarkTheme(page: Page, act: () => Promise<void>): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await act();
  await page.emulateMedia({ colorScheme: "light" });
}
