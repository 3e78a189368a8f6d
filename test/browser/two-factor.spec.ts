// A second factor from end to end: set up, asked for, lost; a passkey by the browser's own virtual device; a workspace that demands one.
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { logIn, OWN_PASSWORD, ownAccount, toast } from './account-support.ts';
import { expect, expectAccessible, fillLogin, openAs, originOf, refusedReply, test } from './support.ts';
import { NEW_PASSWORD, startWorkspace } from './trial-support.ts';

test.use({ expectedErrors: refusedReply });

const HALF_MINUTE_MS = 30_000;
/** a code counts once: the next sign-in takes the one of half a minute later, which is good already */
const codeOf = (secret: string, laterBy = 0): string =>
  TOTP.generate({
    secret: Secret.fromBase32(secret.replaceAll(' ', '')),
    timestamp: Date.now() + laterBy * HALF_MINUTE_MS,
  });

const SETTINGS = '/publisher/profile/settings';
const card = (page: Page, name: string) => page.getByRole('region', { name });
const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
};
const firstStep = async (page: Page, email: string) => {
  await fillLogin(page, email, OWN_PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
};

test('an app’s codes, a recovery code, and an account manager’s help once the device is gone', async ({ page }) => {
  const email = await ownAccount(page, 'affiliate');
  await logIn(page, email, OWN_PASSWORD);
  await page.goto(`${originOf('acme')}${SETTINGS}`);
  await card(page, 'Two-factor sign-in').getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up your authenticator app' });
  await expect(dialog.getByRole('img')).toBeVisible();
  const secret = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByLabel('Code that the app shows').fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const recovery = (await codes.locator('code').first().textContent()) ?? '';
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  await expect(card(page, 'Two-factor sign-in')).toContainText('10 codes left');
  await logOut(page);

  await firstStep(page, email);
  const field = page.getByLabel('Code', { exact: true });
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await field.fill('000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('alert')).toContainText('not right');
  await field.fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/publisher\/dashboard/);
  await logOut(page);

  await firstStep(page, email);
  await page.getByRole('button', { name: 'Lost your device? Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recovery);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/publisher\/dashboard/);
  await logOut(page);

  await openAs(page, 'admin', 'acme', `/am/affiliates?q=${encodeURIComponent(email)}`);
  await page
    .getByRole('button', { name: /Ines Okafor/ })
    .first()
    .click();
  const drawer = page.getByRole('dialog', { name: 'Details' });
  await drawer.getByRole('button', { name: 'Reset two-factor sign-in' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset two-factor sign-in' }).click();
  await expect(toast(page, 'Two-factor sign-in was reset')).toBeVisible();
  await logIn(page, email, OWN_PASSWORD);
});

test('a passkey is made, asked for and removed', async ({ page }) => {
  const email = await ownAccount(page, 'advertiser');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await logIn(page, email, OWN_PASSWORD);
  await page.goto(`${originOf('acme')}/advertiser/profile/settings`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name of the passkey').fill('Desk');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(card(page, 'Two-factor sign-in')).toContainText('Desk');
  await logOut(page);
  await firstStep(page, email);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await expect(page).toHaveURL(/\/advertiser\/dashboard/);
  await page.goto(`${originOf('acme')}/advertiser/profile/settings`);
  await page.getByRole('button', { name: 'Remove Desk' }).click();
  await page.getByRole('dialog').getByLabel('Password').fill(OWN_PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Use your passkey' }).click();
  await expect(toast(page, 'Passkey removed')).toBeVisible();
});

test('a workspace that demands a second factor counts the days down, and then opens its set-up alone', async ({
  page,
}) => {
  const { subdomain, email } = await startWorkspace(page);
  await logIn(page, email, NEW_PASSWORD, subdomain);
  await page.goto(`${originOf(subdomain)}/am/security`);
  await page.getByRole('combobox', { name: 'Demanded of' }).click();
  await page.getByRole('option', { name: 'Employees' }).click();
  await page.getByRole('button', { name: 'Save rules' }).click();
  await expect(toast(page, 'Rules saved')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Two-factor sign-in' }).first()).toContainText('7 days left');
  // what the server says once the week is over (policy.test.ts moves its clock)
  const session = await page.evaluate(async (tenant) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('authToken')}`, 'x-subdomain': tenant };
    return (await fetch('/api/session', { headers })).json();
  }, subdomain);
  const over = { ...session, two_factor: { ...session.two_factor, must_set_up: true } };
  await page.route('**/api/session', (route) => route.fulfill({ json: over }));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Set up two-factor sign-in' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
});
