// The results: the ledger, the other views, copying, origins, sensitive values and problems.
import type { Page } from "@playwright/test";
import { createEngine } from "evalground";
import { expect, test, within } from "./playground.ts";

const values = `instances:
  app:
    attributes:
      big: 9007199254740993
      real: 1.0
      text: "1"
      nothing: null
      empty: ""
      long: ${"0123456789".repeat(1000)}x
      bad: {eval: {nope: 1}}
      good: {eval: big}
`;

test("Keys has a row per result key; a failing key shows its own error, the others their values", async ({
  playground,
}) => {
  await playground.open({ files: { "main.yaml": values } });
  await expect(playground.row("instances.app.bad")).toContainText("Function missing");
  await expect(playground.row("instances.app.good")).toContainText("9007199254740993");
  for (const key of ["big", "real", "text", "nothing", "empty", "long", "bad", "good"])
    await expect(playground.row(`instances.app.${key}`)).toHaveCount(1);
});

test("values that look alike display distinguishably and copy exactly", async ({ playground }) => {
  await playground.open({ files: { "main.yaml": values } });
  const long = `${"0123456789".repeat(1000)}x`;
  const shown = {
    big: "9007199254740993",
    real: "1.0",
    text: '"1"',
    nothing: "null",
    empty: '""',
    long: "… (10,001 characters)",
  };
  for (const [key, words] of Object.entries(shown))
    await expect(playground.row(`instances.app.${key}`)).toContainText(words);
  await expect(playground.row("instances.app.nothing")).toHaveAccessibleName(
    "instances.app.nothing: null, literal, null",
  );
  // A missing value has no row, but null has one.
  await expect(playground.row("instances.app.absent")).toHaveCount(0);
  expect(await playground.copyRow("instances.app.big", "Copy as JSON")).toBe("9007199254740993");
  expect(await playground.copyRow("instances.app.real", "Copy as YAML")).toBe("1.0");
  expect(await playground.copyRow("instances.app.text", "Copy as YAML")).toBe('"1"');
  expect(await playground.copyRow("instances.app.text", "Copy as text")).toBe("1");
  expect(await playground.copyRow("instances.app.nothing", "Copy as JSON")).toBe("null");
  expect(await playground.copyRow("instances.app.empty", "Copy as JSON")).toBe('""');
  expect(await playground.copyRow("instances.app.long", "Copy as text")).toBe(long);
});

test("the expression of a row, copied, yields its value", async ({ playground }) => {
  await playground.open({ files: { "main.yaml": values } });
  await playground.chooseInRowMenu("instances.app.good", "Copy an expression for this value");
  await expect(playground.status).toContainText("Copied");
  await playground.evaluate(await playground.copied());
  await expect(playground.row("result")).toContainText("9007199254740993");
});

test("YAML and JSON views parse back to the same value", async ({ playground }) => {
  const list =
    '[1, "1", 1.0, {b: null}, "a: b", "no", "0x1f", "two\\nlines", [], {}, 9007199254740993, "  ", "#", "<<"]';
  await playground.open({
    expression: "::a::list",
    files: { "main.yaml": `instances:\n  a:\n    attributes:\n      list: ${list}\n` },
  });
  const engine = await createEngine();
  try {
    const parsed = async (text: string): Promise<string | undefined> => (await engine.parse(text)).json;
    const original = await parsed(list);
    await playground.view("JSON");
    expect(await parsed(await playground.text())).toBe(original);
    await playground.view("YAML");
    expect(await parsed(await playground.text())).toBe(original);
  } finally {
    engine.close();
  }
});

test("a table of 1,000 maps sorts and copies as CSV", async ({ page, playground }) => {
  const maps = Array.from(
    { length: 1000 },
    (_, index) => `        - {name: "n${index}", size: ${(index * 7) % 1000}}`,
  ).join("\n");
  await playground.open({
    expression: "::a::list",
    files: { "main.yaml": `instances:\n  a:\n    attributes:\n      list:\n${maps}\n` },
  });
  await playground.view("Table");
  const head = page.getByRole("columnheader", { name: "size" });
  await head.getByRole("button", { name: "size", exact: true }).click();
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  const rows = page.getByRole("table").getByRole("row");
  await expect(rows.nth(1)).toContainText('"n0"');
  // Sorting keeps the number of each item.
  await expect(rows.nth(0).getByRole("columnheader").first()).toHaveText("#");
  await expect(rows.nth(2).getByRole("rowheader")).toHaveText("143");
  await page.getByRole("button", { name: "Copy the result" }).click();
  await page.getByRole("menuitem", { name: "Copy as CSV" }).click();
  await expect(playground.status).toContainText("Copied");
  const lines = (await playground.copied()).split("\r\n");
  expect(lines.slice(0, 3)).toEqual(["name,size", "n0,0", "n143,1"]);
  expect(lines).toHaveLength(1002);
  await head.getByRole("button", { name: "size", exact: true }).click();
  await expect(rows.nth(1)).toContainText("999");
});

