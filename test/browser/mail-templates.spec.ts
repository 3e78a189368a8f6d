// A workspace writes a mail in its own words: found in the list, written with a variable, seen, tried out on oneself, and taken back.
import { expect, openAs, test } from './support.ts';

test('a mail is written in own words, seen as its reader will, sent to oneself, and put back', async ({ page }) => {
  await openAs(page, 'admin', 'demo', '/am/settings/mail-templates?q=password&language=en');
  await page
    .getByRole('link', { name: /Set a new password/ })
    .first()
    .click();
  const subject = page.getByLabel('Subject', { exact: true });
  const preview = page.frameLocator('iframe[title="Preview"]');
  await expect(preview.getByText('hopefully you, asked to set a new password')).toBeVisible();
  await subject.fill('Your key to ');
  await page.getByRole('button', { name: 'brand', exact: true }).click();
  await expect(subject).toHaveValue('Your key to {{ brand }}');
  await expect(page.getByText(/Your key to \w/)).toBeVisible();
  await page.getByText('Dark', { exact: true }).click();
  await expect(preview.locator('.card')).toHaveCSS('background-color', 'rgb(17, 26, 44)');
  await page.getByRole('button', { name: 'Send a test to me' }).click();
  await expect(page.getByText('A test is on its way to admin@demo.test.')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Template saved.')).toBeVisible();
  await expect(page.getByText('Version 1', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Use the built-in text' }).click();
  await page.getByRole('button', { name: 'Use the built-in text' }).last().click();
  await expect(page.getByText('Template restored.')).toBeVisible();
  await expect(subject).toHaveValue('Set a new password for {{ brand }}');
});
