// The function reference, the gallery and the phrases, with and without scripts.
import { readFileSync } from "node:fs";
import { expect, repeats, test } from "./playground.ts";
import { expectInOrder, readWithoutScripts } from "./site.ts";

interface Entry {
  dialect: string;
  name: string;
  summary: string;
  examples: object[];
}
const catalogue = JSON.parse(readFileSync(new URL("../wasm/dist/catalogue.json", import.meta.url), "utf8")) as Entry[];
const dialects = ["unfurl", "jinja2", "yaql", "heat", "cfengine", "dcontroller"];

for (const dialect of dialects) {
  test(`the reference of ${dialect} has a part for each entry, with verified results, without scripts`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${baseURL}reference/${dialect}/`);
    const own = catalogue.filter((entry) => entry.dialect === dialect);
    const parts = page.locator(".entry");
    await expect(parts).toHaveCount(own.length);
    expect(await parts.evaluateAll((all) => all.map((part) => part.querySelector(".anchor")?.textContent))).toEqual(
      own.map(({ name }) => name),
    );
    expect(await parts.evaluateAll((all) => all.filter((part) => !part.querySelector(".result")).length)).toBe(0);
    const ids = await parts.evaluateAll((all) => all.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    await context.close();
  });
}

test("an example of the reference opens in the playground and gives what the page says", { tag: "@fresh" }, async ({
  page,
  playground,
}) => {
  await page.goto("/reference/yaql/#method-where");
  const example = page.locator("#method-where .example").first();
  const shown = await example.locator(".result .code").innerText();
  await example.getByRole("link", { name: "Open in playground" }).click();
  await playground.settle();
  await playground.view("JSON");
  expect(JSON.parse(await playground.text())).toEqual(JSON.parse(shown));
});

test("an entry says what it refuses and how it differs from the original, and both can be run", {
  tag: "@fresh",
}, async ({ page, playground }) => {
  await page.goto("/reference/unfurl/#function-portspec");
  const entry = page.locator("#function-portspec");
  await expect(entry.locator(".refusals")).toContainText('"20-10" is not a port mapping');
  await expect(entry.locator(".differences")).toContainText("a port mapping keeps its protocol");
  await expect(page.locator("#differences .differences > li").nth(20)).toBeAttached();
  await entry.locator(".refusals").getByRole("link", { name: "Try it" }).first().click();
  await playground.settle();
  await expect(page.getByRole("region", { name: "Results" })).toContainText("is not a port mapping");
});

test("an example of the gallery is also available as a JSON file", async ({ request }) => {
  const answer = await request.get("/gallery/yaql/first-steps/workspace.json");
  expect(answer.headers()["content-type"]).toContain("application/json");
  expect(await answer.json()).toMatchObject({ dialect: "yaql" });
});

test("the search finds entries of all languages by name and description, and leads to them", {
  tag: "@fresh",
}, async ({ page }) => {
  await page.goto("/reference/");
  const field = page.getByRole("searchbox", { name: "Search all languages" });
  await field.fill("join");
  const found = page.locator(".found > li");
  await expect(found.first()).toContainText("join");
  expect(new Set(await found.locator(".muted").allInnerTexts()).size).toBeGreaterThan(3);
  await field.fill("cfengine nothing like that");
  await expect(page.getByRole("status")).toHaveText("No matches");
  await field.fill("string_upcase");
  await found.first().getByRole("link").click();
  await expect(page).toHaveURL(/\/reference\/cfengine\/#function-string-upcase$/);
  await expect(page.locator(":target h3")).toContainText("string_upcase");
});

test("entries lead to the examples of the gallery that use them", { tag: "@fresh" }, async ({ page }) => {
  await page.goto("/reference/heat/");
  await page.locator(".used").first().getByRole("link").first().click();
  await expect(page).toHaveURL(/\/gallery\/heat\//);
});

test("the palette leads from a function to its part of the reference", async ({ page, context, playground }) => {
  await playground.visit();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox").fill("urljoin");
  await page.getByRole("option").filter({ hasText: "function" }).first().click();
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "Parameters and all examples" }).click();
  const reference = await opened;
  await expect(reference).toHaveURL(/\/reference\/unfurl\/#function-urljoin$/);
  await expect(reference.locator(":target")).toContainText("urljoin");
});

test("the help menu leads to lessons, gallery, phrases and reference", async ({ page, context, playground }) => {
  await playground.visit();
  for (const [entry, path] of [
    ["Lessons", "/learn/"],
    ["Gallery", "/gallery/"],
    ["Cookbook", "/phrases/"],
    ["Function reference", "/reference/"],
  ] as const) {
    await page.getByRole("button", { name: "Help" }).click();
    const opened = context.waitForEvent("page");
    await page.getByRole("menuitem", { name: entry, exact: true }).click();
    const other = await opened;
    await expect(other).toHaveURL(new RegExp(`${path}$`));
    await other.close();
  }
});

test("the header links to lessons, gallery, cookbook and reference; where there is no room, by a menu", async ({
  page,
  playground,
}) => {
  await playground.visit();
  await page.setViewportSize({ width: 1440, height: 900 });
  const sections = page.getByRole("navigation", { name: "Sections of the site" });
  for (const [name, path] of [
    ["Learn", "learn/"],
    ["Gallery", "gallery/"],
    ["Cookbook", "phrases/"],
    ["Reference", "reference/"],
  ] as const) {
    await expect(sections.getByRole("link", { name, exact: true })).toHaveAttribute("href", `./${path}`);
  }
  await page.setViewportSize({ width: 1000, height: 800 });
  await expect(sections).toBeHidden();
  await page.getByRole("button", { name: "Learn: Sections of the site" }).click();
  await expect(page.getByRole("menuitem", { name: "Cookbook" })).toBeVisible();
});

test("each language has a page of examples, its reference a jump field, and the cookbook a search", {
  tag: "@fresh",
}, async ({ page }) => {
  await page.goto("/gallery/heat/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Heat examples");
  await expect(page.locator(".card").first()).toBeVisible();
  const cards = page.locator(".card:visible");
  const examples = await cards.count();
  await page.getByRole("searchbox", { name: "Search" }).fill("volume");
  await expect.poll(() => cards.count()).toBeLessThan(examples);
  await expect(page.getByLabel("Language")).toHaveCount(0);

  await page.goto("/reference/");
  await expect(page.locator("details").first()).toHaveAttribute("open", "");
  await page.goto("/reference/heat/");
  const jump = page.getByRole("searchbox", { name: "Jump to" });
  await jump.fill("list_join");
  await expect(page.getByText("1 entry", { exact: true })).toBeVisible();
  await jump.press("Enter");
  await expect(page).toHaveURL(/#function-list_?-?join$/);

  // By the name in the menu.
  await page.goto("/cookbook");
  await expect(page).toHaveURL(/\/phrases\/$/);
  const tasks = page.locator(".task:visible");
  const all = await tasks.count();
  await page.getByRole("searchbox", { name: "Find a task" }).fill("sort");
  await expect.poll(() => tasks.count()).toBeLessThan(all);
  await expect(tasks.first()).toBeVisible();
  await expect(page).toHaveURL(/\?search=sort$/);
});

test("the gallery is filtered by language, level, topic and words, and the address contains the filter", {
  tag: "@fresh",
}, async ({ page }) => {
  await page.goto("/gallery/");
  const cards = page.locator(".card:visible");
  const all = await cards.count();
  expect(all).toBeGreaterThanOrEqual(60);
  await page.getByLabel("Language").selectOption({ label: "YAQL" });
  const own = await cards.count();
  expect(own).toBeGreaterThanOrEqual(10);
  expect(own).toBeLessThan(all);
  await page.getByLabel("Level").selectOption({ label: "beginner" });
  expect(await cards.count()).toBeLessThan(own);
  await expect(page).toHaveURL(/language=yaql&level=beginner/);
  await page.reload();
  await expect(page.getByLabel("Level")).toHaveValue("beginner");
  await page.getByLabel("Level").selectOption({ label: "all" });
  await page.getByLabel("Search").fill("who may do what");
  await expect(cards).toHaveCount(1);
  await cards.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Who may do what");
  await expect(page.locator(".result .code")).toContainText("publish");
});

test("the phrases can be filtered to two languages, which is remembered", { tag: "@fresh" }, async ({ page }) => {
  await page.goto("/phrases/");
  for (const name of ["Unfurl", "Heat", "CFEngine", "Δ-controller"])
    await page.getByRole("checkbox", { name }).uncheck();
  const task = page.locator("#join .phrase:visible");
  await expect(task).toHaveCount(2);
  await page.reload();
  await expect(task.locator("h4")).toHaveText(["Jinja2", "YAQL"]);
});

test("gallery, reference, phrases, lessons and what this is can be read without scripts", async ({
  browser,
  baseURL,
}) => {
  for (const [path, words] of [
    ["gallery/", "A web shop"],
    ["gallery/unfurl/web-shop/", "db.shop.example:5432"],
    ["reference/", "string_upcase"],
    ["phrases/", "Not possible."],
    ["learn/", "First questions"],
    ["learn/yaql/first-questions/", "Ask for the customer's name."],
    ["about/", "ansible-core 2.14.18"],
  ] as const)
    expect(await readWithoutScripts(browser, `${baseURL}${path}`), path).toContain(
      // The index of the reference has its names in collapsed sections.
      path === "reference/" ? "CFEngine" : words,
    );
});

for (const [path, part, isLikeAnother] of [
  ["/reference/", "section.index:first-of-type", true],
  ["/reference/heat/", "section.group:first-of-type", false],
  ["/gallery/", "section.cards:first-of-type", true],
  ["/gallery/unfurl/web-shop/", "body", false],
  ["/phrases/", "#pick", true],
  ["/about/", "body", true],
] as const) {
  test(`${path} is in order in both themes and at three widths`, repeats(isLikeAnother, "@fresh"), async ({ page }) => {
    test.slow();
    await expectInOrder(page, path, part);
  });
}

test("a page of the reference prints in light colours, without screen-only parts", { tag: "@fresh" }, async ({
  page,
}) => {
  await page.goto("/reference/dcontroller/");
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.locator(".site-head")).toBeHidden();
  await expect(page.locator(".open").first()).toBeHidden();
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  const colours = await page
    .locator(".code")
    .first()
    .evaluate((block) => [getComputedStyle(block).color, getComputedStyle(block).backgroundColor]);
  expect(colours).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
});

test("the pages have the policy of the site", async ({ request }) => {
  const policy = (await request.get("/")).headers()["content-security-policy"];
  for (const path of ["/reference/", "/gallery/unfurl/web-shop/", "/learn/yaql/", "/phrases/", "/about/", "/sw.js"]) {
    const headers = (await request.get(path)).headers();
    expect(headers["content-security-policy"], path).toBe(policy);
    expect(headers["cache-control"], path).toMatch(/no-cache|max-age=0, must-revalidate/);
    expect(headers["cross-origin-opener-policy"], path).toBe("same-origin");
  }
});
