// Opening the page with a workspace, for the tests of the panes.
import { expect, type Page } from '@playwright/test';

/** A workspace as plain parameters in the address. */
export function parameters(given: { files?: Record<string, string>; expression?: string; [key: string]: unknown }): string {
  const { files = {}, ...rest } = given;
  const values = [
    ['dialect', 'unfurl'],
    ...Object.entries(files).map(([path, text]) => [`file.${path}`, text]),
    ...Object.entries(rest).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  ];
  return `#?${values.map(([name, value]) => `${encodeURIComponent(name ?? '')}=${encodeURIComponent(value ?? '')}`).join('&')}`;
}

/** Waits until the results are of the text that is shown. */
export async function evaluated(page: Page): Promise<void> {
  await expect(page.locator('#results')).toHaveAttribute('data-freshness', /fresh|error/);
}

/** Remembers what the page copies from now on: the site's own policy forbids to read the clipboard. */
export async function watchClipboard(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const write = navigator.clipboard.writeText.bind(navigator.clipboard);
    navigator.clipboard.writeText = (text) => {
      document.documentElement.dataset['copied'] = text;
      return write(text);
    };
  });
}

/** What the page copied last. */
export async function copied(page: Page): Promise<string> {
  return (await page.locator('html').getAttribute('data-copied')) ?? '';
}

/** Opens a workspace and waits for its result. */
export async function open(page: Page, given: Parameters<typeof parameters>[0]): Promise<void> {
  await page.goto(`/?test=1${parameters(given)}`);
  await expect(page.getByRole('button', { name: /^Draft: From a link/ })).toBeVisible();
  await evaluated(page);
}

/** The text of the line that the caret of the source editor is in, and its file. */
export async function caretLine(page: Page): Promise<string> {
  return (await page.locator('#rail-facts .caret').textContent()) ?? '';
}
