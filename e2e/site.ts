// Helpers for the tests of the prerendered pages.
import type { Browser, Page } from "@playwright/test";
import { inDarkTheme, rulesOfColours, violations } from "./axe.ts";
import { expect } from "./playground.ts";

/**
 * Checks a page in both themes and at three widths: nothing is outside the window, and axe finds no violation. `part`:
 * represents the page if it has the same content many times.
 */
export async function expectInOrder(page: Page, path: string, part = "body"): Promise<void> {
  // The contents of frames have tests of their own.
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

/** The text of a page in a browser that runs no scripts. */
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
