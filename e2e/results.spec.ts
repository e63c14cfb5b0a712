// The results: the ledger, the other views, copying, where values come from, sensitive values and problems.
import { expect, test, type Page } from '@playwright/test';
import { caretLine, copied, evaluated, open, watchClipboard } from './open.js';

test.use({ permissions: ['clipboard-write'] });
test.beforeEach(({ page }) => watchClipboard(page));

const row = (page: Page, path: string) => page.getByRole('row', { name: new RegExp(`^${path.replaceAll('.', '\\.')}: `) });
const results = (page: Page) => page.getByRole('region', { name: 'Results' });

async function view(page: Page, name: string): Promise<void> {
  await page.getByRole('tablist', { name: 'Result view' }).getByRole('tab', { name }).click();
}

async function copyRow(page: Page, path: string, how: string): Promise<string> {
  await row(page, path).getByRole('button', { name: 'Actions for' }).click();
  await page.getByRole('menuitem', { name: how, exact: true }).click();
  await expect(page.getByRole('status', { name: 'Status' })).toContainText('Copied');
  return copied(page);
}

const values = {
  files: {
    'main.yaml': `instances:
  app:
    attributes:
      big: 9007199254740993
      real: 1.0
      text: "1"
      nothing: null
      empty: ""
      long: ${'0123456789'.repeat(1000)}x
      bad: {eval: {nope: 1}}
      good: {eval: big}
`,
  },
};

test('one failing key shows its own error and the others their values', async ({ page }) => {
  await open(page, values);
  await expect(row(page, 'instances.app.bad')).toContainText('Function missing');
  await expect(row(page, 'instances.app.good')).toContainText('9007199254740993');
});

test('values that look alike are told apart and copied exactly', async ({ page }) => {
  await open(page, values);
  await expect(row(page, 'instances.app.big')).toContainText('9007199254740993');
  await expect(row(page, 'instances.app.real')).toContainText('1.0');
  await expect(row(page, 'instances.app.text')).toContainText('"1"');
  await expect(row(page, 'instances.app.nothing')).toContainText('null');
  await expect(row(page, 'instances.app.empty')).toContainText('""');
  expect(await copyRow(page, 'instances.app.big', 'Copy as JSON')).toBe('9007199254740993');
  expect(await copyRow(page, 'instances.app.real', 'Copy as YAML')).toBe('1.0');
  expect(await copyRow(page, 'instances.app.text', 'Copy as YAML')).toBe('"1"');
  expect(await copyRow(page, 'instances.app.empty', 'Copy as JSON')).toBe('""');
  expect(await copyRow(page, 'instances.app.long', 'Copy as text')).toBe(`${'0123456789'.repeat(1000)}x`);
});

test('the expression of a row yields its value', async ({ page }) => {
  await open(page, values);
  await row(page, 'instances.app.good').getByRole('button', { name: 'Actions for' }).click();
  await page.getByRole('menuitem', { name: 'Copy the expression that yields this' }).click();
  expect(await copied(page)).toBe('::app::good');
});

test('YAML and JSON hold the same value', async ({ page }) => {
  await open(page, { expression: '::a::list', files: { 'main.yaml': 'instances:\n  a:\n    attributes:\n      list: [1, "1", {b: null}, "a: b"]\n' } });
  await view(page, 'JSON');
  const json = await page.locator('[data-result-text]').textContent();
  expect(JSON.parse(json ?? '')).toEqual([1, '1', { b: null }, 'a: b']);
  await view(page, 'YAML');
  expect(await page.locator('[data-result-text]').textContent()).toBe('- 1\n- "1"\n- b: null\n- "a: b"\n');
});

