// Tests the built page in Chromium, served with the headers of netlify.toml. EVG_CHROMIUM names a browser; otherwise
// Playwright uses its own (`npx playwright install chromium`).
import { defineConfig } from "@playwright/test";

// The port depends on the clone, so that several clones can be tested at the same time.
const port = 4173 + [...import.meta.dirname].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1000, 0);
const address = `http://127.0.0.1:${port}/`;
const executablePath = process.env.EVG_CHROMIUM;

// No screenshots in traces: they take a quarter of the total time.
const trace = { mode: "retain-on-failure", screenshots: false } as const;

export default defineConfig({
  testDir: ".",
  // The journeys in other browsers have their own runner.
  testMatch: "*.spec.ts",
  outputDir: "results",
  // `list` is for people, the JSON report for the program that repeats failed tests.
  reporter: [["list"], ["json", { outputFile: "../build/test/browser.json" }]],
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  workers: 2,
  // These tests check what the page does, not how fast. tests/bench measures times.
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
          // No sandbox, since root in a container has none. The other flags keep the browser from contacting its
          // vendor.
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
