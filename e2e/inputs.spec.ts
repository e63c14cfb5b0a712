// The inputs: form and YAML, missing names, quick fixes, and opening files from the draft menu.
import { encodeLink } from "evalground";
import { expect, test } from "./playground.ts";

const asking = `tosca_definitions_version: tosca_simple_unfurl_1_0_0
topology_template:
  inputs:
    region: {type: string}
  outputs:
    region: {value: {get_input: region}}
    stage: {value: {eval: {get_env: STAGE}}}
    size: {value: {eval: $size}}
`;

test("names that the document uses but that are not set are offered, with the place of use", async ({
  page,
  playground,
}) => {
  await playground.open({ files: { "main.yaml": asking } });
  const { inputs } = playground;
  await inputs.getByRole("tab", { name: "Env (1 not set)" }).click();
  const asked = inputs.getByRole("group", { name: "STAGE" });
  await asked.getByRole("button", { name: "used at main.yaml 7:37, not set" }).click();
  await expect(playground.caret(7, 37)).toBeVisible();
  await asked.getByRole("button", { name: "Add STAGE" }).click();
  await page.keyboard.type("test");
  await expect(playground.row("outputs.stage")).toHaveAccessibleName(/"test"/);
  await expect(asked.getByRole("button", { name: "Add STAGE" })).toHaveCount(0);

  await inputs.getByRole("tab", { name: "Inputs (1 not set)" }).click();
  await inputs.getByRole("button", { name: "Add region" }).click();
  await page.keyboard.type("eu");
  await expect(playground.row("outputs.region")).toHaveAccessibleName(/"eu"/);
});

test("an added attribute is typed over, and unfinished text stays when another is added", async ({
  page,
  playground,
}) => {
  await playground.open({
    dialect: "heat",
    files: {
      "main.yaml":
        "heat_template_version: rocky\nresources:\n  net: {type: OS::Neutron::Subnet}\n" +
        "  port: {type: OS::Neutron::Port}\n" +
        "outputs:\n  a: {value: {get_attr: [net, cidr]}}\n  b: {value: {get_attr: [port, mac_address]}}\n",
    },
  });
  const { inputs } = playground;
  await inputs.getByRole("tab", { name: /^Attributes/ }).click();
  await inputs.getByRole("button", { name: "Add net.cidr" }).click();
  await page.keyboard.type("10.0.0.0/24");
  const field = inputs.getByRole("textbox", { name: "Value of net" });
  await expect(field).toHaveValue('cidr: "10.0.0.0/24"');
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("mtu");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await inputs.getByRole("button", { name: "Add port.mac_address" }).click();
  await expect(field).toHaveValue('cidr: "10.0.0.0/24"\nmtu');
  await expect(field).toHaveAttribute("aria-invalid", "true");
});

test("an input's form and YAML show the same after edits in either; unknown keys survive sharing", async ({
  page,
  playground,
  visitor,
}) => {
  const later = { files: { "main.yaml": "a: {eval: $size}\n" }, vars: { size: 3 }, later: { kept: [1] } };
  await playground.open(later);
  const { inputs } = playground;
  await inputs.getByRole("textbox", { name: "Value of size" }).fill("4");
  await inputs.getByRole("radio", { name: "YAML" }).check();
  const yaml = inputs.getByRole("textbox", { name: "Vars as YAML" });
  await expect(yaml).toHaveText("size: 4");
  // Highlighted text, because its replacement must not keep the colours as inline styles.
  await expect(yaml.locator("span").first()).toBeVisible();
  await yaml.fill('size: 5\n"10": a\n"9": b\n');
  await inputs.getByRole("radio", { name: "Form" }).check();
  await expect(inputs.getByRole("textbox", { name: "Value of size" })).toHaveValue("5");
  const order = inputs.getByRole("textbox", { name: /^Name of entry/ });
  expect(await order.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))).toEqual([
    "size",
    "10",
    "9",
  ]);

  const { link } = await playground.share();
  const other = await visitor();
  await other.page.goto(`/?test=1${new URL(link).hash}`);
  await other.inputs.getByRole("tab", { name: "Other 1" }).click();
  await expect(other.inputs).toContainText("kept");
  await page.keyboard.press("Escape");
});

test("options of the dialect are fields of the form", async ({ playground }) => {
  await playground.open({ files: { "main.yaml": "a: 1\n" }, options: { other: 1 } });
  const { inputs } = playground;
  await inputs.getByRole("tab", { name: /^Limits/ }).click();
  await expect(inputs.getByRole("checkbox", { name: "strict" })).toBeChecked();
  await inputs.getByRole("checkbox", { name: "strict" }).uncheck();
  await expect(inputs.getByRole("textbox", { name: "Other options, as YAML" })).toHaveValue("other: 1\n");
  await expect(inputs.getByRole("tab", { name: "Limits & options 2" })).toBeVisible();
});

