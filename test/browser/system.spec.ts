// Settings › System: the pipeline in plain words, looked at again by itself.
import { clickId, trackerOrigin } from './conversions-support.ts';
import { expect, expectAccessible, openAs, originOf, refusedReply, signIn, tenants, test } from './support.ts';

for (const tenant of tenants) {
  test(`${tenant}: what runs, what waits and what was refused, free of serious accessibility faults`, async ({
    page,
  }) => {
    await signIn(page, 'admin', tenant);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'System' }).click();
    await expect(page).toHaveURL(`${originOf(tenant)}/am/settings/system`);
    await expect(page.getByRole('heading', { name: 'System', level: 1 })).toBeVisible();
    await expect(page.getByText('Live on 1 of 1')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Trackers' }).getByRole('listitem')).toHaveCount(1);
    await expect(page.locator('main')).not.toContainText(/offer_unknown|undefined|NaN|\d{4}-\d\d-\d\dT/);
    await expect(page.getByRole('link', { name: 'IP Geolocation by DB-IP' })).toBeVisible();
    await expectAccessible(page);
  });
}

test('a refused click shows by its label within seconds, without a reload', async ({ page }) => {
  await openAs(page, 'admin', 'demo', '/am/settings/system');
  await expect(page.getByText('Live on 1 of 1')).toBeVisible();
  const counted = page
    .getByRole('region', { name: 'Verdicts' })
    .getByRole('listitem')
    .filter({ hasText: 'Offer not found' });
  const figure = async () =>
    Number(/[\d,]+$/.exec((await counted.textContent()) ?? '')?.[0].replaceAll(',', '') ?? '0');
  const before = (await counted.count()) === 0 ? 0 : await figure();
  expect(await clickId(`${trackerOrigin}/click?camp_id=999999&publisher_id=2`)).toBe('');
  await expect(async () => {
    expect(await figure()).toBeGreaterThan(before);
  }).toPass({ timeout: 60_000 });
  await expect(counted).toContainText('Refused');
});

test.describe('when the server does not answer', () => {
  test.use({ expectedErrors: new RegExp(`${refusedReply.source}|could not be loaded`) });

  test('the page says that what it shows is old', async ({ page }) => {
    await openAs(page, 'admin', 'demo', '/am/settings/system');
    await expect(page.getByText('Live on 1 of 1')).toBeVisible();
    await page.route('**/api/admin/system', (route) => route.fulfill({ status: 503, json: {} }));
    await expect(page.getByText('The server does not answer')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('Live on 1 of 1')).toBeVisible();
  });
});
