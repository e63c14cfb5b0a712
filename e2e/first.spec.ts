// The first minute of a new user.
import { expect, test } from "./playground.ts";

test("the first load explains the page and connects one value to its source", { tag: "@fresh" }, async ({
  page,
  playground,
}) => {
  await playground.visit("/");
  const intro = page.getByText("Paste a document to see every value and where it came from");
  await expect(intro).toBeVisible();
  await expect(playground.ledger.locator('[role=row][aria-selected="true"]')).toHaveCount(1);
  await expect(playground.results.getByRole("list", { name: "Where this comes from" })).toContainText("main.yaml");
  await expect(page.locator("#thread path").first()).toBeAttached();
  await page.getByRole("button", { name: "Close the introduction" }).click();
  await page.reload();
  await playground.settle();
  await expect(intro).toBeHidden();
});

test("choosing a language before writing opens its first example, which can be undone", async ({
  page,
  playground,
}) => {
  await playground.visit();
  const choice = page.getByRole("combobox", { name: "Dialect" });
  await choice.selectOption({ label: "Heat" });
  await expect(choice).toHaveValue("heat");
  await expect(playground.editor).toContainText("heat_template_version");
  await expect(page.getByRole("region", { name: "About this example" })).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(choice).toHaveValue("unfurl");
  await expect(playground.draft("A web shop")).toBeVisible();
});

test("choosing a language keeps the user's text, and shows nothing of the former language", async ({
  page,
  playground,
}) => {
  await playground.open({ files: { "main.yaml": "instances: {app: {attributes: {x: 1}}}\n" }, vars: { a: 1 } });
  await expect(playground.node("app")).toBeVisible();
  await page.getByRole("combobox", { name: "Dialect" }).selectOption("heat");
  await expect(playground.node("app")).toHaveCount(0);
  await expect(playground.resultsState).toHaveAttribute("data-freshness", "error");
  await expect(playground.results).not.toContainText("the last result that worked");
  await expect(playground.resources.getByText("before it stopped parsing")).toBeHidden();
  await expect(playground.row("instances.app.x")).toHaveCount(0);
  await expect(playground.editor).toContainText("instances:");
});

