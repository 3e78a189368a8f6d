// The inbox of unmatched postbacks, as an account manager walks it: a group of the demo's is opened, tried out, saved, replayed, and
// stands as fixed; its mapping is listed beside it.
import { expect, originOf, signIn, test } from './support.ts';

test.setTimeout(300_000);

test('calls with our id under another name are made good in the inbox', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto(`${originOf('demo')}/am/reports/advertiser-postbacks`);
  await page.getByRole('navigation').getByRole('link', { name: 'Inbox' }).click();
  await expect(page.getByRole('heading', { name: 'Unmatched postbacks' })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'Our click id under another name' }).filter({ hasText: 'Open' });
  // the history of the demo is sorted within its first minutes
  await expect(async () => {
    await page.reload();
    await expect(row.first()).toBeVisible({ timeout: 30_000 });
  }).toPass({ timeout: 180_000 });
  await row.first().getByText('No click id').click();
  const drawer = page.getByRole('dialog', { name: 'Unmatched postbacks' });
  await expect(drawer.getByText('A genuine click id of yours stands in these calls')).toBeVisible();
  await expect(drawer.getByText('Your postbacks send cid. Please send this value as click_id')).toBeVisible();
  await expect(drawer.getByRole('combobox', { name: 'Their parameter cid is read as' })).toHaveValue('click_id');
  await drawer.getByRole('combobox', { name: 'Their parameter tid is read as' }).click();
  await page.getByRole('option', { name: 'txn_id' }).click();

  await drawer.getByRole('button', { name: 'Preview' }).click();
  await expect(drawer.getByText(/calls? tried; nothing was recorded/)).toBeVisible();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. The next calls are read like this.')).toBeVisible();
  await expect(drawer.getByText('Fixed', { exact: true })).toBeVisible();

  await drawer.getByRole('button', { name: 'Replay' }).click();
  const asked = page.getByRole('dialog', { name: 'Replay these calls' });
  await asked.getByLabel('Reason').fill('Their macro had another name');
  await asked.getByRole('button', { name: 'Replay' }).click();
  await expect(page.getByText('The replay has begun.')).toBeVisible();
  await expect(drawer.getByText('Done', { exact: true })).toBeVisible({ timeout: 60_000 });

  await page.keyboard.press('Escape');
  await page.getByRole('navigation').getByRole('link', { name: 'Mappings' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'cid = click_id' }).first()).toBeVisible();
});
