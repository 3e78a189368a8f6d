// Lists of choices and menus of rows answer to the question that stands, and to nobody else's key.
import { expect, openAs, test } from './support.ts';

test('a dialog that begins with a list of choices opens without it, and the first Escape closes the dialog', async ({
  page,
}) => {
  await openAs(page, 'publisher', 'demo', '/publisher/reports/conversions/postbacks');
  await page.getByRole('button', { name: 'Add postback' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add postback' });
  await expect(dialog.locator('input:focus')).toBeVisible();
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('what was found for other words is not offered while the answer to these is on its way', async ({ page }) => {
  await openAs(page, 'admin', 'demo', '/am/affiliates/postbacks');
  await page.getByRole('button', { name: 'Add postback' }).first().click();
  const field = page.getByRole('dialog').getByRole('combobox', { name: /^Publisher/ });
  await field.click();
  const options = page.getByRole('option');
  await expect(options.first()).toBeVisible();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/offer-choices.*q=/, async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(/offer-choices.*q=/);
  await field.pressSequentially('nobody of this name');
  await expect(options).toHaveCount(0);
  await asked;
  await expect(options).toHaveCount(0);
  await expect(page.getByText('Loading...')).toBeVisible();
  release();
  await expect(page.getByText('Nothing found')).toBeVisible();
});

test('a row’s menu that was opened while the search waits stays open, and the search follows', async ({ page }) => {
  await page.clock.install();
  await openAs(page, 'admin', 'demo', '/am/affiliates');
  const dots = page.getByRole('button', { name: /^Actions for/ }).first();
  await expect(dots).toBeVisible();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await page.getByRole('searchbox').fill('shah');
  await dots.click();
  const menu = page.getByRole('menu');
  await page.clock.runFor(100);
  await expect(menu).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(menu).toBeVisible();
  expect(page.url()).not.toContain('q=');
  await page.clock.resume();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/q=shah/);
});