test("a new draft shows an invitation without errors; a YAQL draft begins with an expression over its data", async ({
  page,
  playground,
}) => {
  await playground.visit();
  await playground.chooseInDraftMenu("New draft");
  await expect(playground.results).toContainText("The draft is empty");
  await expect(playground.editor).toContainText("Paste your Unfurl");
  await expect(page.locator("#rail")).toContainText("No problems");
  await expect(playground.resultsState).toHaveAttribute("data-freshness", "empty");
  await playground.results.getByRole("button", { name: "Open an example" }).click();
  await expect(page.getByRole("dialog", { name: "Examples" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("combobox", { name: "Dialect" }).selectOption("yaql");
  await playground.chooseInDraftMenu("New draft");
  await expect(playground.expression).toBeFocused();
  await expect(playground.file("Data $")).toBeVisible();
  await expect(playground.inputs.getByRole("tab", { name: "Data $" })).toHaveCount(0);
  await expect(page.locator("#expression-place").getByRole("textbox")).toBeVisible();
  // The line's placeholder says what to write, and the notice of the previous example is gone.
  await expect(playground.expression).toContainText("Enter an expression. $ is the data");
  await expect(page.getByText("Opened the example")).toBeHidden();
  await page.keyboard.insertText("1 + 2");
  await expect(playground.row("result")).toContainText("3");
});

test("a document pasted over everything is recognised, also as Ansible; both can be undone", async ({
  page,
  playground,
}) => {
  await playground.open({ files: { "main.yaml": "instances: {app: {attributes: {x: 1}}}\n" } });
  const choice = page.getByRole("combobox", { name: "Dialect" });
  const editor = page.getByRole("textbox", { name: /^Editor/ });
  await editor.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText("heat_template_version: 2021-04-16\noutputs: {a: {value: 1}}\n");
  await expect(choice).toHaveValue("heat");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(choice).toHaveValue("unfurl");

  await playground.open({ dialect: "jinja2", title: "Role", files: { "main.j2": "plain {{ x }}" } } as never);
  await editor.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText("# {{ ansible_managed }}\n{{ {'a': 1} | to_nice_yaml }}");
  await expect(choice).toHaveValue("jinja2/ansible");
  await expect(playground.results).toContainText("a: 1");
});

test("an error in a text of another language offers to switch to it", async ({ page, playground }) => {
  await playground.open({ dialect: "heat", title: "Mixed", files: { "main.yaml": "Hello {{ name }}!\n" } } as never);
  await page.getByRole("button", { name: "Switch to Jinja2" }).click();
  await expect(page.getByRole("combobox", { name: "Dialect" })).toHaveValue("jinja2");
  await expect(page.getByRole("button", { name: "Undo", exact: true })).toBeVisible();
});

test("rows are not marked after everything was selected and edited", async ({ page, playground }) => {
  await playground.open({ files: { "main.yaml": "instances: {app: {attributes: {x: 1, y: 2}}}\n" } });
  await playground.editor.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await expect(playground.ledger.locator("[data-made]")).not.toHaveCount(0);
  await playground.write("instances: {app: {attributes: {x: 3, y: 4}}}\n");
  await expect(playground.row("instances.app.x")).toContainText("3");
  await expect(playground.ledger.locator("[data-made]")).toHaveCount(0);
});

test("Problems is hidden while empty, the rail counts, and shows one message during a run", async ({
  page,
  playground,
}) => {
  await playground.open({ files: { "main.yaml": "a: 1\n" } });
  await expect(playground.problems).toBeHidden();
  const rail = page.locator("#rail");
  await expect(rail.getByRole("button", { name: "No problems" })).toBeVisible();
  await playground.write("a: {eval: {wrong: 1}}\n");
  await expect(rail.getByRole("button", { name: "1 problem" })).toBeVisible();
  await rail.getByRole("button", { name: "1 problem" }).click();
  await expect(playground.problems.getByRole("list", { name: "Problems" })).toBeVisible();
  await playground.write("a: 2\n");
  await expect(playground.problems).toBeHidden();
  // Steps are not shown by default.
  await expect(rail).not.toContainText("steps");
  await expect(rail.getByTitle(/steps/)).toBeVisible();
  await page.getByRole("switch", { name: "Live" }).click();
  await playground.write("a: 3\n", { settle: false });
  await expect(rail).toContainText("Results are from before your last edit");
  await expect(playground.status).not.toContainText("Done");
});

test("inputs are editors that can fill the pane; none of their tabs is cut; long lines wrap", async ({
  page,
  playground,
}) => {
  await playground.open({ files: { "main.yaml": `a: ${"long words ".repeat(60)}\n` }, vars: { a: 1 } });
  const { inputs } = playground;
  await inputs.getByRole("radio", { name: "YAML" }).check();
  const editor = inputs.getByRole("textbox", { name: "Vars as YAML" });
  await expect(editor).toHaveAttribute("contenteditable", "true");
  await editor.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(Array.from({ length: 300 }, (_, at) => `name_${at}: ${at}`).join("\n"));
  await expect(inputs.getByRole("tab", { name: "Vars 300" })).toBeVisible();
  const before = (await inputs.boundingBox())!.height;
  await inputs.getByRole("button", { name: "Expand inputs" }).click();
  await expect.poll(async () => (await inputs.boundingBox())!.height).toBeGreaterThan(1.5 * before);
  const pane = (await inputs.boundingBox())!;
  const cut = await inputs
    .getByRole("tab")
    .evaluateAll(
      (tabs, right) =>
        tabs
          .filter((tab) => tab.scrollWidth > tab.clientWidth || tab.getBoundingClientRect().right > right)
          .map((tab) => tab.textContent),
      pane.x + pane.width,
    );
  expect(cut).toEqual([]);

  const lines = playground.editor.locator(".cm-line").first();
  const height = (await lines.boundingBox())!.height;
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("checkbox", { name: "Wrap long lines" }).check();
  await page.keyboard.press("Escape");
  await expect.poll(async () => (await lines.boundingBox())!.height).toBeGreaterThan(2 * height);
});

test("the tree is named after its content, its filter has a label and help, and its root has no status", async ({
  page,
  playground,
}) => {
  await playground.visit();
  await expect(playground.resources.getByRole("heading", { name: "Resources" })).toBeVisible();
  await expect(playground.tree.getByRole("treeitem").first()).not.toContainText("unknown");
  await expect(playground.resources.getByText("Filter", { exact: true })).toBeVisible();
  await playground.resources.getByRole("button", { name: "Filter syntax" }).click();
  await page.getByRole("menuitem", { name: /^type:/ }).click();
  await expect(playground.resources.getByRole("searchbox")).toHaveValue("type:");
  await page.getByRole("combobox", { name: "Dialect" }).selectOption("cfengine");
  await expect(playground.resources.getByRole("heading", { name: "Policy" })).toBeVisible();
});

test("examples are found by words, language and level, and suggest what to try next", async ({ page, playground }) => {
  await playground.visit();
  await page.getByRole("button", { name: "Examples" }).click();
  const dialog = page.getByRole("dialog", { name: "Examples" });
  await dialog.getByRole("combobox", { name: "Language" }).selectOption("jinja2/ansible");
  await dialog.getByRole("combobox", { name: "Level" }).selectOption("advanced");
  await dialog.getByRole("searchbox").fill("role");
  await dialog.getByRole("button", { name: /^A role's web server/ }).click();
  await expect(playground.draft("A role's web server")).toBeVisible();
  const about = page.getByRole("region", { name: "About this example" });
  await expect(about).toContainText("The template of a role");
  await about.getByRole("button", { name: "Close the description" }).click();
  await expect(about).toHaveCount(0);
  await page.getByRole("button", { name: "About this example" }).click();
  await about.getByRole("button", { name: "All examples" }).click();
  await expect(dialog).toBeVisible();
});

test("F8 scrolls the list of problems to the next one", async ({ page, playground }) => {
  const many = Array.from({ length: 40 }, (_, at) => `k${at}: {eval: {wrong${at}: 1}}`).join("\n");
  await playground.open({ files: { "main.yaml": `${many}\n` } });
  const list = await playground.openProblems();
  await page.keyboard.press("Shift+F8");
  await expect(list.locator("[aria-current=true]")).toBeInViewport();
  await expect(list.locator("[aria-current=true]")).toContainText("wrong39");

  // The list has a key of its own.
  await page.getByRole("button", { name: "Show or hide the list of problems" }).click();
  await expect(list).toBeHidden();
  await page.keyboard.press("Control+Shift+Digit6");
  await expect(list).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("section")?.id)).toBe("problems");
});

test("a shared draft without a title is named by its language and first key", async ({ playground }) => {
  await playground.openLink(`#?dialect=heat&main=${encodeURIComponent("resources:\n  a: {type: OS::Nova::Server}\n")}`);
  await expect(playground.draft("Heat: resources")).toBeVisible();
});

test("a secret parameter is named: to the user who shares a link, and to the one who opens it", async ({
  playground,
  visitor,
}) => {
  await playground.open({
    dialect: "heat",
    files: {
      "main.yaml":
        "heat_template_version: 2018-08-31\nparameters:\n  db_password: {type: string, hidden: true}\n" +
        "outputs:\n  o: {value: {get_param: db_password}}\n",
    },
    inputs: { db_password: "hunter2" },
  } as never);
  const { dialog, link } = await playground.share();
  await expect(dialog).toContainText(
    "Not in the link: db_password. People who open it have to ask you for the values.",
  );
  const other = await visitor();
  await other.page.goto(link);
  await expect(await other.openProblems()).toContainText("links do not contain it. Enter a value");
  await expect(other.inputs.getByRole("tab", { name: "Parameters (1 not set)" })).toBeVisible();
  // The command explains how to get it.
  await dialog.getByRole("tab", { name: "Command" }).click();
  await expect(dialog).toContainText("Build it from the source code of this site");
});

test("at 320 px nothing in the header overlaps, and inputs show their full names", async ({ page, playground }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await playground.open({
    title: "A draft with a long name",
    vars: { environments_of_all: 1 },
    files: { "a.yaml": "a: 1\n" },
  });
  for (const row of ["#header", "#files"]) {
    const boxes = await page
      .locator(row)
      .locator("button:visible, select:visible, a:visible")
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).map(({ left, right }) => [left, right]));
    expect(boxes.length).toBeGreaterThan(3);
    for (const [place, [left]] of boxes.entries())
      if (place > 0) expect(left).toBeGreaterThanOrEqual(boxes[place - 1]![1]! - 0.5);
    expect(boxes.at(-1)![1]).toBeLessThanOrEqual(320);
  }
  // The name must not be cut to "A d…".
  const words = await playground.draft("A draft with a long name").locator(".words").boundingBox();
  expect(words!.width).toBeGreaterThan(60);
  await page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name: "Inputs" }).click();
  const name = playground.inputs.getByRole("textbox", { name: "Name of entry 1" });
  expect(await name.evaluate((field) => field.scrollWidth <= field.clientWidth)).toBe(true);
});

