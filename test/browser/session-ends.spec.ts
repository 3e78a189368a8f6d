// Where a session's end leaves people: told why, and back where they were after signing in; and what must not end one.
import type { Page } from '@playwright/test';
import { choose, kinds, logIn, OWN_PASSWORD, ownAccount, TENANT, toast } from './account-support.ts';
import {
  createAccount,
  expect,
  expectAccessible,
  FIRST_PASSWORD,
  fillLogin,
  openAs,
  originOf,
  PASSWORD,
  sealedCall,
  signIn,
  standOn,
  stored,
  test,
} from './support.ts';

test.use({ expectedErrors: /Failed to load resource|ApiError|could not be loaded|Failed to restore/ });

const REPORT = '/publisher/reports/performance?dimensions=country&metrics=clicks&period=last_7_days';

/** as from another device: the server no longer knows the token */
const endOnServer = (page: Page, key: string): Promise<number> =>
  page.evaluate(async (name) => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem(name)}`,
      'x-subdomain': location.hostname.split('.')[0] ?? '',
    };
    return (await fetch('/api/logout', { method: 'POST', headers })).status;
  }, key);

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

for (const { one, role } of kinds) {
  test(`${one}: a forced change of password ends in the page that was asked for, with its figures`, async ({
    page,
  }) => {
    const email = await createAccount(page, TENANT, one);
    await page.goto(`${originOf(TENANT)}/`);
    await fillLogin(page, email, FIRST_PASSWORD);
    await press(page, 'Log In');
    const dialog = page.getByRole('dialog', { name: 'Choose a new password' });
    await dialog.getByLabel('Current password').fill(FIRST_PASSWORD);
    await dialog.getByLabel('New password', { exact: true }).fill(OWN_PASSWORD);
    await dialog.getByLabel('Repeat new password').fill(OWN_PASSWORD);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(`${originOf(TENANT)}/${role}/dashboard`);
    await expect(page.getByRole('heading', { name: 'Welcome back, Ines' })).toBeVisible();
    await expect(page.locator('main [aria-busy="true"], main .mantine-Skeleton-root')).toHaveCount(0);
    await expect(page.locator('main [role="alert"]')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await expect(page.getByText(/Please choose a new password/)).toHaveCount(0);
  });
}

test('whoever was signed out is told why, and comes back to the same place', async ({ page }) => {
  const email = await ownAccount(page, 'affiliate');
  await logIn(page, email, OWN_PASSWORD);
  await page.goto(`${originOf(TENANT)}${REPORT}`);
  await expect(page.getByRole('heading', { name: 'Performance', level: 1 })).toBeVisible();
  expect(await endOnServer(page, 'publisherAuthToken')).toBe(200);
  await page.getByLabel('Only with conversions').click();
  await expect(page).toHaveURL(`${originOf(TENANT)}/`);
  const notice = page.getByRole('status').filter({ hasText: 'You were signed out' });
  await expect(notice).toContainText('ended in another window, on another device, or by a new password');
  await expectAccessible(page);
  await fillLogin(page, email, OWN_PASSWORD);
  await press(page, 'Log In');
  await expect(page).toHaveURL(/\/publisher\/reports\/performance\?dimensions=country&.*with_conversions=1/);
  await expect(page.getByRole('heading', { name: 'Performance', level: 1 })).toBeVisible();

  // one’s own logout is no news, and its next sign-in begins at the dashboard
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await expect(page).toHaveURL(`${originOf(TENANT)}/`);
  await expect(page.getByText('You were signed out')).toHaveCount(0);
  await fillLogin(page, email, OWN_PASSWORD);
  await press(page, 'Log In');
  await expect(page).toHaveURL(`${originOf(TENANT)}/publisher/dashboard`);
});

test('another person at the same browser is not led to the place of the one before', async ({ page }) => {
  const email = await ownAccount(page, 'affiliate');
  const other = await ownAccount(page, 'affiliate');
  await logIn(page, email, OWN_PASSWORD);
  await page.goto(`${originOf(TENANT)}${REPORT}`);
  await expect(page.getByRole('heading', { name: 'Performance', level: 1 })).toBeVisible();
  await endOnServer(page, 'publisherAuthToken');
  await page.reload();
  await expect(page.getByText('You were signed out')).toBeVisible();
  await fillLogin(page, other, OWN_PASSWORD);
  await press(page, 'Log In');
  await expect(page).toHaveURL(`${originOf(TENANT)}/publisher/dashboard`);
});

for (const { one, role, list } of kinds) {
  test(`${one}: Login To Dashboard that is refused leaves the account manager signed in`, async ({ page, context }) => {
    const email = await ownAccount(page, one);
    await signIn(page, 'admin', TENANT);
    await page.goto(`${originOf(TENANT)}${list}?q=${email}`);
    // as after a restart of the browser: the cookie is gone, the session is not
    await context.clearCookies();
    await choose(page, 'Ines Okafor', 'Login To Dashboard');
    const alert = page.getByRole('alertdialog');
    await expect(alert).toContainText('Login To Dashboard');
    await expect(alert).toContainText('log out and sign in again');
    await alert.getByRole('button', { name: 'OK' }).click();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Actions for Ines Okafor' })).toBeVisible();
    expect((await stored(page)).authToken).toBeTruthy();
  });

  test(`${one}: when the visit ends, the account manager is back in the console, not at the door`, async ({ page }) => {
    const email = await ownAccount(page, one);
    await signIn(page, 'admin', TENANT);
    await page.goto(`${originOf(TENANT)}${list}?q=${email}`);
    await choose(page, 'Ines Okafor', 'Login To Dashboard');
    await expect(page.getByRole('region', { name: 'Login as' })).toBeVisible();
    await endOnServer(page, `${role}AuthToken`);
    await page.reload();
    await expect(page).toHaveURL(`${originOf(TENANT)}${list}`);
    await expect(toast(page, 'You were signed out of the account')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Logout' }).first()).toBeVisible();
  });
}

test('a restore that is refused says the server’s reason', async ({ page }) => {
  const email = await ownAccount(page, 'affiliate');
  await signIn(page, 'admin', TENANT);
  const { authToken = '' } = await stored(page);
  await page.goto(`${originOf(TENANT)}/am/affiliates?q=${email}`);
  await choose(page, 'Ines Okafor', 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Affiliate deleted successfully!')).toBeVisible();
  // somebody else takes the address meanwhile
  const person = { first_name: 'Ines', last_name: 'Second', email, password: FIRST_PASSWORD };
  expect(await sealedCall(page, '/api/admin/create-affiliate', person, authToken)).toHaveProperty('id');
  await page.goto(`${originOf(TENANT)}/am/affiliates?q=${email}&deleted=1`);
  await choose(page, 'Ines Okafor', 'Restore');
  await expect(toast(page, 'Another account uses this e-mail address meanwhile.')).toBeVisible();
});

const lists: [role: 'admin' | 'publisher', path: string, call: string][] = [
  ['admin', '/am/reports', '/api/reports'],
  ['admin', '/am/reports/kpi', '/api/reports/kpi'],
];
for (const [role, path, call] of lists) {
  test(`${path}: a list that failed says so, and no 0`, async ({ page }) => {
    await standOn(page, 'demo');
    const error = { code: 'internal', message: 'Something went wrong on our side. Please try again.' };
    await page.route(
      (url) => url.pathname === call,
      (route) => route.fulfill({ status: 500, json: { error } }),
    );
    await openAs(page, role, 'demo', path);
    const main = page.locator('main');
    await expect(main.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
    await expect(main.getByRole('alert').first()).toBeVisible();
    expect(await main.textContent()).not.toMatch(
      /(^|\D)0(–0)? (of|offers|affiliates|sources|rows)|Nothing counted yet/,
    );
    await page.unrouteAll();
    await main.getByRole('button', { name: 'Try again' }).first().click();
    await expect(main.locator('[data-row]').first()).toBeVisible();
  });
}

test('what was typed into a dialog or a form when the session ended is offered back, secrets are not', async ({
  page,
}) => {
  const path = `/am/reports/conversions`;
  await openAs(page, 'admin', TENANT, path);
  const dialog = page.getByRole('dialog', { name: 'Add a conversion' });
  const offered = page.getByRole('alert').filter({ hasText: 'You were signed out before this was saved' });
  const backIn = async (to: string) => {
    await expect(page.getByText('You were signed out')).toBeVisible();
    await fillLogin(page, `admin@${TENANT}.test`, PASSWORD);
    await press(page, 'Log In');
    await expect(page).toHaveURL(`${originOf(TENANT)}${to}`);
  };
  await press(page, 'Add conversion');
  await dialog.getByRole('textbox', { name: 'Click id' }).fill('typed before the end');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('agreed by phone');
  expect(await endOnServer(page, 'authToken')).toBe(200);
  await dialog.getByRole('button', { name: 'Add conversion' }).click();
  await backIn(path);
  await expect(page.getByText('What you had typed in “Add a conversion” is kept')).toBeVisible();
  await press(page, 'Add conversion');
  await offered.getByRole('button', { name: 'Bring it back' }).click();
  await expect(offered).toHaveCount(0);
  await expect(dialog.getByRole('textbox', { name: 'Click id' })).toHaveValue('typed before the end');
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('agreed by phone');

  await page.goto(`${originOf(TENANT)}/am/profile`);
  await page.getByLabel('Phone').fill('+49 30 123456');
  await page.getByLabel('Your Password').fill('never kept');
  expect(await endOnServer(page, 'authToken')).toBe(200);
  await press(page, 'Save Changes');
  await backIn('/am/profile');
  await expect(offered).toHaveCount(1);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('never kept');
  await offered.getByRole('button', { name: 'Drop it' }).click();
  await expect(offered).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Phone')).not.toHaveValue('+49 30 123456');
  await expect(offered).toHaveCount(0);
});
