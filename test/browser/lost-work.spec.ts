// Work is not lost: an offer's tabs share one save bar and keep what is typed, leaving asks, and a filled dialog is not
// thrown away by a stray key or click.
import type { Page } from '@playwright/test';
import { api, makeOffer } from './offers-support.ts';
import { expect, expectAccessible, openAs, type Role, refusedReply, test } from './support.ts';

const openTab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
const changedTabs = async (page: Page) =>
  (await page.getByRole('tab', { name: /unsaved changes$/ }).allTextContents()).map((text) =>
    text.replace(/,? unsaved changes$/, ''),
  );
const bar = (page: Page) => page.getByRole('status').filter({ hasText: /unsaved change/ });
const question = (page: Page) => page.getByRole('alertdialog');

async function openOffer(page: Page) {
  await openAs(page, 'admin', 'demo', '/am/profile');
  const offer = await makeOffer(page);
  await page.goto(`/am/offers/${offer.id}`);
  await expect(page.getByRole('heading', { name: offer.title, level: 1 })).toBeVisible();
  return offer;
}

async function addCap(page: Page, limit: string) {
  await openTab(page, 'Caps');
  await page.getByRole('button', { name: 'Add cap' }).click();
  await page.getByLabel('Limit').fill(limit);
}

async function addRule(page: Page, payout: string) {
  await openTab(page, 'Payout rules');
  await page.getByRole('button', { name: 'Add payout rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Payout rule' });
  await dialog.getByLabel(/^Payout in [A-Z]+/).fill(payout);
  await dialog.getByRole('button', { name: 'Take' }).click();
  await expect(dialog).toBeHidden();
}

test('every tab of an offer keeps what was typed, says so, and one bar saves it all', async ({ page }) => {
  const { id, title } = await openOffer(page);
  await page.getByLabel('Title').fill(`${title} changed`);
  await addCap(page, '50');
  await addRule(page, '0.75');
  await openTab(page, 'Targeting');
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByRole('combobox', { name: 'Values' }).fill('Firefox');
  await page.keyboard.press('Enter');
  await openTab(page, 'Creatives');
  await page.getByRole('button', { name: 'Add creative' }).click();
  await page.getByLabel('Creative name').fill('Short text');
  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Text' }).click();
  await page.getByLabel('Text', { exact: true }).fill('Try it');
  await openTab(page, 'Fallback');
  await page.getByLabel('Fallback URL').fill('https://fallback.example/');
  await openTab(page, 'Goals');
  await page.getByRole('button', { name: 'Add target' }).click();
  await page.getByLabel('Per cent').fill('5');

  expect(await changedTabs(page)).toEqual([
    'General',
    'Goals',
    'Payout rules',
    'Caps',
    'Targeting',
    'Creatives',
    'Fallback',
  ]);
  await expect(bar(page)).toHaveText('7 unsaved changes');
  await expectAccessible(page);
  await openTab(page, 'Caps');
  await expect(page.getByLabel('Limit')).toHaveValue('50');
  await page.goBack();
  await openTab(page, 'Payout rules');
  await expect(page.getByText(/0\.75/)).toBeVisible();

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Offer saved.')).toBeVisible();
  expect(await changedTabs(page)).toEqual([]);
  const saved = (await api(page, 'admin', 'GET', `/api/offers/${id}`)) as Record<string, unknown[]> & {
    fields: Record<string, unknown>;
  };
  expect(saved.fields).toMatchObject({ offer_name: `${title} changed`, fallback_url: 'https://fallback.example/' });
  const lists = ['caps', 'payout_rules', 'targets', 'creatives', 'kpi_targets'];
  expect(lists.map((name) => [name, saved[name]?.length])).toEqual(lists.map((name) => [name, 1]));
});

test('Discard takes back every tab', async ({ page }) => {
  await openOffer(page);
  await addCap(page, '50');
  await addRule(page, '0.75');
  await page.getByRole('button', { name: 'Discard' }).click();
  await question(page).getByRole('button', { name: 'Discard' }).click();
  expect(await changedTabs(page)).toEqual([]);
  await expect(page.getByText('No rules: every conversion pays')).toBeVisible();
  await openTab(page, 'Caps');
  await expect(page.getByLabel('Limit')).toHaveCount(0);
});