test("a run with errors does not look like a good one in the rail", async ({ page, playground }) => {
  await playground.open({ files: { "main.yaml": "a: 1\n" } });
  const rail = page.locator("#rail");
  await expect(rail).toHaveAttribute("data-freshness", "fresh");
  await playground.write("a: {eval: {wrong: 1}}\n");
  await expect(playground.status).toContainText("1 error");
  await expect(rail).toHaveAttribute("data-freshness", "error");
  await expect(playground.resultsState).toHaveAttribute("data-freshness", "fresh");
});

test("without JavaScript the page is as tall as its text", async ({ visitor }) => {
  const { page } = await visitor({ javaScriptEnabled: false, viewport: { width: 900, height: 700 } });
  await page.goto("/");
  const field = page.getByRole("textbox", { name: "Editor" });
  const fits = await field.evaluate((each) => each.scrollHeight <= each.clientHeight + 2);
  expect(fits).toBe(true);
});

test("what is printed has files, expression, result and link, and no secret", async ({ page, playground }) => {
  await playground.open({
    files: { "main.yaml": "a: {eval: {get_env: USER}}\n" },
    expression: "::main::a",
    secrets: { token: "hidden words" },
  });
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  const sheet = page.locator("#print");
  await expect(sheet).toContainText("get_env");
  await expect(sheet).toContainText("::main::a");
  await expect(sheet).toContainText("#w1.");
  await expect(sheet).not.toContainText("hidden words");
  await expect(page.locator("#header")).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect(sheet).toHaveCount(0);
});

test("a paused draft shows its own tree, without running", async ({ page, playground }) => {
  await playground.open({ files: { "main.yaml": "instances: {mine: {attributes: {x: 1}}}\n" } }, { path: "/" });
  await page.evaluate(() => {
    const draft = JSON.parse(localStorage.getItem("evalground.draft")!) as string;
    localStorage.setItem("evalground.running", JSON.stringify({ [draft]: true }));
  });
  await page.reload();
  await expect(page.locator("#rail")).toContainText("Paused");
  await expect(playground.node("mine")).toBeVisible();
  await expect(playground.resultsState).toHaveAttribute("data-run", "0");
});

test("a filter that only Ansible has offers to switch to Ansible", async ({ page, playground }) => {
  await playground.open({
    dialect: "jinja2",
    title: "Template",
    files: { "main.j2": "{{ {'a': 1} | to_nice_yaml }}" },
  } as never);
  const list = await playground.openProblems();
  await list.getByRole("button", { name: "Switch to Ansible, which supports it" }).click();
  await expect(page.getByRole("combobox", { name: "Dialect" })).toHaveValue("jinja2/ansible");
  await expect(playground.results).toContainText("a: 1");
});
