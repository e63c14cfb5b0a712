// Sharing and opening: links, Markdown, commands, secrets, and links that are broken or hostile.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import type { Locator, Page } from "@playwright/test";
import { createEngine, decodeLink, encodeLink, type Workspace } from "evalground";
import { expect, repeats, test, within, type Playground } from "./playground.ts";

const shop = {
  files: {
    "main.yaml":
      "instances:\n  app:\n    attributes:\n      +include: lib/base.yaml\n" +
      '      url: {eval: {concat: ["https://", {get_input: domain}]}}\ninputs: {domain: "ä.example"}\n',
    "lib/base.yaml": "port: 443\n",
  },
  expression: "::app::url",
  vars: { region: "eu" },
};

/** The fragment of a link, without its #. */
const fragment = (link: string): string => new URL(link).hash.slice(1);

async function follow(page: Page, hash: string): Promise<void> {
  await page.evaluate((given) => {
    location.hash = given;
  }, hash);
}

const brokenLink = (page: Page): Locator => page.getByRole("dialog", { name: "This link cannot be opened" });

/** Shares everything on the page, including secrets, and returns the link. */
async function shareAll(playground: Playground): Promise<string> {
  const { dialog } = await playground.share();
  const secrets = dialog.getByRole("checkbox", { name: "Include secrets" });
  if (await secrets.isVisible()) {
    await secrets.click();
    await dialog.getByRole("button", { name: "Include them" }).click();
  }
  const link = await dialog.getByRole("textbox", { name: "Link", exact: true }).inputValue();
  await playground.page.keyboard.press("Escape");
  return link;
}

/** Only visible rows are rendered, so the page is tall enough for all. */
const tall = { width: 1440, height: 4500 };

/** The text of a row or of the current view of the results. */
const shownResult = async (playground: Playground): Promise<string> => {
  const names = await playground.ledger
    .getByRole("row")
    .evaluateAll((rows) => rows.map((row) => row.getAttribute("aria-label")));
  if (names.length === 0) return playground.text();
  await expect(playground.ledger).toHaveAttribute("aria-rowcount", `${names.length}`);
  return names.join("\n");
};

