// No row, heading or figure of another question: every drill-down of every report, there, back and forth again; and in
// every kind of list nothing of the old question while the new one is on its way.
import type { Page } from '@playwright/test';
import { expectReportOfAddress, watchAnswers } from './answers.ts';
import { expect, onlyInShort, openAs, type Role, test } from './support.ts';

const reports: Record<Role, string[]> = {
  admin: ['/am/reports', '/am/reports/comparison'],
  publisher: ['/publisher/reports/performance', '/publisher/reports/revenue/report'],
  advertiser: [
    '/advertiser/reports/campaign',
    '/advertiser/reports/roi',
    '/advertiser/campaigns/performance',
    '/advertiser/publishers/performance',
  ],
};

const searchOf = (page: Page) => new URL(page.url()).search;
const firstRow = (page: Page) => page.locator('main tr[data-row]').first();

for (const [role, paths] of Object.entries(reports) as [Role, string[]][]) {
  for (const path of onlyInShort(paths, (_path, at) => at === 0)) {
    test(`${path}: each step of the drill-down, Back and Forward show that step’s own figures`, async ({ page }) => {
      const watched = await watchAnswers(page);
      await openAs(page, role, 'demo', `${path}?period=last_30_days`);
      await expectReportOfAddress(watched, role);
      const steps = [searchOf(page)];
      // the last step is by hour, and opens no further
      while (!steps.at(-1)?.includes('dimensions=hour')) {
        await firstRow(page).getByRole('button').first().click();
        await expect.poll(() => searchOf(page)).not.toBe(steps.at(-1));
        await expectReportOfAddress(watched, role);
        steps.push(searchOf(page));
        expect(steps.length, 'the drill-down ends').toBeLessThan(10);
      }
      for (const step of steps.slice(0, -1).reverse()) {
        await page.goBack();
        await expect.poll(() => searchOf(page)).toBe(step);
        await expectReportOfAddress(watched, role);
      }
      for (const step of steps.slice(1)) {
        await page.goForward();
        await expect.poll(() => searchOf(page)).toBe(step);
        await expectReportOfAddress(watched, role);
      }
      // a step taken without waiting for the one before it
      await page.evaluate((back) => history.go(back), -2);
      await expect.poll(() => searchOf(page)).toBe(steps.at(-3));
      await expectReportOfAddress(watched, role);
    });
  }
}

test('a source of Reports KPI opens what lies behind it, and Back shows the sources again', async ({ page }) => {
  const watched = await watchAnswers(page);
  await openAs(page, 'admin', 'demo', '/am/reports/kpi');
  await watched.expectOwnRows();
  await firstRow(page).getByRole('button').first().click();
  await expect(page).toHaveURL(/\/am\/reports\?/);
  await expectReportOfAddress(watched, 'admin');
  await page.goBack();
  await expect(page).toHaveURL(/\/am\/reports\/kpi/);
  await watched.expectOwnRows();
  await page.goForward();
  await expectReportOfAddress(watched, 'admin');
});

interface Change {
  role: Role;
  path: string;
  /** the call whose next answer is held back */
  call: string;
  /** asks another question */
  act: (page: Page) => Promise<unknown>;
}

const choose = (label: string, option: string) => (page: Page) =>
  page.getByRole('combobox', { name: label }).selectOption(option);
const search = (page: Page) =>
  page
    .getByRole('searchbox')
    .or(page.getByPlaceholder(/^Search/))
    .first()
    .fill('e');
const narrow = (parameter: string) => (page: Page) =>
  page.evaluate((part) => {
    // as a link of ours does: another question at the same screen
    history.pushState(history.state, '', `${location.pathname}?${part}`);
    window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, parameter);

const changes: Record<string, Change> = {
  'a report’s period': { role: 'admin', path: '/am/reports', call: '/api/reports?', act: narrow('period=yesterday') },
  'a report’s filter': {
    role: 'publisher',
    path: '/publisher/reports/performance',
    call: '/api/reports?',
    act: narrow('filter%5Bcountry%5D=IN'),
  },
  'a comparison’s period': {
    role: 'admin',
    path: '/am/reports/comparison',
    call: '/api/reports?',
    act: narrow('period=yesterday'),
  },
  'the state of KPI sources': {
    role: 'admin',
    path: '/am/reports/kpi',
    call: '/api/reports/kpi?',
    act: choose('State', 'No target'),
  },
  'a list’s search': { role: 'admin', path: '/am/affiliates', call: '/api/admin/publishers?', act: search },
  'a list’s filter': { role: 'admin', path: '/am/offers', call: '/api/offers?', act: narrow('status=paused') },
  'a log’s filter': {
    role: 'admin',
    path: '/am/reports/conversions',
    call: '/api/conversions?',
    act: narrow('status=pending'),
  },
  'the dashboard’s search': { role: 'admin', path: '/am/dashboard', call: '/api/offer-choices?', act: search },
  'the dashboard’s range': {
    role: 'admin',
    path: '/am/dashboard',
    call: '/api/reports?',
    act: narrow('range=yesterday'),
  },
};

for (const [what, { role, path, call, act }] of Object.entries(changes)) {
  test(`${what}: until its answer is there, no row of the last one stands`, async ({ page }) => {
    const watched = await watchAnswers(page);
    await openAs(page, role, 'demo', path);
    await watched.expectOwnRows();
    await expect(page.locator('main [data-row]').first()).toBeVisible();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let asked = false;
    await page.route(
      (url) => (url.pathname + url.search).startsWith(call),
      async (route) => {
        asked = true;
        await held;
        await route.continue();
      },
    );
    await act(page);
    await expect.poll(() => asked).toBe(true);
    await expect(page.locator('main [data-row]')).toHaveCount(0);
    const totals = page.locator('main dl[aria-label="Totals"] dd');
    expect((await totals.allTextContents()).filter((text) => text !== '…')).toEqual([]);
    release();
    await watched.expectOwnRows();
  });
}
