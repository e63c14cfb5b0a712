// Embeds on pages of other sites: three origins on different ports.
import { encodeLink } from "evalground";
import { violations } from "./axe.ts";
import { data, expect, main, test, yaql } from "./hosts.ts";

/** Would run for a billion years, but is ended by its limits. */
const endless = "range(100000).select(range(100000).select(range(10000).sum()).sum()).sum()";

test("twenty embeds: text until they are near, then one module and one worker, and nothing moves", async ({
  embeds,
  host,
  page,
  script,
}) => {
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  const all = Array.from({ length: 20 }, (_, at) =>
    yaql(`e${at}`, `$.sum() + ${at}`, "", `${data("[1, 2, 3]")}<output slot="fallback"><pre>${6 + at}</pre></output>`),
  );
  const body = `${script}<div style="height: 2000px">Above</div>${all.map((each) => `${each}<p>Text</p>`).join("")}`;
  await embeds.open(host.serve({ body }));
  await expect(page.locator("#e0").getByText("$.sum() + 0")).toBeAttached();
  await expect(page.locator("#e0 .results, #e0").first()).toContainText("6");
  expect(page.frames()).toHaveLength(1);
  expect(fetched.filter((path) => path.endsWith(".wasm"))).toEqual([]);

  for (let at = 0; at < 20; at += 1) {
    await page.locator(`#e${at}`).scrollIntoViewIfNeeded();
    await embeds.settle(`e${at}`);
    expect((await embeds.values(`e${at}`)).at(-1)).toBe(6 + at);
  }
  const modules = fetched.filter((path) => path.endsWith(".wasm"));
  expect(modules.filter((path) => !path.includes(".rest-"))).toHaveLength(1);
  expect(modules.length).toBeLessThanOrEqual(2);
  expect(page.workers()).toHaveLength(1);
  expect(fetched.filter((path) => /\/editor-[^/]*\.js$/.test(path))).toEqual([]);
  expect(await embeds.shift()).toBeLessThan(0.02);
});

test("the height follows the content; messages of other windows and origins change nothing", async ({
  embeds,
  host,
  otherHost,
  page,
  script,
}) => {
  const message = '{ns: "evalground", v: 1, type: "height", id: "e1", height: 4000}';
  const forged = `<script>setInterval(() => parent.postMessage(${message}, "*"), 20)</script>`;
  const foe = otherHost.serve({ body: forged });
  const one = yaql("one", "$", 'editable="all"', data("[1]"));
  const body = `${script}${one}<iframe src="${foe}" title="Another site"></iframe>`;
  await embeds.open(host.serve({ body }));
  await embeds.settle("one");
  const before = await embeds.height("one");
  expect(before).toBeLessThan(1000);
  const inside = embeds.inside("one");
  const expression = inside.getByRole("textbox", { name: "Expression" });
  await expression.click();
  await expect(expression).toHaveAttribute("contenteditable", "true");
  await expression.press("ControlOrMeta+a");
  await page.keyboard.insertText("range(12)");
  await expect.poll(() => embeds.height("one")).toBeGreaterThan(before + 40);
  const grown = await embeds.height("one");
  // From the page itself, and with invalid numbers.
  await page.evaluate(() => {
    for (const height of [4000, -1, Number.NaN, "900"])
      postMessage({ ns: "evalground", v: 1, type: "height", id: "e1", height }, "*");
  });
  await expression.press("ControlOrMeta+a");
  await page.keyboard.insertText("range(2)");
  await expect.poll(() => embeds.height("one")).toBeLessThan(grown);
});

