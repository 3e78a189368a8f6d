// The report screens: figures of the demo tenant, drill-down by clicking, and all state in the address.
import { expect, expectAccessible, type Role, signIn, test } from './support.ts';

const screens: Record<Role, [path: string, title: string][]> = {
  admin: [
    ['/am/reports', 'Reports'],
    ['/am/reports/comparison', 'Comparison New'],
    ['/am/offers/live', 'Offers - Live (Today)'],
  ],
  publisher: [
    ['/publisher/reports/performance', 'Performance'],
    ['/publisher/reports/revenue', 'Revenue'],
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
    await signIn(page, role);
    for (const [path, title] of screens[role]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: title, level: 1, exact: true })).toBeVisible();
      await expect(page.getByText(/^Counted up to|^Nothing counted yet/).first()).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    }
    await expectAccessible(page);
  });
}

test('a report is saved, opened again and deleted; its call can be copied', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/am/reports?dimensions=country&metrics=clicks&period=last_30_days');
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
  await signIn(page, 'admin');
  await page.goto('/am/reports?period=last_30_days');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV', exact: true }).click();
  const made = page.getByRole('menuitem', { name: /^Reports\.csv/ }).first();
  await expect(made).toContainText('Download', { timeout: 20_000 });
  const [file] = await Promise.all([page.waitForEvent('download'), made.click()]);
  expect(file.suggestedFilename()).toBe('Reports.csv');
});
