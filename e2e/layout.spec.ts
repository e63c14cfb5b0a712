// The layouts of the panes, the splitters, themes, and the built files.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { expect, repeats, test } from "./playground.ts";

test("at 1440 × 900 all panes and the expression are visible together without page scrolling", async ({
  page,
  playground,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await playground.visit();
  const { source, resources, inputs, results, expression } = playground;
  for (const part of [source, resources, inputs, results, expression])
    await expect(part).toBeInViewport({ ratio: 0.99 });
  expect(await page.evaluate(() => document.scrollingElement!.scrollHeight)).toBeLessThanOrEqual(900);
});

test("at 900 × 800 two panes show; Results, Resources and Inputs are tabs of the right one", async ({
  page,
  playground,
}) => {
  await page.setViewportSize({ width: 900, height: 800 });
  await playground.visit();
  const { source, resources, inputs, results } = playground;
  const beside = { Results: results, Resources: resources, Inputs: inputs };
  for (const [name, pane] of Object.entries(beside)) {
    await page.getByRole("tab", { name, exact: true }).click();
    await expect(source).toBeVisible();
    await expect(pane).toBeInViewport({ ratio: 0.99 });
    for (const other of Object.values(beside)) if (other !== pane) await expect(other).toBeHidden();
    expect((await pane.boundingBox())!.x).toBeGreaterThan((await source.boundingBox())!.x);
  }
});

test("at 320 × 640 nothing scrolls sideways and all panes are reachable", async ({ page, playground }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await playground.visit();
  const fits = async (): Promise<void> =>
    expect(await page.evaluate(() => document.scrollingElement!.scrollWidth)).toBeLessThanOrEqual(320);
  const bar = page.getByRole("navigation", { name: "Panes" });
  const { source, resources, inputs, results, problems, expression } = playground;
  for (const [name, pane] of Object.entries({ Results: results, Tree: resources, Inputs: inputs, Source: source })) {
    await bar.getByRole("button", { name }).click();
    await expect(pane).toBeInViewport({ ratio: 0.99 });
    await fits();
  }
  await expect(expression).toBeInViewport();
  await source.getByRole("button", { name: /problem/i }).click();
  await expect(problems).toBeInViewport();
  await fits();
});

test("the list of problems is as tall as its lines until its divider is moved", async ({ page, playground }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await playground.open({ files: { "main.yaml": "broken: [\n" } });
  const toggle = playground.problems.getByRole("button", { name: "Show or hide the list of problems" });
  if ((await toggle.getAttribute("aria-expanded")) !== "true") await toggle.click();
  const rest = (): Promise<number> =>
    page.locator("#problems-body").evaluate((body) => body.clientHeight - body.firstElementChild!.clientHeight);
  expect(await rest()).toBeLessThan(4);
  await page.getByRole("separator", { name: /problem/i }).press("ArrowUp");
  await expect.poll(rest).toBeGreaterThan(10);
});

test("tabs that do not fit show it, and a press on the arrow scrolls them", async ({ page, playground }) => {
  await page.setViewportSize({ width: 900, height: 800 });
  await playground.visit();
  const views = playground.results.getByRole("tablist", { name: "Result view" });
  await expect(views).toHaveAttribute("data-more", "after");
  const box = (await views.boundingBox())!;
  await page.mouse.click(box.x + box.width - 6, box.y + box.height / 2);
  await expect(views).toHaveAttribute("data-more", /before/);
});

for (const [layout, width] of Object.entries({ wide: 1440, medium: 900 })) {
  test(`splitters of the ${layout} layout move by arrow keys and restore by Enter; sizes survive a reload`, async ({
    page,
    playground,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await playground.open({ files: { "main.yaml": "broken: [\n" } });
    const toggle = playground.problems.getByRole("button", { name: "Show or hide the list of problems" });
    if ((await toggle.getAttribute("aria-expanded")) !== "true") await toggle.click();
    const splitters = page.getByRole("separator");
    const ids = await splitters.evaluateAll((all) => all.map(({ id }) => id));
    expect(ids).toHaveLength(layout === "wide" ? 4 : 2);
    const sizes: Record<string, number> = {};
    for (const id of ids) {
      const splitter = page.locator(`#${id}`);
      const isBeside = (await splitter.getAttribute("aria-orientation")) === "vertical";
      const place = async (): Promise<number> => (await splitter.boundingBox())![isBeside ? "x" : "y"];
      const before = await place();
      await splitter.focus();
      await splitter.press(isBeside ? "ArrowLeft" : "ArrowUp");
      const moved = await place();
      expect(before - moved, `${id} moves by 16 px`).toBeGreaterThan(13);
      expect(before - moved, `${id} moves by 16 px`).toBeLessThan(19);
      await splitter.press("Enter");
      expect(Math.abs((await place()) - moved), `${id} collapses`).toBeGreaterThan(40);
      await splitter.press("Enter");
      expect(await place(), `${id} restores`).toBeCloseTo(moved, 0);
      sizes[id] = Number(await splitter.getAttribute("aria-valuenow"));
    }
    const places = await splitters.evaluateAll((all) =>
      all.map((each) => each.getBoundingClientRect()).map(({ x, y }) => [Math.round(x), Math.round(y)]),
    );
    await page.reload();
    await playground.settle();
    if ((await toggle.getAttribute("aria-expanded")) !== "true") await toggle.click();
    for (const [id, size] of Object.entries(sizes))
      await expect(page.locator(`#${id}`)).toHaveAttribute("aria-valuenow", String(size));
    expect(
      await splitters.evaluateAll((all) =>
        all.map((each) => each.getBoundingClientRect()).map(({ x, y }) => [Math.round(x), Math.round(y)]),
      ),
    ).toEqual(places);
  });
}

test("the system theme is followed while the page is open", async ({ page, playground }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await playground.visit();
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-theme", "dark");
  await page.emulateMedia({ colorScheme: "light" });
  await expect(html).toHaveAttribute("data-theme", "light");
});

test("the choice of a theme survives a reload without a flash of the other", { tag: "@fresh" }, async ({
  page,
  playground,
}) => {
  await page.emulateMedia({ colorScheme: "light" });
  await playground.visit();
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { grounds: seen });
    const look = (): void => {
      if (document.body)
        seen.push(
          `${document.documentElement.dataset["theme"]} ${getComputedStyle(document.documentElement).backgroundColor}`,
        );
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.reload();
  await playground.settle();
  const grounds = await page.evaluate(() => [...new Set((globalThis as unknown as { grounds: string[] }).grounds)]);
  expect(grounds).toEqual(["dark rgb(21, 24, 26)"]);
});

/** All visible controls: name, number of lines, and whether their text is cut off or outside the page. */
function controls(): { name: string; bordered: boolean; cut: boolean; outside: boolean }[] {
  const found = document.querySelectorAll<HTMLElement>(
    "button, input:not([type=radio], [type=checkbox], [type=file]), select, textarea, [role=tab], " +
      "[role=switch], [role=combobox]",
  );
  const colour = (value: string): boolean => value !== "transparent" && !/^rgba\(.*, 0\)$/.test(value);
  return [...found]
    .filter((control) => control.checkVisibility({ visibilityProperty: true }) && control.offsetWidth > 1)
    .map((control) => {
      const style = getComputedStyle(control);
      const box = control.getBoundingClientRect();
      const scroller = (function above(at: HTMLElement | null): HTMLElement | null {
        return at && !/auto|scroll/.test(getComputedStyle(at).overflow) ? above(at.parentElement) : at;
      })(control.parentElement);
      const name =
        control.getAttribute("aria-label") ?? control.closest("label")?.textContent ?? control.textContent ?? "";
      return {
        name: name.trim() || (control as HTMLInputElement).labels?.[0]?.textContent?.trim() || "",
        bordered:
          parseFloat(style.borderBottomWidth) > 0 &&
          style.borderBottomStyle !== "none" &&
          colour(style.borderBottomColor),
        cut:
          !control.matches("input, textarea, select") &&
          style.overflowX !== "visible" &&
          style.textOverflow !== "ellipsis" &&
          control.scrollWidth > control.clientWidth + 1,
        outside:
          !scroller && (box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1),
      };
    });
}

test("with forced colours no control loses its label or border", async ({ page, playground }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await playground.visit();
  const before = await page.evaluate(controls);
  await page.emulateMedia({ forcedColors: "active" });
  const after = await page.evaluate(controls);
  expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name));
  expect(after.filter(({ name }) => name === "")).toEqual([]);
  const borderless = after.filter(({ bordered }, index) => !bordered && before[index]!.bordered);
  expect(borderless.map(({ name }) => name)).toEqual([]);
});