test("only what may be edited can be, and the playground opens with the edit", async ({
  embeds,
  host,
  page,
  script,
  site,
}) => {
  const body = `${script}
    ${yaql("none", "$ + 1", 'editable="false"', data("1"))}
    ${yaql("some", "$ + 2", 'editable="expression"', data("1"))}
    <evalground-embed id="both" expression="::db::port" editable="expression">
      ${main("instances:\n  db:\n    attributes:\n      port: 1\n")}
    </evalground-embed>`;
  await embeds.open(host.serve({ body }));
  for (const id of ["none", "some", "both"]) {
    await page.locator(`#${id}`).scrollIntoViewIfNeeded();
    await embeds.settle(id);
  }
  await expect(embeds.inside("none").getByRole("textbox")).toHaveCount(0);
  await expect(embeds.inside("both").getByRole("textbox", { name: /^Editor/ })).toHaveCount(0);
  const expression = embeds.inside("some").getByRole("textbox", { name: "Expression" });
  await expression.click();
  await expect(expression).toHaveAttribute("contenteditable", "true");
  await expression.press("End");
  await page.keyboard.insertText("0");
  await expect.poll(() => embeds.values("some")).toContain(21);
  const [change] = await embeds.said("change", "some");
  expect(change!.detail.workspace!.expression).toBe("$ + 20");

  const opening = page.context().waitForEvent("page");
  await embeds.inside("some").getByRole("link", { name: "Open in playground" }).click();
  const opened = await opening;
  expect(opened.url()).toMatch(new RegExp(`^${site}/#w1\\.`));
  await expect(opened.getByRole("textbox", { name: "Expression", exact: true })).toHaveText("$ + 20");
  expect(await embeds.said("open", "some")).toHaveLength(1);
  const link = await page
    .locator("#some")
    .evaluate((element) => (element as unknown as { toLink(): Promise<string> }).toLink());
  expect(link).toBe(opened.url());
});

