// The lessons: the text of a step, when it counts as done, and what is stored.
import type { FrameLocator, Page } from "@playwright/test";
import { expect, repeats, test } from "./playground.ts";
import { expectInOrder } from "./site.ts";

const embedOf = (page: Page, step: number): FrameLocator =>
  page.locator(`#step-${step} evalground-embed`).frameLocator("iframe");

/** Enters an expression into the exercise of a step, like typing. */
async function answer(page: Page, step: number, expression: string): Promise<void> {
  await page.locator(`#step-${step} evalground-embed`).scrollIntoViewIfNeeded();
  const frame = embedOf(page, step);
  await expect(frame.locator("#results")).toHaveAttribute("data-freshness", /^(fresh|error)$/);
  await frame.locator("#expression .source-text, #expression [contenteditable]").first().click();
  const field = frame.getByRole("textbox", { name: "Expression", exact: true }).locator("visible=true");
  await expect(frame.locator("#expression [contenteditable=true]")).toBeVisible();
  await field.first().press("ControlOrMeta+a");
  await page.keyboard.insertText(expression);
}

test("a step is done when its task is: another answer is not, and a result without the way to it is not", {
  tag: "@fresh",
}, async ({ page }) => {
  test.slow();
  await page.goto("/learn/yaql/first-questions/");
  const first = page.locator("#step-1");
  await answer(page, 1, "$.customer.city");
  await expect(first.getByRole("status")).toHaveText("Not yet – that is a different result.");
  const compared = first.locator(".compared");
  await expect(compared.getByRole("group", { name: "Expected result" })).toHaveText('"Ada"');
  await expect(compared.getByRole("group", { name: "Your result" })).toHaveText('"London"');
  await answer(page, 1, "$.customer.");
  await expect(first.getByRole("status")).toHaveText("Not yet – it ends in an error.");
  await expect(compared).toBeEmpty();
  await answer(page, 1, "$.customer.name");
  await expect(first.getByRole("status")).toContainText("Correct.");
  await first.getByRole("link", { name: "Next step" }).click();
  await expect(page).toHaveURL(/#step-2$/);

  const second = page.locator("#step-2");
  await answer(page, 2, "[lamp, cable, desk]");
  await expect(second.getByRole("status")).toHaveText("The result is right. Now get it with $.items.");
  await second.getByText("Show a hint").click();
  await expect(second).toContainText("with another key");
  await second.getByText("Show a solution").click();
  await second.getByRole("button", { name: "Use this solution" }).click();
  await expect(second.getByRole("status")).toContainText("Correct.");

  await page.reload();
  await expect(first.getByRole("status")).toHaveText("You have completed this step before.");
  await page.goto("/learn/yaql/");
  await expect(page.locator(".lessons > li").first()).toContainText("2 of 3 done");
});

test("an answer that is near gets the remark that was prepared for it", { tag: "@fresh" }, async ({ page }) => {
  test.slow();
  await page.goto("/learn/yaql/the-report/");
  await answer(page, 1, "$.servers.take(2).name");
  const verdict = page.locator("#step-1").getByRole("status");
  await expect(verdict).toHaveText(/^These are the first two of the list\./);
  await answer(page, 1, "$.servers.orderByDescending($.load).take(2).name");
  await expect(verdict).toContainText("Correct.");
});

test("the lesson about a host's value names the winner and what it overrode", { tag: "@fresh" }, async ({ page }) => {
  test.slow();
  await page.goto("/learn/jinja2/why-this-value/");
  const frame = embedOf(page, 1);
  await page.locator("#step-1 evalground-embed").scrollIntoViewIfNeeded();
  await expect(frame.locator("#results")).toContainText("host in the inventory");
  await page.locator("#step-1").getByText("Show a solution").click();
  await page.locator("#step-1").getByRole("button", { name: "Use this solution" }).click();
  await expect(page.locator("#step-1").getByRole("status")).toContainText("Correct.");
});

for (const [at, path] of ["/learn/cfengine/first-promises/", "/learn/", "/learn/heat/"].entries()) {
  test(`${path} is in order in both themes and at three widths`, repeats(at > 0, "@fresh"), async ({ page }) => {
    test.slow();
    await expectInOrder(page, path);
  });
}
