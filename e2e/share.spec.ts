// Sharing and opening: links, Markdown, commands, secrets, and what happens with links that are broken or hostile.
import { fileURLToPath } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { copied, evaluated, open, parameters, watchClipboard } from './open.js';

test.use({ permissions: ['clipboard-write'] });
test.beforeEach(({ page }) => watchClipboard(page));

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share' });
const row = (page: Page, path: string) => page.getByRole('row', { name: new RegExp(`^${path.replaceAll('.', '\\.')}: `) });
const source = (page: Page, path: string) => page.getByRole('textbox', { name: `Editor, ${path}` });

const shop = {
  files: {
    'main.yaml': 'instances:\n  app:\n    attributes:\n      +include: lib/base.yaml\n      url: {eval: {concat: ["https://", {get_input: domain}]}}\ninputs: {domain: "ä.example"}\n',
    'lib/base.yaml': 'port: 443\n',
  },
  expression: '::app::url',
  vars: { region: 'eu' },
};

async function share(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Share' }).click();
  return dialog(page).getByRole('textbox', { name: 'Link' }).inputValue();
}

test('a link opens the same files, expression, inputs, view and result elsewhere', async ({ page, browser }) => {
  await open(page, shop);
  await page.getByRole('tab', { name: 'JSON', exact: true }).click();
  const result = await page.locator('[data-result-text]').textContent();
  const link = await share(page);
  expect(await copied(page)).toBe(link);
  await expect(page.getByRole('status', { name: 'Status' })).toContainText('Link copied');
  expect(page.url()).toBe(link);
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(link);
  await evaluated(elsewhere);
  await expect(elsewhere.getByRole('tab', { name: 'lib/base.yaml' })).toBeVisible();
  await expect(elsewhere.getByRole('textbox', { name: 'Expression', exact: true })).toHaveText('::app::url');
  await expect(elsewhere.locator('[data-result-text]')).toHaveText(result ?? '');
  await elsewhere.context().close();
});

test('a link has only characters that every program keeps', async ({ page }) => {
  await open(page, shop);
  const fragment = new URL(await share(page)).hash;
  expect(fragment).toMatch(/^#[A-Za-z0-9_.-]*[A-Za-z0-9]$/);
});

test('the link of the page is the link that Node makes', async ({ page }) => {
  await open(page, shop);
  const fragment = new URL(await share(page)).hash.slice(1);
  const script = `import { decodeLink, encodeLink } from ${JSON.stringify(new URL('../wasm/dist/links.js', import.meta.url).href)};
    const { workspace, view, app } = decodeLink(process.argv[1]);
    process.stdout.write(encodeLink(workspace, { view, app }));`;
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', script, fragment], { encoding: 'utf8' })).toBe(fragment);
});

test('neither sharing nor opening a link asks the network for anything but the site itself', async ({ page, baseURL }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.url()} ${request.headers()['referer'] ?? ''}`));
  await open(page, shop);
  await share(page);
  expect(asked.filter((url) => !url.startsWith(baseURL ?? '') && !url.startsWith('blob:'))).toEqual([]);
  expect(asked.filter((url) => url.includes('#') || url.includes('w1.'))).toEqual([]);
});

test('a link that was cut is reported as cut off, a changed one as damaged, and the draft stays', async ({ page }) => {
  await open(page, shop);
  const link = new URL(await share(page)).hash;
  await page.keyboard.press('Escape');
  for (const part of [0.2, 0.5, 0.8, 0.97]) {
    const cut = link.slice(0, Math.floor(link.length * part));
    await page.evaluate((hash) => { location.hash = hash; }, cut);
    const broken = page.getByRole('dialog', { name: 'This link cannot be opened' });
    await expect(broken).toContainText(`cut off: ${cut.length - 1} characters`);
    await broken.getByRole('button', { name: 'Close' }).click();
  }
  const middle = Math.floor(link.length / 2);
  const changed = link.slice(0, middle) + (link[middle] === 'A' ? 'B' : 'A') + link.slice(middle + 1);
  await page.evaluate((hash) => { location.hash = hash; }, changed);
  await expect(page.getByRole('dialog')).toContainText('damaged');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(source(page, 'main.yaml')).toContainText('concat');
});

test('the rest of a link that was cut off can be pasted', async ({ page, context }) => {
  await open(page, shop);
  const link = new URL(await share(page)).hash;
  const other = await context.newPage();
  await other.goto(`/?test=1${link.slice(0, 60)}`);
  const broken = other.getByRole('dialog', { name: 'This link cannot be opened' });
  await broken.getByRole('textbox').fill(link.slice(60));
  await broken.getByRole('button', { name: 'Open' }).click();
  await evaluated(other);
  await expect(source(other, 'main.yaml')).toContainText('concat');
});

test('a link that would unpack to hundreds of megabytes is refused at once', async ({ page }) => {
  await page.goto('/?test=1');
  await evaluated(page);
  const { deflateRawSync } = await import('node:zlib');
  const packed = deflateRawSync(Buffer.alloc(370 * 1024 * 1024, 0x20), { level: 9 }).toString('base64url');
  const began = Date.now();
  await page.evaluate((hash) => { location.hash = hash; }, `#w1.d.${packed}.00000000`);
  await expect(page.getByRole('dialog', { name: 'This link cannot be opened' })).toContainText('refused');
  expect(Date.now() - began).toBeLessThan(5000);
});

