// What the server sends with each path: the security policy, caching, the types of assets. The values are written out
// here a second time on purpose: a slip in netlify.toml must not go through unseen.
import { expect, test } from '@playwright/test';

const policy = [
  "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "img-src 'self' data: blob:",
  "font-src 'self'", "connect-src 'self'", "worker-src 'self'", "manifest-src 'self'", "frame-src 'self'",
  "base-uri 'none'", "form-action 'none'", "object-src 'none'", "frame-ancestors 'self'",
  "require-trusted-types-for 'script'", 'trusted-types evalground',
].join('; ');

const everywhere = {
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=63072000',
  'permissions-policy':
    'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=(), ' +
    'browsing-topics=(), clipboard-read=(), clipboard-write=(self)',
};

test('the page has the policy and is never cached', async ({ request }) => {
  const response = await request.get('/');
  expect(response.status()).toBe(200);
  expect(response.headers()).toMatchObject({
    ...everywhere, 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8',
  });
});

test('each asset that the page loads has the policy, its own type, and is cached for good', async ({ page }) => {
  const assets = new Map<string, Record<string, string>>();
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/assets/')) assets.set(pathname, await response.allHeaders());
  });
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-engine', 'ready');
  const types = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8', wasm: 'application/wasm' };
  for (const [ending, type] of Object.entries(types)) {
    const fitting = [...assets].filter(([path]) => path.endsWith(`.${ending}`));
    expect(fitting, `the page loads a .${ending}`).not.toEqual([]);
    for (const [, headers] of fitting) {
      expect(headers).toMatchObject({
        ...everywhere, 'cache-control': 'public, max-age=31536000, immutable', 'content-type': type,
      });
    }
  }
});

test('a path that is not there answers 404 with the policy', async ({ request }) => {
  const response = await request.get('/no-such-page');
  expect(response.status()).toBe(404);
  expect(response.headers()).toMatchObject(everywhere);
});
