// Manage Affiliates and Manage Advertisers: every sentence of the specification that concerns accounts. Each test makes
// its own accounts and finds them by the search, so that tests do not meet.
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createAccount, expect, expectAccessible, openAs, originOf, sealedCall, signIn, test } from './support.ts';

const TENANT = 'acme';

interface Kind {
  one: 'affiliate' | 'advertiser';
  One: string;
  path: string;
  signup: string;
  selected: string;
  created: string;
}
const kinds: Kind[] = [
  {
    one: 'affiliate',
    One: 'Affiliate',
    path: '/am/affiliates',
    signup: '/api/publisher-signup',
    selected: 'publisher(s) selected',
    created: 'Affiliate account created successfully!',
  },
  {
    one: 'advertiser',
    One: 'Advertiser',
    path: '/am/advertisers',
    signup: '/api/advertiser-signup',
    selected: 'advertiser(s) selected',
    created: 'Advertiser created successfully!',
  },
];

/** pending accounts that share a mark in their e-mail addresses */
async function signUp(page: Page, kind: Kind, count: number): Promise<string> {
  const mark = randomBytes(5).toString('hex');
  await page.goto(`${originOf(TENANT)}/`);
  for (let index = 0; index < count; index++) {
    const person = {
      first_name: `Noor${index}`,
      last_name: 'Haddad',
      email: `${mark}-${index}@example.test`,
      password: 'copper meadow 41',
    };
    expect(await sealedCall(page, kind.signup, person)).not.toHaveProperty('error');
  }
  return mark;
}

async function openList(page: Page, kind: Kind, q: string): Promise<void> {
  await openAs(page, 'admin', TENANT, `${kind.path}?q=${encodeURIComponent(q)}`);
  await expect(page.getByRole('heading', { name: `Manage ${kind.One}s` })).toBeVisible();
}

const choose = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
};
const expectActions = async (page: Page, name: string, labels: string[]) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await expect(page.getByRole('menuitem')).toHaveText(labels);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem')).toHaveCount(0);
};
const toast = (page: Page, text: string) => page.locator('[data-tone]').filter({ hasText: text });