/** The longest task on the page's main thread during an action, in milliseconds. */
async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    const observer = new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ type: "longtask" });
    Object.assign(globalThis, { tasks });
  });
  await act();
  await page.waitForTimeout(150);
  return page.evaluate(() => Math.max(0, ...(globalThis as unknown as { tasks: number[] }).tasks));
}

test("a result of 10,000 keys shows within 300 ms and scrolls without a task over 50 ms", {
  tag: "@timed",
}, async ({ page, playground }) => {
  test.slow();
  const keys = Array.from({ length: 10_000 }, (_, index) => `      k${index}: ${index}`).join("\n");
  await playground.open({ files: { "main.yaml": `instances:\n  a:\n    attributes:\n${keys}\n` } });
  await within(page, { what: "the longest task to render", limit: 300 }, () =>
    longestTask(page, async () => {
      const run = await playground.run();
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await expect(playground.results).toHaveAttribute("data-run", String(run + 1));
    }),
  );
  await within(page, { what: "the longest task to scroll", limit: 50 }, () =>
    longestTask(page, async () => {
      await page.evaluate(async () => {
        const scroller = document.querySelector("#result-view")!;
        scroller.scrollTop = 0;
        for (let step = 0; step < 20; step += 1) {
          scroller.scrollTop += 9000;
          await new Promise(requestAnimationFrame);
        }
      });
    }),
  );
  expect(await playground.ledger.getByRole("row").count()).toBeLessThan(200);
});

const merged = {
  inputs: { region: "eu" },
  files: {
    "main.yaml": `base: &shared {size: 1}
inputs: {domain: a.example}
instances:
  app:
    attributes:
      +include: base.yaml
      size: 9
      alias: *shared
      url: {eval: {concat: ["https://", {get_input: domain}]}}
      given: {get_input: region}
  web:
    attributes:
      copy: {eval: "::app::url"}
`,
    "base.yaml": "+include: deeper.yaml\ncolour: red\nsize: 3\n",
    "deeper.yaml": "depth: 7\n",
  },
};

test("a click on a merged value marks and names what won and what it overrode; F4 goes to the first", async ({
  page,
  playground,
}) => {
  await playground.open(merged);
  const origins = page.getByRole("list", { name: "Where this comes from" });
  await playground.row("instances.app.size").click();
  await expect(origins).toContainText("main.yaml 7:13");
  await expect(origins).toContainText("base.yaml 3:7");
  await expect(page.locator(".mark-winning").first()).toHaveText("9");
  await page.keyboard.press("F4");
  await expect(playground.caret(7, 13)).toBeVisible();
  await page.keyboard.press("F4");
  await expect(page.getByRole("textbox", { name: "Editor, base.yaml" })).toBeFocused();
  await expect(playground.caret(3, 7)).toBeVisible();
  await expect(page.locator(".mark-overridden").first()).toHaveText("3");
  await page.keyboard.press("Shift+F4");
  await expect(playground.row("instances.app.size")).toBeFocused();
});

test("an alias, an include of an include, an input and a computed value say where they come from", async ({
  page,
  playground,
}) => {
  await playground.open(merged);
  const origins = page.getByRole("list", { name: "Where this comes from" });
  await playground.row("instances.app.depth").click();
  await expect(origins.getByRole("listitem")).toHaveCount(3);
  for (const place of ["deeper.yaml 1:8", "base.yaml 1:1", "main.yaml 6:7"]) await expect(origins).toContainText(place);
  await playground.row("instances.app.alias").click();
  for (const place of ["main.yaml 8:14", "main.yaml 1:7"]) await expect(origins).toContainText(place);
  await playground.row("instances.app.given").click();
  await expect(origins).toContainText("computed by");
  await expect(origins).toContainText("reads region");
  await playground.row("instances.app.url").click();
  await expect(origins.getByRole("button", { name: "main.yaml 2:18" })).toBeVisible();
  // A value that was read can be followed further, and the way back is kept.
  await playground.row("instances.web.copy").click();
  await origins.getByRole("button", { name: "main.yaml 9:12" }).click();
  await expect(playground.row("instances.app.url")).toHaveAttribute("aria-selected", "true");
  await page.getByRole("navigation", { name: "Path you followed" }).getByRole("button").click();
  await expect(playground.row("instances.web.copy")).toHaveAttribute("aria-selected", "true");
});