test("what is typed before the editor has arrived is not lost, and goes to where the text was pressed", async ({
  embeds,
  host,
  page,
  script,
}) => {
  const body = `${script}
    <evalground-embed id="frame" expression="::db::port" editable="all">
      ${main("instances:\n  db:\n    attributes:\n      port: 1\n")}
    </evalground-embed>
    ${yaql("text", "$ + 2", 'editable="expression" run="click"', data("1"))}`;
  // The editor's scripts arrive late.
  await page.route(/\/editor-[^/]*\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await embeds.open(host.serve({ body }));
  await embeds.settle("frame");
  const inside = embeds.inside("frame");
  const line = inside.locator(".source-line", { hasText: "port: 1" });
  const box = (await line.boundingBox())!;
  await line.click({ position: { x: box.width - 4, y: box.height / 2 } });
  await page.keyboard.type("04");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("23");
  await expect(inside.getByRole("textbox", { name: /^Editor/ })).toContainText("port: 1023");
  await expect.poll(() => embeds.values("frame")).toContain(1023);

  // The same for the text that is shown before there is a frame.
  const shown = page.locator("#text pre[part=expression]");
  const place = (await shown.boundingBox())!;
  await shown.click({ position: { x: place.width - 4, y: place.height / 2 } });
  await page.keyboard.type("40");
  await expect(embeds.inside("text").getByRole("textbox", { name: "Expression" })).toHaveText("$ + 240");
});

test("an error is said once", async ({ embeds, host, page, script }) => {
  await embeds.open(host.serve({ body: `${script}${yaql("one", "$.nope()", "", data("1"))}` }));
  await embeds.settle("one");
  const said = embeds.inside("one").getByText(/nope/).filter({ visible: true });
  const messages = await said.evaluateAll((all) =>
    all.filter((each) => !each.closest("pre, code") && !each.children.length),
  );
  expect(messages.length).toBeLessThanOrEqual(1);
  expect(await page.locator("#one").count()).toBe(1);
});

test("an embed with a reserved height moves nothing, from before the script until the result", async ({
  embeds,
  host,
  page,
  script,
}) => {
  const embed = yaql("one", "range(30)", 'style="display:block;min-height:300px"');
  await embeds.open(host.serve({ body: `<p>Above</p>${embed}<p id="below">Below</p>${script}` }));
  const before = (await page.locator("#below").boundingBox())!.y;
  await embeds.settle("one");
  await page.waitForTimeout(500);
  expect((await page.locator("#below").boundingBox())!.y).toBe(before);
  expect(await embeds.shift()).toBeLessThan(0.02);
});

test("a lesson and the page about the project move nothing, and axe finds nothing in them", async ({
  page,
  embeds,
}) => {
  for (const path of ["/learn/yaql/first-questions/", "/about/"]) {
    await embeds.open(path);
    await expect(page.locator("evalground-embed[data-live]").first()).toBeAttached();
    await page.waitForTimeout(500);
    expect(await embeds.shift(), path).toBeLessThan(0.02);
    // Each frame has the same regions, which axe counts as if they were in one page.
    expect(
      (await violations(page)).filter((found) => !found.startsWith("landmark-unique")),
      path,
    ).toEqual([]);
  }
});

test("who edits an embed gets completion from its own data, and functions with what they do", async ({
  embeds,
  host,
  script,
}) => {
  const given = data('{"servers": [{"name": "a"}], "zones": []}');
  await embeds.open(host.serve({ body: `${script}${yaql("one", "$", 'editable="expression"', given)}` }));
  await embeds.settle("one");
  const expression = embeds.inside("one").getByRole("textbox", { name: "Expression" });
  await expression.click();
  await expect(expression).toHaveAttribute("contenteditable", "true");
  await expression.press("End");
  await expression.pressSequentially(".ser");
  await embeds
    .inside("one")
    .getByRole("option", { name: /\bservers\b/ })
    .click();
  await expression.pressSequentially(".wher");
  await expect(
    embeds
      .inside("one")
      .getByRole("option", { name: /\bwhere\b/ })
      .first(),
  ).toBeVisible();
  await expect(expression).toContainText("$.servers.wher");
});

test("the theme is the page's, also when that changes", async ({ embeds, host, page, script }) => {
  const head =
    "<style>html[data-theme=dark] { color-scheme: dark; } html { --evalground-accent: rgb(1, 2, 3); }</style>";
  await embeds.open(host.serve({ head, body: `${script}${yaql("one", "$", "", data("1"))}` }));
  await embeds.settle("one");
  const html = embeds.inside("one").locator("html");
  await expect(html).toHaveAttribute("data-theme", "light");
  await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
  await expect(html).toHaveAttribute("data-theme", "dark");
  await expect(html).toHaveCSS("--accent", "rgb(1, 2, 3)");
  await page.evaluate(() => document.documentElement.removeAttribute("data-theme"));
  await expect(html).toHaveAttribute("data-theme", "light");
});

const marked = `
  <pre id="plain"><code class="language-yaql" data-evalground
    data-id="a" data-data="[1, 2]"><span>$</span>.<span>sum</span>()</code></pre>
  <div class="highlight-yaql evalground" data-id="b" data-data='{"x": 4}'><div class="highlight"><pre><span></span>$.x
</pre></div></div>
  <div class="highlight" data-evalground data-lang="yaql" data-id="c"><pre><code>1 + 1</code></pre></div>
  <pre class="evalground-output" data-expect>2</pre>
  <pre id="wrong"><code class="language-yaql" data-evalground data-editable="everything">$</code></pre>
  <pre id="other"><code class="language-python">print(1)</code></pre>`;

test("marked blocks become embeds, whatever carries the mark; a wrong option leaves the block as it was", async ({
  embeds,
  host,
  page,
  script,
}) => {
  const warnings: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "warning" && message.text().startsWith("evalground")) warnings.push(message.text());
  });
  await embeds.open(host.serve({ body: `${marked}${script}` }));
  for (const [id, value] of [
    ["a", 3],
    ["b", 4],
    ["c", 2],
  ] as const) {
    await page.locator(`evalground-embed#${id}`).scrollIntoViewIfNeeded();
    await embeds.settle(id);
    expect((await embeds.values(id)).at(-1)).toBe(value);
  }
  expect((await embeds.said("result", "c"))[0]!.detail.asExpected).toBe(true);
  await expect(embeds.inside("c").getByText("As expected")).toBeVisible();
  await expect(page.locator("#wrong")).toHaveText("$");
  await expect(page.locator("#other")).toHaveText("print(1)");
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain('editable is "everything"');
});