for (const kind of kinds) {
  const { one, One } = kind;
  test.describe(`Manage ${One}s`, () => {
    // the failures that these tests cause are logged, as they should be
    test.use({ expectedErrors: /Failed to load resource|ApiError/ });

    test('row menus, and approve, reject, delete, restore', async ({ page }) => {
      const mark = await signUp(page, kind, 1);
      await openList(page, kind, mark);
      const row = page.getByRole('row').filter({ hasText: mark });
      const name = 'Noor0 Haddad';
      await expect(row).toContainText('Pending');
      await expect(row).toContainText('Never');
      await expectActions(page, name, ['Approve', 'Reject']);

      await choose(page, name, 'Reject');
      await expect(toast(page, `${One} rejected successfully!`)).toHaveAttribute('data-tone', 'error');
      await expect(row).toContainText('Rejected');
      await expectActions(page, name, ['Approve']);

      await choose(page, name, 'Approve');
      await expect(toast(page, `${One} approved successfully!`)).toHaveAttribute('data-tone', 'success');
      await expect(row).toContainText('Approved');
      await expectActions(page, name, ['Edit', 'Delete', 'Login To Dashboard']);

      await choose(page, name, 'Delete');
      const question = page.getByRole('alertdialog', { name: `Delete ${name}?` });
      await question.getByRole('button', { name: 'Cancel' }).click();
      await expect(row).toBeVisible();
      await choose(page, name, 'Delete');
      await question.getByRole('button', { name: 'Delete' }).click();
      await expect(toast(page, `${One} deleted successfully!`)).toBeVisible();
      await expect(page.getByText(`No ${one}s found`)).toBeVisible();
      await expect(page.getByText(`No ${one}s match your current filter criteria.`)).toBeVisible();

      await page.getByRole('button', { name: 'Filter' }).click();
      await page.getByLabel('Deleted').check();
      await page.getByRole('button', { name: 'Apply' }).click();
      await expect(row).toContainText('Deleted');
      await choose(page, name, 'Restore');
      await expect(toast(page, `${One} restored successfully!`)).toBeVisible();
    });

    test('the filter: all start checked, Apply and Clear', async ({ page }) => {
      const mark = await signUp(page, kind, 1);
      await openList(page, kind, mark);
      const row = page.getByRole('row').filter({ hasText: mark });
      await page.getByRole('button', { name: 'Filter' }).click();
      for (const status of ['Approved', 'Pending', 'Rejected']) await expect(page.getByLabel(status)).toBeChecked();
      await page.getByLabel('Pending').uncheck();
      await expect(row).toBeVisible();
      await page.getByRole('button', { name: 'Apply' }).click();
      await expect(row).toBeHidden();
      await expect(page).toHaveURL(/status=approved%2Crejected/);
      await page.goBack();
      await expect(row).toBeVisible();
      await page.goForward();
      await expect(row).toBeHidden();
      await page.getByRole('button', { name: /^Filter/ }).click();
      await page.getByRole('button', { name: 'Clear' }).click();
      await expect(row).toBeVisible();
    });

    test('bulk: the bar, its rules, one toast at the end', async ({ page }) => {
      const mark = await signUp(page, kind, 3);
      await openList(page, kind, mark);
      await expect(page.getByText(`3 ${one}s`)).toBeVisible();
      const bar = page.getByRole('region', { name: 'Selection' });
      await page.getByLabel('Select Noor1 Haddad').check();
      await expect(bar).toContainText(`1 ${kind.selected}`);
      await bar.getByRole('button', { name: 'Clear selection' }).click();
      await expect(bar).toBeHidden();

      await page.getByLabel('Select all').check();
      await expect(bar).toContainText(`3 ${kind.selected}`);
      await bar.getByRole('button', { name: 'Approve' }).click();
      await expect(toast(page, `${One}s approved successfully!`)).toBeVisible();
      await expect(bar).toBeHidden();
      await expect(page.getByRole('row').filter({ hasText: 'Approved' })).toHaveCount(3);

      await page.getByLabel('Select all').check();
      await expect(bar.getByRole('button', { name: 'Approve' })).toHaveCount(0);
      await bar.getByRole('button', { name: 'Reject' }).click();
      await expect(toast(page, `${One}s rejected successfully!`)).toHaveAttribute('data-tone', 'error');

      await page.getByLabel('Select all').check();
      await bar.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(toast(page, `3 ${one}(s) deleted successfully!`)).toBeVisible();
    });

    test('failures say so', async ({ page }) => {
      const mark = await signUp(page, kind, 1);
      await openList(page, kind, mark);
      const api = one === 'affiliate' ? 'publishers' : 'advertisers';
      await page.route(new RegExp(`/api/admin/${api}/.+`), (route) => route.abort());
      await choose(page, 'Noor0 Haddad', 'Approve');
      await expect(toast(page, `Failed to approve ${one}`)).toBeVisible();
      await choose(page, 'Noor0 Haddad', 'Reject');
      await expect(toast(page, `Failed to reject ${one}`)).toBeVisible();
      const bar = page.getByRole('region', { name: 'Selection' });
      for (const [action, sentence] of [
        ['Approve', `Failed to approve ${one}s`],
        ['Reject', `Failed to reject ${one}s`],
      ] as const) {
        await page.getByLabel('Select all').check();
        await bar.getByRole('button', { name: action }).click();
        await expect(toast(page, sentence)).toBeVisible();
      }
      await page.getByLabel('Select all').check();
      await bar.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(toast(page, `Failed to delete ${one}(s)`)).toBeVisible();
    });

    test('add: the checks in order, the failures, and a new account', async ({ page }) => {
      const email = `${randomBytes(5).toString('hex')}@example.test`;
      await openList(page, kind, email);
      await page.getByRole('button', { name: `Add New ${One}` }).click();
      const dialog = page.getByRole('dialog', { name: `Add New ${One}` });
      const create = dialog.getByRole('button', { name: `Create ${One}` });
      const says = async (sentence: string) => {
        await create.click();
        await expect(dialog.getByRole('alert')).toHaveText(sentence);
      };
      await says('First name is required');
      await dialog.getByLabel('First Name').fill('Ada');
      await expect(dialog.getByRole('alert')).toHaveCount(0);
      await says('Last name is required');
      await dialog.getByLabel('Last Name').fill('Byron');
      await says('Email is required');
      await dialog.getByLabel('Email').fill(email);
      await says('Password is required');
      await dialog.getByLabel('Password').fill('12345');
      await says('Password must be at least 6 characters long');
      await dialog.getByLabel('Password').fill('copper meadow 41');
      await says('Please agree to the terms and conditions');
      await dialog.getByLabel('I agree to the terms and conditions').check();

      const call = `**/api/admin/create-${one}`;
      await page.route(call, (route) => route.fulfill({ contentType: 'text/plain', body: 'x' }));
      await says(`Create ${one} response decryption failed. Please try again.`);
      await page.unroute(call);
      await page.route(call, (route) => route.abort());
      await says('Network error. Please try again.');
      await page.unroute(call);
      await create.click();
      if (one === 'advertiser') {
        await expect(dialog.getByRole('status')).toHaveText('Advertiser account created successfully!');
      }
      await expect(toast(page, kind.created)).toBeVisible();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Approved');
    });

    test('edit: saved, refused, failed', async ({ page }) => {
      const email = await createAccount(page, TENANT, one);
      await openList(page, kind, email);
      await choose(page, 'Ines Okafor', 'Edit');
      const dialog = page.getByRole('dialog', { name: `Edit ${One}` });
      await dialog.getByLabel('Company').fill('Okafor & Co');
      const call = /\/api\/admin\/(publishers|advertisers)\/[^/?]+$/;
      await page.route(call, (route) => route.abort());
      await dialog.getByRole('button', { name: 'Save Changes' }).click();
      await expect(dialog.getByRole('alert')).toHaveText('An error occurred. Please try again.');
      await page.unroute(call);
      await page.route(call, (route) => route.fulfill({ status: 400, json: {} }));
      await dialog.getByRole('button', { name: 'Save Changes' }).click();
      await expect(dialog.getByRole('alert')).toHaveText(`Failed to update ${one}. Please try again.`);
      await page.unroute(call);
      await dialog.getByRole('button', { name: 'Save Changes' }).click();
      await expect(toast(page, `${One} updated successfully!`)).toBeVisible();
      await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Okafor & Co');
    });

    test('login-as: the alerts, and the other portal beside the own session', async ({ page }) => {
      const email = await createAccount(page, TENANT, one);
      await openList(page, kind, email);
      const call = '**/api/admin/login-as-*/**';
      const alert = page.getByRole('alertdialog');
      await page.route(call, (route) => route.fulfill({ contentType: 'text/plain', body: 'x' }));
      await choose(page, 'Ines Okafor', 'Login To Dashboard');
      await expect(alert).toContainText('Failed to process login response. Please try again.');
      await alert.getByRole('button', { name: 'OK' }).click();
      await page.unroute(call);
      await page.route(call, (route) => route.abort());
      await choose(page, 'Ines Okafor', 'Login To Dashboard');
      await expect(alert).toContainText('Network error. Please try again.');
      await alert.getByRole('button', { name: 'OK' }).click();
      await page.unroute(call);
      const manager = await page.evaluate(() => localStorage.getItem('authToken'));
      await choose(page, 'Ines Okafor', 'Login To Dashboard');
      const role = one === 'affiliate' ? 'publisher' : 'advertiser';
      await expect(page).toHaveURL(`${originOf(TENANT)}/${role}/dashboard`);
      expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBe(manager);
      expect(await page.evaluate((key) => localStorage.getItem(key), `${role}AuthToken`)).not.toBe(manager);
    });

    test('is free of serious accessibility faults, wide and narrow', async ({ page }) => {
      const mark = await signUp(page, kind, 2);
      await openList(page, kind, mark);
      await page.getByLabel('Select Noor0 Haddad').check();
      await expectAccessible(page);
      await page.setViewportSize({ width: 375, height: 760 });
      await expectAccessible(page);
    });
  });
}

test('Pending Affiliates is the same screen with its filter set', async ({ page }) => {
  await signIn(page, 'admin', TENANT);
  await page.getByRole('button', { name: 'Affiliates', exact: true }).click();
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Pending Affiliates' }).click();
  await expect(page).toHaveURL(`${originOf(TENANT)}/am/affiliates?status=pending`);
  await expect(menu.getByRole('link', { name: 'Pending Affiliates' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByPlaceholder('Search by name or email...')).toBeVisible();
});