test("a default says where it was declared", async ({ page, playground }) => {
  const text = `tosca_definitions_version: tosca_simple_unfurl_1_0_0
node_types:
  Service:
    derived_from: tosca.nodes.Root
    properties:
      port: {type: integer, default: 8080}
topology_template:
  node_templates:
    app: {type: Service}
`;
  await playground.open({ files: { "main.yaml": text } });
  await playground.row("instances.app.port").click();
  const origins = page.getByRole("list", { name: "Where this comes from" });
  await expect(origins.getByRole("listitem").first()).toContainText("default at");
  await expect(origins).toContainText("main.yaml 6:38");
  await page.keyboard.press("F4");
  await expect(playground.caret(6, 38)).toBeVisible();
});

test("selecting a source line marks the result rows that it made", async ({ playground }) => {
  await playground.open(merged);
  await playground.editor.getByText("concat").click();
  await expect(playground.row("instances.app.url")).toHaveAttribute("data-made", "");
  await expect(playground.row("instances.app.size")).not.toHaveAttribute("data-made", "");
});

test("results are stale or running from a keystroke on until the next result, then fresh", async ({
  page,
  playground,
}) => {
  await playground.open({ files: { "main.yaml": values } });
  await playground.editor.focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    const { dataset } = document.getElementById("results")!;
    addEventListener(
      "keydown",
      () => {
        requestAnimationFrame(() => seen.push(dataset["freshness"] ?? ""));
        new MutationObserver(() => seen.push(dataset["freshness"] ?? "")).observe(document.getElementById("results")!, {
          attributes: true,
        });
      },
      { once: true, capture: true },
    );
  });
  const run = await playground.run();
  await page.keyboard.press("#");
  await expect(playground.results).toHaveAttribute("data-run", String(run + 1));
  await expect(playground.results).toHaveAttribute("data-freshness", "fresh");
  const seen = await page.evaluate(() => [...new Set((globalThis as unknown as { seen: string[] }).seen)]);
  expect(seen).toEqual(["stale", "running", "fresh"]);
});

test("a sensitive value is nowhere in page, messages, copies, links or exports until Reveal shows it", {
  tag: "@fresh",
}, async ({ page, playground }) => {
  await page.addInitScript(() => {
    const messages: string[] = [];
    const Started = Worker;
    const Watched = class extends Started {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        this.addEventListener("message", ({ data }) => messages.push(JSON.stringify(data)));
      }
    };
    Object.assign(globalThis, { Worker: Watched, messages });
  });
  await playground.open({
    files: {
      "main.yaml":
        "instances:\n  a:\n    attributes:\n      secret: {eval: {sensitive: {concat: [hun, ter2]}}}\n" +
        "      plain: {concat: [vis, ible]}\n",
    },
  });
  const plain = "hunter2";
  const messages = (): Promise<string> =>
    page.evaluate(() => (globalThis as unknown as { messages: string[] }).messages.join("\n"));
  const isInPage = async (): Promise<boolean> =>
    (await page.content()).includes(plain) ||
    (await page.evaluate((text) => document.documentElement.textContent!.includes(text), plain));
  const secret = playground.row("instances.a.secret");
  await expect(secret).toContainText("hidden");
  expect(await messages()).toContain("visible");
  expect(await messages()).not.toContain(plain);
  expect(await isInPage()).toBe(false);
  for (const form of ["Copy as text", "Copy as YAML", "Copy as JSON"] as const)
    expect(await playground.copyRow("instances.a.secret", form)).toContain("<<REDACTED>>");
  for (const view of ["YAML", "JSON"] as const) {
    await playground.view(view);
    expect(await playground.text()).toContain("<<REDACTED>>");
  }
  await playground.view("Keys");
  const { dialog } = await playground.share();
  for (const form of ["Link", "Markdown", "Command"]) {
    await dialog.getByRole("tab", { name: form }).click();
    for (const field of await dialog.getByRole("textbox").all()) expect(await field.inputValue()).not.toContain(plain);
  }
  await page.keyboard.press("Escape");

  await secret.getByRole("button", { name: "Reveal" }).click();
  await expect(secret).toContainText(plain);
  await expect(playground.status).toContainText("Revealed until the next run");
  await page.keyboard.press("Escape");
  await expect(secret).not.toContainText(plain);
  expect(await isInPage()).toBe(false);
  await secret.getByRole("button", { name: "Reveal" }).click();
  await expect(secret).toContainText(plain);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(secret).not.toContainText(plain);
  expect(await isInPage()).toBe(false);
});