test('a part that cannot be saved: nothing is, it stays as it was typed, and its tab opens', async ({ page }) => {
  const { id, title } = await openOffer(page);
  await page.getByLabel('Title').fill(`${title} not yet`);
  await addRule(page, '0.75');
  await addCap(page, '');
  await openTab(page, 'General');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/^Caps, row 1: .*Nothing was saved\.$/)).toBeVisible();
  await expect(page.getByRole('tab', { name: /^Caps/ })).toHaveAttribute('aria-selected', 'true');
  expect(await changedTabs(page)).toEqual(['General', 'Payout rules', 'Caps']);
  const kept = (await api(page, 'admin', 'GET', `/api/offers/${id}`)) as { payout_rules: unknown[]; version: number };
  expect(kept.payout_rules).toEqual([]);
  expect(kept.version).toBe(1);
  await page.getByLabel('Limit').fill('50');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Offer saved.')).toBeVisible();
  expect(await changedTabs(page)).toEqual([]);
});

test.describe('a save that fails', () => {
  test.use({ expectedErrors: refusedReply });

  test('leaves every part as it was typed', async ({ page }) => {
    const { title } = await openOffer(page);
    await page.route('**/whole', (route) =>
      route.fulfill({ status: 400, json: { error: { code: 'invalid_input', message: 'Not now.' } } }),
    );
    await page.getByLabel('Title').fill(`${title} typed`);
    await addCap(page, '50');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Not now.')).toBeVisible();
    await expect(page.getByLabel('Limit')).toHaveValue('50');
    await expect(page.getByRole('heading', { name: title, level: 1, exact: true })).toBeVisible();
    expect(await changedTabs(page)).toEqual(['General', 'Caps']);
  });
});

test('leaving an offer with a changed tab asks first, by the menu and by the window', async ({ page }) => {
  await openOffer(page);
  await addCap(page, '50');
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(question(page)).toContainText('Leave without saving?');
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Limit')).toHaveValue('50');
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await expect(page.getByLabel('Limit')).toHaveValue('50');
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await question(page).getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/am\/dashboard/);
});

interface Filled {
  role: Role;
  path: string;
  open: (page: Page) => Promise<unknown>;
  dialog: string | RegExp;
  field: string;
}
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

const dialogs: Record<string, Filled> = {
  'a new affiliate': {
    role: 'admin',
    path: '/am/affiliates',
    open: press(/^Add/),
    dialog: /Affiliate/,
    field: 'First Name',
  },
  'a conversion': {
    role: 'admin',
    path: '/am/reports/conversions',
    open: press(/^Add/),
    dialog: 'Add a conversion',
    field: 'Reason',
  },
  'a saved report': {
    role: 'publisher',
    path: '/publisher/reports/performance',
    open: async (page) => {
      await press('Saved')(page);
      await page.getByRole('menuitem', { name: 'Save this report' }).click();
    },
    dialog: 'Save report',
    field: 'Name',
  },
  'a postback': {
    role: 'publisher',
    path: '/publisher/reports/conversions/postbacks',
    open: press('Add postback'),
    dialog: 'Add postback',
    field: 'Postback URL',
  },
};

for (const [what, { role, path, open, dialog: name, field }] of Object.entries(dialogs)) {
  test(`the dialog of ${what}: Escape and a click outside ask once something was typed`, async ({ page }) => {
    await openAs(page, role, 'demo', path);
    await open(page);
    const dialog = page.getByRole('dialog', { name });
    const input = dialog.getByLabel(field).first();
    await expect(input).toBeVisible();
    // a list that opened with the dialog would take the first Escape for itself
    await input.focus();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    await open(page);
    await input.fill('Typed by hand');
    for (const leave of [() => page.keyboard.press('Escape'), () => page.mouse.click(3, 400)]) {
      await leave();
      await expect(question(page)).toContainText('Discard what you entered?');
      // the key that closes the question leaves the dialog alone
      await page.keyboard.press('Escape');
      await expect(question(page)).toHaveCount(0);
      await expect(input).toHaveValue('Typed by hand');
    }
    await page.keyboard.press('Escape');
    await question(page).getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toBeHidden();
  });
}
