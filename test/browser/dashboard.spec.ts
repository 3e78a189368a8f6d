// The three dashboards: the specification's labels on the demo tenant's real figures, moving while traffic flows, and whole for a
// workspace in which nothing has happened yet.
import http from 'node:http';
import { api, makeOffer } from './offers-support.ts';
import { expect, expectAccessible, signIn, test } from './support.ts';

const trackerPort = process.env.BROWSER_TRACKER_PORT ?? '4301';

/** a visitor's click, straight at the tracker */
const click = (path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = {
      host: `demo.localhost:${trackerPort}`,
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
      'accept-language': 'en-US,en;q=0.9',
    };
    http
      .get({ host: '127.0.0.1', port: trackerPort, path, headers }, (reply) => {
        reply.resume();
        resolve(reply.statusCode ?? 0);
      })
      .on('error', reject);
  });

test("the account manager's dashboard shows the specification's cards, filters and table", async ({ page }) => {
  await signIn(page, 'admin');
  for (const label of ['Conversions', 'Impressions', 'Clicks', 'Revenue', 'Payout', 'Profit']) {
    await expect(page.locator(`[data-stat="${label}"]`)).toContainText('Month to date');
  }
  for (const range of ['Today', 'Yesterday', 'Last 7 Days']) await expect(page.getByLabel(range)).toBeAttached();
  await expect(page.getByLabel('Status', { exact: true }).locator('option')).toHaveText(['All', 'Active', 'Inactive']);
  await expect(page.getByLabel('Report type').locator('option')).toHaveText(['Basic', 'Advanced', 'Custom Report']);
  await expect(page.getByLabel('Entries per page').locator('option')).toHaveText([
    'Show 50 entries',
    'Show 100 entries',
    'Show 200 entries',
  ]);
  await expect(page.getByRole('columnheader')).toContainText(['OfferID', 'GrossImpressions']);
  for (const card of ['Top Countries', 'Performance', 'Knowledge base', 'Account manager', 'Signup link']) {
    await expect(page.getByRole('heading', { name: card, exact: true })).toBeVisible();
  }
  const legend = page.getByRole('list', { name: 'Performance: legend' });
  await expect(legend.getByText('Clicks', { exact: true })).toBeVisible();
  await expect(legend.getByText('Conversions', { exact: true })).toBeVisible();
  // a browser that refuses to copy is said to have
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } }),
  );
  await page.getByRole('button', { name: 'Copy for publishers' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Your browser did not allow it' })).toBeVisible();
  await page.getByRole('button', { name: 'Forecast Report' }).click();
  await expect(page.getByRole('table', { name: 'Forecast' })).toContainText('End of month');
});

test('a card opens the report behind it, and the report its rows', async ({ page }) => {
  await signIn(page, 'admin');
  await page.locator('[data-stat="Clicks"]').click();
  await expect(page).toHaveURL(/\/am\/reports\?dimensions=offer&metrics=clicks/);
  await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible();
});

test('a click made elsewhere moves the dashboard by itself, without a reload', async ({ page, context }) => {
  await signIn(page, 'admin');
  const { id } = await makeOffer(page);
  const other = await context.newPage();
  await other.goto('/am/dashboard');
  await expect(other.getByText('Live', { exact: true })).toBeVisible();
  const { camp_id: number } = (await api(page, 'admin', 'GET', `/api/offers/${id}`)) as { camp_id: number };
  const clicks = other.locator('[data-stat="Clicks"] > span').nth(1);
  const read = async () => Number(((await clicks.textContent()) ?? '').replaceAll(',', ''));
  await expect(clicks).toHaveText(/\d/);
  const before = await read();
  // the tracker learns of a new offer within its snapshot's time
  await expect.poll(() => click(`/click?camp_id=${number}&publisher_id=2&p1=moved`)).toBe(302);
  await expect.poll(read).toBeGreaterThan(before);
});

test('a search that finds nothing leaves the empty table of the specification', async ({ page }) => {
  await signIn(page, 'admin');
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('no offer is called this');
  await expect(page.getByText('No data available in table')).toBeVisible();
});

test('publisher and advertiser are greeted with their own figures', async ({ page }) => {
  await signIn(page, 'publisher');
  await expect(page.getByRole('heading', { name: /^Welcome back, / })).toBeVisible();
  await expect(page.getByText('Account status')).toContainText('Approved');
  for (const label of ['Total Clicks', 'Total Conversions', 'Total Revenue', 'Active Campaigns']) {
    await expect(page.locator(`[data-stat="${label}"] > span`).nth(1)).toHaveText(/^\$?[\d,.]+( \+ \S+ \(no rate\))*$/);
  }
  await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible();
  await signIn(page, 'advertiser');
  for (const label of ['Total Campaigns', 'Total Impressions', 'Total Conversions', 'Total Spent']) {
    await expect(page.locator(`[data-stat="${label}"] > span`).nth(1)).toHaveText(/^\$?[\d,.]+( \+ \S+ \(no rate\))*$/);
  }
  await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible();
});

test('what needs attention: each figure is the number of rows in the list that it opens', async ({ page }) => {
  await signIn(page, 'admin');
  const entries = page.getByRole('region', { name: 'Needs attention' }).getByRole('link');
  const shown = async () => {
    const stands = page.locator('main:not(:has([data-stale], [aria-busy="true"], .mantine-Skeleton-root))');
    await expect(stands.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Dashboard' })).toBeVisible();
    const pager = await page.getByText(/^[\d,]+–[\d,]+ of [\d,]+$/).allTextContents();
    const total = pager[0]?.split(' of ')[1];
    return total ? Number(total.replaceAll(',', '')) : page.locator('main [data-row]').count();
  };
  await expect(entries.first()).toBeVisible();
  const many = await entries.count();
  for (let index = 0; index < many; index++) {
    // other tests work in this tenant, too: the two are read anew until they were read at the same moment
    await expect(async () => {
      await page.goto('/am/dashboard');
      const entry = entries.nth(index);
      // the words beside it may hold a number of their own, and stand before the figure is there
      const figure = entry.locator('b');
      await expect(figure).toHaveText(/^[\d,]+$/);
      const said = Number((await figure.textContent())?.replaceAll(',', ''));
      await entry.click();
      expect(await shown(), `${page.url()} holds ${said}`).toBe(said);
    }).toPass({ timeout: 60_000 });
  }
});

test('the dashboards are accessible in both colour schemes', async ({ page }) => {
  test.slow();
  for (const role of ['admin', 'publisher', 'advertiser'] as const) {
    await signIn(page, role);
    await expect(page.locator('[data-stat]').first()).toBeVisible();
    await expectAccessible(page);
  }
});
