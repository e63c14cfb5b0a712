// The source editor: colours of embedded expressions, problems, the Tab key, undo for each file.
import { expect, test, type Page } from '@playwright/test';
import { evaluated, open } from './open.js';

const source = (page: Page, path: string) => page.getByRole('textbox', { name: `Editor, ${path}` });

test('an expression inside a quoted string and merge directives carry their own colours', async ({ page }) => {
  await open(page, { files: { 'main.yaml': 'a: {x: 1}\ninstances:\n  b:\n    attributes:\n      +/a:\n      url: {eval: "::b[.name=b]::$key?"}\n      called: {eval: {concat: [a]}}\n' } });
  const editor = source(page, 'main.yaml');
  await expect(editor.locator('.token-directive')).toHaveText('+/a');
  await expect(editor.locator('.token-variable')).toHaveText('$key');
  await expect(editor.locator('.token-special')).toHaveText('.name');
  await expect(editor.locator('.token-function')).toHaveText('concat');
  await expect(editor.locator('.token-operator').first()).toHaveText('::');
});

test('colours are there before the engine has answered', async ({ page }) => {
  await page.goto('/?test=1');
  await page.getByRole('switch', { name: 'Live' }).click();
  const editor = source(page, 'main.yaml');
  await editor.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('x:\n  eval: "::q::$v"\n');
  await expect(editor.locator('.token-variable')).toHaveText('$v');
});

test('a problem is underlined exactly where it is and moves with the text', async ({ page }) => {
  await open(page, { files: { 'main.yaml': 'instances:\n  b:\n    attributes:\n      bad: {eval: {nope: 1}}\n' } });
  const underlined = source(page, 'main.yaml').locator('.cm-lintRange-error');
  await expect(underlined.first()).toHaveText('{nope: 1}');
  await page.getByRole('switch', { name: 'Live' }).click();
  await source(page, 'main.yaml').focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.insertText('# first\n');
  await expect(underlined.first()).toHaveText('{nope: 1}');
});

test('Tab indents; Escape, then Tab leaves; Ctrl+M switches and the rail says so', async ({ page }) => {
  await open(page, { files: { 'main.yaml': 'a: 1\n' } });
  const editor = source(page, 'main.yaml');
  await editor.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Tab');
  await expect(editor).toContainText('  a: 1');
  await expect(editor).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(editor).not.toBeFocused();
  await editor.focus();
  await page.keyboard.press('Control+m');
  await expect(page.locator('#rail')).toContainText('Tab moves focus');
  await page.keyboard.press('Tab');
  await expect(editor).not.toBeFocused();
  await editor.focus();
  await page.keyboard.press('Control+m');
  await page.keyboard.press('Tab');
  await expect(editor).toBeFocused();
});

test('undo works for each file on its own and across tab switches and Reset', async ({ page }) => {
  await open(page, { files: { 'main.yaml': 'a: 1\n', 'other.yaml': 'b: 2\n' } });
  const type = async (words: string): Promise<void> => {
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText(words);
  };
  await source(page, 'main.yaml').focus();
  await type('one: 1\n');
  await page.getByRole('tab', { name: 'other.yaml' }).click();
  await source(page, 'other.yaml').focus();
  await type('two: 2\n');
  await page.getByRole('tab', { name: 'main.yaml' }).click();
  await source(page, 'main.yaml').focus();
  await page.keyboard.press('Control+z');
  await expect(source(page, 'main.yaml')).not.toContainText('one');
  await page.getByRole('tab', { name: 'other.yaml' }).click();
  await expect(source(page, 'other.yaml')).toContainText('two');
  await source(page, 'other.yaml').focus();
  await page.keyboard.press('Control+z');
  await expect(source(page, 'other.yaml')).not.toContainText('two');
});

test('find marks what it finds', async ({ page }) => {
  await open(page, { files: { 'main.yaml': 'alpha: 1\nbeta: alpha\n' } });
  await source(page, 'main.yaml').focus();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('alpha');
  await expect(source(page, 'main.yaml').locator('.cm-searchMatch')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(source(page, 'main.yaml')).toBeFocused();
});

test('the expression line runs by Enter, breaks by Shift+Enter, and walks its history by the arrows', async ({ page }) => {
  await open(page, { files: { 'main.yaml': 'instances:\n  a:\n    attributes: {x: 1, y: 2}\n' } });
  const line = page.getByRole('textbox', { name: 'Expression', exact: true });
  const whole = page.getByRole('row', { name: /^result: / });
  await line.focus();
  await page.keyboard.insertText('::a::x');
  await page.keyboard.press('Enter');
  await expect(whole).toContainText('1');
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('::a::y');
  await page.keyboard.press('Enter');
  await expect(whole).toContainText('2');
  await evaluated(page);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(line).toHaveText('::a::x');
  await page.keyboard.press('ArrowDown');
  await expect(line).toHaveText('::a::y');
});