test("a misspelt function is marked exactly, and its quick fix repairs it and can be undone", async ({
  page,
  playground,
}) => {
  await playground.open({ files: { "main.yaml": "a: {eval: {concatt: [x, y]}}\n" } });
  await expect(playground.editor.locator(".cm-lintRange-error")).toHaveText("concatt");
  await playground.openProblems();
  await playground.problems.getByRole("button", { name: /^Change to/ }).click();
  await expect(playground.row("instances.main.a").or(playground.row("a"))).toHaveAccessibleName(/"xy"/);
  await playground.editor.focus();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(playground.editor).toContainText("concatt");
  await playground.settle();
  await expect(playground.editor.locator(".cm-lintRange-error")).toHaveText("concatt");
  await page.keyboard.press("Alt+Enter");
  await expect(playground.editor).not.toContainText("concatt");
});

test("an error of several lines is underlined on the first, one of a character up to the end of its word", async ({
  playground,
}) => {
  await playground.open({ files: { "main.yaml": 'a: [1,\n  "x\n' } });
  const marked = playground.editor.locator(".cm-lintRange-error");
  await expect(marked.first()).toBeVisible();
  expect((await marked.allInnerTexts()).join("").length).toBeGreaterThan(1);
});

test("the draft menu opens a pasted link, and reports an invalid one", async ({ page, playground }) => {
  await playground.visit();
  await playground.chooseInDraftMenu("Open a link");
  const dialog = page.getByRole("dialog", { name: "Open a link" });
  const field = dialog.getByRole("textbox", { name: "Link" });
  await field.fill("https://example.org/#w1.d.abc");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("cut off");
  const link = encodeLink({ dialect: "unfurl", title: "Pasted", main: "a: 1\nb: 2\n" });
  await field.fill(`https://example.org/#${link}`);
  await page.keyboard.press("Enter");
  await expect(playground.draft("Pasted")).toBeVisible();
});

test("a draft saved as YAML opens as the same draft", async ({ page, playground }) => {
  await playground.open({
    title: "Kept",
    files: new Map([
      ["main.yaml", "a: 1.0\n"],
      ["10", "x"],
      ["9", "- y\n"],
    ]),
    vars: { big: 9007199254740993n },
  });
  const downloading = page.waitForEvent("download");
  await playground.chooseInDraftMenu("Save as .evalground.yaml");
  const file = await (await downloading).path();
  const choosing = page.waitForEvent("filechooser");
  await playground.chooseInDraftMenu("Open files");
  await (await choosing).setFiles({
    name: "kept.evalground.yaml",
    mimeType: "application/yaml",
    buffer: (await import("node:fs")).readFileSync(file),
  });
  await playground.said("Opened “Kept”");
  await playground.settle();
  await expect(playground.files.getByRole("tab")).toHaveText(["main.yaml", "10", "9"]);
  await expect(playground.inputs.getByRole("textbox", { name: "Value of big" })).toHaveValue("9007199254740993");
});

test("a notice covers no pane, no control and no bar", async ({ page, playground }) => {
  await playground.open({ files: { "main.yaml": "a: {eval: {wrong: 1}}\n", "b.yaml": "b: 1\n" } });
  await playground.file("b.yaml").focus();
  await page.keyboard.press("Delete");
  for (const width of [1440, 900, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const parts = ["#header", "main", "#rail-facts", ...(width < 700 ? ["#panes"] : [])];
    // Get all boxes at once, because the layout follows the window size a little later.
    const [toast, ...others] = await page.evaluate(
      (selectors) => selectors.map((selector) => document.querySelector(selector)!.getBoundingClientRect().toJSON()),
      [".toast", ...parts],
    );
    expect(toast.right).toBeLessThanOrEqual(width);
    for (const [index, box] of others.entries())
      expect(
        toast.top >= box.bottom || toast.bottom <= box.top || toast.right <= box.left,
        `${parts[index]}, ${width} px`,
      ).toBe(true);
  }
});

test("a parameter that an environment file sets shows its value and where that is set", async ({ playground }) => {
  const template = "heat_template_version: wallaby\nparameters:\n  image: {type: string}\n  size: {type: number}\n";
  const files = { "main.yaml": template, "env.yaml": "parameters:\n  image: ubuntu\n" };
  const inputs = { environment_files: "env.yaml" };
  await playground.open({ dialect: "heat", main: "main.yaml", files, inputs });
  const image = playground.inputs.getByRole("group", { name: "image", exact: true });
  await expect(image).toContainText('"ubuntu"');
  await expect(image).not.toContainText("not set");
  await expect(playground.inputs.getByRole("group", { name: "size", exact: true })).toContainText("not set");
  const others = playground.inputs.getByRole("group", { name: "environment_files" });
  await expect(others).toContainText("part of the environment, not a parameter");
  await image.getByRole("button", { name: "from env.yaml 2:" }).click();
  await expect(playground.file("env.yaml")).toHaveAttribute("aria-selected", "true");
});
