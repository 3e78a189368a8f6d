// The report screens: figures of the demo tenant, drill-down by clicking, and all state in the address.
import { enterAs, expect, expectAccessible, openAs, type Role, test } from './support.ts';

const screens: Record<Role, [path: string, title: string][]> = {
  admin: [
    ['/am/reports', 'Reports'],
    ['/am/reports/kpi', 'Reports KPI'],
    ['/am/reports/comparison', 'Comparison New'],
    ['/am/offers/live', 'Offers - Live (Today)'],
  ],
  publisher: [
    ['/publisher/reports/performance', 'Performance'],
    ['/publisher/reports/revenue/report', 'Revenue'],
  ],
  advertiser: [
    ['/advertiser/reports/campaign', 'Campaign Report'],
    ['/advertiser/reports/roi', 'ROI Report'],
    ['/advertiser/campaigns/performance', 'Campaign Performance'],
    ['/advertiser/publishers/performance', 'Publisher Performance'],
  ],
};

for (const role of ['admin', 'publisher', 'advertiser'] as const) {
  test(`every report screen of the ${role} renders, with rows or with its empty state`, async ({ page }) => {
    test.slow();
    await enterAs(page, role);
    for (const [path, title] of screens[role]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: title, level: 1, exact: true })).toBeVisible();
      await expect(page.getByText(/^Counted up to|^Nothing counted yet/).first()).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    }
    await expectAccessible(page);
  });
}

test('a row opens to what lies behind it, and Back returns', async ({ page }) => {
  await openAs(page, 'admin', 'demo', '/am/reports?period=last_30_days');
  const first = page.getByRole('table', { name: 'Reports' }).getByRole('row').nth(1).getByRole('button').first();
  const name = await first.textContent();
  await first.click();
  await expect(page).toHaveURL(/dimensions=publisher/);
  await expect(page.getByText(`Offer: ${name}`)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('columnheader', { name: 'Offer' })).toBeVisible();
});

test('two offers are compared row by row, in another time zone and currency, and the address keeps it all', async ({
  page,
}) => {
  await openAs(page, 'admin', 'demo', '/am/reports/comparison?period=last_30_days');
  await expect(page.getByRole('columnheader', { name: 'Δ %' }).first()).toBeVisible();
  await page.getByText('Two of a kind').click();
  await expect(page.getByText('Choose A and B above')).toBeVisible();
  for (const side of ['A', 'B']) {
    await page.getByRole('combobox', { name: `${side}: offer` }).click();
    await page
      .getByRole('option')
      .filter({ visible: true })
      .nth(side === 'A' ? 0 : 1)
      .click();
  }
  await expect(page.getByRole('columnheader', { name: 'Clicks B' })).toBeVisible();
  await expect(page.getByRole('list', { name: /legend/ })).toContainText('B: ');
  await page.getByRole('button', { name: /· USD|· INR/ }).click();
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Kathmandu');
  await page.getByRole('option', { name: /Kathmandu/ }).click();
  await expect(page).toHaveURL(/tz=Asia%2FKathmandu/);
  await page.getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: 'EUR' }).click();
  await expect(page).toHaveURL(/compare=offer%3A\d+&currency=EUR/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Asia/Kathmandu · EUR' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Clicks B' })).toBeVisible();
  await expectAccessible(page);
});

test('an offer gets a target; who misses it is coloured, warned by mail and paused', async ({ page }) => {
  await openAs(page, 'admin', 'demo', '/am/reports/kpi?sort=-conversions&q=Becker');
  const table = page.getByRole('table', { name: 'Reports KPI' });
  await table.getByRole('row').nth(1).getByRole('link').click();
  // a second try finds what the first has left
  const old = page.getByRole('button', { name: /^Remove target/ });
  await expect(page.getByRole('button', { name: 'Add target' })).toBeVisible();
  while ((await old.count()) > 0) await old.first().click();
  await page.getByRole('button', { name: 'Add target' }).click();
  await page.getByRole('combobox', { name: 'Of' }).last().click();
  await page.getByRole('option', { name: 'Clicks' }).click();
  await page.getByLabel('Per cent').last().fill('99.5');
  await page.getByLabel('Min. sample').last().fill('1');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Offer saved.')).toBeVisible();
  await page.goBack();
  const row = table.locator('tr[data-tone="bad"]').first();
  await expect(row.getByText('In breach')).toBeVisible();
  await expect(row.getByText(/Clicks → .*≥ 99.50%/)).toBeVisible();
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Warn publisher' }).click();
  const warning = page.getByRole('alertdialog');
  await warning
    .getByRole('button', { name: /^From / })
    .first()
    .click();
  await warning.getByRole('button', { name: 'Send warning' }).click();
  await expect(page.getByText('Warning sent.')).toBeVisible();
  await page.getByRole('combobox', { name: 'State' }).selectOption('In breach');
  await expect(page).toHaveURL(/state=breached/);
  await expect(table.getByText('No target')).toHaveCount(0);
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Pause publisher on this offer' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Publisher paused.')).toBeVisible();
  await expect(table.getByText(/, paused$/).first()).toBeVisible();
  // the demo is the other tests' too
  await table
    .locator('tr')
    .filter({ hasText: ', paused' })
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Let the publisher run it again' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByText('Publisher allowed.')).toBeVisible();
  await expectAccessible(page);
});

test('offers live today are sorted by any column, and the address says by which', async ({ page }) => {
  await openAs(page, 'admin', 'demo', '/am/offers/live');
  const table = page.getByRole('table', { name: 'Offers with traffic today' });
  await table.getByRole('button', { name: 'OfferID' }).click();
  await expect(page).toHaveURL(/sort=number/);
  await expect(table.getByRole('columnheader', { name: 'OfferID' })).toHaveAttribute('aria-sort', 'ascending');
  const numbers = (await table.locator('tbody tr td:first-child').allTextContents()).map(Number);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
});

test('a report is saved, opened again and deleted; its call can be copied', async ({ page }) => {
  await openAs(page, 'admin', 'demo', '/am/reports?dimensions=country&metrics=clicks&period=last_30_days');
  await page.getByRole('button', { name: 'Saved' }).click();
  await page.getByRole('menuitem', { name: 'Copy as an API call' }).click();
  await expect(page.getByRole('dialog')).toContainText('/api/reports?dimensions=country');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Saved' }).click();
  await page.getByRole('menuitem', { name: 'Save this report' }).click();
  const name = `By country ${Date.now()}`;
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Report saved.')).toBeVisible();
  await page.goto('/am/reports');
  await page.getByRole('button', { name: 'Saved' }).click();
  await page.getByRole('menuitem', { name }).click();
  await expect(page).toHaveURL(/dimensions=country/);
  await page.getByRole('button', { name: 'Saved' }).click();
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(name)).toHaveCount(0);
});

test('an export is made with its progress shown, and can be taken', async ({ page }) => {
  await openAs(page, 'admin', 'demo', '/am/reports?period=last_30_days');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV', exact: true }).click();
  const made = page.getByRole('menuitem', { name: /^Reports\.csv/ }).first();
  await expect(made).toContainText('Download', { timeout: 20_000 });
  const [file] = await Promise.all([page.waitForEvent('download'), made.click()]);
  expect(file.suggestedFilename()).toBe('Reports.csv');
});
