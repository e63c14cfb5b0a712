// What the tests of the prerendered pages have in common.
import type { Browser, Page } from "@playwright/test";
import { inDarkTheme, rulesOfColours, violations } from "./axe.ts";
import { expect } from "./playground.ts";

/**
 * Expects a page to be in order in both themes and at three widths: nothing beside the window, no violation that axe
 * finds. `part`: what stands for all of a page that has the same many times.
 */
export async function expectInOrder(page: Page, path: string, part = "body"): Promise<void> {
  // What is within frames has tests of its own.
  const where = { include: part, exclude: "evalground-embed" };
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  for (const width of [320, 900, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(path);
    expect(await page.evaluate(() => document.scrollingElement!.scrollWidth), `${width}`).toBeLessThanOrEqual(width);
    expect(await violations(page, where), `light, ${width} px`).toEqual([]);
    await inDarkTheme(page, async () => {
      expect(await violations(page, { ...where, rules: rulesOfColours }), `dark, ${width} px`).toEqual([]);
    });
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
