// What a screen must not do to what it shows: cut a figure, hide that there is more, or draw what some cannot see or read.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { clippedFigures } from './clipped-figures.ts';
import { expect, mainOrigin, openAs, originOf, test } from './support.ts';

const widths = [1440, 768, 375] as const;

/** every amount in an answer, as large as books can hold; in the page, as Node does not resolve *.localhost */
const enlargeMoney = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { fetch } = window;
    const grow = () =>
      new TransformStream<string, string>({
        transform: (text, out) => out.enqueue(text.replaceAll(/"(-?)\d+\.\d+"/g, '"$1123456789.123456"')),
      });
    window.fetch = async (...call) => {
      const reply = await fetch(...call);
      if (!/json|event-stream/.test(reply.headers.get('content-type') ?? '')) return reply;
      const grown = reply.body?.pipeThrough(new TextDecoderStream()).pipeThrough(grow());
      return new Response(grown?.pipeThrough(new TextEncoderStream()), reply);
    };
  });

test.describe('figures of any size', () => {
  for (const [role, path] of [
    ['admin', '/am/dashboard'],
    ['admin', '/am/reports'],
    ['publisher', '/publisher/dashboard'],
    ['publisher', '/publisher/reports/conversions'],
    ['advertiser', '/advertiser/reports/roi'],
  ] as const) {
    test(`${path} shows them whole at every width`, async ({ page }) => {
      await enlargeMoney(page);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await openAs(page, role, 'demo', path);
        await expect(page.locator('main').getByText('123,456,789').first()).toBeVisible();
        await expect.poll(() => page.evaluate(clippedFigures)).toEqual([]);
      }
    });
  }
});

test('a table that goes on beyond its edge says so, on the side where it does', async ({ page }) => {
  await page.setViewportSize({ width: 1100, height: 900 });
  await openAs(page, 'admin', 'demo', '/am/affiliates');
  const frame = page.locator('main section', { has: page.getByRole('table') });
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  await expect(frame.locator('[data-more-right]')).toHaveCount(1);
  await expect(frame.locator('[data-more-left]')).toHaveCount(0);
  // and it is drawn: what scrolls past fades out before the column that stays
  const shade = (element: Element) => getComputedStyle(element, '::before').backgroundImage;
  const menuCell = page.getByRole('cell').filter({ has: page.getByRole('button', { name: /^Actions for/ }) });
  expect(await menuCell.first().evaluate(shade)).toContain('gradient');
  await page.getByRole('columnheader', { name: 'Managers' }).scrollIntoViewIfNeeded();
  await page.getByRole('table').evaluate((table) => {
    for (let pane: Element | null = table; pane; pane = pane.parentElement) pane.scrollLeft = 9_999;
  });
  await expect(frame.locator('[data-more-left]')).toHaveCount(1);
  expect(await frame.locator('[data-more-left]').evaluate(shade)).toContain('gradient');
  await expect(frame.locator('[data-more-right]')).toHaveCount(0);
  await page.setViewportSize({ width: 3000, height: 900 });
  await expect(frame.locator('[data-more-left], [data-more-right]')).toHaveCount(0);
});

test('what a chart shows has a name, and its legend is true in both colour schemes', async ({ page }) => {
  await openAs(page, 'admin', 'demo', '/am/dashboard');
  const chart = page.getByRole('region', { name: 'Performance' }).getByRole('img');
  await expect(chart).toHaveAccessibleName(/^Performance: line chart of Clicks, Conversions, .* from .+ to .+\./);
  await expect(page.getByRole('img', { name: /^World map of clicks by country/ })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Top Countries: legend' })).toHaveText('Clicks, from few to many');
});

test('Devanagari comes with the page, and only where it is shown', async ({ page }) => {
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (/devanagari/i.test(request.url())) fonts.push(request.url());
  });
  const settled = (text: string) =>
    page.evaluate(async (shown) => {
      await document.fonts.ready;
      return document.fonts.check('16px "Noto Sans Devanagari Variable"', shown);
    }, text);
  await page.goto(`${mainOrigin}/pricing`);
  await settled('₹');
  await page.goto(`${originOf('demo')}/`);
  await settled('₹');
  expect(fonts).toEqual([]);
  await page.getByRole('button', { name: /^Language/ }).click();
  await page.getByRole('menuitem', { name: 'हिन्दी' }).click();
  await expect.poll(() => settled('हिन्दी')).toBe(true);
  expect(fonts).toHaveLength(1);
  await page.context().addCookies([{ name: 'lang', value: 'hi', url: mainOrigin }]);
  await page.goto(mainOrigin);
  await expect.poll(() => settled('हिन्दी')).toBe(true);
  expect(fonts.length).toBeGreaterThan(1);
});

test.describe('the focus', () => {
  test('goes into the first field of a dialog, and back to where it came from', async ({ page }) => {
    await openAs(page, 'admin', 'acme', '/am/affiliates');
    const add = page.getByRole('button', { name: 'Add New Affiliate' });
    await add.click();
    await expect(page.getByRole('dialog').getByLabel('First Name')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(add).toBeFocused();
  });

  test('comes back from a dialog that a row’s menu opened to that menu’s button', async ({ page }) => {
    await openAs(page, 'admin', 'acme', '/am/affiliates?status=approved');
    const dots = page.getByRole('button', { name: /^Actions for/ }).first();
    await dots.click();
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
    await expect(page.getByRole('dialog').getByLabel('First Name')).toBeFocused();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(dots).toBeFocused();
    await dots.click();
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dots).toBeFocused();
  });

  test('comes back from a row’s details to its row', async ({ page }) => {
    await openAs(page, 'admin', 'acme', '/am/affiliates?status=approved');
    const name = page.getByRole('row').nth(1).getByRole('button').first();
    await name.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(name).toBeFocused();
  });
});

test('everything on a page stands in a landmark, and each page has one main and one first heading', async ({
  page,
}) => {
  const rules = [
    'region',
    'landmark-one-main',
    'landmark-unique',
    'landmark-no-duplicate-main',
    'landmark-no-duplicate-banner',
    'landmark-banner-is-top-level',
    'landmark-main-is-top-level',
    'page-has-heading-one',
  ];
  const faultsOf = async (url: string) => {
    await page.goto(url);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().withRules(rules).analyze();
    return violations.map(({ id, nodes }) => `${url} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  };
  for (const path of ['/', '/publisher-signup', '/forgot-password', '/terms'])
    expect(await faultsOf(originOf('demo') + path)).toEqual([]);
  for (const path of ['/', '/signup', '/contact']) expect(await faultsOf(mainOrigin + path)).toEqual([]);
  await openAs(page, 'admin', 'demo', '/am/dashboard');
  for (const path of ['/am/dashboard', '/am/reports', '/am/offers/create', '/am/profile'])
    expect(await faultsOf(originOf('demo') + path)).toEqual([]);
});
