// The memory of a page with embeds: of all processes of the browser, for one embed and for twenty, after each has
// shown its result. Megabytes, the memory that processes share counted once; the machine must be Linux.
// Usage: node tests/bench/web/embeds.mjs   (scripts/bench embeds builds what is missing before)
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import puppeteer from "puppeteer-core";
import { serve, startBrowser } from "./site.mjs";

const counts = [1, 20];
/** Megabytes that twenty may take over one. */
const limit = 100;
const wait = 20_000; // milliseconds

const block = (at) => `<evalground-embed id="e${at}" dialect="yaql" expression="$.sum() + ${at}">
<script type="application/json" data-key="data">[1, 2, 3]</script></evalground-embed>`;
const page = (count, origin) => `<!doctype html><meta charset="utf-8"><title>${count} embeds</title>
${Array.from({ length: count }, (_, at) => block(at)).join("\n")}
<script src="${origin}/embed.js"></script>`;

/** A server for the pages that embed, since frames of another origin get processes of their own. */
function serveHost(origin) {
  const server = createServer(({ url }, response) => {
    response.setHeader("content-type", "text/html");
    response.end(page(Number(url.slice(1)) || 1, origin));
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () =>
      resolve({ address: `http://localhost:${server.address().port}`, stop: () => server.close() }),
    );
  });
}

/** The process with that parent and all below it. */
function family(root) {
  const parents = new Map();
  for (const name of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${name}/stat`, "utf8").split(") ")[1].split(" ");
      parents.set(Number(name), Number(fields[1]));
    } catch {
      // it has ended
    }
  }
  const found = [root];
  for (const one of found) for (const [child, parent] of parents) if (parent === one) found.push(child);
  return found;
}

function megabytes(root) {
  let kilobytes = 0;
  for (const id of family(root)) {
    try {
      kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, "utf8"))?.[1] ?? 0);
    } catch {
      // it has ended
    }
  }
  return kilobytes / 1024;
}

async function measure(address, count) {
  const { port, id, stop } = await startBrowser();
  try {
    const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${port}` });
    const tab = await browser.newPage();
    let peak = 0;
    await tab.goto(`${address}/${count}`, { waitUntil: "load", timeout: wait });
    // Frames are made when an embed comes into view.
    for (let at = 0; at < count; at += 1) {
      await tab.$eval(`#e${at}`, (embed) => embed.scrollIntoView());
      await tab.waitForSelector(`#e${at}[data-live]`, { timeout: wait });
      peak = Math.max(peak, megabytes(id));
    }
    const rest = megabytes(id);
    await browser.disconnect();
    return { peak: Math.max(peak, rest), rest };
  } finally {
    await stop();
  }
}

const server = await serve();
const host = await serveHost(server.address);
try {
  const figures = new Map();
  for (const count of counts) {
    const { peak, rest } = await measure(host.address, count);
    figures.set(count, peak);
    console.log(
      `${String(count).padStart(3)} embeds: ${peak.toFixed(0)} MB at the peak, ${rest.toFixed(0)} MB at rest`,
    );
  }
  const over = figures.get(20) - figures.get(1);
  console.log(`twenty take ${over.toFixed(0)} MB more than one (limit ${limit})`);
  process.exitCode = over <= limit ? 0 : 1;
} finally {
  host.stop();
  server.stop();
}
