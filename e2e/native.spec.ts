// Inputs in the formats that users have, and the positions of errors in them.
import { expect, type Playground, test } from "./playground.ts";

/** Pastes a text into a field of the inputs. */
async function paste({ page, inputs }: Playground, tab: RegExp, name: string, words: string): Promise<void> {
  await inputs.getByRole("tab", { name: tab }).click();
  const face = inputs.getByRole("radio", { name: "YAML", exact: true });
  if (await face.isVisible()) await face.check();
  await inputs.getByRole("textbox", { name }).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(words);
}

test("variables of an Ansible role are YAML 1.1", async ({ playground }) => {
  await playground.open({
    dialect: "jinja2",
    options: { flavor: "ansible", reference: "2.21" },
    files: { "a.j2": "{{ x }} {{ x is boolean }}" },
  } as never);
  await paste(playground, /^Vars/, "Vars as YAML", "x: no\n");
  await expect(playground.results.locator("[data-result-text]")).toHaveText("False True");
});

test("a Heat environment file is pasted into the parameters", async ({ playground }) => {
  await playground.open({
    dialect: "heat",
    files: {
      "main.yaml":
        "heat_template_version: 2018-08-31\nparameters:\n  size: {type: string}\noutputs:\n" +
        "  o: {value: {get_param: size}}\n",
    },
  } as never);
  await paste(
    playground,
    /^Parameters/,
    "Parameters as YAML",
    "parameters:\n  size: large\nparameter_defaults:\n  other: 1\n",
  );
  await expect(playground.row("o")).toContainText("large");
});

test("data may be several documents, JSON Lines, or a table", async ({ page, playground }) => {
  await playground.open({ dialect: "yaql", expression: "$.select($.name)", data: [] } as never);
  const editor = page.getByRole("textbox", { name: "Editor, data $, YAML" });
  for (const words of ["name: a\n---\nname: b\n", '{"name": "a"}\n{"name": "b"}\n', "name,ram\na,1\nb,2\n"]) {
    await editor.focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(words);
    await expect(playground.row("1")).toContainText('"b"');
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText("[]");
    await expect(playground.row("1")).toBeHidden();
  }
});

test("a YAML expression is formatted, which can be undone", async ({ page, playground }) => {
  const written = `{"@and": [{"@eq": ["$.namespace", "shop"]}, {"@gt": ["$.replicas", 1]}]}`;
  await playground.open({ dialect: "dcontroller", data: { namespace: "shop", replicas: 2 } } as never, {
    settle: false,
  });
  await playground.evaluate(written);
  await expect(playground.row("result")).toContainText("true");
  await page.getByRole("button", { name: "Format the expression" }).click();
  await expect(playground.expression.locator(".cm-line").nth(1)).toBeVisible();
  await expect(playground.row("result")).toContainText("true");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(playground.expression).toHaveText(written);
});

test("undo in a field of the inputs updates the result", async ({ page, playground }) => {
  await playground.open({ dialect: "jinja2", files: { "a.j2": "n is {{ n }}" }, vars: { n: 1 } } as never);
  await paste(playground, /^Vars/, "Vars as YAML", "n: 2\n");
  const result = playground.results.locator("[data-result-text]");
  await expect(result).toHaveText("n is 2");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(result).toHaveText("n is 1");
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect(result).toHaveText("n is 2");
});

/** A text with an error, the page's message, and its quick fix. */
const mistakes = [
  {
    what: "a parameter that a resource of Heat asks for by a wrong name",
    workspace: {
      dialect: "heat",
      files: {
        "main.yaml":
          "heat_template_version: 2018-08-31\nparameters:\n  size: {type: string, default: x}\n" +
          "resources:\n  a:\n    type: OS::Heat::Value\n    properties:\n" +
          "      value: {get_param: sise}\n",
      },
    },
    says: 'The Parameter (sise) was not provided. Did you mean "size"?',
    fix: 'Change to "size"',
  },
  {
    what: "a function that Heat does not have",
    workspace: {
      dialect: "heat",
      files: {
        "main.yaml": "heat_template_version: 2018-08-31\noutputs:\n  o: {value: {list_jion: [',', [a, b]]}}\n",
      },
    },
    says: 'Did you mean "list_join"?',
    fix: 'Change to "list_join"',
  },
  {
    what: "a path of the Δ-controller that finds nothing",
    workspace: { dialect: "dcontroller", expression: "$.status.redy", data: { status: { ready: true } } },
    says: 'Did you mean "ready"?',
    fix: 'Change to "ready"',
  },
  {
    what: "a variable that a policy does not have",
    workspace: {
      dialect: "cfengine",
      files: {
        "main.cf": 'bundle agent main\n{\nvars:\n  "name" string => "x";\nreports:\n  "hello $(nam)";\n}\n',
      },
    },
    says: 'The variable "nam" is not defined',
    fix: 'Change to "name"',
  },
  {
    what: "a key that the data does not have",
    workspace: { dialect: "yaql", expression: "$.taks", data: { tasks: [1] } },
    says: 'Did you mean "tasks"?',
    fix: 'Change to "tasks"',
  },
  {
    what: "the standard library that a policy names",
    workspace: {
      dialect: "cfengine",
      files: {
        "main.cf":
          'body common control\n{\n  inputs => { "lib/stdlib.cf" };\n' +
          '  bundlesequence => { "main" };\n}\nbundle agent main\n{\nvars:\n  "x" string => "1";\n' +
          'files:\n  "/tmp/x" create => "true", perms => m("600");\nreports:\n  "done";\n}\n',
      },
    },
    says: "1 body that is used does nothing",
    fix: "Add a stub of the bodies that are used",
  },
] as const;

for (const { what, workspace, says, fix } of mistakes) {
  test(`${what} is reported with a fix`, async ({ playground }) => {
    await playground.open(workspace as never);
    const list = await playground.openProblems();
    const entry = list.getByRole("listitem").filter({ hasText: says });
    await expect(entry).toHaveCount(1);
    await entry.getByRole("button", { name: fix }).click();
    await expect(entry).toHaveCount(0);
  });
}

test("errors in a query refer to the data, and a workflow's functions can be given", async ({ page, playground }) => {
  await playground.open({ dialect: "yaql", expression: "$.tasks" } as never);
  const list = await playground.openProblems();
  await expect(list).toContainText("$ is null: the data is empty.");
  // The reference's own message is in the details.
  await expect(list.getByRole("button").first()).not.toContainText("#property");
  await expect(list).not.toContainText("<expression>");
  await playground.evaluate("<% task(first).result.x %>");
  await expect(list).toContainText("a task of the workflow");
  await playground.open({
    dialect: "yaql",
    title: "With its functions",
    expression: "<% task(first).result.x %>",
    inputs: { functions: { "task(first)": { result: { x: 5 } } } },
  } as never);
  await expect(playground.row("result")).toContainText("5");
  await expect(page.locator("#problems")).toContainText("enclose an expression within a workflow");
});
