// The site at any path of any origin, on servers without headers; embeds on pages of other origins, opened from disk,
// and in a sandbox; and the message of an embed whose playground does not answer.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import { expect, type Host, test as base } from "./hosts.ts";
import { StaticServer } from "./static_server.ts";

interface Fixtures {
  /** The site at /docs/evalground/, without headers. */
  plain: StaticServer;
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the form that Playwright reads
  plain: async ({}, use) => {
    const server = await StaticServer.start({ below: "/docs/evalground/" });
    await use(server);
    await server.close();
  },
});

const embed = `<evalground-embed id="one" dialect="yaql" expression="$.a + 1">
  <script type="application/json" data-key="data">{"a": 41}</script>
</evalground-embed>`;
const scriptOf = (site: string): string => `<script src="${site}embed.js" defer></script>`;
const pageOf = (site: string): string =>
  `<!doctype html><html lang="en"><title>A page</title>${scriptOf(site)}<body>${embed}</body></html>`;

test("the playground and its pages work below a path", async ({ page, plain }) => {
  await page.goto(plain.site);
  await expect(page.locator("#status")).toContainText("Done");
  await page.getByRole("button", { name: "Share" }).click();
  const share = page.getByRole("dialog");
  await expect(share.getByRole("textbox").first()).toHaveValue(new RegExp(`^${plain.site}#w1\\.`));
  const link = await share.getByRole("textbox").first().inputValue();
  await page.goto(`${plain.site}learn/yaql/first-questions/`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("First questions");
  await expect(page.locator("html")).toHaveAttribute("data-theme", /light|dark/);
  await expect(page.locator("evalground-embed").first()).toHaveAttribute("data-live", "");
  await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Reference" }).click();
  await expect(page).toHaveURL(`${plain.site}reference/`);
  await page.getByRole("searchbox").fill("where");
  await page.getByRole("listitem").getByRole("link", { name: "where", exact: true }).first().click();
  await expect(page).toHaveURL(new RegExp(`^${plain.site}reference/\\w+/#`));
  await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Playground" }).click();
  await expect(page).toHaveURL(plain.site);
  await page.goto(link);
  await expect(page.locator("#status")).toContainText(/Opened|Done/); // a short run ends before the draft is announced
  await expect(page.locator("#results-body")).not.toBeEmpty();
  expect(plain.missing).toEqual([]);
});

test("below a path it works offline, and leaves alone what others keep at its origin", async ({
  page,
  context,
  plain,
}) => {
  await page.goto(plain.site);
  await page.evaluate(async () => {
    localStorage.setItem("another.app", "its own");
    await caches.open("another app");
    await navigator.serviceWorker.ready;
  });
  const scope = await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.scope);
  expect(scope).toBe(plain.site);
  await expect.poll(() => page.evaluate(async (at) => !!(await caches.match(at)), `${plain.site}about/`)).toBe(true);
  await context.setOffline(true);
  await page.reload();
  await expect(page.locator("#status")).toContainText("Done");
  await page.goto(`${plain.site}about`);
  await expect(page).toHaveURL(`${plain.site}about/`);
  await context.setOffline(false);
  await page.goto(plain.site);
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("button", { name: /Erase everything/ }).click();
  const begun = page.waitForEvent("load");
  await page.getByRole("dialog").last().getByRole("button", { name: /Erase/ }).last().click();
  await begun;
  await expect.poll(() => page.evaluate(() => localStorage.getItem("another.app"))).toBe("its own");
  expect(await page.evaluate(() => caches.keys())).toEqual(["another app"]);
});

test("embeds run on a page beside it, of another origin, and of the disk", async ({ embeds, host, plain }) => {
  const folder = mkdtempSync(join(tmpdir(), "evalground-page-"));
  writeFileSync(join(folder, "page.html"), pageOf(plain.site));
  const beside = await StaticServer.start({
    below: "/docs/evalground/",
    pages: { "/docs/page/": pageOf("/docs/evalground/") },
  });
  try {
    for (const address of [
      `${beside.origin}/docs/page/`,
      host.serve({ head: scriptOf(plain.site), body: embed }),
      pathToFileURL(join(folder, "page.html")).href,
    ]) {
      await embeds.open(address);
      await embeds.settle("one");
      expect((await embeds.values("one")).at(-1), address).toBe(42);
      await expect(embeds.page.locator("#one .note")).toHaveCount(0);
    }
    expect([...plain.missing, ...beside.missing]).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
    await beside.close();
  }
});

