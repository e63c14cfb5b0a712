// The page with texts that are 40 % longer: nothing is cut off, and nothing breaks the layout.
import type { Page } from "@playwright/test";
import { messages } from "../web/src/ui/messages.ts";
import { expect, repeats, test } from "./playground.ts";

/** Matches messages in the built scripts. Lowercase words may also be something else there, such as a type. */
const literals = Object.values(messages)
  .filter((message) => !/^[a-z]*$/.test(message))
  .map((message) => message.replace(/\\|`|\$\{/g, "\\$&").replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
const anyLiteral = new RegExp(`\`(${literals.join("|")})\``, "g");

/** Serves the page with longer, bracketed messages, like `--mode pseudo`. Returns a function that counts them. */
async function lengthen(page: Page): Promise<() => number> {
  let count = 0;
  await page.route(/\/assets\/[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(anyLiteral, (_, words: string) => {
      count += 1;
      const length = words.replace(/\{[^}]*\}|\$/g, "").length;
      return `\`[${words}${"~".repeat(Math.ceil(length * 0.4))}]\``;
    });
    await route.fulfill({ response, body });
  });
  return () => count;
}

/**
 * The page's own texts that are cut off: wider than their container, which does not scroll. The user's title may be.
 */
function cut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const each of document.querySelectorAll<HTMLElement>(
      "button, [role=tab], [role=menuitem], label, h1, h2, h3, p, legend, summary, a, .words",
    )) {
      if (!each.checkVisibility({ visibilityProperty: true }) || each.closest("[hidden], .visually-hidden")) continue;
      const { overflowX } = getComputedStyle(each);
      if (overflowX !== "hidden" && overflowX !== "clip") continue;
      if (!each.textContent?.includes("~")) continue;
      if (each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1)
        found.push(
          `${each.className} ${each.textContent?.trim().slice(0, 60)}: ${each.scrollWidth} in ${each.clientWidth}`,
        );
    }
    return found;
  });
}

for (const width of [320, 900, 1440]) {
  test(
    `words 40 % longer are not cut, ${width} px wide`,
    repeats(width === 900, "@fresh"),
    async ({ page, playground }) => {
      await page.setViewportSize({ width, height: 900 });
      const count = await lengthen(page);
      await page.goto("/?test=1");
      await expect(page.locator("html")).toHaveAttribute("data-engine", "ready");
      await expect(playground.resultsState).toHaveAttribute("data-freshness", /^(fresh|error)$/);
      await expect(page.locator("#share")).toContainText("[Share~~]");
      expect(count()).toBeGreaterThan(300);
      expect(await cut(page)).toEqual([]);
      expect(await page.evaluate(() => document.scrollingElement!.scrollWidth)).toBeLessThanOrEqual(width);
      await page.locator("#share button.primary").click();
      await expect(page.locator("dialog")).toBeVisible();
      expect(await cut(page)).toEqual([]);
    },
  );
}
