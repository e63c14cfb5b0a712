// The essential journeys in any browser: evaluate, share a link, show an embed, work offline.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { encodeLink } from "evalground";
import { parts } from "./page.mjs";
import { serveHost, servePlayground } from "./sites.mjs";

const workspace = { dialect: "yaql", title: "Elsewhere", expression: "$.name", data: { name: "Ada", size: 41 } };

/**
 * Runs the journeys in a browser, or skips them with the reason `missing`. `start` returns `{visit, stop}`; `visit`
 * opens a page with a new profile.
 */
export function journeys(name, missing, start) {
  if (missing) {
    console.log(`left out: ${name}: ${missing}`);
    test("the journeys", { skip: missing }, () => {});
    return;
  }
  let browser;
  let site;
  before(async () => {
    site = await servePlayground();
    browser = await start();
  });
  after(async () => {
    await browser?.stop();
    await site?.stop();
  });

  /** Calls the body with a page of a new profile. Afterwards checks for what must never happen. */
  async function visiting(body) {
    const page = await browser.visit();
    try {
      await body(page);
      assert.deepEqual(page.troubles, []);
    } finally {
      await page.close();
    }
  }

  test("the example of a first visit is evaluated, and so is what is typed", () =>
    visiting(async (page) => {
      await page.open(site.address);
      await page.settle();
      await page.results('"https://api.shop.example"');
      await page.open(`${site.address}?own#${encodeLink(workspace)}`);
      await page.results("Ada");
      await page.evaluate("$.size + 1", "42");
    }));

  test("a link opens in another profile with the same text and result", () =>
    visiting(async (page) => {
      await page.open(`${site.address}#${encodeLink(workspace)}`);
      await page.results("Ada");
      await page.evaluate("$.size * 2", "82");
      await page.click(parts.share);
      const link = await page.until("a link", () => document.querySelector("dialog textarea")?.value);
      await visiting(async (other) => {
        await other.open(link);
        await other.results("82");
        const text = () =>
          document.querySelector("#expression .editor-host")?.shadowRoot.querySelector(".cm-content")?.textContent;
        assert.equal(await other.until("an expression", text), "$.size * 2");
      });
    }));

  test("an embed on another site gives its result, whether an element or a marked block", () =>
    visiting(async (page) => {
      const host = await serveHost(`
        <script type="module" src="${site.address}embed.js"></script>
        <evalground-embed dialect="yaql" expression="$.sum()"><script type="application/json" data-key="data">[1, 2, 3]
        </script></evalground-embed>
        <pre><code class="language-jinja2" data-evalground>Hello {{ "world" | upper }}</code></pre>`);
      try {
        await page.open(host.address);
        const result = (at) => {
          const embed = document.querySelectorAll("evalground-embed")[at];
          embed?.scrollIntoView();
          return embed?.result && JSON.stringify(embed.result);
        };
        assert.match(await page.until("the element's result", result, 0), /6/);
        assert.match(await page.until("the block's result", result, 1), /Hello WORLD/);
      } finally {
        await host.stop();
      }
    }));

  test("after a visit the site goes on without its server: reload, typing, a link, pages to read", () =>
    visiting(async (page) => {
      const own = await servePlayground(); // a server of its own, since it is stopped
      try {
        await page.open(`${own.address}#${encodeLink(workspace)}`);
        await page.results("Ada");
        await page.until("the service worker's files", async () => {
          if (!(await navigator.serviceWorker.getRegistration())?.active) return false;
          const kept = ["/", "/gallery/", "/reference/yaql/", "/learn/yaql/first-questions/"];
          return (await Promise.all(kept.map((path) => caches.match(path)))).every(Boolean);
        });
        await page.open(`${own.address}?again`); // now the service worker stores the language's module
        await page.settle();
      } finally {
        await own.stop();
      }
      await assert.rejects(fetch(own.address), "the server is gone");
      await page.open(`${own.address}?offline`);
      await page.settle();
      await page.evaluate("$.size + 100", "141");
      await page.open(`${own.address}?link#${encodeLink({ ...workspace, expression: "$.size - 1" })}`);
      await page.results("40");
      for (const [path, heading] of [
        ["gallery/unfurl/web-shop/", "A web shop"],
        ["reference/yaql/", "YAQL reference"],
        ["learn/yaql/first-questions/", "First questions"],
      ]) {
        await page.open(own.address + path);
        assert.equal(await page.until("a heading", () => document.querySelector("h1")?.textContent), heading);
      }
    }));
}
