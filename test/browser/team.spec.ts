// Account › Employee: an owner makes a role and invites somebody, who accepts in a browser of his own, sees his menu and
// nothing else, is signed out by another role and shut out by a suspension.
import type { Page } from '@playwright/test';
import { createAccount, expect, expectAccessible, fillLogin, openAs, originOf, refusedReply, test } from './support.ts';
import { mailTo, mark, NEW_PASSWORD, startWorkspace } from './trial-support.ts';

test.use({ expectedErrors: refusedReply });

const choose = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
};
const toast = (page: Page, text: string) => page.locator('[data-tone]').filter({ hasText: text });

test('a colleague is invited, given a role, another one, and suspended', async ({ page, browser }) => {
  const { subdomain, email: owner } = await startWorkspace(page);
  const origin = originOf(subdomain);
  await createAccount(page, subdomain, 'affiliate', { email: owner, password: NEW_PASSWORD });
  await page.goto(`${origin}/`);
  await fillLogin(page, owner, NEW_PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('button', { name: 'Logout' }).first()).toBeVisible();

  await page.goto(`${origin}/am/team/roles`);
  await page
    .getByRole('navigation', { name: 'Roles' })
    .getByRole('button', { name: /^Viewer/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Viewer' })).toBeVisible();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByLabel('Name of the role').fill('Offers desk');
  await page.getByRole('button', { name: 'Make the copy' }).click();
  await expect(page.getByRole('heading', { name: 'Offers desk' })).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Reports', exact: true }).getByText('None').click();
  await page.getByRole('radiogroup', { name: 'Scope: Affiliates' }).getByText('Assigned').click();
  await page.getByText('Revenue', { exact: true }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save role' }).click();
  await expect(toast(page, 'Role saved')).toBeVisible();

  const colleague = `noor-${mark()}@example.test`;
  await page.goto(`${origin}/am/team`);
  await page.getByRole('button', { name: 'Invite a colleague' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First name').fill('Noor');
  await dialog.getByLabel('Last name').fill('Haddad');
  await dialog.getByLabel('Email').fill(colleague);
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: /Offers desk/ }).click();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  const row = page.getByRole('row').filter({ hasText: colleague });
  await expect(row).toContainText('Invited');
  await expectAccessible(page);

  const link = /http\S+#invitation=\S+/.exec((await mailTo(page, colleague, 'invited')).text)?.[0] ?? '';
  const theirs = await browser.newContext();
  const guest = await theirs.newPage();
  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: 'Welcome. Choose your password' })).toBeVisible();
  await guest.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await guest.getByLabel('Repeat new password').fill(NEW_PASSWORD);
  await guest.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(guest.getByText('Your password is set.')).toBeVisible();
  await guest.getByRole('button', { name: 'Back to Login' }).click();
  const enter = async () => {
    await fillLogin(guest, colleague, NEW_PASSWORD);
    await guest.getByRole('button', { name: 'Log In' }).click();
  };
  await enter();
  await expect(guest).toHaveURL(`${origin}/am/dashboard`);
  const menu = guest.getByRole('navigation').first();
  await expect(menu.getByRole('button', { name: 'Offers' })).toBeVisible();
  await menu.getByRole('button', { name: 'Account' }).click();
  await expect(menu.getByText('Profile')).toBeVisible();
  await expect(menu.getByText('Employee')).toHaveCount(0);
  await guest.goto(`${origin}/am/team`);
  await expect(guest.getByRole('alert')).toContainText('does not open Employee');

  await page.reload();
  await expect(row).toContainText('Active');
  await choose(page, 'Noor Haddad', 'Assign accounts');
  await dialog.getByRole('checkbox', { name: /Ines Okafor/ }).check();
  await dialog.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(toast(page, 'Accounts changed')).toBeVisible();
  await guest.goto(`${origin}/am/affiliates`);
  await expect(guest.getByRole('row').filter({ hasText: 'Ines Okafor' })).toBeVisible();
  // the account's own drawer says who is in charge, and is the other way to change it
  await page.goto(`${origin}/am/affiliates`);
  await page.getByRole('button', { name: 'Ines Okafor' }).first().click();
  await page.getByRole('button', { name: 'Take Noor Haddad away' }).click();
  await expect(page.getByText('Nobody of the team is in charge')).toBeVisible();
  await page.getByRole('combobox', { name: 'Put a colleague in charge' }).click();
  await page.getByRole('option', { name: /Noor Haddad/ }).click();
  await expect(page.getByRole('link', { name: 'Noor Haddad' })).toBeVisible();

  await page.goto(`${origin}/am/team`);
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Offers desk' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Role: Offers desk')).toBeVisible();
  await expect(page.getByText('1 colleague', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Role: Offers desk' }).click();

  await choose(page, 'Noor Haddad', 'End sessions');
  await page.getByRole('alertdialog').getByRole('button', { name: 'End sessions' }).click();
  await expect(toast(page, 'Sessions ended')).toBeVisible();
  await guest.goto(`${origin}/am/dashboard`);
  await expect(guest.getByRole('button', { name: 'Log In' })).toBeVisible();
  await enter();
  await expect(guest).toHaveURL(/\/am\//);

  await choose(page, 'Noor Haddad', 'Change role');
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: /^Finance/ }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(row).toContainText('Finance');
  await guest.goto(`${origin}/am/dashboard`);
  await expect(guest.getByRole('button', { name: 'Log In' })).toBeVisible();
  await enter();
  await expect(guest).toHaveURL(/\/am\//);

  await choose(page, 'Noor Haddad', 'Suspend');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
  await expect(row).toContainText('Suspended');
  await guest.goto(`${origin}/am/dashboard`);
  await expect(guest.getByRole('button', { name: 'Log In' })).toBeVisible();
  await enter();
  await expect(guest.getByText('Your access is suspended.')).toBeVisible();
  await theirs.close();
});

test('the demo’s team can be looked at on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await openAs(page, 'admin', 'demo', '/am/team');
  await expect(page.getByText('Mateo Silva')).toBeVisible();
  await page.goto(`${originOf('demo')}/am/team/roles`);
  await page.getByLabel('Role', { exact: true }).selectOption({ label: 'Own affiliates' });
  await expect(page.getByRole('heading', { name: 'Own affiliates' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
});
