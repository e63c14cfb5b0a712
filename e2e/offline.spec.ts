// The site without a network, and updates to a newer version.
import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, Page } from "@playwright/test";
import { encodeLink } from "evalground";
import { expect, test } from "./playground.ts";

const dialects = ["unfurl", "jinja2", "yaql", "heat", "cfengine", "dcontroller"];

/** Waits until the service worker has stored everything from a visit. */
async function installed(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const names = await caches.keys();
        const kept = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length));
        return (await caches.match("/reference/yaql/")) !== undefined && kept.some((count) => count > 100);
      }),
    )
    .toBe(true);
}

test("after a visit and a download the site works offline: reload, link, all languages, pages", {
  tag: "@fresh",
}, async ({ page, context, playground }) => {
  test.slow(); // it loads and starts the modules of six languages
  await playground.visit("/");
  await installed(page);
  await playground.openSettings();
  const dialog = page.getByRole("dialog", { name: "Settings" });
  await dialog.getByRole("button", { name: "Download all languages" }).click();
  await expect(dialog.getByText("Everything is downloaded. This site works offline.")).toBeVisible();
  await page.reload();
  await playground.settle();

  await context.setOffline(true);
  await page.reload();
  await playground.settle();
  for (const dialect of dialects) {
    const title = `Offline ${dialect}`;
    const own =
      dialect === "yaql"
        ? { expression: "$.a", data: { a: 1 } }
        : dialect === "dcontroller"
          ? { expression: "$.a", data: { a: 1 } }
          : dialect === "heat"
            ? { main: "heat_template_version: wallaby\noutputs: {a: {value: 1}}\n" }
            : dialect === "cfengine"
              ? { main: 'bundle agent main { reports: "a"; }\n' }
              : { main: "a: 1\n" };
    // A different query, so that the page is reloaded.
    await page.goto(`/?offline=${dialect}#${encodeLink({ dialect, title, ...own } as never)}`);
    await expect(playground.draft(title)).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("data-engine", "ready");
    await expect(playground.resultsState).toHaveAttribute("data-freshness", "fresh");
  }
  for (const [path, heading] of [
    ["/gallery/unfurl/web-shop/", "A web shop"],
    ["/learn/yaql/first-questions/", "First questions"],
    ["/reference/heat/", "Heat reference"],
    ["/phrases/", "Cookbook"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
  }
  await page.goto("/learn/yaql/first-questions");
  await expect(page).toHaveURL(/\/learn\/yaql\/first-questions\/$/);
});

test("a visit downloads all languages while the page is idle", { tag: "@fresh" }, async ({ page, playground }) => {
  test.slow();
  await playground.visit("/");
  const missing = (): Promise<number> =>
    page.evaluate(async () => {
      const script = await (await fetch("/sw.js")).text();
      const { modules } = JSON.parse(/^const manifest = (\{.*\});$/m.exec(script)![1]!) as { modules: string[] };
      const found = await Promise.all(modules.map((each) => caches.match(new URL(each, location.href).href)));
      return found.filter((each) => each === undefined).length;
    });
  await expect.poll(missing, { timeout: 90_000 }).toBe(0);
});

test("on a metered connection nothing is downloaded, and the page asks once", { tag: "@fresh" }, async ({
  page,
  playground,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true });
  });
  await playground.visit("/");
  const offer = page.getByRole("region", { name: "Notices" }).getByText(/may be metered/);
  await expect(page.getByText(/may be metered/).first()).toBeVisible();
  await page.reload();
  await playground.settle();
  await expect(offer).toHaveCount(0);
});

/** The built site on its own port, in the current or in a newer version. */
class Deployment {
  isNew = false;
  /** The page is already the new version, but the manifest is not. */
  isHalfNew = false;
  readonly failed: string[] = [];
  /** Requests by an install. They come from the worker and not from a page load. */
  readonly installed = new Set<string>();
  private constructor(private readonly server: Server) {}