for (const width of [1440, 900, 640]) {
  test(
    `with 200 % text no control loses its label or border at ${width} px`,
    repeats(width === 900),
    async ({ page, playground }) => {
      await page.setViewportSize({ width, height: 900 });
      await playground.visit();
      await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
      // Zooming may switch the page to the layout for smaller screens.
      await page.waitForTimeout(300);
      const after = await page.evaluate(controls);
      expect(after.length).toBeGreaterThan(15);
      expect(after.filter(({ name }) => name === "")).toEqual([]);
      expect(after.filter(({ cut }) => cut).map(({ name }) => name)).toEqual([]);
      expect(after.filter(({ outside }) => outside).map(({ name }) => name)).toEqual([]);
    },
  );
}

test("the built files hold no web font, no image over 20 KB, and name no other site outside of texts", () => {
  const dist = new URL("../web/dist/", import.meta.url);
  const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`);
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => /\.(woff2?|ttf|otf|eot)$/.test(file))).toEqual([]);
  expect(
    files.filter((file) => /\.(png|jpe?g|gif|webp|avif|svg|ico)$/.test(file) && statSync(file).size > 20_000),
  ).toEqual([]);
  const fetches = /\b(?:src|href|action)\s*=\s*["']?|url\(["']?|import\(?\s*["']|fetch\(["']|@import\s*["']/;
  for (const file of files.filter((name) => /\.(html|js|css|json|svg|webmanifest)$/.test(name))) {
    const text = readFileSync(file, "utf8");
    // Addresses count if an attribute, a style, an import or a call would fetch them. Those in examples are text.
    const fetched = text.match(new RegExp(`(?:${fetches.source})(?:https?:)?//[^"')\\s]*`, "gi")) ?? [];
    expect(fetched, file).toEqual([]);
    expect(text, file).not.toContain("@font-face");
  }
});
