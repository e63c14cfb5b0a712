// What still works if the engine cannot run, and how the page recovers.
import { expect, test } from "./playground.ts";

test("without WebAssembly editing, sharing and copying the command work, and the reason is shown", {
  tag: "@fresh",
}, async ({ page, playground }) => {
  await page.addInitScript(() => Object.assign(globalThis, { WebAssembly: undefined }));
  await page.goto("/?test=1");
  await expect(page.locator("html")).toHaveAttribute("data-engine", "unsupported");
  // The message appears exactly once.
  await expect(page.locator("body > :not([role=alert])").getByText("This browser blocks WebAssembly")).toHaveCount(1);
  await playground.editor.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText("still: editable\n");
  await expect(playground.editor).toContainText("still: editable");
  const { dialog, link } = await playground.share();
  expect(link).toMatch(/#w1\./);
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await playground.results.getByRole("button", { name: "Copy command" }).click();
  await expect(playground.status).toContainText("Command copied");
  await expect.poll(() => playground.copied()).toContain("still: editable");
  expect(await playground.copied()).toMatch(/^evalground eval - <<'EOF'/);
});

test("the engine becomes ready without a reload after its module failed to load twice", { tag: "@fresh" }, async ({
  page,
  playground,
}) => {
  let failures = 0;
  let visits = 0;
  page.on("load", () => (visits += 1));
  await page.route("**/*.wasm", async (route) => {
    // The preload hint in the page's head sends a request as well. Count only those of the engine.
    if (failures < 3) {
      failures += 1;
      await route.abort();
    } else await route.continue();
  });
  await page.goto("/?test=1");
  await expect(playground.results).toContainText("The engine did not load");
  await expect(playground.results.getByRole("button", { name: "Retry" })).toBeVisible();
  await expect(playground.editor).toContainText("instances:");
  await expect(page.locator("html")).toHaveAttribute("data-engine", "ready", { timeout: 15_000 });
  await playground.settle();
  await expect(playground.results).not.toContainText("The engine did not load");
  expect(visits).toBe(1);
});