test("without JavaScript marked blocks and the fallback of elements can be read", async ({ browser, host, script }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const element = yaql("e", "$", "", `${data("[1]")}<output slot="fallback"><pre>[1]</pre></output>`);
  await page.goto(host.serve({ body: `${marked}${element}${script}` }));
  await expect(page.locator("#plain")).toHaveText("$.sum()");
  await expect(page.locator("output")).toBeVisible();
  await context.close();
});

test("works on pages with a policy, with Trusted Types and with an embedder policy", async ({
  embeds,
  host,
  site,
  script,
}) => {
  const headers = {
    "content-security-policy":
      `default-src 'none'; script-src ${site}; frame-src ${site}; ` +
      "require-trusted-types-for 'script'; trusted-types 'none'",
    "cross-origin-embedder-policy": "require-corp",
  };
  await embeds.open(
    host.serve({
      headers,
      body: `${script.replace("<script", "<script crossorigin")}${yaql("one", "$", "", data("7"))}`,
    }),
  );
  await embeds.settle("one");
  expect(await embeds.values("one")).toEqual([7]);
  expect(await embeds.violations()).toEqual([]);
});

test("works in a sandboxed page without an origin of its own", async ({ embeds, host, otherHost, page, script }) => {
  const inner = otherHost.serve({ body: `${script}${yaql("one", "$ * 2", "", data("21"))}` });
  const attributes = 'sandbox="allow-scripts" width="600" height="500" title="A box"';
  const body = `<iframe id="box" src="${inner}" ${attributes}></iframe>`;
  await embeds.open(host.serve({ body }));
  const inside = page.frameLocator("#box").locator("#one").frameLocator("iframe");
  await expect(inside.getByRole("treegrid")).toContainText("42");
  await expect(page.frameLocator("#box").locator("#one")).toHaveAttribute("data-live", "");
});

