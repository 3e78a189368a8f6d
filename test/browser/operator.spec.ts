// Whoever runs the platform: signs in on the main host, sees every tenant, and what he does takes effect at once.
import type { Locator, Page } from '@playwright/test';
import { loginMessages } from '@tributary/contract/messages';
import {
  expect,
  expectAccessible,
  fillLogin,
  mainOrigin,
  OPERATOR,
  openAsOperator,
  originOf,
  PASSWORD,
  refusedReply,
  test,
} from './support.ts';
import { mark, NEW_PASSWORD, startWorkspace } from './trial-support.ts';

test.use({ expectedErrors: refusedReply });
test.setTimeout(120_000);

async function rowOf(page: Page, subdomain: string): Promise<Locator> {
  await page.getByPlaceholder('Search by name or subdomain').fill(subdomain);
  await expect(page.getByText('1 tenant', { exact: true })).toBeVisible();
  return page.getByRole('row', { name: new RegExp(subdomain) });
}

const choose = async (page: Page, subdomain: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${subdomain}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

test('a wrong password is refused, the right one opens the page that was asked for, logout closes it', async ({
  page,
}) => {
  await page.goto(`${mainOrigin}/operator/messages`);
  await fillLogin(page, OPERATOR, 'not the password');
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('alert')).toHaveText(loginMessages.failed);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible();
  expect(await page.evaluate(() => document.cookie)).not.toContain('operator');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Operator' })).toBeVisible();
});

test('a trial is extended, a plan changed, a tenant suspended and resumed', async ({ page, browser }) => {
  const { subdomain, email } = await startWorkspace(page);
  await openAsOperator(page);
  await expect(page).toHaveURL(`${mainOrigin}/operator/tenants`);
  const row = await rowOf(page, subdomain);
  await expect(row).toContainText('Trial, 14 days left');
  await expect(row).toContainText('0 of 200,000');
  await expect(row).toContainText('0 of 8,000');

  await choose(page, subdomain, 'Extend trial');
  await page.getByLabel('Days').fill('7');
  await page.getByRole('button', { name: 'Extend trial' }).click();
  await expect(row).toContainText('Trial, 21 days left');

  const other = await browser.newContext();
  const workspace = await other.newPage();
  const logIn = async () => {
    await workspace.goto(`${originOf(subdomain)}/`);
    await fillLogin(workspace, email, NEW_PASSWORD);
    await workspace.getByRole('button', { name: 'Log In' }).click();
  };
  await choose(page, subdomain, 'Suspend');
  const dialog = page.locator('[role$="dialog"]');
  await expect(dialog).toContainText(`Suspend ${subdomain}?`);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toContainText('Active');
  await choose(page, subdomain, 'Suspend');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(row).toContainText('Suspended');
  await logIn();
  await expect(workspace.getByRole('alert')).toHaveText('This workspace is suspended. Please contact support.');
  await choose(page, subdomain, 'Resume');
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await expect(row).toContainText('Active');
  await logIn();
  await expect(workspace).toHaveURL(`${originOf(subdomain)}/am/dashboard`);
  await other.close();

  await choose(page, subdomain, 'Change plan');
  await page.getByRole('combobox', { name: 'Plan' }).click();
  await page.getByRole('option', { name: 'Advanced' }).click();
  await expect(page.getByText('20,000 conversions and unlimited clicks a month.')).toBeVisible();
  await page.getByLabel('Last day').fill('2020-01-01');
  await page.getByRole('button', { name: 'Change plan' }).click();
  await expect(page.getByRole('alert')).toHaveText('The end of the plan must lie ahead.');
  await page.getByLabel('Last day').fill('');
  await page.getByRole('button', { name: 'Change plan' }).click();
  await expect(row).toContainText('Paid, no end');
  await expect(row).toContainText('0 of 20,000');
});

test('the list is filtered and sorted, and the view is in the URL', async ({ page }) => {
  await openAsOperator(page);
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByLabel('Trial').uncheck();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/plan_kind=paid/);
  await expect(page.getByRole('row', { name: /demo/ })).toContainText('Paid, no end');
  await page.getByRole('button', { name: 'Tenant' }).click();
  await expect(page).toHaveURL(/sort=subdomain/);
  await page.reload();
  await expect(page.getByRole('row').nth(1)).toContainText('acme');
});

test('a message of the contact form arrives and is handled', async ({ page }) => {
  const text = `Do you ship to Porto? ${mark()}`;
  await page.goto(`${mainOrigin}/contact`);
  const message = { name: 'Ines Okafor', email: 'ines@lantern.test', company: 'Lantern', message: text };
  const status = await page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch('/api/contact', { method: 'POST', headers, body: JSON.stringify(body) })).status;
  }, message);
  expect(status).toBe(200);
  await openAsOperator(page, '/operator/messages');
  await page.getByPlaceholder('Search messages').fill(text);
  await expect(page.getByText('1 message', { exact: true })).toBeVisible();
  await choose(page, 'Ines Okafor', 'Read');
  await expect(page.getByRole('dialog', { name: 'Message from Ines Okafor' })).toContainText(text);
  await page.getByRole('button', { name: 'Mark as handled' }).click();
  await expect(page.getByRole('row', { name: /Ines Okafor/ })).toContainText('Handled');
});

test('no page of the operator has a serious accessibility fault', async ({ page }) => {
  await page.goto(`${mainOrigin}/operator`);
  await expect(page.getByLabel('Email')).toBeVisible();
  await expectAccessible(page);
  await openAsOperator(page);
  for (const path of ['tenants', 'messages', 'mail-failures']) {
    await page.goto(`${mainOrigin}/operator/${path}`);
    await expect(page.getByRole('region')).toHaveAttribute('aria-label', /./);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expectAccessible(page);
  }
});
