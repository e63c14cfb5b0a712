// axe in the main states of the page, in both themes and at three widths, and the size of what can be pressed.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { evaluated, open } from './open.js';

const wrong = { files: { 'main.yaml': 'instances:\n  a:\n    attributes:\n      bad: {eval: {nope: 1}}\n      secret: {eval: {sensitive: x}}\n' } };

const states: Record<string, (page: Page) => Promise<void>> = {
  start: async (page) => {
    await page.goto('/?test=1');
    await evaluated(page);
  },
  'a chosen value': async (page) => {
    await open(page, wrong);
    await showResults(page);
    await page.getByRole('row', { name: /^instances.a.secret/ }).click();
  },
  error: (page) => open(page, { files: { 'main.yaml': 'a: [1\n' } }),
  running: async (page) => {
    await page.goto('/?test=1');
    await evaluated(page);
    await page.getByRole('button', { name: 'Run' }).click();
  },
  'share dialog': async (page) => {
    await open(page, { ...wrong, vars: { API_TOKEN: 'x' } });
    await page.getByRole('button', { name: 'Share' }).click();
  },
  settings: async (page) => {
    await page.goto('/?test=1');
    await evaluated(page);
    await page.getByRole('button', { name: 'Settings' }).click();
  },
  tree: async (page) => {
    await open(page, wrong);
    await showTree(page);
    await page.getByRole('treeitem', { name: /^a / }).click();
    await page.keyboard.press('ArrowRight');
  },
};

const isNarrow = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 700;
const isWide = (page: Page): boolean => (page.viewportSize()?.width ?? 0) >= 1200;

async function showResults(page: Page): Promise<void> {
  if (isNarrow(page)) await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: 'Results' }).click();
}

async function showTree(page: Page): Promise<void> {
  if (isNarrow(page)) await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: 'Tree' }).click();
  else if (!isWide(page)) await page.getByRole('tab', { name: 'Resources' }).click();
}

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1440, 900, 360]) {
    test(`axe finds nothing, ${theme}, ${width} px wide`, async ({ browser }) => {
      test.slow();
      for (const [name, arrange] of Object.entries(states)) {
        const context = await browser.newContext({ colorScheme: theme, viewport: { width, height: 800 } });
        const page = await context.newPage();
        await arrange(page);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${name}: ${id} ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)).toEqual([]);
        await context.close();
      }
    });
  }
}

for (const [pointer, least] of [['fine', 24], ['coarse', 44]] as const) {
  test(`what can be pressed with a ${pointer} pointer is at least ${least} px in both directions`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: pointer === 'fine' ? 1440 : 360, height: 800 }, hasTouch: pointer === 'coarse', isMobile: pointer === 'coarse' });
    const page = await context.newPage();
    const small: string[] = [];
    for (const name of ['start', 'a chosen value', 'tree', 'share dialog']) {
      await states[name]?.(page);
      small.push(
        ...(await page.evaluate((size) => {
          const targets = [...document.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, [role=tab], [role=row][tabindex], [role=treeitem]')];
          return targets.flatMap((target) => {
            // A box within its label is pressed through the label.
            const pressed = target.closest('label') ?? target;
            const { width, height } = pressed.getBoundingClientRect();
            const isShown = target.checkVisibility({ visibilityProperty: true }) && width > 2 && height > 2;
            return isShown && (width < size - 0.5 || height < size - 0.5) ? [`${target.outerHTML.slice(0, 100)} ${Math.round(width)}×${Math.round(height)}`] : [];
          });
        }, least)),
      );
    }
    expect(small).toEqual([]);
    await context.close();
  });
}
