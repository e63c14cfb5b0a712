// The headers that the server sends for each path: security policy, caching, content types. The values are repeated
// here on purpose, so that a mistake in netlify.toml is noticed.
import { readdirSync, statSync } from "node:fs";
import { expect, test } from "./playground.ts";

const dist = new URL("../web/dist/", import.meta.url);

/** The common beginning and end of both policies. */
const sources = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
];
const refused = ["base-uri 'none'", "form-action 'none'", "object-src 'none'"];
const trusted = ["require-trusted-types-for 'script'", "trusted-types evalground"];

const policy = [
  ...sources,
  "worker-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self'",
  ...refused,
  "frame-ancestors 'self'",
  ...trusted,
].join("; ");

const everywhere = {
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "strict-transport-security": "max-age=63072000",
  "permissions-policy":
    "accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=(), " +
    "browsing-topics=(), clipboard-read=(), clipboard-write=(self)",
};

const own = {
  ...everywhere,
  "content-security-policy": policy,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

const embedPolicy = [...sources, "worker-src 'self' blob:", ...refused, ...trusted].join("; ");

const forAnySite = { "cross-origin-resource-policy": "cross-origin", "access-control-allow-origin": "*" };

test("the page has the policy and is never cached", async ({ request }) => {
  const response = await request.get("/");
  expect(response.status()).toBe(200);
  expect(response.headers()).toMatchObject({
    ...own,
    "cache-control": "no-cache",
    "content-type": "text/html; charset=utf-8",
  });
});

test("the page of embeds may be framed by any site, and starts workers from blobs", async ({ request }) => {
  const headers = (await request.get("/embed/")).headers();
  expect(headers).toMatchObject({
    ...everywhere,
    "content-security-policy": embedPolicy,
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": "no-cache",
    "content-type": "text/html; charset=utf-8",
  });
  expect(headers).not.toHaveProperty("cross-origin-opener-policy");
});

for (const script of ["/embed.js", "/embed-resize.js"]) {
  test(`${script} is for any site`, async ({ request }) => {
    const response = await request.get(script);
    expect(response.status()).toBe(200);
    expect(response.headers()).toMatchObject({
      ...everywhere,
      ...forAnySite,
      "cache-control": "no-cache",
      "content-type": "text/javascript; charset=utf-8",
    });
  });
}

test("each asset that the page loads has the policy and its own type, and is cached for good", {
  tag: "@fresh",
}, async ({ page, request, playground }) => {
  const assets = new Set<string>();
  page.on("request", (asked) => {
    const { pathname } = new URL(asked.url());
    if (pathname.startsWith("/assets/")) assets.add(pathname);
  });
  await playground.visit();
  const types = { js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8", wasm: "application/wasm" };
  for (const [ending, type] of Object.entries(types)) {
    const fitting = [...assets].filter((path) => path.endsWith(`.${ending}`));
    expect(fitting, `the page loads a .${ending}`).not.toEqual([]);
    for (const path of fitting) {
      expect((await request.get(path)).headers(), path).toMatchObject({
        ...everywhere,
        ...forAnySite,
        "content-security-policy": policy,
        "cross-origin-embedder-policy": "require-corp",
        "cache-control": "public, max-age=31536000, immutable",
        "content-type": type,
      });
    }
  }
});

test("a frozen version has the policy, and is not for search engines", async ({ request }) => {
  for (const path of ["/v/0.2.0/", "/v/0.2.0/index.html"])
    expect((await request.get(path)).headers(), path).toMatchObject({ ...own, "x-robots-tag": "noindex" });
});

test("a frozen version is the page at its own address, with the link behind it", async ({ page, playground }) => {
  // As scripts/frozen.mjs does: the release's own index.html, two folders down.
  await page.route("/v/0.2.0/*", async (route) => {
    const response = await route.fetch({ url: "/" });
    const body = (await response.text()).replaceAll(/(["';])\.\/(?=assets|early)/g, "$1../../");
    await route.fulfill({ response, body });
  });
  await playground.open({ dialect: "yaql", expression: "1 + 2" } as never, { path: "/v/0.2.0/?test=1" });
  await expect(playground.results).toContainText("3");
  await expect(page).toHaveURL(/\/v\/0\.2\.0\//);
});

test("every file of the site has one policy and one rule for caches, by what it is", async ({ request }) => {
  test.slow(); // requests some hundred files
  const names = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((name) => /\.\w+$/.test(name));
  const files = names.filter((name) => !name.endsWith(".br") && statSync(new URL(name, dist)).isFile());
  expect(files.length).toBeGreaterThan(100);
  for (const name of files) {
    const path = `/${name.replace(/(^|\/)index\.html$/, "$1")}`;
    const answer = await request.head(path);
    expect(answer.status(), path).toBe(200);
    const headers = answer.headers();
    expect(headers, path).toMatchObject(everywhere);
    const isForOthers = /^\/(embed\/|embed(-resize)?\.js$)/.test(path);
    const isKept = /^\/(assets|pyodide)\//.test(path);
    if (/^\/embed(-resize)?\.js$/.test(path)) expect(headers, path).not.toHaveProperty("content-security-policy");
    else expect(headers["content-security-policy"], path).toBe(isForOthers ? embedPolicy : policy);
    expect(headers["cache-control"], path).toMatch(
      isKept ? /, immutable$/ : /^(no-cache|public, max-age=0, must-revalidate)$/,
    );
    expect(headers["cross-origin-resource-policy"], path).toBe(isForOthers || isKept ? "cross-origin" : "same-origin");
  }
});

test("a path that is not there answers 404", async ({ request }) => {
  const response = await request.get("/no-such-page");
  expect(response.status()).toBe(404);
  expect(response.headers()).toMatchObject(everywhere);
});
