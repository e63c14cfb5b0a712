// The built page, served with the headers of netlify.toml, in Chromium.
// EVG_CHROMIUM names a browser; without it Playwright uses its own (`npx playwright install chromium`).
import { defineConfig } from "@playwright/test";

// A port of its own for each clone, so that several can be tested side by side on one machine.
const port = 4173 + [...import.meta.dirname].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1000, 0);
const address = `http://127.0.0.1:${port}/`;
const executablePath = process.env.EVG_CHROMIUM;

// The states of the document, not a film of the page: filming takes a quarter of the time of all tests.
const trace = { mode: "retain-on-failure", screenshots: false } as const;

export default defineConfig({
  testDir: ".",
  // The journeys of other browsers have a runner of their own.
  testMatch: "*.spec.ts",
  outputDir: "results",
  // The list for who watches, the other for who runs again what has failed.
  reporter: [["list"], ["json", { outputFile: "../build/test/browser.json" }]],
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  workers: 2,
  // These tests check what the page does, not how soon: a slow machine passes. Times are measured in tests/bench.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  webServer: {
    command: `node ../scripts/server.mjs --port ${port}`,
    url: address,
    reuseExistingServer: false,
  },
  use: {
    baseURL: address,
    actionTimeout: 20_000,
    trace,
    screenshot: "only-on-failure",
    permissions: ["clipboard-write"],
  },
  projects: [
    {
      name: "chromium",
      use: {
        browserName: "chromium",
        launchOptions: {
          ...(executablePath && { executablePath }),
          // No sandbox: root in a container has none. The others keep the browser from calling home.
          args: [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
          ],
        },
      },
    },
  ],
});
