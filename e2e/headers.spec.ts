// What the server sends with each path: the security policy, caching, the types of assets. The values are written out
// here a second time on purpose: a slip in netlify.toml must not go through unseen.
import { expect, test } from "./playground.ts";

/** What both policies begin with, and what they end with. */
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

test("each asset that the page loads has the policy and its own type, and is cached for good", async ({
  page,
  request,
  playground,
}) => {
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

test("a path that is not there answers 404", async ({ request }) => {
  const response = await request.get("/no-such-page");
  expect(response.status()).toBe(404);
  expect(response.headers()).toMatchObject(everywhere);
});
