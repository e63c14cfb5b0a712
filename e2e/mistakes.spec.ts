// Common mistakes of new users: each is explained at its place and can be fixed with one press.
import type { Workspace } from "evalground";
import { expect, test } from "./playground.ts";

const mistakes: {
  who: string;
  workspace: Partial<Workspace>;
  /** The line and the text of the problem. */
  says: [line: number, words: string];
  fix: string;
  /** A row of the result, or a line of its text, after the fix. */
  shows: [row: string | null, words: string];
}[] = [
  {
    who: "Unfurl: a key that no attribute has",
    workspace: {
      dialect: "unfurl",
      files: { "main.yaml": "instances:\n  a:\n    attributes:\n      ref: {eval: '::a::prt'}\n      port: 80\n" },
    },
    says: [4, 'Did you mean "port"?'],
    fix: 'Change to "port"',
    shows: ["instances.a.ref", "80"],
  },
  {
    who: "Jinja2: a filter with a letter too few",
    workspace: { dialect: "jinja2", files: { "a.j2": "Hello\n{{ name | uper }}\n" }, vars: { name: "you" } },
    says: [2, 'Did you mean "upper"?'],
    fix: 'Change to "upper"',
    shows: [null, "YOU"],
  },
  {
    who: "Ansible: a filter with a letter too few",
    workspace: {
      dialect: "jinja2",
      options: { flavor: "ansible" },
      files: { "a.j2": "x\n{{ ports | to_nice_jsn }}\n" },
      vars: { ports: [80] },
    },
    says: [2, 'Did you mean "to_nice_json"?'],
    fix: 'Change to "to_nice_json"',
    shows: [null, "80"],
  },
  {
    who: "YAQL: a method that does not exist",
    workspace: { dialect: "yaql", expression: "$.servers.wher($.ram > 1)", data: { servers: [{ ram: 2 }] } },
    says: [1, "Unknown method wher"],
    fix: 'Change to "where"',
    shows: ["0.ram", "2"],
  },
  {
    who: "Heat: a parameter that was not declared",
    workspace: {
      dialect: "heat",
      files: {
        "main.yaml":
          "heat_template_version: 2018-08-31\nparameters:\n  size: {type: string, default: large}\noutputs:\n" +
          "  o: {value: {get_param: sise}}\n",
      },
    },
    says: [5, 'Did you mean "size"?'],
    fix: 'Change to "size"',
    shows: ["o", "large"],
  },
  {
    who: "CFEngine: a variable that stays as it stands",
    workspace: {
      dialect: "cfengine",
      files: {
        "main.cf": 'bundle agent main\n{\n  vars:\n    "role" string => "web";\n  reports:\n    "is $(rol)";\n}\n',
      },
    },
    says: [6, 'Did you mean "role"?'],
    fix: 'Change to "role"',
    shows: [null, "is web"],
  },
  {
    who: "Δ-controller: a path that finds nothing",
    workspace: { dialect: "dcontroller", expression: "name: $.metadata.nmae\n", data: { metadata: { name: "web" } } },
    says: [1, 'Did you mean "name"?'],
    fix: 'Change to "name"',
    shows: ["name", "web"],
  },
];

for (const { who, workspace, says, fix, shows } of mistakes) {
  test(`${who} is explained at its place, and one press fixes it`, async ({ page, playground }) => {
    await playground.open(workspace as never);
    const list = await playground.openProblems();
    const problem = list.getByRole("listitem").filter({ hasText: says[1] }).first();
    await expect(problem).toContainText(`${says[0]}:`);
    await problem.getByRole("button", { name: fix }).click();
    const shown = shows[0] === null ? playground.results : playground.row(shows[0]);
    await expect(shown).toContainText(shows[1]);
    await expect(page.locator("#rail")).toContainText("No problems");
    // It is a single undo step. The problem comes back, with its consequence: an unused parameter.
    const field = "expression" in workspace ? playground.expression : page.getByRole("textbox", { name: /^Editor/ });
    await field.focus();
    await page.keyboard.press("ControlOrMeta+z");
    await expect(page.locator("#rail")).toContainText(/[12] (problem|hint)/);
  });
}

test("a mistake in an expression that is a map is fixed in it", async ({ page, playground }) => {
  const expression = { title: "$.app/name", other: 1.0 };
  await playground.open({ dialect: "dcontroller", data: { "app/name": "cart" }, expression });
  await playground.results.getByRole("button", { name: /^Change to/ }).click();
  await expect(playground.row("title")).toContainText("cart");
  await expect(playground.expression).toContainText("$['app/name']");
  await expect(page.locator("#rail")).toContainText("No problems");
});

test("undoing everything shows an invitation, and redoing restores the text", async ({ page, playground }) => {
  await playground.visit();
  await playground.chooseInDraftMenu("New draft");
  const editor = page.getByRole("textbox", { name: /^Editor/ });
  await editor.focus();
  await page.keyboard.insertText("a: [1\n");
  await expect(playground.resultsState).toHaveAttribute("data-freshness", "error");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(playground.results).toContainText("The draft is empty");
  await expect(page.locator("#rail")).toContainText("No problems");
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect(editor).toContainText("a: [1");
  await page.reload();
  await expect(editor).toContainText("a: [1");
});

test("half a document that is pasted reports where it ends, and its rest fixes it", async ({ page, playground }) => {
  await playground.visit();
  const editor = page.getByRole("textbox", { name: /^Editor/ });
  await editor.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText("instances:\n  a:\n    attributes: {url: {eval: ");
  await expect(playground.resultsState).toHaveAttribute("data-freshness", "error");
  await expect(playground.results).toContainText("main.yaml 3:");
  await page.keyboard.insertText("'::a::port'}, port: 80}\n");
  await expect(playground.row("instances.a.url")).toContainText("80");
});
