// Lighthouse's judgement of the built page, served as published: a phone on a slow network, simulated from what
// the page loads. Where a category has less than is asked, the median of three counts: the machine may be busy.
// Usage: node tests/bench/web/lighthouse.mjs [PATH…]   (scripts/bench web builds what is missing before)
import lighthouse, { defaultConfig } from "lighthouse";
import { serve, serveAsHosts, startBrowser } from "./site.mjs";

const asked = 0.95;
/** Lighthouse makes a phone of this machine by slowing it down fourfold, which is right for one of this speed. */
const usual = { slowdown: 4, speed: 1500 };
const categories = ["performance", "accessibility", "best-practices", "seo"];
const given = process.argv.slice(2);
const paths =
  given.length > 0 ? given : ["/", "/gallery/unfurl/web-shop/", "/learn/yaql/first-questions/", "/reference/yaql/"];

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
