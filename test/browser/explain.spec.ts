// A row of a log explained beside it and on a page of its own; what was pasted and means nothing; a day counted again.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, openAs, test } from './support.ts';

async function chooseOfFirstRow(page: Page, action: string): Promise<void> {
  const row = page.getByRole('row').nth(1);
  await row.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

for (const path of ['/am/reports/conversions', '/am/reports/advertiser-postbacks']) {
  test(`a row of ${path} is explained beside it, and on a page of its own`, async ({ page }) => {
    await openAs(page, 'admin', 'demo', path);
    await chooseOfFirstRow(page, 'Explain');
    const drawer = page.getByRole('dialog', { name: 'Explain' });
    await expect(drawer.getByRole('heading', { name: 'Calls that named it' })).toBeVisible();
    await expectAccessible(page);
    await drawer.getByRole('button', { name: 'Open as a page' }).click();
    await expect(page).toHaveURL(/\/am\/reports\/advertiser-postbacks\/explain\?id=/);
    await expect(page.getByRole('heading', { name: 'Calls that named it' })).toBeVisible();
    await expect(drawer).toBeHidden();
  });
}

test('what means nothing is said to mean nothing, and where it was looked for', async ({ page }) => {
  await openAs(page, 'admin', 'demo', '/am/reports/advertiser-postbacks/explain');
  await page.getByRole('textbox', { name: /^Any id/ }).fill('no-such-order');
  await page.getByRole('button', { name: 'Explain', exact: true }).click();
  await expect(page.getByRole('main')).toContainText('no-such-order');
  await expect(page.getByRole('heading', { name: /nothing/i })).toBeVisible();
});

test('a day is counted again by hand, and says what it has compared', async ({ page }) => {
  await openAs(page, 'admin', 'demo', '/am/settings/system/recounts');
  await page.getByRole('button', { name: 'Count a day again' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Count/ }).click();
  const first = page.getByRole('row').nth(1);
  await expect(first).toContainText('Agrees', { timeout: 30_000 });
  await first.getByRole('button').first().click();
  const drawer = page.getByRole('dialog', { name: 'Recount' });
  for (const part of [
    'Trackers’ own count',
    'Clicks and impressions against rollups',
    'Ledger: chain, balances and bookings',
  ])
    await expect(drawer).toContainText(part);
});
