// How long a visitor of a slow machine and network waits: a fourth of the processor, 10 Mbit/s, 40 ms. Of each time the
// median of five visits counts; the machine must be idle.
// Usage: node tests/bench/web/times.mjs   (scripts/bench times builds what is missing before)
import puppeteer from "puppeteer-core";
import { serve, serveAsHosts, startBrowser } from "./site.mjs";

const visits = 5;
const slowdown = 4;
const bytesPerSecond = (10 * 1024 * 1024) / 8;
/** Milliseconds; of the shift its score. */
const limits = {
  "first paint": 900,
  "largest paint": 1500,
  "first evaluation, nothing cached": 2500,
  "first evaluation, cached": 800,
  "layout shift": 0.02,
};

const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];

/** Runs in the page before its scripts: collects what the browser and the page say of themselves. */
function watch() {
  const seen = { paint: 0, largest: 0, shift: 0, result: 0 };
  globalThis.seen = seen;
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") seen.paint = startTime;
  });
  observe("largest-contentful-paint", ({ startTime }) => {
    seen.largest = startTime;
  });
  observe("layout-shift", ({ value, hadRecentInput }) => {
    if (!hadRecentInput) seen.shift += value;
  });
  new MutationObserver(() => {
    const results = document.getElementById("results");
    if (seen.result === 0 && Number(results?.dataset.run) > 0) seen.result = performance.now();
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-run"] });
}

/** One visit as `watch` saw it, until the first result was there and the page was at rest. */
async function visit(browser, address) {
  const page = await browser.newPage();
  try {
    const client = await page.createCDPSession();
    await client.send("Network.enable");
    const throughput = { downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond };
    await client.send("Network.emulateNetworkConditions", { offline: false, latency: 40, ...throughput });
    await client.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    await page.evaluateOnNewDocument(watch);
    await page.goto(address, { waitUntil: "load", timeout: 120_000 });
    await page.waitForFunction(() => globalThis.seen.result > 0, { timeout: 120_000 });
    await page.waitForSelector("#editor .editor-host", { timeout: 120_000 });
    return await page.evaluate(() => globalThis.seen);
  } finally {
    await page.close();
  }
}

const server = await serve();
const site = await serveAsHosts(server.address);
const cold = [];
const warm = [];
try {
  for (let at = 0; at < visits; at += 1) {
    const { port, stop } = await startBrowser();
    try {
      const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${port}`, defaultViewport: null });
      cold.push(await visit(browser, `${site.address}/`));
      warm.push(await visit(browser, `${site.address}/`));
      await browser.disconnect();
    } finally {
      await stop();
    }
  }
} finally {
  site.stop();
  server.stop();
}

const measured = {
  "first paint": median(cold.map(({ paint }) => paint)),
  "largest paint": median(cold.map(({ largest }) => largest)),
  "first evaluation, nothing cached": median(cold.map(({ result }) => result)),
  "first evaluation, cached": median(warm.map(({ result }) => result)),
  "layout shift": median(cold.map(({ shift }) => shift)),
};
let failed = 0;
for (const [what, limit] of Object.entries(limits)) {
  const shown = (number) => (limit < 1 ? number.toFixed(3) : `${Math.round(number)} ms`);
  const isOver = measured[what] > limit;
  failed += Number(isOver);
  console.log(
    `${isOver ? "OVER " : "     "}${what.padEnd(36)}${shown(measured[what]).padEnd(12)}limit ${shown(limit)}`,
  );
}
console.log(`${Object.keys(limits).length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
