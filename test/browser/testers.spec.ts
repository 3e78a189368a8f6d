// The testers as a manager uses them: a publisher's link, quick and deep, an address, a rule, and the reports of all of it.
import { expect, openAs, originOf, test } from './support.ts';

const trackerPort = process.env.BROWSER_TRACKER_PORT ?? '3001';

test('a link is tried quick and deep, an address is followed, and both leave a report', async ({ page }) => {
  await openAs(page, 'admin', 'demo', '/am/dashboard');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByText('Affiliates', { exact: true }).first().click();
  await menu.getByText('Postback Test', { exact: true }).click();
  await expect(page).toHaveURL(`${originOf('demo')}/am/affiliates/postback-test`);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(page.getByText('Please paste a whole address')).toBeVisible();
  await page
    .getByLabel('Tracking link')
    .fill(`http://demo.localhost:${trackerPort}/click?camp_id=1&publisher_id=2&p1=MINE-7`);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  const outcome = page.getByRole('region', { name: 'Result of the test' });
  await expect(outcome.getByText('MINE-7').first()).toBeVisible();
  await expect(outcome.getByText('Values received')).toBeVisible();

  await page.getByRole('combobox', { name: 'Test', exact: true }).click();
  await page.getByRole('option', { name: /^Deep/ }).click();
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(outcome.getByText('Deep postback test')).toBeVisible();
  await expect(outcome.getByText('Arrival')).toBeVisible({ timeout: 30_000 });
  await expect(outcome.getByText('No report, cap, ledger')).toBeVisible();

  await menu.getByText('Tools', { exact: true }).first().click();
  await menu.getByText('Link Tester', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('http://10.0.0.1/');
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(outcome.getByText('Such an address is not called').first()).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('There is no proxy in')).toBeVisible();

  await page.getByRole('link', { name: 'Rules' }).click();
  await page.getByRole('button', { name: 'Add rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Rule', exact: true }).fill('Shop page');
  await dialog.getByRole('textbox', { name: 'Or one address' }).fill('https://shop.example/');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The rule was added')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Shop page', exact: true })).toBeVisible();

  await menu.getByText('Reports / Logs', { exact: true }).click();
  await menu.getByText('Test Reports', { exact: true }).click();
  await expect(page.getByText('Deep postback test').first()).toBeVisible();
  await expect(page.getByText('http://10.0.0.1/').first()).toBeVisible();
});
