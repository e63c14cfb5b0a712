// Lighthouse's judgement of the built page, served as it is published: a phone on a slow network, simulated from what
// the page loads. Where a category has less than is asked, the median of three counts: the machine may be busy.
// Usage: node tests/bench/web/lighthouse.mjs [PATH…]   (scripts/bench web builds what is missing before)
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { createSecureServer } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import lighthouse, { defaultConfig } from "lighthouse";

const asked = 0.95;
/** Lighthouse makes a phone of this machine by slowing it down fourfold, which is right for one of this speed. */
const usual = { slowdown: 4, speed: 1500 };
const categories = ["performance", "accessibility", "best-practices", "seo"];
const program = fileURLToPath(new URL("../../../scripts/server.mjs", import.meta.url));
const given = process.argv.slice(2);
const paths =
  given.length > 0 ? given : ["/", "/gallery/unfurl/web-shop/", "/learn/yaql/first-questions/", "/reference/yaql/"];

async function serve() {
  const child = spawn(process.execPath, [program, "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  for await (const text of child.stdout) {
    const [address] = /http:\S+(?=\/)/.exec(String(text)) ?? [];
    if (address) return { address, stop: () => child.kill() };
  }
  throw new Error("scripts/server.mjs does not say where it is: is the page built (scripts/build web)?");
}

/** The same over HTTP/2, as hosts of sites serve it: with HTTP/1.1 a page of many small files waits for its turns. */
async function serveAsHosts(origin) {
  const folder = mkdtempSync(join(tmpdir(), "lighthouse-"));
  const [key, cert] = ["key.pem", "cert.pem"].map((name) => join(folder, name));
  const words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"];
  execFileSync("openssl", [...words, "-keyout", key, "-out", cert], { stdio: "ignore" });
  const server = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) });
  rmSync(folder, { recursive: true });
  server.on("stream", (stream, { ":path": path, ":method": method, "accept-encoding": encoding = "" }) => {
    const asked = request(origin + path, { method, headers: { "accept-encoding": encoding } }, (answer) => {
      const { connection, "keep-alive": _, "transfer-encoding": __, ...headers } = answer.headers;
      if (stream.destroyed) return;
      stream.respond({ ":status": answer.statusCode, ...headers });
      answer.pipe(stream);
    });
    stream.on("error", () => asked.destroy()); // the browser no longer wants it
    asked.on("error", () => stream.destroy());
    asked.end();
  });
  const sessions = new Set();
  server.on("session", (session) => sessions.add(session));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = () => {
    for (const session of sessions) session.destroy();
    server.close();
  };
  return { address: `https://127.0.0.1:${server.address().port}`, stop };
}

/** A browser of its own, so that nothing is left of the visit before. */
async function startBrowser() {
  const profile = mkdtempSync(join(tmpdir(), "lighthouse-"));
  // No sandbox: root in a container has none.
  const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
  flags.push("--ignore-certificate-errors"); // of this program's own server
  const words = [...flags, "--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"];
  const child = spawn(process.env.EVG_CHROMIUM ?? "chromium", words, { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(child, "close");
  const stop = async () => {
    child.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  const port = await new Promise((resolve, reject) => {
    let text = "";
    child.stderr.on("data", (part) => {
      text += part;
      const [, number] = /^DevTools listening on ws:\/\/[^:]+:(\d+)/m.exec(text) ?? [];
      if (number) resolve(Number(number));
    });
    child.once("error", reject);
    child.once("close", () => reject(new Error(`Chromium does not start: ${text}`)));
  });
  return { port, stop };
}

/** Lighthouse's report of a page, from a machine slowed down so many times. */
async function judge(address, cpuSlowdownMultiplier = usual.slowdown) {
  const { port, stop } = await startBrowser();
  try {
    const throttling = { ...defaultConfig.settings.throttling, cpuSlowdownMultiplier };
    const options = { port, throttling, onlyCategories: categories, logLevel: "error" };
    const { lhr } = await lighthouse(address, options);
    if (lhr.runtimeError) throw new Error(`${address}: ${lhr.runtimeError.message}`);
    return lhr;
  } finally {
    await stop();
  }
}

/** How many times this machine, which may be slow or busy, is to be slowed down to be the phone that is meant. */
const slowdown = ({ environment }) =>
  Math.min(usual.slowdown, Math.max(1, (usual.slowdown * environment.benchmarkIndex) / usual.speed));

const score = (report, category) => report.categories[category].score ?? 0;
const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];

/** What costs a category its points, the dearest first. */
function losses(report, category) {
  const { audits } = report;
  return report.categories[category].auditRefs
    .map(({ id, weight }) => ({ audit: audits[id], lost: weight * (1 - (audits[id].score ?? 1)) }))
    .filter(({ lost }) => lost > 0)
    .sort((one, other) => other.lost - one.lost)
    .map(({ audit }) => {
      const { node, source } = audit.details?.items?.[0] ?? {};
      const place = node?.snippet ?? source?.url ?? "";
      return `    ${audit.id} ${audit.score} ${audit.displayValue ?? ""} ${place}`.trimEnd();
    });
}

const server = await serve();
const site = await serveAsHosts(server.address);
const total = { passed: 0, failed: 0 };
console.log(
  ["", ...categories]
    .map((word) => word.padEnd(word ? 16 : 32))
    .join("")
    .trimEnd(),
);
try {
  for (const path of paths) {
    const reports = [await judge(site.address + path)];
    if (categories.some((category) => score(reports[0], category) < asked)) {
      for (let more = 0; more < 2; more += 1) reports.push(await judge(site.address + path, slowdown(reports.at(-1))));
    }
    const scores = categories.map((category) => median(reports.map((report) => score(report, category))));
    console.log(
      path.padEnd(32) +
        scores
          .map((each) => String(each).padEnd(16))
          .join("")
          .trimEnd(),
    );
    for (const [at, each] of scores.entries()) {
      if (each >= asked) {
        total.passed += 1;
        continue;
      }
      total.failed += 1;
      console.log(`  ${categories[at]} is below ${asked}:`);
      console.log(losses(reports.at(-1), categories[at]).join("\n"));
    }
  }
} finally {
  site.stop();
  server.stop();
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
