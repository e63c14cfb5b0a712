// What the tests of the prerendered pages have in common.
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "@playwright/test";
import { expect } from "./playground.ts";

/**
 * Expects a page to be in order in both themes and at three widths: nothing beside the window, no violation that axe
 * finds. `part`: what stands for all of a page that has the same many times.
 */
export async function expectInOrder(page: Page, path: string, part = "body"): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [320, 900, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await page.goto(path);
      const place = `${path} ${colorScheme} ${width}`;
      expect(await page.evaluate(() => document.scrollingElement!.scrollWidth), place).toBeLessThanOrEqual(width);
      // What is within frames has tests of its own.
      const { violations } = await new AxeBuilder({ page }).include(part).exclude("evalground-embed").analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
        place,
      ).toEqual([]);
    }
  }
}

/** The text of a page as somebody reads it whose browser runs no scripts. */
export async function readWithoutScripts(browser: Browser, address: string): Promise<string> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    await page.goto(address);
    return await page.locator("body").innerText();
  } finally {
    await context.close();
  }
}