test("a plain frame works without a script, and has its height with the small one", async ({
  embeds,
  host,
  page,
  site,
}) => {
  const link = encodeLink({ dialect: "yaql", expression: "range(9)" });
  const address = `${site}/embed/?theme=dark&amp;show=expression,results#${link}`;
  const frame = `<iframe src="${address}" title="Numbers" loading="lazy" style="width:100%;height:100px"></iframe>`;
  await embeds.open(host.serve({ body: `<script src="${site}/embed-resize.js"></script>${frame}` }));
  const inside = page.frameLocator("iframe");
  await expect(inside.getByRole("treegrid")).toContainText("8");
  await expect(inside.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(inside.getByRole("toolbar")).toHaveCount(0);
  await expect
    .poll(() => page.locator("iframe").evaluate((element) => element.getBoundingClientRect().height))
    .toBeGreaterThan(200);
});

test("lines, hidden and folded parts are not shown, and all is evaluated", async ({ embeds, host, page, script }) => {
  const text = `# evalground:hide
first: 1
# evalground:end
second: 2
# evalground:fold
third: 3
# evalground:end
fourth: 4
`;
  const body = `${script}
    <evalground-embed id="marks" editable="all">${main(text)}</evalground-embed>
    <evalground-embed id="lines" lines="4-4">${main(text)}</evalground-embed>`;
  await embeds.open(host.serve({ body }));
  await expect(page.locator("#marks pre")).toContainText("second: 2");
  await expect(page.locator("#marks pre")).not.toContainText("first: 1");
  for (const id of ["marks", "lines"]) {
    await page.locator(`#${id}`).scrollIntoViewIfNeeded();
    await embeds.settle(id);
    expect((await embeds.values(id)).at(-1)).toMatchObject({
      instances: { main: { first: 1, second: 2, third: 3, fourth: 4 } },
    });
  }
  const lines = embeds.inside("lines").locator(".source-line");
  await expect(lines).toHaveText(["second: 2"]);
  const marks = embeds.inside("marks");
  await expect(marks.locator(".source-line")).toHaveText(["second: 2", "fourth: 4"]);
  await marks.getByRole("button", { name: /1 hidden line/ }).click();
  await expect(marks.locator(".source-line")).toHaveText(["second: 2", "third: 3", "fourth: 4"]);
  await marks.locator(".source-line", { hasText: "fourth" }).click();
  const editor = marks.getByRole("textbox", { name: /^Editor/ });
  await expect(editor).toHaveAttribute("contenteditable", "true");
  await expect(editor).not.toContainText("first: 1");
  await editor.press("ControlOrMeta+End");
  await page.keyboard.insertText("fifth: 5\n");
  await expect
    .poll(async () => (await embeds.values("marks")).at(-1))
    .toMatchObject({ instances: { main: { first: 1, second: 2, third: 3, fourth: 4, fifth: 5 } } });
});

test("events say what happens; run, stop and reset do what they say", async ({ embeds, host, page, script }) => {
  const body = `${script}${yaql("one", "$ + 1", 'editable="all" run="click"', data("1"))}`;
  await embeds.open(host.serve({ body }));
  const one = page.locator("#one");
  await expect(one.getByRole("button", { name: "Run" })).toBeVisible();
  expect(page.frames()).toHaveLength(1);
  const call = (method: "run" | "stop" | "reset"): Promise<void> =>
    one.evaluate((element, name) => (element as unknown as Record<string, () => void>)[name]!(), method);
  await call("run");
  await embeds.settle("one");
  expect(await embeds.values("one")).toEqual([2]);
  await expect.poll(() => embeds.said("ready", "one").then((said) => said.length)).toBeGreaterThan(0);
  expect((await embeds.said("ready", "one"))[0]!.detail.version).toMatch(/^\d/);

  const expression = embeds.inside("one").getByRole("textbox", { name: "Expression" });
  await expression.click();
  await expect(expression).toHaveAttribute("contenteditable", "true");
  await expression.press("ControlOrMeta+a");
  await page.keyboard.insertText("$ +");
  await expect.poll(() => embeds.said("error", "one").then((said) => said.length)).toBeGreaterThan(0);
  expect(await embeds.said("change", "one")).not.toEqual([]);
  await call("reset");
  await expect(expression).toHaveText("$ + 1");
  await expect.poll(async () => (await embeds.values("one")).at(-1)).toBe(2);
  await expression.press("ControlOrMeta+a");
  await page.keyboard.insertText(endless);
  const state = (): Promise<string> => one.evaluate((element) => (element as unknown as { state: string }).state);
  await expect.poll(state).toBe("running");
  await call("stop");
  await expect.poll(state).toBe("stopped");
});

test("an embed in an endless loop does not keep the others from their results", async ({
  embeds,
  host,
  page,
  script,
}) => {
  const body = `${script}${yaql("loop", endless, "")}${yaql("two", "1 + 1")}${yaql("three", "1 + 2")}`;
  await page.setViewportSize({ width: 1000, height: 1200 });
  await embeds.open(host.serve({ body }));
  for (const [id, value] of [
    ["two", 2],
    ["three", 3],
  ] as const) {
    await embeds.settle(id);
    expect(await embeds.values(id)).toEqual([value]);
  }
});

test("if the leader is removed, another one leads", async ({ embeds, host, page, script }) => {
  const others = yaql("two", "2", 'editable="all"') + yaql("three", "3", 'editable="all"');
  const body = `${script}${yaql("one", "1")}${others}`;
  await page.setViewportSize({ width: 1000, height: 1200 });
  await embeds.open(host.serve({ body }));
  for (const id of ["one", "two", "three"]) await embeds.settle(id);
  await page.locator("#one").evaluate((element) => element.remove());
  for (const id of ["two", "three"]) {
    const expression = embeds.inside(id).getByRole("textbox", { name: "Expression" });
    await expression.click();
    await expect(expression).toHaveAttribute("contenteditable", "true");
    await expression.press("End");
    await page.keyboard.insertText("0");
  }
  await expect.poll(async () => (await embeds.values("two")).at(-1)).toBe(20);
  await expect.poll(async () => (await embeds.values("three")).at(-1)).toBe(30);
  expect(page.workers()).toHaveLength(1);
});

test("an embed is layered on the files and vars of the one it depends on", async ({ embeds, host, page, script }) => {
  const template = (text: string): string => `<script type="text/plain" data-file="main.j2" data-main>${text}</script>`;
  const vars = (json: string): string => `<script type="application/json" data-key="vars">${json}</script>`;
  const body = `${script}
    <evalground-embed id="base" dialect="jinja2">
      ${template("{{ name }}")}${vars('{"name": "Ada", "place": "here"}')}
    </evalground-embed>
    <evalground-embed id="next" dialect="jinja2" depends="base">
      ${template("{{ name }} {{ place }}")}${vars('{"place": "there"}')}
    </evalground-embed>`;
  await page.setViewportSize({ width: 1000, height: 1200 });
  await embeds.open(host.serve({ body }));
  await embeds.settle("next");
  expect((await embeds.values("next")).at(-1)).toBe("Ada there");
});

test("axe finds nothing in an embed, in both themes and at three widths", async ({ page }) => {
  const text = "instances:\n  db:\n    attributes:\n      port: 5432\n";
  const link = encodeLink({
    dialect: "unfurl",
    files: { "main.yaml": text, "b.yaml": "b: 1\n" },
    expression: "::db::port",
  });
  for (const theme of ["light", "dark"]) {
    for (const width of [1000, 600, 320]) {
      await page.setViewportSize({ width, height: 700 });
      await page.goto("about:blank");
      await page.goto(`/embed/?editable=all&theme=${theme}&expect=1#${link}`);
      await expect(page.getByRole("treegrid")).toContainText("5432");
      expect(await violations(page)).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `width ${width}`).toBeLessThanOrEqual(0);
    }
  }
});

