// The expression box: it evaluates what is typed in every language, and says how.
import { expect, test } from "./playground.ts";

test("a typed expression of Jinja2 gives its value, and can be a condition or a template", async ({
  page,
  playground,
}) => {
  await playground.open({ dialect: "jinja2", files: { "main.j2": "Hello {{ name }}\n" }, vars: { name: "ada" } });
  await playground.evaluate("name | upper");
  await expect(playground.results).toContainText("ADA");
  const reading = page.getByRole("combobox", { name: /^What the expression is/ });
  await expect(reading).toHaveValue("expression");
  await reading.selectOption("conditional");
  await expect(playground.results).toContainText("true");
  await reading.selectOption("template");
  await expect(playground.results).toContainText("name | upper");
  // The hint has the way back.
  await page.locator("#problems-head").getByRole("button", { name: "Evaluate it as an expression" }).click();
  await expect(playground.results).toContainText("ADA");
  await playground.evaluate("Dear {{ name }}");
  await expect(playground.results).toContainText("Dear ada");
  await playground.evaluate("");
  await expect(playground.results).toContainText("Hello ada");
  await expect(reading).toBeHidden();
});

test("a template in the expression of a link keeps its result", async ({ page, playground }) => {
  await playground.open({ dialect: "jinja2", expression: "name | upper", vars: { name: "ada" } });
  await expect(playground.results).toContainText("name | upper");
  await expect(page.getByRole("combobox", { name: /^What the expression is/ })).toHaveValue("template");
});

test("a policy without a bundle main has an answer, in the bundle that is chosen", async ({ page, playground }) => {
  const bundle = (name: string, port: string): string =>
    `bundle agent ${name}\n{\n  vars:\n    "port" string => "${port}";\n}\n`;
  await playground.open({ dialect: "cfengine", files: { "main.cf": bundle("web", "80") + bundle("mail", "25") } });
  await playground.evaluate('concat("port ", "$(port)")');
  await expect(playground.results).toContainText("port 80");
  await page.getByRole("combobox", { name: /^The bundle/ }).selectOption("mail");
  await expect(playground.results).toContainText("port 25");
});

test("the box above the results has all errors, each with its fix", async ({ page, playground }) => {
  await playground.open({
    dialect: "jinja2",
    files: { "main.j2": "{{ name | uper }}\n{{ name | lowr }}\n" },
    vars: { name: "Ada" },
  });
  const box = page.locator(".result-problem");
  await expect(box).toContainText('Did you mean "upper"?');
  await expect(box).toContainText('Did you mean "lower"?');
  await expect(box.getByRole("link", { name: "What this means" }).first()).toBeVisible();
  await box.getByRole("button", { name: 'Change to "upper"' }).click();
  await box.getByRole("button", { name: 'Change to "lower"' }).click();
  await expect(playground.results).toContainText("ADA");
  await expect(box).toBeHidden();
});