test('a table of 1,000 maps sorts and copies as CSV', async ({ page }) => {
  const maps = Array.from({ length: 1000 }, (_, index) => `        - {name: "n${index}", size: ${(index * 7) % 1000}}`).join('\n');
  await open(page, { expression: '::a::list', files: { 'main.yaml': `instances:\n  a:\n    attributes:\n      list:\n${maps}\n` } });
  await view(page, 'Table');
  await page.getByRole('columnheader', { name: 'size' }).getByRole('button', { name: 'size', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'size' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('"n0"');
  await page.getByRole('button', { name: 'Copy the result' }).click();
  await page.getByRole('menuitem', { name: 'Copy as CSV' }).click();
  const lines = (await copied(page)).split('\r\n');
  expect(lines.slice(0, 3)).toEqual(['name,size', 'n0,0', 'n143,1']);
  expect(lines).toHaveLength(1002);
});

test('10,000 keys appear at once and scroll without a long task', async ({ page }) => {
  test.slow();
  const keys = Array.from({ length: 10_000 }, (_, index) => `      k${index}: ${index}`).join('\n');
  await open(page, { files: { 'main.yaml': `instances:\n  a:\n    attributes:\n${keys}\n` } });
  const longest = await page.evaluate(async () => {
    const tasks: number[] = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
    const scroller = document.querySelector('.result-view') as HTMLElement;
    for (let step = 0; step < 20; step += 1) {
      scroller.scrollTop += 9000;
      await new Promise(requestAnimationFrame);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
    return Math.max(0, ...tasks);
  });
  // Generous, since tests run side by side; docs/performance.md has the measured figure.
  expect(longest).toBeLessThan(500);
  expect(await page.getByRole('row').count()).toBeLessThan(200);
});

const merged = {
  files: {
    'main.yaml': `base: &shared {size: 1}
inputs: {domain: a.example}
instances:
  app:
    attributes:
      +include: base.yaml
      size: 9
      alias: *shared
      url: {eval: {concat: ["https://", {get_input: domain}]}}
  web:
    attributes:
      copy: {eval: "::app::url"}
`,
    'base.yaml': '+include: deeper.yaml\ncolour: red\nsize: 3\n',
    'deeper.yaml': 'depth: 7\n',
  },
};
const origins = (page: Page) => page.getByRole('list', { name: 'Where this comes from' });

test('a merged value names what won and what was overridden, marks both, and F4 goes from one to the next', async ({ page }) => {
  await open(page, merged);
  await row(page, 'instances.app.size').click();
  await expect(origins(page)).toContainText('main.yaml 7:13');
  await expect(origins(page)).toContainText('base.yaml 3:7');
  await expect(page.locator('.mark-winning').first()).toHaveText('9');
  await page.keyboard.press('F4');
  expect(await caretLine(page)).toBe('Ln 7, Col 13');
  await page.keyboard.press('F4');
  await expect(page.getByRole('textbox', { name: 'Editor, base.yaml' })).toBeFocused();
  expect(await caretLine(page)).toBe('Ln 3, Col 7');
  await expect(page.locator('.mark-overridden').first()).toHaveText('3');
  await page.keyboard.press('Shift+F4');
  await expect(row(page, 'instances.app.size')).toBeFocused();
});

test('an alias, an include of an include and a computed value say what they came through', async ({ page }) => {
  await open(page, merged);
  await row(page, 'instances.app.depth').click();
  await expect(origins(page).getByRole('listitem')).toHaveCount(3);
  await expect(origins(page)).toContainText('deeper.yaml 1:8');
  await expect(origins(page)).toContainText('base.yaml 1:1');
  await expect(origins(page)).toContainText('main.yaml 6:7');
  await row(page, 'instances.app.alias').click();
  await expect(origins(page)).toContainText('main.yaml 8:14');
  await row(page, 'instances.web.copy').click();
  await origins(page).getByRole('button', { name: 'main.yaml 9:12' }).click();
  await expect(row(page, 'instances.app.url')).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('navigation', { name: 'Values followed' }).getByRole('button').click();
  await expect(row(page, 'instances.web.copy')).toHaveAttribute('aria-selected', 'true');
});

test('a line of the source marks the rows that it made', async ({ page }) => {
  await open(page, merged);
  await page.getByRole('textbox', { name: 'Editor, main.yaml' }).getByText('concat').click();
  await expect(row(page, 'instances.app.url')).toHaveAttribute('data-made', '');
  await expect(row(page, 'instances.app.size')).not.toHaveAttribute('data-made', '');
});

test('results are stale from a keystroke on until the next result', async ({ page }) => {
  await open(page, values);
  await page.getByRole('textbox', { name: 'Editor, main.yaml' }).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('# a');
  await expect(results(page)).toHaveAttribute('data-freshness', /stale|running/);
  await expect(results(page)).toHaveAttribute('data-freshness', 'fresh');
});

test('a sensitive value is in the page only between Reveal and Escape or the next run', async ({ page }) => {
  await open(page, { files: { 'main.yaml': 'instances:\n  a:\n    attributes:\n      secret: {eval: {sensitive: {concat: [hun, ter2]}}}\n' } });
  const secret = row(page, 'instances.a.secret');
  const shown = (): Promise<boolean> => page.evaluate(() => document.documentElement.textContent.includes('hunter2'));
  expect(await shown()).toBe(false);
  expect(await copyRow(page, 'instances.a.secret', 'Copy as text')).toBe('<<REDACTED>>');
  await secret.getByRole('button', { name: 'Reveal' }).click();
  await expect(secret).toContainText('hunter2');
  await page.keyboard.press('Escape');
  await expect(secret).not.toContainText('hunter2');
  expect(await shown()).toBe(false);
  await secret.getByRole('button', { name: 'Reveal' }).click();
  await expect(secret).toContainText('hunter2');
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(secret).not.toContainText('hunter2');
  expect(await shown()).toBe(false);
});

const wrong = {
  files: {
    'main.yaml': 'instances:\n  a:\n    attributes:\n      +include: part.yaml\n      one: {eval: {nope: 1}}\n',
    'part.yaml': 'two: {eval: {never: 2}}\n',
  },
};

test('a problem goes to its file, line and column by click, Enter and F8', async ({ page }) => {
  await open(page, wrong);
  const list = page.getByRole('list', { name: 'Problems' });
  const first = list.getByRole('button', { name: /^Error main.yaml/ });
  await first.click();
  expect(await caretLine(page)).toBe('Ln 5, Col 19');
  const second = list.getByRole('button', { name: /^Error part.yaml/ });
  await second.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Editor, part.yaml' })).toBeFocused();
  expect(await caretLine(page)).toBe('Ln 1, Col 13');
  await page.keyboard.press('F8');
  await expect(page.getByRole('textbox', { name: 'Editor, main.yaml' })).toBeFocused();
  expect(await caretLine(page)).toBe('Ln 5, Col 19');
  await page.keyboard.press('Shift+F8');
  await expect(page.getByRole('textbox', { name: 'Editor, part.yaml' })).toBeFocused();
});

test('the title of the document and the head of the list count the errors', async ({ page }) => {
  await open(page, wrong);
  await expect(page).toHaveTitle(/^✕ 2 – /);
  await expect(page.getByRole('region', { name: 'Problems' })).toContainText('2 problems');
});

test('a document that does not parse keeps the last result below its error', async ({ page }) => {
  await open(page, values);
  await page.getByRole('textbox', { name: 'Editor, main.yaml' }).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.insertText('x: [1\n');
  await expect(results(page)).toHaveAttribute('data-freshness', 'error');
  await expect(results(page)).toContainText('Below: the last result that worked.');
  await expect(row(page, 'instances.app.big')).toBeVisible();
  await page.keyboard.press('Control+z');
  await evaluated(page);
  await expect(results(page)).toHaveAttribute('data-freshness', 'fresh');
});
