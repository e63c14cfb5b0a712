// What embeds take from their attributes and content, how much room they need, and how they are printed.
import { decodeLink } from "evalground";
import { data, expect, main, test, yaql } from "./hosts.ts";

test("an element takes its text, other names of dialects, and inputs as JSON, YAML or percent-encoded", async ({
  embeds,
  host,
  page,
  script,
}) => {
  const body = `${script}
    <evalground-embed id="text" dialect="yaql" data="[1, 2]">$.sum()</evalground-embed>
    <evalground-embed id="yaml" dialect="yaml+jinja" vars="{name: Ada, n: [2, 3]}" seed="7">
      {{ name }} {{ n | sum }}
    </evalground-embed>
    <evalground-embed id="encoded" dialect="YAQL" data-data="%7B%22a%22%3A%204%7D" expression="$.a"></evalground-embed>
    <evalground-embed id="wrong" dialect="yaql" data="{a: [">$</evalground-embed>`;
  await page.setViewportSize({ width: 1000, height: 1600 });
  await embeds.open(host.serve({ body }));
  for (const [id, value] of [
    ["text", 3],
    ["yaml", "Ada 5\n"],
    ["encoded", 4],
  ] as const) {
    await embeds.settle(id);
    expect((await embeds.values(id)).at(-1)).toBe(value);
  }
  const workspace = await page
    .locator("#yaml")
    .evaluate((element) => (element as unknown as { workspace: object }).workspace);
  expect(workspace).toMatchObject({ dialect: "ansible", vars: { name: "Ada", n: [2, 3] }, seed: 7 });
  await expect(embeds.inside("yaml").getByRole("button", { name: "Reset" })).toHaveAttribute("aria-disabled", "true");
  await embeds.inside("yaml").getByRole("button", { name: "Run" }).click();
  await expect.poll(() => embeds.values("yaml")).toEqual(["Ada 5\n", "Ada 5\n"]);
  await page.locator("#wrong").evaluate((element) => (element as unknown as { run(): void }).run());
  await expect(embeds.inside("wrong").getByText(/Not evaluated\. data is neither JSON nor YAML: /)).toBeVisible();
});

test("the link of an embed has what is given as YAML, which only its frame can read", async ({
  embeds,
  host,
  page,
  script,
  site,
}) => {
  const embed = '<evalground-embed id="one" dialect="yaql" data="{a: 5}" run="click">$.a</evalground-embed>';
  await embeds.open(host.serve({ body: `${script}${embed}` }));
  const one = page.locator("#one");
  await expect(one.getByText("{a: 5}")).toBeVisible();
  await expect(one.getByRole("link")).toHaveCount(0);
  const link = await one.evaluate((element) => (element as unknown as { toLink(): Promise<string> }).toLink());
  expect(link.startsWith(`${site}/#`)).toBe(true);
  expect(decodeLink(link).workspace).toMatchObject({ dialect: "yaql", data: { a: 5 }, expression: "$.a" });
});

test("the data can be seen and edited, as the page gives it; inputs are opened where they are named", async ({
  embeds,
  host,
  page,
  script,
}) => {
  const vars = '<script type="application/json" data-key="vars">{"name": "Ada"}</script>';
  const body = `${script}
    ${yaql("one", "$.sum()", "", data("[1, 2]"))}
    <evalground-embed id="two" dialect="yaql" data="{a: 5}" editable="expression">$.a</evalground-embed>
    <evalground-embed id="three" dialect="j2" show="source env vars results">{{ name }}${vars}</evalground-embed>`;
  await page.setViewportSize({ width: 1000, height: 1400 });
  await embeds.open(host.serve({ body }));
  for (const id of ["one", "two", "three"]) await embeds.settle(id);
  const shown = embeds.inside("one").getByRole("textbox", { name: /^Editor, data/ });
  await expect(shown).toHaveText("[1, 2]");
  await shown.click();
  await expect(shown).toHaveAttribute("contenteditable", "true");
  await expect(shown).toHaveText("[1, 2]");
  await shown.press("ControlOrMeta+a");
  await page.keyboard.insertText("[3, 4]");
  await expect.poll(async () => (await embeds.values("one")).at(-1)).toBe(7);
  await expect(embeds.inside("two").getByRole("region", { name: "Data of the example" })).toHaveText("{a: 5}");
  const env = embeds.inside("three").getByRole("tab", { name: /^Env/ });
  await expect(env).toHaveAttribute("aria-selected", "true");
});