  static async start(origin: string): Promise<Deployment> {
    const server = createServer((request, response) => {
      void (async () => {
        const answer = await fetch(new URL(request.url ?? "/", origin));
        if (request.headers["sec-fetch-dest"] === "empty") deployment.installed.add(request.url ?? "/");
        const headers = Object.fromEntries(
          [...answer.headers].filter(([name]) => !/^content-(encoding|length)$|^etag$/.test(name)),
        );
        let body = Buffer.from(await answer.arrayBuffer());
        const { pathname } = new URL(request.url ?? "/", origin);
        const newer = (page: Buffer): Buffer<ArrayBuffer> =>
          Buffer.from(page.toString().replace("<html ", '<html data-deployed="newer" '));
        if (deployment.isNew && pathname === "/sw.js") {
          const page = Buffer.from(await (await fetch(origin)).arrayBuffer());
          const changed = body
            .toString()
            .replace(/"version":"\w+"/, '"version":"newer"')
            .replace(hashOf(page), hashOf(newer(page)));
          body = Buffer.from(changed);
        }
        if ((deployment.isNew || deployment.isHalfNew) && pathname === "/") body = newer(body);
        if (answer.status >= 400) deployment.failed.push(pathname);
        response.writeHead(answer.status, headers).end(body);
      })().catch(() => response.destroy());
    });
    const deployment = new Deployment(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return deployment;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** The hash of a file as in the service worker's manifest. */
const hashOf = (content: Buffer): string => createHash("sha256").update(content).digest("base64").slice(0, 16);

async function ready(page: Page): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("data-engine", "ready");
  await expect(page.locator("#results")).toHaveAttribute("data-freshness", "fresh");
}

test("a newer version waits until Reload is pressed, and no other tab is switched", async ({ browser, baseURL }) => {
  test.slow();
  const deployment = await Deployment.start(baseURL!);
  let context: BrowserContext | undefined;
  try {
    context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(deployment.address);
    await ready(page);
    await installed(page);
    await page.reload(); // from now on the service worker answers
    await ready(page);
    const other = await context.newPage();
    await other.goto(deployment.address);
    await ready(other);

    deployment.isNew = true;
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    const notice = page.locator("#update");
    await expect(notice).toContainText("A new version is available.");
    await page.reload(); // an ordinary reload keeps the active version, since another tab uses it
    await ready(page);
    await expect(page.locator("html")).not.toHaveAttribute("data-deployed", "newer");
    await expect(notice).toBeVisible();

    await notice.getByRole("button", { name: "Reload" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-deployed", "newer");
    await ready(page);
    await expect(other.locator("html")).not.toHaveAttribute("data-deployed", "newer");
    // Files that the other tab has not loaded yet are still available.
    await other.keyboard.press("F1");
    await expect(other.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    expect(deployment.failed).toEqual([]);
  } finally {
    await context?.close();
    deployment.stop();
  }
});

test("an install that meets a file of another version fails, and the next visit tries again", async ({
  browser,
  baseURL,
}) => {
  test.slow();
  const deployment = await Deployment.start(baseURL!);
  deployment.isHalfNew = true;
  let context: BrowserContext | undefined;
  try {
    context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(deployment.address);
    await ready(page);
    const registered = (): Promise<boolean> =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined);
    // The install has started once it requests the page. On a fast machine it may have ended by now.
    await expect.poll(() => [...deployment.installed]).toContain("/");
    await expect.poll(registered).toBe(false);
    expect(await page.evaluate(async () => (await caches.match("/")) === undefined)).toBe(true);
    deployment.isHalfNew = false;
    await page.reload();
    await ready(page);
    await installed(page);
  } finally {
    await context?.close();
    deployment.stop();
  }
});

test("Erase everything stored here empties databases, storage and caches, and ends the worker", {
  tag: "@fresh",
}, async ({ page, playground }) => {
  await playground.visit("/");
  await installed(page);
  await playground.openSettings();
  await page
    .getByRole("dialog", { name: "Settings" })
    .getByRole("button", { name: "Erase everything stored here" })
    .click();
  await page
    .getByRole("dialog", { name: /^Erase/ })
    .getByRole("button", { name: "Erase everything stored here" })
    .click();
  await expect
    .poll(() =>
      page
        .evaluate(async () => ({
          caches: await caches.keys(),
          workers: (await navigator.serviceWorker.getRegistrations()).length,
        }))
        .catch(() => null),
    )
    .toEqual({ caches: [], workers: 0 });
  await playground.settle();
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});

test("a page can be installed: its manifest has a name, a start and icons", async ({ request }) => {
  const manifest = (await (await request.get("/manifest.webmanifest")).json()) as {
    name: string;
    start_url: string;
    icons: { src: string }[];
  };
  expect(manifest).toMatchObject({ name: "Evalground", start_url: "./", display: "standalone" });
  for (const { src } of manifest.icons)
    expect((await request.get(src)).headers()["content-type"]).toBe("image/svg+xml");
});