const stateOf = (page: Page): Promise<string> =>
  page.locator("#one").evaluate((each) => (each as HTMLElement & { state: string }).state);

/** A page with a sandboxed frame that contains the embed. */
const sandboxed = (host: Host, site: string): string =>
  host.serve({ head: scriptOf(site), body: embed, headers: { "content-security-policy": "sandbox allow-scripts" } });

test("in a sandbox an embed runs where the site allows it, and says what to set where it does not", async ({
  embeds,
  host,
  plain,
}) => {
  const allowing = await StaticServer.start({ below: "/play/", headers: { "access-control-allow-origin": "*" } });
  try {
    await embeds.open(sandboxed(host, allowing.site));
    await embeds.settle("one");
    expect((await embeds.values("one")).at(-1)).toBe(42);
    await embeds.open(sandboxed(host, plain.site));
    const note = embeds.page.locator("#one").getByRole("alert");
    await expect(note).toContainText("does not send Access-Control-Allow-Origin: *");
    await expect(note.getByRole("link")).toHaveAttribute("href", new RegExp(`^${plain.site}#w1\\.`));
  } finally {
    await allowing.close();
  }
});

test("an embed whose playground does not answer says so, and leads there", async ({ embeds, host, page }) => {
  // The script can be loaded, but not the page of its frames.
  const broken = await StaticServer.start({ below: "/play/", without: /^embed\/?$/ });
  try {
    await embeds.open(host.serve({ head: scriptOf(broken.site), body: embed }));
    const note = page.locator("#one").getByRole("alert");
    await expect(note).toHaveText(`The playground at ${broken.site} does not answer. Open in playground`);
    const [said] = await embeds.said("error", "one");
    expect(said?.detail.message).toBe(`The playground at ${broken.site} does not answer.`);
    expect(await stateOf(page)).toBe("error");
  } finally {
    await broken.close();
  }
});

test("the files that the package writes for embeds are sufficient, and open embeds", async ({ embeds, host, page }) => {
  const parent = mkdtempSync(join(tmpdir(), "evalground-site-"));
  const folder = join(parent, "evalground");
  const command = fileURLToPath(new URL("../wasm/dist/command/command.js", import.meta.url));
  execFileSync(process.execPath, [command, "site", folder, "--only", "embed"]);
  const server = await StaticServer.start({ below: "/docs/evalground/", folder });
  try {
    await embeds.open(host.serve({ head: scriptOf(server.site), body: embed }));
    await embeds.settle("one");
    expect((await embeds.values("one")).at(-1)).toBe(42);
    const opened = page.waitForEvent("popup");
    await embeds.inside("one").getByRole("link", { name: "Open in playground" }).click();
    await expect((await opened).getByRole("treegrid")).toContainText("42");
    expect(server.missing).toEqual([]);
  } finally {
    await server.close();
    rmSync(parent, { recursive: true });
  }
});

for (const [what, without] of [
  ["engine", /\.wasm$/],
  ["worker", /^assets\/worker-.*\.js$/],
  ["results", /^assets\/live.*\.js$/],
] as const) {
  test(`an embed whose ${what} cannot be loaded says so`, async ({ embeds, host, page }) => {
    const broken = await StaticServer.start({ below: "/play/", without });
    try {
      await embeds.open(host.serve({ head: scriptOf(broken.site), body: embed }));
      await expect.poll(() => embeds.said("error", "one").then((all) => all.length)).toBeGreaterThan(0);
      await expect(
        page
          .locator("#one")
          .frameLocator("iframe")
          .getByText(/^Not evaluated\. /),
      ).toBeVisible();
      expect(await stateOf(page)).toBe("error");
    } finally {
      await broken.close();
    }
  });
}