for (const width of [320, 390, 770, 1200]) {
  test(`an embed is as high as its content, and long lines wrap, at a width of ${width} px`, async ({
    embeds,
    host,
    page,
    script,
  }) => {
    const fallback = (text: string): string => `<output slot="fallback"><pre>${text}</pre></output>`;
    const url = "postgres://db.example.org:5432/a-long-name-of-a-database?sslmode=verify-full";
    const long = `a: 1\nurl: "${url}"\nlist: [{eval: a}, {eval: url}]\n`;
    const body = `${script}<div style="height: 1500px">Above</div>
      ${yaql("one", "$.sum()", "", data("[1, 2]"))}
      ${yaql("two", "$.sum()", "", `${data("[1, 2]")}${fallback("3")}`)}
      <evalground-embed id="three" expression="url">${main(long)}</evalground-embed>
      <evalground-embed id="four" expression="url">${main(long)}${fallback(url)}</evalground-embed>
      ${yaql("five", "$.select($ + 1)", "", `${data("[1, 2]")}${fallback("[2, 3]")}`)}`;
    await page.setViewportSize({ width, height: 700 });
    await embeds.open(host.serve({ head: '<meta name="viewport" content="width=device-width">', body }));
    for (const id of ["one", "two", "three", "four", "five"]) {
      await page.locator(`#${id}`).scrollIntoViewIfNeeded();
      await embeds.settle(id);
      const content = (): Promise<number> =>
        embeds
          .inside(id)
          .locator("body")
          .evaluate((inner) => inner.getBoundingClientRect().height);
      await expect
        .poll(async () => Math.abs((await embeds.height(id)) - (await content()) - 2), { message: id })
        .toBeLessThanOrEqual(2);
      const cut = embeds.inside(id).locator("#editor > .source-text, #expression > .source-text");
      for (const each of await cut.all())
        expect(await each.evaluate((text) => text.scrollWidth - text.clientWidth)).toBeLessThanOrEqual(0);
    }
    expect(await embeds.shift()).toBeLessThan(0.02);
  });
}

test("a recorded output that is too high leaves no empty band once the embed has left the view", async ({
  embeds,
  host,
  page,
  script,
}) => {
  const lines = Array.from({ length: 15 }, (_, line) => `line ${line}`).join("\n");
  const output = `<output slot="fallback"><pre>${lines}</pre></output>`;
  const body = `${script}${yaql("one", "1 + 1", "", output)}<p id="below">Below</p>
    <div style="height: 5000px"></div>`;
  await page.setViewportSize({ width: 1000, height: 900 });
  await embeds.open(host.serve({ body }));
  await embeds.settle("one");
  const first = await embeds.height("one");
  const content = await embeds
    .inside("one")
    .locator("body")
    .evaluate((inner) => inner.getBoundingClientRect().height);
  expect(first).toBeGreaterThan(content + 100); // nothing in view moves
  await page.locator("#below").evaluate(() => scrollTo(0, 3000));
  await expect.poll(() => embeds.height("one")).toBeLessThanOrEqual(content + 4);
  await page.locator("#below").evaluate(() => scrollTo(0, 0));
  expect(await embeds.height("one")).toBeLessThanOrEqual(content + 4);
  expect(await embeds.shift()).toBeLessThan(0.02);
});

test("on paper there are no buttons, results are complete, and what was never in view has its recorded output", async ({
  embeds,
  host,
  page,
  script,
}) => {
  const fallback = '<output slot="fallback"><pre>recorded</pre></output>';
  const body = `${script}${yaql("one", "range(40)")}<div style="height: 5000px">Between</div>
    ${yaql("two", "1 + 1", "", fallback)}`;
  await embeds.open(host.serve({ body }));
  await embeds.settle("one");
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  for (const id of ["one", "two"]) {
    await expect(page.locator(`#${id}`).getByRole("button")).toHaveCount(0);
    await expect(page.locator(`#${id} iframe:visible`)).toHaveCount(0);
  }
  await expect(page.locator("#one [part=results]")).toContainText(/0,\s+1,.*39/s);
  await expect(page.locator("#one [part=expression]")).toHaveText("range(40)");
  await expect(page.locator("#two").getByText("recorded")).toBeVisible();
  expect(page.frames()).toHaveLength(2);
  expect(await page.locator("#one [part=results]").evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);
  await page.emulateMedia({ media: "screen" });
  await expect(page.locator("#one iframe")).toBeVisible();
});

test("an unknown attribute or dialect is said where the embed is, and can be mended", async ({
  embeds,
  host,
  page,
  script,
}) => {
  const warnings: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "warning" && message.text().startsWith("evalground")) warnings.push(message.text());
  });
  const body = `${script}
    ${yaql("one", "1 + 1", 'dialct="yaql" class="a" aria-label="b"')}
    <evalground-embed id="two" dialect="jnja">{{ 1 + 1 }}<output slot="fallback">2</output></evalground-embed>`;
  await embeds.open(host.serve({ body }));
  await embeds.settle("one");
  const unknown = '"dialct" is not an attribute of an embed. Did you mean "dialect"?';
  await expect(page.locator("#one").getByRole("alert")).toHaveText(unknown);
  const two = page.locator("#two");
  await expect(two.getByRole("alert")).toContainText('"jnja" is not a dialect. Did you mean "jinja"?');
  await expect(two.getByText("{{ 1 + 1 }}")).toBeVisible();
  await expect(two.locator("output")).toBeVisible();
  expect(warnings).toHaveLength(2);
  await two.evaluate((element) => element.setAttribute("dialect", "jinja"));
  await embeds.settle("two");
  await expect(two.getByRole("alert")).toHaveCount(0);
});