test("an address without a workspace shows an error", async ({ page }) => {
  await page.goto("/embed/#w1.d.abc.00000000");
  await expect(page.getByRole("alert")).toContainText("cannot be shown");
});

test("a frame answers messages that it cannot carry out with the reason, and goes on", async ({
  embeds,
  host,
  page,
  site,
}) => {
  const link = encodeLink({ dialect: "yaql", expression: "1 + 1" });
  await embeds.open(host.serve({ body: "A page" }));
  const answers = await page.evaluate(async (address) => {
    const frame = document.createElement("iframe");
    const { port1, port2 } = new MessageChannel();
    const said: string[] = [];
    const isAnswered = new Promise<void>((resolve) => {
      port1.onmessage = ({ data }: MessageEvent<{ type: string; message: string }>) => {
        if (data.type === "error") said.push(data.message);
        if (data.type === "link") resolve();
      };
    });
    const isThere = new Promise<void>((resolve) => {
      addEventListener("message", ({ data }) => data?.type === "height" && resolve());
    });
    frame.src = address;
    document.body.append(frame);
    await isThere;
    frame.contentWindow!.postMessage({ ns: "evalground", v: 1, type: "connect", id: "one" }, "*", [port2]);
    const wrong = [5, "{", "[]", "null", '{"dialect":5}', '{"constructor":1}', undefined];
    for (const workspace of wrong) port1.postMessage({ type: "workspace", workspace });
    for (const message of [null, 1, "run", {}, { type: "constructor" }, { type: "look" }]) port1.postMessage(message);
    port1.postMessage({ type: "link", id: 1 });
    await isAnswered;
    return said;
  }, `${site}/embed/?host=one#${link}`);
  expect(answers).toHaveLength(10);
  for (const answer of answers) expect(answer).toMatch(/^The message of the page cannot be used: /);
  expect(answers.join("\n")).not.toMatch(/charCodeAt|undefined|is not a function|reading/);
});
