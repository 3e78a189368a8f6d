// A forgotten password, for real: ask, read the mail, set a new one, sign in; and what the link refuses.
import type { Page } from '@playwright/test';
import {
  createAccount,
  expect,
  expectAccessible,
  FIRST_PASSWORD,
  fillLogin,
  originOf,
  refusedReply,
  test,
} from './support.ts';

const SENT = 'If an account exists for this address, a link is on its way.';
const EXPIRED = 'This link has expired or was already used. Please ask for a new one.';
const NEW_PASSWORD = 'seven harbour lanterns';

interface Mail {
  to: string;
  subject: string;
  text: string;
}

async function linkMailedTo(page: Page, address: string): Promise<string> {
  let link = '';
  await expect(async () => {
    const mails = await page.evaluate(async (): Promise<Mail[]> => (await fetch('/inbox.json')).json());
    const mail = mails.find(({ to, text }) => to.includes(address) && text.includes('/reset-password#link='));
    link = /http\S+\/reset-password#link=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    expect(link).not.toBe('');
  }).toPass({ timeout: 60_000 });
  return link;
}

async function ask(page: Page, address: string): Promise<void> {
  await page.goto(`${originOf('acme')}/forgot-password`);
  await page.getByLabel('Email').fill(address);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('status')).toHaveText(SENT);
}

async function setPassword(page: Page, password: string, repeated = password): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Repeat new password').fill(repeated);
  await page.getByRole('button', { name: 'Set password' }).click();
}

test('an unknown address is told the same', async ({ page }) => {
  await ask(page, 'nobody@acme.test');
  await expect(page.getByRole('link', { name: 'Open the inbox' })).toHaveAttribute('href', '/inbox');
});

test.describe('the mailed link', () => {
  test.use({ expectedErrors: refusedReply });

  test('sets a new password once', async ({ page }) => {
    const address = await createAccount(page, 'acme', 'advertiser');
    await ask(page, address);
    const link = await linkMailedTo(page, address);

    await page.goto(link);
    await setPassword(page, '');
    await expect(page.getByRole('alert')).toHaveText('Password is required');
    await setPassword(page, '12345');
    await expect(page.getByRole('alert')).toHaveText('Password must be at least 6 characters long');
    await setPassword(page, NEW_PASSWORD, 'something else');
    await expect(page.getByRole('alert')).toHaveText('The two passwords are not the same');
    await setPassword(page, NEW_PASSWORD);
    await expect(page.getByRole('status')).toHaveText('Your password is set. You can log in with it now.');

    await page.getByRole('button', { name: 'Back to Login' }).click();
    await fillLogin(page, address, FIRST_PASSWORD);
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByRole('alert')).toHaveText('Login failed. Please check your credentials.');
    await page.getByLabel('Password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page).toHaveURL(`${originOf('acme')}/advertiser/dashboard`);

    await page.goto(link);
    await page.reload();
    await setPassword(page, 'another long phrase');
    await expect(page.getByRole('alert')).toHaveText(EXPIRED);
  });

  test('says so when it is not one', async ({ page }) => {
    await page.goto('/reset-password#link=nonsense');
    await setPassword(page, NEW_PASSWORD);
    await expect(page.getByRole('alert')).toHaveText(EXPIRED);
  });

  test('leads back to asking when it is missing', async ({ page }) => {
    await page.goto('/reset-password');
    await expect(page.getByRole('alert')).toHaveText(EXPIRED);
    await page.getByRole('button', { name: 'Ask for a new link' }).click();
    await expect(page).toHaveURL('/forgot-password');
  });
});

test('both pages are free of serious accessibility faults', async ({ page }) => {
  await page.goto('/forgot-password');
  await expectAccessible(page);
  await page.goto('/reset-password#link=x');
  await expectAccessible(page);
});

test.describe('a password that someone else set', () => {
  test.use({ expectedErrors: refusedReply });

  test('must be replaced before the portal opens', async ({ page }) => {
    const address = await createAccount(page, 'acme', 'affiliate');
    await page.goto(`${originOf('acme')}/`);
    await fillLogin(page, address, FIRST_PASSWORD);
    await page.getByRole('button', { name: 'Log In' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose a new password' });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    await expectAccessible(page);

    const change = async (current: string) => {
      await dialog.getByLabel('Current password').fill(current);
      await dialog.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
      await dialog.getByLabel('Repeat new password').fill(NEW_PASSWORD);
      await dialog.getByRole('button', { name: 'Change password' }).click();
    };
    await change('not it');
    await expect(dialog.getByRole('alert')).toBeVisible();
    await change(FIRST_PASSWORD);
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Welcome back, Ines' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Welcome back, Ines' })).toBeVisible();
    await expect(dialog).toBeHidden();
  });
});
