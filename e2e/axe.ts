// The violations that axe finds in a page, as readable lines.
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Rules whose result may depend on the theme, which changes only colours. */
export const rulesOfColours = ["color-contrast", "link-in-text-block"];

/**
 * Runs axe on a page. Returns for each violated rule its name and the elements concerned. `include` and `exclude` are
 * CSS selectors; without `rules` all rules are checked.
 */
export async function violations(
  page: Page,
  { include, exclude, rules }: { include?: string; exclude?: string; rules?: string[] } = {},
): Promise<string[]> {
  // Legacy mode runs in the page itself instead of collecting results in a second page. Only violations are needed.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  if (include !== undefined) axe.include(include);
  if (exclude !== undefined) axe.exclude(exclude);
  if (rules) axe.withRules(rules);
  const found = (await axe.analyze()).violations;
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}

/** Does something in the dark theme, then restores the light one. */
export async function inDarkTheme(page: Page, act: () => Promise<void>): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await act();
  await page.emulateMedia({ colorScheme: "light" });
}