const gallery = new URL("../engine/dialects/unfurl/gallery/", import.meta.url);
for (const [at, file] of readdirSync(gallery).sort().entries()) {
  const title = /^title: (.*)$/m.exec(readFileSync(new URL(file, gallery), "utf8"))![1]!;
  test(
    `a shared link gives the same in a fresh profile: ${title}`,
    repeats(at % 6 > 0),
    async ({ page, playground, visitor }) => {
      await page.setViewportSize(tall);
      await playground.visit();
      await playground.openExample(title);
      const link = await shareAll(playground);
      const elsewhere = await visitor();
      await elsewhere.page.setViewportSize(tall);
      await elsewhere.page.goto(link.replace("/#", "/?test=1#"));
      await expect(elsewhere.draft(title)).toBeVisible();
      await elsewhere.settle();
      expect(await shownResult(elsewhere)).toBe(await shownResult(playground));
      // The link contains files, expression, inputs and view, so equal links mean that all of these are equal.
      expect(fragment(await shareAll(elsewhere))).toBe(fragment(link));
      await expect(page).toHaveURL(/#w1\./);
    },
  );
}

test("a link carries the open file, the view and whether it evaluates live", async ({ page, playground, visitor }) => {
  await playground.open(shop);
  await playground.view("JSON");
  await playground.file("lib/base.yaml").click();
  await page.getByRole("switch", { name: "Live" }).click();
  const { link } = await playground.share();
  await expect(playground.status).toContainText("Link copied");
  // It is also said beside the button.
  const note = page.locator(".note-beside");
  await expect(note).toHaveText("Link copied");
  await expect(note).toBeHidden();
  expect(await playground.copied()).toBe(link);
  expect(page.url()).toBe(link);
  const elsewhere = await visitor();
  await elsewhere.page.goto(link);
  await expect(elsewhere.file("lib/base.yaml")).toHaveAttribute("aria-selected", "true");
  await expect(elsewhere.expression).toHaveText("::app::url");
  await expect(elsewhere.page.getByRole("switch", { name: "Live" })).toHaveAttribute("aria-checked", "false");
  await elsewhere.page.keyboard.press("ControlOrMeta+Enter");
  await elsewhere.settle();
  expect(await elsewhere.text()).toBe('"https://ä.example"\n');
});

test("sharing and opening a link fetch only the site's own files; the fragment reaches no request", async ({
  page,
  playground,
  baseURL,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(`${request.url()} ${JSON.stringify(request.headers())}`));
  await playground.open(shop);
  const { link } = await playground.share();
  expect(asked.filter((request) => !request.startsWith(baseURL!) && !request.startsWith("blob:"))).toEqual([]);
  const data = fragment(link).split(".")[2]!;
  expect(
    asked.filter((request) => request.includes("#") || request.includes("w1.") || request.includes(data.slice(0, 40))),
  ).toEqual([]);
});

test("the link of the page is the link that Node makes", async ({ playground }) => {
  await playground.open(shop);
  const { link } = await playground.share();
  const { workspace, view, app } = decodeLink(link);
  expect(encodeLink(workspace, { ...(view && { view }), ...(app !== undefined && { app }) })).toBe(fragment(link));
});

const fixtures = new URL("../tests/links/", import.meta.url);
test("every link ever recorded opens with its workspace", async ({ page, playground }) => {
  test.slow();
  const files = readdirSync(fixtures, { recursive: true, encoding: "utf8" }).filter((name) =>
    /^\d.*\.json$/.test(name),
  );
  expect(files).not.toEqual([]);
  for (const file of files) {
    const { link } = JSON.parse(readFileSync(new URL(file, fixtures), "utf8")) as { link: string };
    await playground.openLink(link);
    await expect(page.getByRole("button", { name: "Back to" })).toBeVisible();
    const again = decodeLink((await playground.share()).link).workspace;
    await page.keyboard.press("Escape");
    const recorded = decodeLink(link).workspace;
    // A document in `main` has become a file.
    expect(again.files, file).toEqual(recorded.files ?? { "main.yaml": recorded.main });
    expect(again.expression, file).toEqual(recorded.expression);
  }
});

test("a link cut anywhere is said to be cut off, a changed one damaged; the draft stays", async ({
  page,
  playground,
}) => {
  test.slow();
  await playground.open(shop);
  const whole = fragment((await playground.share()).link);
  await page.keyboard.press("Escape");
  let random = 12345;
  const place = (): number => {
    random = (random * 1103515245 + 12345) % 2 ** 31;
    return 3 + (random % (whole.length - 4));
  };
  for (let round = 0; round < 20; round += 1) {
    const cut = whole.slice(0, place());
    await follow(page, cut);
    await expect(brokenLink(page)).toContainText(`cut off: ${cut.length} characters`);
    await page.keyboard.press("Escape");
    await expect(brokenLink(page)).toBeHidden();
  }
  for (let round = 0; round < 5; round += 1) {
    const at = place();
    await follow(page, `${whole.slice(0, at)}${whole[at] === "A" ? "B" : "A"}${whole.slice(at + 1)}`);
    await expect(brokenLink(page)).toContainText("damaged");
    await page.keyboard.press("Escape");
    await expect(brokenLink(page)).toBeHidden();
  }
  await expect(playground.editor).toContainText("concat");
  await expect(playground.expression).toHaveText("::app::url");
});

test("the rest of a link that was cut off can be pasted", async ({ page, playground }) => {
  const whole = encodeLink({ dialect: "unfurl", ...shop, title: "Under test" });
  await page.goto(`/?test=1#${whole.slice(0, 60)}`);
  await brokenLink(page).getByRole("textbox").fill(whole.slice(60));
  await brokenLink(page).getByRole("button", { name: "Open" }).click();
  await expect(playground.draft("Under test")).toBeVisible();
  await expect(playground.editor).toContainText("concat");
});

test("a link of 500 KB that would unpack to hundreds of megabytes is refused within 500 ms", {
  tag: "@timed",
}, async ({ page, playground }) => {
  await playground.visit();
  const packed = deflateRawSync(Buffer.alloc(385_000_000), { level: 9 }).toString("base64url");
  expect(packed.length).toBeGreaterThan(490_000);
  expect(packed.length).toBeLessThan(510_000);
  let round = 0;
  await within(page, { what: "refusing it", limit: 500 }, async () => {
    round += 1;
    const measured = await page.evaluate(
      (hash) =>
        new Promise<number>((resolve) => {
          const began = performance.now();
          new MutationObserver((_, observer) => {
            if (!document.querySelector("dialog[open]")) return;
            observer.disconnect();
            resolve(performance.now() - began);
          }).observe(document.body, { childList: true, subtree: true });
          location.hash = hash;
        }),
      `w1.d.${packed}.0000000${round}`,
    );
    await expect(brokenLink(page)).toContainText("because it is larger");
    await page.keyboard.press("Escape");
    return measured;
  });
});

test("no form of a share has secrets until they are ticked and confirmed; the recipient is asked for them", async ({
  page,
  playground,
  visitor,
}) => {
  await playground.open({
    files: { "main.yaml": "instances: {a: {attributes: {x: {eval: {secret: password}}}}}\n" },
    secrets: { password: "hunter2" },
  });
  const { dialog, link } = await playground.share();
  const field = dialog.getByRole("textbox", { name: "Link", exact: true });
  const box = dialog.getByRole("checkbox", { name: "Include secrets" });
  await expect(box).not.toBeChecked();
  expect(decodeLink(link).workspace.secrets).toEqual({ password: null });
  for (const form of ["Markdown", "Command"]) {
    await dialog.getByRole("tab", { name: form }).click();
    for (const text of await dialog.getByRole("textbox").all())
      expect(await text.inputValue()).not.toContain("hunter2");
  }
  await dialog.getByRole("tab", { name: "Link", exact: true }).click();
  await box.click();
  await expect(dialog.getByRole("alert")).toContainText("password");
  expect(await field.inputValue()).toBe(link);
  await dialog.getByRole("button", { name: "Include them" }).click();
  await expect(box).toBeChecked();
  expect(decodeLink(await field.inputValue()).workspace.secrets).toEqual({ password: "hunter2" });

  const recipient = await visitor();
  await recipient.page.goto(link);
  await recipient.settle();
  await recipient.inputs.getByRole("tab", { name: "Secrets" }).click();
  await expect(recipient.inputs.getByRole("textbox", { name: "Value of password" })).toHaveAttribute(
    "placeholder",
    "withheld. Enter it here",
  );
  await page.keyboard.press("Escape");
});

test("an environment value named API_TOKEN is pointed out before copying", async ({ playground }) => {
  await playground.open({ files: { "main.yaml": "instances: {a: {}}\n" }, env: { API_TOKEN: "abc" } });
  const { dialog } = await playground.share();
  await expect(dialog).toContainText("API_TOKEN");
  expect(await playground.copied()).toBe("");
  await dialog.getByRole("checkbox", { name: "env.API_TOKEN" }).check();
  await expect(dialog).toContainText("the result is the same except for them");
  await dialog.getByRole("tab", { name: "Command" }).click();
  const command = await dialog.getByRole("textbox", { name: "POSIX shell" }).inputValue();
  expect(command).toContain("API_TOKEN: xxx");
  expect(command).not.toContain("abc");
});

test("secrets in files are found in their lines, and replaced with placeholders", async ({ page, playground }) => {
  const files = {
    "main.yaml":
      "heat_template_version: 2018-08-31\nparameters:\n  key: {type: string, hidden: true, default: Hunter-2}\n" +
      "  db_password: {type: string, default: swordfish}\n" +
      "outputs:\n  o: {value: {list_join: ['/', [{get_param: db_password}]]}}\n",
    id_rsa: "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA\n-----END OPENSSH PRIVATE KEY-----\n",
  };
  await playground.open({ dialect: "heat", files } as never);
  const { dialog, link } = await playground.share();
  await expect(dialog).toContainText("2 texts were searched for secrets. 3 were found.");
  // What is declared secret is replaced from the beginning.
  await expect(dialog.getByRole("checkbox", { name: "main.yaml:3" })).toBeChecked();
  await expect(dialog.getByRole("checkbox", { name: "main.yaml:4" })).not.toBeChecked();
  await expect(dialog).toContainText("looks like a private key");
  const shared = JSON.stringify(decodeLink(link).workspace.files);
  expect(shared).toContain("default: Xxxxxx-1}");
  expect(shared).toContain("default: swordfish}");
  await dialog.getByRole("button", { name: "Replace all with placeholders" }).click();
  await expect(dialog.getByRole("checkbox", { name: "main.yaml:4" })).toBeChecked();
  await expect(dialog).toContainText("the result is the same except for them");
  await dialog.getByRole("tab", { name: "Markdown" }).click();
  const markdown = await dialog.locator("textarea").first().inputValue();
  expect(markdown).not.toMatch(/swordfish|Hunter-2|b3BlbnNz/);
  await dialog.getByRole("checkbox", { name: "main.yaml:4" }).uncheck();
  await expect(dialog.locator("textarea").first()).toHaveValue(/swordfish/);
  await page.keyboard.press("Escape");
});

test("markup, script URLs and scripts in every field of a link execute nothing", async ({ page, playground }) => {
  const evil = '"><img src=x onerror=alert(1)><script>alert(2)</script>javascript:alert(3)';
  const quoted = JSON.stringify(evil);
  page.on("dialog", (opened) => {
    throw new Error(`something was executed: ${opened.message()}`);
  });
  const workspace = {
    dialect: "unfurl",
    title: evil,
    description: evil,
    resource: evil,
    main: evil,
    expression: `::x${evil}`,
    files: {
      [evil]: `instances:\n  ${quoted}:\n    type: ${quoted}\n    attributes: {${quoted}: ${quoted}}\n`,
      "javascript:alert(4)": evil,
    },
    vars: { [evil]: evil },
    inputs: { [evil]: evil },
    env: { [evil]: evil },
    secrets: { [evil]: evil },
    options: { [evil]: evil },
    [evil]: evil,
  };
  const link = encodeLink(workspace as Workspace, {
    includeSecrets: true,
    view: { tab: evil, file: evil, hide: [evil] },
  });
  await playground.openLink(`#${link}`);
  await expect(playground.draft(/^Draft: ">/)).toBeVisible();
  await playground.settle();
  for (const tab of await playground.inputs.getByRole("tab").all()) await tab.click();
  const { dialog } = await playground.share();
  for (const form of ["Markdown", "Command", "File"]) await dialog.getByRole("tab", { name: form }).click();
  await page.keyboard.press("Escape");
  await playground.evaluate("::root");
  expect(await page.locator('img, iframe, script:not([src]), [onerror], a[href^="javascript" i]').count()).toBe(0);
});

test("a link of plain parameters opens and evaluates", async ({ playground }) => {
  const document = "instances:\n  a:\n    attributes: {x: 1}\n";
  await playground.openLink(`#?dialect=unfurl&expression=::a::x&file.main.yaml=${encodeURIComponent(document)}`);
  await expect(playground.expression).toHaveText("::a::x");
  await expect(playground.row("result")).toContainText("1");
  await expect(playground.file("main.yaml")).toBeVisible();
});

test("the main document's text may be a parameter, which the page makes a file of", async ({ playground }) => {
  await playground.openLink(`#?dialect=unfurl&expression=::main::x&main=${encodeURIComponent("x: 7\n")}`);
  await expect(playground.row("result")).toContainText("7");
  await expect(playground.editor).toContainText("x: 7");
});

test("Markdown comes without headings, survives backticks inside, and links to the same workspace", async ({
  page,
  playground,
  visitor,
}) => {
  const text =
    "instances:\n  a:\n    attributes:\n      text: |\n        # no heading\n        ```yaml\n" +
    "        a: 1\n        ```\n";
  await playground.open({ files: { "main.yaml": text } });
  const { dialog } = await playground.share();
  await dialog.getByRole("tab", { name: "Markdown" }).click();
  await dialog.getByRole("button", { name: "Copy: Markdown" }).click();
  await expect(playground.status).toContainText("Markdown copied");
  const markdown = await playground.copied();
  expect(markdown).toContain("\n````yaml\n");
  const outside = markdown.replace(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, "");
  expect(outside).not.toMatch(/^\s*#|^[=-]+$/m);
  const url = /\]\((.*)\)/.exec(markdown)![1]!;
  const reader = await visitor();
  await reader.page.goto(url);
  await reader.settle();
  expect(fragment((await reader.share()).link)).toBe(fragment(url));
  await page.keyboard.press("Escape");
});

test("the copied commands print the same result to a shell", async ({ playground }) => {
  const native = fileURLToPath(new URL("../build/native/evalground", import.meta.url));
  expect(existsSync(native), "scripts/build native makes the command that this runs").toBe(true);
  const folder = mkdtempSync(join(tmpdir(), "evalground-"));
  symlinkSync(native, join(folder, "evalground"));
  await playground.open({
    ...shop,
    expression: "::app::.",
    files: { ...shop.files, "odd.txt": "EOF\nit's `odd` $HOME \\n\n" },
  });
  await playground.view("JSON");
  const engine = await createEngine();
  try {
    const shown = (await engine.parse(await playground.text())).json;
    const { dialog } = await playground.share();
    await dialog.getByRole("tab", { name: "Command" }).click();
    for (const name of ["POSIX shell", "With the link"]) {
      const command = await dialog.getByRole("textbox", { name }).inputValue();
      const output = execFileSync("sh", ["-c", command], {
        encoding: "utf8",
        env: { ...process.env, PATH: `${folder}:${process.env["PATH"] ?? ""}` },
      });
      expect((await engine.parse(output)).json, name).toBe(shown);
    }
  } finally {
    engine.close();
  }
});

const resource = (name: string): string =>
  encodeLink({ dialect: "unfurl", title: name, files: { "main.yaml": `instances:\n  ${name}: {}\n` } });

test("opening a link leaves the draft before available by one press", async ({ page, playground }) => {
  await playground.visit();
  await playground.write("mine: 1\n");
  await follow(page, resource("shared"));
  await expect(playground.editor).toContainText("shared");
  await page.getByRole("button", { name: "Back to “A web shop”" }).click();
  await expect(playground.editor).toHaveText("mine: 1");
});

test("a link from another release says so when its result differs here, and leads to that release", async ({
  page,
  playground,
}) => {
  await page.route("/v/0.0.1/", (route) => route.fulfill({ status: 200, body: "" }));
  const workspace = { dialect: "yaql", expression: "1 + 2", expect: { value: 4 } };
  const fragment = `#${encodeLink(workspace, { app: "0.0.1" })}`;
  await playground.openLink(fragment);
  await playground.settle();
  const notice = page.locator("#other-version");
  await expect(notice).toContainText(/^Made with 0\.0\.1. This is \d+\.\d+\.\d+/);
  await expect(notice.getByRole("link", { name: "Open in 0.0.1" })).toHaveAttribute(
    "href",
    new URL(`/v/0.0.1/${fragment}`, page.url()).href,
  );
  await playground.openLink(`#${encodeLink({ ...workspace, expect: { value: 3 } }, { app: "0.0.1" })}`);
  await playground.settle();
  await expect(notice).toHaveCount(0);
});

test("on a phone the way back is in the draft's menu", async ({ page, playground }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await playground.visit();
  await playground.write("mine: 1\n");
  await follow(page, resource("shared"));
  await expect(playground.editor).toContainText("shared");
  await playground.chooseInDraftMenu("Back to “A web shop”");
  await expect(playground.editor).toHaveText("mine: 1");
});

test("Back and Forward move between the draft and opened links, with their edits", async ({ page, playground }) => {
  await playground.visit();
  await playground.write("mine: 1\n");
  await follow(page, resource("first"));
  await expect(playground.editor).toContainText("first");
  await playground.write("first: edited\n");
  await follow(page, resource("second"));
  await expect(playground.editor).toContainText("second");
  await page.goBack();
  await expect(playground.editor).toHaveText("first: edited");
  await page.goBack();
  await expect(playground.editor).toHaveText("mine: 1");
  await page.goForward();
  await expect(playground.editor).toHaveText("first: edited");
  await page.goForward();
  await expect(playground.editor).toContainText("second");
  await page.reload();
  await expect(playground.editor).toContainText("second");
});

test("Back leads from an example to the previous draft, and Forward to the example", async ({ page, playground }) => {
  await playground.visit();
  await playground.write("mine: 1\n");
  await playground.openExample("Asking questions");
  await page.goBack();
  await expect(playground.editor).toHaveText("mine: 1");
  await page.goForward();
  await expect(playground.draft("Asking questions")).toBeVisible();
  await follow(page, resource("linked"));
  await expect(playground.editor).toContainText("linked");
  await playground.openExample("Asking questions");
  expect(new URL(page.url()).hash).toBe("");
  await page.goBack();
  await expect(playground.editor).toContainText("linked");
  await page.reload();
  await expect(playground.editor).toContainText("linked");
});

test("every shared link has only characters that programs keep, and ends with a letter or digit", async ({
  page,
  playground,
}) => {
  await playground.open(shop);
  for (const text of ["", "ä ~ / + = & ? # %\n", `${"x".repeat(5000)}\n`, "a: 1\n"]) {
    await playground.write(text);
    const { link } = await playground.share();
    expect(link.slice(link.indexOf("#") + 1)).toMatch(/^[A-Za-z0-9_.-]*[A-Za-z0-9]$/);
    await page.keyboard.press("Escape");
  }
});

test("names that every object inherits are names like any other in every field of a link", async ({
  page,
  playground,
}) => {
  const names = ["constructor", "__proto__", "toString", "valueOf", "hasOwnProperty", "then"];
  const all = (value: unknown): Record<string, unknown> => Object.fromEntries(names.map((name) => [name, value]));
  for (const dialect of ["jinja2", "constructor", "__proto__"]) {
    const title = `Names of ${dialect}`;
    const workspace = {
      ...all(1),
      dialect,
      title,
      files: all("{{ constructor }}\n"),
      main: "constructor",
      vars: all(1),
      inputs: all(1),
      env: all("x"),
      secrets: all("x"),
      options: all(1),
      limits: all(1),
      expect: all(1),
    };
    const view = { tab: "constructor", file: "toString", hide: names };
    await playground.openLink(`#${encodeLink(workspace as unknown as Workspace, { includeSecrets: true, view })}`);
    await expect(playground.draft(title)).toBeVisible();
    await playground.settle();
    for (const tab of await playground.inputs.getByRole("tab").all()) await tab.click();
    const { dialog } = await playground.share();
    for (const form of ["Markdown", "Command", "File"]) await dialog.getByRole("tab", { name: form }).click();
    await page.keyboard.press("Escape");
    await expect(page.getByText(/A part of the page failed|native code/)).toHaveCount(0);
  }
});