const wrong = {
  files: {
    "main.yaml": "instances:\n  a:\n    attributes:\n      +include: part.yaml\n      one: {eval: {nope: 1}}\n",
    "part.yaml": "two: {eval: {never: 2}}\n",
  },
};

test("click, Enter and F8 go to a problem's place; one in an included file shows the includes", async ({
  page,
  playground,
}) => {
  await playground.open(wrong);
  const list = await playground.openProblems();
  await list.getByRole("button", { name: /^Error main.yaml/ }).click();
  await expect(playground.caret(5, 19)).toBeVisible();
  const second = list.getByRole("button", { name: /^Error part.yaml/ });
  await second.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Editor, part.yaml" })).toBeFocused();
  await expect(playground.caret(1, 13)).toBeVisible();
  await page.keyboard.press("F8");
  await expect(page.getByRole("textbox", { name: "Editor, main.yaml" })).toBeFocused();
  await expect(playground.caret(5, 19)).toBeVisible();
  await page.keyboard.press("Shift+F8");
  await expect(page.getByRole("textbox", { name: "Editor, part.yaml" })).toBeFocused();
  const chain = list
    .getByRole("listitem")
    .filter({ hasText: "never: 2" })
    .getByRole("list", { name: "Included from / Caused by" })
    .first();
  await expect(chain).toContainText('through "+include"main.yaml 4:7');
});

test("the document title and the Problems header show the number of errors", async ({ page, playground }) => {
  await playground.open(wrong);
  await expect(page).toHaveTitle("✕ 2 – Evalground");
  await expect(playground.problems).toContainText("2 problems");
  await playground.write("instances: {a: {}}\n");
  await expect(page).toHaveTitle("Evalground");
  await expect(playground.problems).toContainText("No problems");
});

test("a document that does not parse keeps the last result below its error", async ({ page, playground }) => {
  await playground.open({ files: { "main.yaml": values } });
  await playground.editor.focus();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.insertText("x: [1\n");
  await expect(playground.results).toHaveAttribute("data-freshness", "error");
  await expect(playground.results).toContainText("Below: the last result without errors.");
  await expect(playground.row("instances.app.big")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(playground.results).toHaveAttribute("data-freshness", "fresh");
});

for (const [dialect, workspace, row, path] of [
  ["yaql", { expression: "$.servers", data: { servers: [{ name: "a" }] } }, "0.name", "$.servers[0].name"],
  ["yaql", { expression: "$.servers.where(true)", data: { servers: [{ name: "a" }] } }, "0.name", "$[0].name"],
  [
    "dcontroller",
    { expression: "$.spec", data: { spec: { ports: [{ "my port": 1 }] } } },
    "ports.0.my port",
    "$.spec.ports[0]['my port']",
  ],
  [
    "jinja2",
    { expression: "{{ servers }}", vars: { servers: [{ name: "a" }] }, options: { native: true } },
    "0.name",
    "servers[0].name",
  ],
] as const) {
  test(`a row's path is copied in the notation of ${dialect}, ${path}`, async ({ playground }) => {
    await playground.open({ dialect, ...workspace } as never);
    expect(await playground.copyRow(row, "Copy path")).toBe(path);
  });
}

test("a first run that fails leaves no word of running", async ({ page, playground }) => {
  await playground.open({ dialect: "yaql", data: { users: [] }, expression: "users.where($.a = 1)" } as never);
  await expect(playground.results).toContainText("is a text here");
  await expect(page.locator("#result-view")).toHaveText("No earlier result to show.");
});
