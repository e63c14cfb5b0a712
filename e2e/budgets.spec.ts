// The compressed size of a first visit.
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { expect, report, test } from "./playground.ts";

const kibibyte = 1024;
const dist = new URL("../web/dist/", import.meta.url);
const weight = (path: string): number =>
  brotliCompressSync(readFileSync(new URL(path === "/" ? "index.html" : path.slice(1), dist))).length;

test("a first visit fetches no more than the limits until its first own evaluation", { tag: "@fresh" }, async ({
  page,
  playground,
}) => {
  const bodies = new Map<string, Promise<number>>();
  page.on("response", (response) => {
    const { protocol, pathname } = new URL(response.url());
    if (protocol !== "http:" || bodies.has(pathname)) return;
    bodies.set(
      pathname,
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => responseBodySize),
    );
  });
  await playground.visit("/");
  await playground.write("own: 1\n");
  const fetched = [...bodies.keys()];
  const travelled = new Map(await Promise.all([...bodies].map(async ([path, body]) => [path, await body] as const)));
  const total = (paths: string[]): number => paths.reduce((sum, path) => sum + travelled.get(path)!, 0);
  const engine = fetched.filter((path) => /\/[^./]*\.wasm$|\/worker-/.test(path));
  expect(engine).toHaveLength(2);
  expect(fetched.filter((path) => /\.rest-[^/]*\.wasm$/.test(path))).toHaveLength(1);
  report(`${Math.round(total(fetched) / kibibyte)} KiB in all, ${Math.round(total(engine) / kibibyte)} KiB engine`);
  expect(total(engine)).toBeLessThanOrEqual(600 * kibibyte);
  expect(total(fetched)).toBeLessThanOrEqual(1228 * kibibyte);
});

test("a document fetches the module of its dialect and no other, at the next visit too", { tag: "@fresh" }, async ({
  page,
  playground,
}) => {
  const fetched: string[] = [];
  page.on("response", (response) => {
    const dialect = /\/([a-z0-9]+)-[^/]*\.wasm$/.exec(new URL(response.url()).pathname)?.[1];
    if (dialect && !fetched.includes(dialect)) fetched.push(dialect);
  });
  await playground.visit();
  expect(fetched).toEqual(["unfurl"]);
  await page.getByRole("combobox", { name: "Dialect" }).selectOption("heat");
  await expect(page.getByRole("button", { name: /^Back to/ })).toBeVisible();
  await playground.settle();
  expect(fetched).toEqual(["unfurl", "heat"]);
  fetched.length = 0;
  await playground.visit();
  expect(fetched).toEqual(["heat"]);
});

test("HTML, styles and first script are at most 60 KB and make the text readable and editable", async ({
  browser,
  baseURL,
}) => {
  const first = new Set(["/", "/early.js"]);
  const html = readFileSync(new URL("index.html", dist), "utf8");
  for (const [, path] of html.matchAll(/<(?:script[^>]* src|link rel="stylesheet"[^>]* href)="([^"]+)"/g))
    first.add(path!.slice(1)); // removes "./" in "./early.js"
  // The first script loads its imports at the same time.
  const pending = [...first].filter((path) => path.endsWith(".js"));
  for (let path = pending.pop(); path; path = pending.pop()) {
    for (const [, name] of readFileSync(new URL(path.slice(1), dist), "utf8").matchAll(
      /(?:\bfrom|\bimport)\s*["']\.\/([^"']+)["']/g,
    )) {
      const imported = `/assets/${name}`;
      if (!first.has(imported)) {
        first.add(imported);
        pending.push(imported);
      }
    }
  }
  expect([...first].reduce((sum, path) => sum + weight(path), 0)).toBeLessThanOrEqual(60 * kibibyte);

  // A context of its own, because the blocked requests cause errors.
  const page = await browser.newPage({ baseURL: baseURL! });
  await page.route("**/*", (route) =>
    first.has(new URL(route.request().url()).pathname) ? route.continue() : route.abort(),
  );
  await page.goto("/?test=1");
  const field = page.getByRole("textbox", { name: /^Editor/ });
  await expect(field).toHaveValue(/instances:/);
  await field.fill("typed: early\n");
  await expect(field).toHaveValue("typed: early\n");
  await page.close();
});

test("on a phone the text is there before any script of the page, and stays in its place", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    baseURL: baseURL!,
    viewport: { width: 412, height: 823 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/assets/index-*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/?test=1", { waitUntil: "commit" });
  await expect(page.getByRole("textbox", { name: /^Editor/ })).toBeVisible();
  const before = (await page.locator("#editor").boundingBox())!;
  expect(before.height).toBeGreaterThan(400);
  release();
  await expect(page.locator("html")).toHaveAttribute("data-engine", "ready");
  await expect(page.locator("#editor .editor-host")).toBeVisible();
  const after = (await page.locator("#editor").boundingBox())!;
  expect(Math.abs(after.y - before.y)).toBeLessThanOrEqual(2);
  expect(Math.abs(after.height - before.height)).toBeLessThanOrEqual(2);
  await context.close();
});

test("the page loads its styles first, few scripts, and the editor and panes after the first paint", async ({
  request,
}) => {
  const html = await (await request.get("/")).text();
  const scripts = [...html.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="\.(\/assets\/[^"]*\.js)"/g)];
  expect(scripts.length).toBeLessThanOrEqual(8);
  expect(scripts.join("\n")).not.toMatch(/\/assets\/(editor|panes)-/);
  expect(html.lastIndexOf('rel="stylesheet"')).toBeLessThan(html.indexOf('<script type="module"'));
});
