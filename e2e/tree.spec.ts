// The resource tree: its keys, its statuses, and its ties to the source and the current resource.
import { expect, test, type Page } from '@playwright/test';
import { caretLine, evaluated, open } from './open.js';

const files = {
  'main.yaml': `parts:
  +include: parts.yaml
instances:
  app:
    type: WebApp
    attributes:
      url: {eval: "::db::host"}
      bad: {eval: {nope: 1}}
    instances:
      worker:
        attributes: {queue: jobs}
  db:
    type: Postgres
    attributes: {host: localhost}
`,
  'parts.yaml': 'size: 3\n',
};

const item = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) });

test('arrows, Home, End, * and letters move through the tree, which has one tab stop', async ({ page }) => {
  await open(page, { files });
  const tree = page.getByRole('tree', { name: 'Resources' });
  await expect(tree.locator('[tabindex="0"]')).toHaveCount(1);
  await item(page, 'root').focus();
  await page.keyboard.press('End');
  await expect(item(page, 'db')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(item(page, 'root')).toBeFocused();
  await page.keyboard.press('a');
  await expect(item(page, 'attributes').first()).toBeFocused();
  await page.keyboard.type('pp');
  await expect(item(page, 'app')).toBeFocused();
  await expect(tree.locator('[tabindex="0"]')).toHaveCount(1);
  await page.keyboard.press('ArrowRight');
  await expect(item(page, 'attributes').nth(1)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(item(page, 'attributes').nth(1)).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(item(page, 'url')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(item(page, 'attributes').nth(1)).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowLeft');
  await expect(item(page, 'app')).toBeFocused();
  await page.keyboard.press('*');
  await expect(item(page, 'db')).toHaveAttribute('aria-expanded', 'true');
});

test('level, place and number of siblings are right with 2,000 resources', async ({ page }) => {
  const many = Array.from({ length: 2000 }, (_, index) => `  r${index}: {}`).join('\n');
  await open(page, { files: { 'main.yaml': `instances:\n${many}\n` } });
  await item(page, 'root').focus();
  await page.keyboard.press('End');
  const last = item(page, 'r1999');
  await expect(last).toBeFocused();
  await expect(last).toHaveAttribute('aria-level', '2');
  await expect(last).toHaveAttribute('aria-posinset', '2001');
  await expect(last).toHaveAttribute('aria-setsize', '2001');
  expect(await page.getByRole('treeitem').count()).toBeLessThan(200);
});

test('Enter puts the caret at the definition, also in another file', async ({ page }) => {
  await open(page, {
    files: { 'main.yaml': 'instances:\n  web: {}\n  +include: more.yaml\n', 'more.yaml': '\n\nstore:\n  attributes: {size: 3}\n' },
  });
  await item(page, 'web').focus();
  await page.keyboard.press('Enter');
  expect(await caretLine(page)).toBe('Ln 2, Col 3');
  await expect(page.getByRole('textbox', { name: 'Editor, main.yaml' })).toBeFocused();
  await item(page, 'store').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Editor, more.yaml' })).toBeFocused();
  expect(await caretLine(page)).toBe('Ln 3, Col 1');
});

test('Space makes a node the current resource: the tree, the field and the result follow', async ({ page }) => {
  await open(page, { files, expression: '.name' });
  await item(page, 'db').focus();
  await page.keyboard.press(' ');
  await expect(item(page, 'db')).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('combobox', { name: 'Current resource' })).toHaveValue('::db');
  await evaluated(page);
  await expect(page.getByRole('row', { name: /^result: "db"/ })).toBeVisible();
});

test('the node that the caret is in is marked', async ({ page }) => {
  await open(page, { files });
  await page.getByRole('textbox', { name: 'Editor, main.yaml' }).getByText('Postgres').click();
  await expect(item(page, 'db')).toHaveAttribute('data-at', '');
});

test('a resource with an attribute that fails says so, and what it stands in counts it', async ({ page }) => {
  await open(page, { files });
  await expect(item(page, 'app')).toContainText('error');
  await expect(item(page, 'app').locator('[data-status="error"] svg')).toBeVisible();
  await expect(item(page, 'root')).toContainText('1 problem');
  await expect(item(page, 'db')).not.toContainText('error');
});

test('the filter keeps what fits with what it stands in', async ({ page }) => {
  await open(page, { files });
  const filter = page.getByRole('searchbox', { name: 'Filter resources' });
  await filter.fill('worker');
  await expect(item(page, 'worker')).toBeVisible();
  await expect(item(page, 'app')).toBeVisible();
  await expect(item(page, 'db')).toHaveCount(0);
  await filter.fill('type:post');
  await expect(item(page, 'db')).toBeVisible();
  await expect(item(page, 'worker')).toHaveCount(0);
  await filter.fill('error');
  await expect(item(page, 'bad')).toBeVisible();
});

test('while the document does not parse the last tree stays and says that it is stale', async ({ page }) => {
  await open(page, { files });
  await page.getByRole('textbox', { name: 'Editor, main.yaml' }).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('a: [1\n');
  await expect(page.getByRole('region', { name: 'Results' })).toHaveAttribute('data-freshness', 'error');
  await expect(item(page, 'app')).toBeVisible();
  await expect(page.getByText('Of the text before it stopped parsing')).toBeVisible();
});
