// Documents of megabytes: everything is counted, the rest can be asked for, and no task blocks the page.

import type { Page } from "@playwright/test";
import { expect, report, test } from "./playground.ts";
import { manyNodes } from "./workspaces.ts";

test.describe.configure({ timeout: 180_000 });

/** Pastes a text over the whole document, as from the clipboard. */
async function paste(page: Page, text: string): Promise<void> {
  await page.locator("#editor .cm-content").click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.locator("#editor .cm-content").evaluate((content, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    content.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true, composed: true }),
    );
  }, text);
}

/** Records the durations of long tasks from now on. */
async function watchTasks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { longTasks: tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ entryTypes: ["longtask"] });
  });
  return () => page.evaluate(() => Math.max(0, ...(globalThis as unknown as { longTasks: number[] }).longTasks));
}

test("values of a large document are counted, and more of it is shown on request", async ({ page, playground }) => {
  await playground.visit();
  await paste(page, manyNodes(8_000));
  await playground.settle();
  await playground.said("Done, 16,000 values");
  await expect(playground.results).toContainText("shown for the first 10,000 of 24,002 rows");
  await expect(playground.resources).toContainText(/The first 10,0\d\d of \d\d,\d{3} entries are shown/);
  await playground.results.getByRole("button", { name: "Show the next 10,000" }).click();
  await expect(playground.results).toContainText("shown for the first 20,000 of 24,002 rows");
  await playground.results.getByRole("button", { name: "Show the next 4,002" }).click();
  await expect(playground.results).not.toContainText("shown for the first");
});

test("a pasted text of megabytes is one step of undo, and has the engine's colours where it is visible", async ({
  page,
  playground,
}) => {
  await playground.visit();
  await paste(page, manyNodes(8_000));
  await playground.settle();
  await expect(playground.editor).toContainText("node07999");
  await expect(page.locator("#editor .token-function").first()).toHaveText("concat");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(playground.editor).toContainText("Click a resource in the tree");
  await expect(playground.editor).not.toContainText("node0");
});

test("2.5 MB are evaluated and scrolled", { tag: "@measured" }, async ({ page, playground }) => {
  await playground.visit();
  const longest = await watchTasks(page);
  const begin = Date.now();
  await paste(page, manyNodes(16_000));
  await playground.settle();
  await playground.said("Done, 32,000 values");
  report(`2.5 MB from paste to result: ${Date.now() - begin} ms, longest task ${Math.round(await longest())} ms`);
  const scrolling = await watchTasks(page);
  await page.locator("#result-view").hover();
  for (let turn = 0; turn < 40; turn += 1) await page.mouse.wheel(0, 20_000);
  await page.waitForTimeout(300);
  report(`scrolling 48,002 rows: longest task ${Math.round(await scrolling())} ms`);
});