test('markup and scripts in every field of a link are only ever text', async ({ page }) => {
  const violations: string[] = [];
  page.on('console', (message) => { if (/Content Security Policy|Trusted/.test(message.text())) violations.push(message.text()); });
  page.on('dialog', (opened) => { violations.push(opened.message()); void opened.dismiss(); });
  const evil = '<img src=x onerror=alert(1)><script>alert(2)</script>javascript:alert(3)';
  await open(page, {
    files: { [`a${evil.replaceAll('/', '')}.yaml`]: `instances:\n  "${evil}":\n    type: "${evil}"\n    attributes: {"${evil}": "${evil}"}\n` },
    expression: `::x${evil}`, vars: { [evil]: evil }, inputs: { [evil]: evil }, resource: '::root', view: 'json',
  });
  await page.getByRole('tab', { name: 'Keys' }).click();
  await share(page);
  expect(await page.locator('img, script:not([src])').count()).toBe(0);
  expect(violations).toEqual([]);
});

test('plain parameters open and evaluate', async ({ page }) => {
  await open(page, { files: { 'main.yaml': 'instances:\n  a:\n    attributes: {x: 1}\n' }, expression: '::a::x' });
  await expect(row(page, 'result')).toContainText('1');
});

test('Markdown has no headings, survives fences inside, and its link opens the same workspace', async ({ page }) => {
  await open(page, { files: { 'main.yaml': 'instances:\n  a:\n    attributes:\n      text: |\n        # no heading\n        ```yaml\n        a: 1\n        ```\n' } });
  const link = await share(page);
  await dialog(page).getByRole('tab', { name: 'Markdown' }).click();
  await dialog(page).getByRole('button', { name: 'Copy: Markdown' }).click();
  await expect(page.getByRole('status', { name: 'Status' })).toContainText('Markdown copied');
  const markdown = await copied(page);
  expect(markdown).toContain('\n````yaml\n');
  expect(markdown).toContain(`](${link})`);
  const outside = markdown.replace(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, '');
  expect(outside).not.toMatch(/^#/m);
});

test('the copied commands give the same result to a shell', async ({ page }) => {
  const native = fileURLToPath(new URL('../build/native/evalground', import.meta.url));
  const { existsSync, symlinkSync, mkdtempSync } = await import('node:fs');
  test.skip(!existsSync(native), 'the native command is not built');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const folder = mkdtempSync(join(tmpdir(), 'evalground-'));
  symlinkSync(native, join(folder, 'evalground'));
  await open(page, { ...shop, files: { ...shop.files, 'odd.txt': "EOF\nit's `odd` $HOME \\n\n" } });
  await share(page);
  await dialog(page).getByRole('tab', { name: 'Command' }).click();
  for (const name of ['POSIX shell', 'With the link']) {
    const command = await dialog(page).getByRole('textbox', { name }).inputValue();
    const output = execFileSync('sh', ['-c', command], { encoding: 'utf8', env: { ...process.env, PATH: `${folder}:${process.env['PATH'] ?? ''}` } });
    expect(output).toContain('https://ä.example');
  }
});

test('opening a link leaves the draft before one press away, and Back and Forward move between links', async ({ page }) => {
  await page.goto('/?test=1');
  await evaluated(page);
  const workspace = (name: string) => ({ files: { 'main.yaml': `instances:\n  ${name}: {}\n` } });
  await page.goto(`/?test=1${parameters(workspace('first'))}`);
  await expect(source(page, 'main.yaml')).toContainText('first');
  await page.evaluate((hash) => { location.hash = hash; }, parameters(workspace('second')));
  await expect(source(page, 'main.yaml')).toContainText('second');
  await page.goBack();
  await expect(source(page, 'main.yaml')).toContainText('first');
  await page.goForward();
  await expect(source(page, 'main.yaml')).toContainText('second');
});

test('a reload after sharing keeps the draft with the edits made since', async ({ page }) => {
  await open(page, shop);
  await share(page);
  await page.keyboard.press('Escape');
  await source(page, 'main.yaml').focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.insertText('# edited since\n');
  await evaluated(page);
  await page.waitForTimeout(400);
  await page.reload();
  await expect(source(page, 'main.yaml')).toContainText('# edited since');
});

test('secrets stay out of every form until they are ticked and confirmed', async ({ page }) => {
  await open(page, { files: { 'main.yaml': 'instances: {a: {}}\n' } });
  await page.getByRole('tablist', { name: 'Inputs' }).getByRole('tab', { name: 'Secrets' }).click();
  const inputs = page.getByRole('region', { name: 'Inputs' });
  await inputs.getByRole('button', { name: 'Add' }).click();
  await inputs.locator('.input-row .input-name').fill('password');
  await inputs.locator('.input-secret input').fill('hunter2');
  await evaluated(page);
  const withheld = await share(page);
  const box = dialog(page).getByRole('checkbox', { name: 'Include secrets' });
  await expect(box).not.toBeChecked();
  for (const form of ['Markdown', 'Command']) {
    await dialog(page).getByRole('tab', { name: form }).click();
    for (const field of await dialog(page).getByRole('textbox').all()) expect(await field.inputValue()).not.toContain('hunter2');
  }
  await dialog(page).getByRole('tab', { name: 'Link' }).click();
  await box.click();
  await expect(dialog(page).getByRole('alert')).toContainText('password');
  expect(await dialog(page).getByRole('textbox', { name: 'Link' }).inputValue()).toBe(withheld);
  await dialog(page).getByRole('button', { name: 'Include them' }).click();
  await expect(box).toBeChecked();
  expect(await dialog(page).getByRole('textbox', { name: 'Link' }).inputValue()).not.toBe(withheld);
});

test('an environment value that looks like a secret is pointed out before it is copied', async ({ page }) => {
  await open(page, { files: { 'main.yaml': 'instances: {a: {}}\n' }, vars: { API_TOKEN: 'abc' } });
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(dialog(page)).toContainText('API_TOKEN');
  expect(await copied(page)).toBe('');
  await dialog(page).getByRole('button', { name: 'Replace by a placeholder: API_TOKEN' }).click();
  await dialog(page).getByRole('tab', { name: 'Command' }).click();
  const command = await dialog(page).getByRole('textbox', { name: 'POSIX shell' }).inputValue();
  expect(command).toContain('<API_TOKEN>');
  expect(command).not.toContain('abc');
});
