// Time zone and currency: what a change would touch is shown while it is chosen, the moment by both clocks; it waits, and is taken back.
import { expect, openAs, test } from './support.ts';

test('another zone is previewed, waits for its midnight, and is cancelled', async ({ page }) => {
  await openAs(page, 'admin', 'demo', '/am/settings/locale');
  const would = page.getByRole('region', { name: 'What would happen' });
  await expect(would).toContainText('Choose another time zone or currency');
  await page.getByRole('combobox', { name: /Time zone/ }).click();
  await page.getByRole('combobox', { name: /Time zone/ }).fill('Kathmandu');
  await page.getByRole('option', { name: /Asia\/Kathmandu/ }).click();
  await expect(would).toContainText('in Asia/Kathmandu');
  await expect(would).toContainText('in UTC');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Another time zone is to come')).toBeVisible();
  await page.setViewportSize({ width: 375, height: 800 });
  await page.getByRole('button', { name: 'Cancel the change' }).click();
  await expect(page.getByText('The change of the time zone was cancelled.')).toBeVisible();
  await expect(page.getByText('Another time zone is to come')).toBeHidden();
});
