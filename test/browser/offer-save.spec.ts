// One Save for the whole offer: all of it or none of it, the field that is wrong is led to, two people lose nothing, and
// what was typed outlives the end of a session.
import type { Page } from '@playwright/test';
import { api, makeOffer } from './offers-support.ts';
import { expect, expectAccessible, openAs, refusedReply, test } from './support.ts';

const openTab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
const isOpen = (page: Page, name: string) =>
  expect(page.getByRole('tab', { name: new RegExp(`^${name}`) })).toHaveAttribute('aria-selected', 'true');
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

async function openOffer(page: Page) {
  await openAs(page, 'admin', 'demo', '/am/profile');
  const offer = await makeOffer(page);
  await page.goto(`/am/offers/${offer.id}`);
  await expect(page.getByRole('heading', { name: offer.title, level: 1 })).toBeVisible();
  return offer;
}
async function addGoal(page: Page) {
  await openTab(page, 'Goals');
  await page.getByRole('button', { name: 'Add goal' }).click();
  await page.getByLabel('Goal name').fill('Repeat order');
  await page.getByLabel('Goal token').fill('repeat');
  await page.getByLabel('Goal revenue').fill('20');
  await page.getByLabel('Goal payout').fill('30');
}
async function addRule(page: Page, payout: string) {
  await openTab(page, 'Payout rules');
  await page.getByRole('button', { name: 'Add payout rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Payout rule' });
  await dialog.getByLabel(/^Payout in [A-Z]+/).fill(payout);
  await dialog.getByRole('button', { name: 'Take' }).click();
  await expect(dialog).toBeHidden();
}
async function addCap(page: Page, limit: string) {
  await openTab(page, 'Caps');
  await page.getByRole('button', { name: 'Add cap' }).click();
  if (limit) await page.getByLabel('Limit').last().fill(limit);
}
const recordOf = (page: Page, id: string) =>
  api(page, 'admin', 'GET', `/api/offers/${id}`) as Promise<
    Record<'goals' | 'payout_rules' | 'caps' | 'history', unknown[]> & { version: number }
  >;
const termsOf = (page: Page, id: string) =>
  api(page, 'admin', 'GET', `/api/admin/offers/${id}/terms`) as Promise<{ rows: unknown[] }>;

test('an empty limit saves nothing at all; mended, everything is saved as one version', async ({ page }) => {
  const { id } = await openOffer(page);
  const before = await recordOf(page, id);
  await addGoal(page);
  await addRule(page, '500');
  await addCap(page, '');
  await openTab(page, 'General');
  await save(page);
  await isOpen(page, 'Caps');
  const limit = page.getByLabel('Limit');
  await expect(limit).toBeFocused();
  await expect(limit).toHaveAttribute('aria-invalid', 'true');
  await expect(
    page.getByText('Caps, row 1: Limit is required. Please fill this field. Nothing was saved.'),
  ).toBeVisible();
  await expectAccessible(page);
  expect(await recordOf(page, id)).toEqual(before);
  expect((await termsOf(page, id)).rows).toHaveLength(1);

  await limit.fill('10');
  await expect(limit).not.toHaveAttribute('aria-invalid', 'true');
  await save(page);
  await expect(page.getByText('Offer saved.')).toBeVisible();
  const after = await recordOf(page, id);
  expect([after.goals.length, after.payout_rules.length, after.caps.length]).toEqual([2, 1, 1]);
  expect([after.history.length, (await termsOf(page, id)).rows.length]).toEqual([before.history.length + 1, 2]);
});

test('a field of a goal is led to from another tab', async ({ page }) => {
  await openOffer(page);
  await addGoal(page);
  await page.getByLabel('Goal payout').fill('much');
  await openTab(page, 'Creatives');
  await save(page);
  await isOpen(page, 'Goals');
  await expect(page.getByLabel('Goal payout')).toBeFocused();
  await expect(page.getByLabel('Goal payout')).toHaveAttribute('aria-invalid', 'true');
});

test.describe('what only the server can refuse', () => {
  test.use({ expectedErrors: refusedReply });

  test('is marked as well, and nothing was saved', async ({ page }) => {
    const { id } = await openOffer(page);
    const before = await recordOf(page, id);
    await addRule(page, '0.5');
    await addCap(page, '10');
    await addCap(page, '20');
    await openTab(page, 'Fallback');
    await page.getByLabel('Fallback URL').fill('https://fallback.example/');
    await save(page);
    await isOpen(page, 'Caps');
    await expect(page.getByLabel('Limit').last()).toBeFocused();
    await expect(page.getByText('Caps, row 2: Two caps differ in nothing but their limit.')).toBeVisible();
    expect(await recordOf(page, id)).toEqual(before);
  });

  test('two windows: who changed what is in sight, and both changes are kept', async ({ page, browser }) => {
    const { id } = await openOffer(page);
    const other = await (await browser.newContext({ storageState: await page.context().storageState() })).newPage();
    await other.goto(page.url());
    await addCap(other, '77');
    await save(other);
    await expect(other.getByText('Offer saved.')).toBeVisible();

    await page.getByLabel('Title').fill('Mine');
    await addCap(page, '5');
    await page.getByRole('combobox', { name: 'Counts' }).click();
    await page.getByRole('option', { name: 'Clicks' }).click();
    await save(page);
    const banner = page.getByRole('alert').filter({ hasText: 'changed this offer while you were editing' });
    await expect(banner).toBeInViewport();
    await expect(banner).toContainText('Changed meanwhile: Caps.');
    await banner.getByRole('button', { name: 'Keep both, mine on top' }).click();
    await expect(page.getByLabel('Limit')).toHaveCount(2);
    await save(page);
    await expect(page.getByText('Offer saved.')).toBeVisible();
    expect((await recordOf(page, id)).caps).toHaveLength(2);
    await other.context().close();
  });
});

test.describe('a session that ends', () => {
  test.use({ expectedErrors: /status of 401/ });

  test('gives back what was typed, once', async ({ page }) => {
    const { id, title } = await openOffer(page);
    await page.getByLabel('Title').fill(`${title} typed`);
    await addCap(page, '55');
    await page.evaluate(() =>
      fetch('/api/logout', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${localStorage.getItem('authToken')}`,
          'x-subdomain': location.hostname.split('.')[0] ?? '',
        },
      }),
    );
    await save(page);
    await expect(page.getByText('You were signed out')).toBeVisible();
    await page.getByLabel('Email').fill('admin@demo.test');
    await page.getByLabel('Password', { exact: true }).fill('tributary-demo');
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page).toHaveURL(new RegExp(`/am/offers/${id}`));
    const offered = page.getByRole('alert').filter({ hasText: 'You were signed out before this was saved' });
    await expect(offered).toBeVisible();
    await expectAccessible(page);
    await offered.getByRole('button', { name: 'Bring it back' }).click();
    await expect(offered).toBeHidden();
    await openTab(page, 'Caps');
    await expect(page.getByLabel('Limit')).toHaveValue('55');
    await save(page);
    await expect(page.getByText('Offer saved.')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: `${title} typed`, level: 1 })).toBeVisible();
    await expect(offered).toHaveCount(0);
  });
});
