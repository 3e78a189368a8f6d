// Booked days of paid clicks: found, explained and corrected; the versions of an offer's terms say from when a price is in force.
import { makeOffer, uniqueTitle } from './offers-support.ts';
import { expect, expectAccessible, signIn, test } from './support.ts';

test.describe.configure({ timeout: 180_000 });

test('a booked day says what it is made of, and is corrected with a reason that the ledger keeps', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/am/reports/conversions/lots');
  // the demo's days are booked in the background
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('row').nth(1)).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 120_000 });
  await page.getByRole('row').nth(1).getByRole('button').first().click();
  const drawer = page.getByRole('dialog', { name: 'Booked day' });
  await expect(drawer.getByRole('heading', { name: 'What it is made of' })).toBeVisible();
  await expect(drawer.getByRole('cell', { name: 'The beginning' }).first()).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Correct' }).click();
  const form = page.getByRole('dialog', { name: 'Correct a booked day' });
  await form.getByLabel('Payout').fill('12.5');
  await form.getByRole('button', { name: 'Book the correction' }).click();
  await expect(form.getByText('Please give a reason')).toBeVisible();
  await form.getByLabel('Reason').fill('Agreed by mail');
  await form.getByRole('button', { name: 'Book the correction' }).click();
  await expect(page.getByText('Corrected. The ledger has the difference.')).toBeVisible();
  await expect(drawer.getByText(/Correction of .*: Agreed by mail/).first()).toBeVisible();
});

test('an offer’s terms list each version with the time it is in force, shares of the sale included', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const { id } = await makeOffer(page, { offer_name: uniqueTitle('Dated'), objective: 'Sale' });
  await page.goto(`/am/offers/${id}`);
  await page.locator('input[name="revenue"]').fill('12.5%');
  await page.locator('input[name="payout"]').fill('10%');
  await expect(page.getByText('You keep 2.5% of each sale.')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await page.getByRole('tab', { name: 'Terms' }).click();
  await expect(page.getByText('Version 2')).toBeVisible();
  await expect(page.getByText('earns 12.5% of the sale, pays 10% of the sale')).toBeVisible();
  await expect(page.getByText(/^In force from the beginning until/)).toBeVisible();
  await expectAccessible(page);
});
