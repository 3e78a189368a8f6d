// Public sign-up of publishers and advertisers (the specification, Signing in and up), the publisher's registration, and the
// wait for approval.
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, fillLogin, openEnvelope, originOf, refusedReply, test } from './support.ts';

const SUCCESS =
  'Account created successfully! Please wait for admin approval. You will receive an email once approved.';
const PASSWORD = 'copper meadow 41';
const freshEmail = () => `${randomBytes(5).toString('hex')}@example.test`;

async function fillPerson(page: Page, email: string): Promise<void> {
  await page.getByLabel('First Name').fill('  Mira ');
  await page.getByLabel('Last Name').fill('Lund');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByLabel('I agree to the terms and conditions').check();
}

for (const kind of ['publisher', 'advertiser']) {
  test.describe(`the ${kind} sign-up`, () => {
    test.use({ expectedErrors: refusedReply });
    const call = `**/api/${kind}-signup`;
    test.beforeEach(async ({ page }) => {
      await page.goto(`${originOf('acme')}/${kind}-signup`);
    });

    test('checks in the specification’s order, and any edit clears the message', async ({ page }) => {
      const says = async (sentence: string) => {
        await page.getByRole('button', { name: 'Sign Up' }).click();
        await expect(page.getByRole('alert')).toHaveText(sentence);
      };
      await page.getByLabel('First Name').fill('   ');
      await says('First name is required');
      await page.getByLabel('First Name').fill('Mira');
      await expect(page.getByRole('alert')).toHaveCount(0);
      await says('Last name is required');
      await page.getByLabel('Last Name').fill('Lund');
      await says('Email is required');
      await page.getByLabel('Email').fill(freshEmail());
      await says('Password is required');
      await page.getByLabel('Password').fill(' 12345 ');
      await says('Password must be at least 6 characters long');
      await page.getByLabel('Password').fill(PASSWORD);
      await says('Please agree to the terms and conditions');
    });

    test('says what went wrong', async ({ page }) => {
      await fillPerson(page, freshEmail());
      const says = async (sentence: string) => {
        await page.getByRole('button', { name: 'Sign Up' }).click();
        await expect(page.getByRole('alert')).toHaveText(sentence);
        await page.unroute(call);
      };
      await page.route(call, (route) => route.fulfill({ contentType: 'text/plain', body: 'x' }));
      await says('Signup response decryption failed. Please try again.');
      await page.route(call, (route) => route.abort());
      await says('Network error. Please try again.');
      await page.evaluate(() => {
        SubtleCrypto.prototype.encrypt = () => Promise.reject(new Error('no'));
      });
      await says('Data encryption failed. Please try again.');
    });

    test('creates an account that waits for approval; a known address is told the same', async ({ page }) => {
      const email = freshEmail();
      for (const attempt of ['first', 'again']) {
        await page.goto(`${originOf('acme')}/${kind}-signup`);
        await fillPerson(page, email);
        const sent = page.waitForRequest(call);
        await page.getByRole('button', { name: 'Sign Up' }).click();
        await expect(page.getByRole('status'), attempt).toHaveText(SUCCESS);
        expect(openEnvelope((await sent).postData() ?? '')).toEqual({
          first_name: 'Mira',
          last_name: 'Lund',
          email,
          password: PASSWORD,
        });
      }
      await page.getByRole('button', { name: 'Back to Login' }).click();
      await fillLogin(page, email, PASSWORD);
      await page.getByRole('button', { name: 'Log In' }).click();
      await expect(page.getByRole('alert')).toHaveText('Your account is awaiting approval.');
    });

    test('is free of serious accessibility faults', async ({ page }) => {
      await page.getByRole('button', { name: 'Sign Up' }).click();
      await expectAccessible(page);
    });
  });
}

test('a new publisher tells more about himself', async ({ page }) => {
  await page.goto(`${originOf('acme')}/publisher-signup`);
  await fillPerson(page, freshEmail());
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByRole('status')).toHaveText(SUCCESS);
  const submit = page.getByRole('button', { name: 'Submit' });
  await submit.click();
  await expect(page.getByRole('alert')).toHaveText('Please choose at least one usage type');
  for (const usage of [
    'CPI & App Promotion',
    'Lead Generation',
    'E-Commerce',
    'Email Marketing',
    'Traffic Source',
    'Finance & Fintech',
    'Travel & Hospitality',
    'Multi',
  ]) {
    await page.getByLabel(usage).check();
  }
  await submit.click();
  await expect(page.getByRole('alert')).toHaveText('Please agree to the terms and conditions');
  await page.getByLabel('I agree to the terms and conditions').check();
  await expectAccessible(page);
  await submit.click();
  await expect(page.getByText('Thank you. Your account manager will see your answers.')).toBeVisible();
});

test('the terms can be read before they are agreed to, in the reader’s language, and what was typed stays', async ({
  page,
}) => {
  await page.goto(`${originOf('acme')}/publisher-signup`);
  await fillPerson(page, freshEmail());
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'terms and conditions' }).click();
  const terms = await opened;
  await expect(terms).toHaveURL(`${originOf('acme')}/terms?for=publisher`);
  await expect(terms.getByRole('heading', { name: 'Terms and conditions', level: 1 })).toBeVisible();
  await expect(terms.getByText('an agreement between you and acme')).toBeVisible();
  await expectAccessible(terms);
  await terms.getByRole('button', { name: /^Language/ }).click();
  await terms.getByRole('menuitem', { name: 'Español' }).click();
  await expect(terms.getByRole('heading', { name: 'Términos y condiciones', level: 1 })).toBeVisible();
  await expect(page.getByLabel('Last Name')).toHaveValue('Lund');
});

test.describe('a program that fills in every field', () => {
  test.use({ expectedErrors: refusedReply });

  test('is thanked, and has no account', async ({ page }) => {
    await page.goto(`${originOf('acme')}/publisher-signup`);
    const email = freshEmail();
    await fillPerson(page, email);
    await expect(page.locator('input[name=topic]')).not.toBeInViewport();
    await page.locator('input[name=topic]').evaluate((input) => {
      if (input instanceof HTMLInputElement) input.value = 'Cheap watches';
    });
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await expect(page.getByRole('status')).toHaveText(SUCCESS);
    await page.getByRole('button', { name: 'Back to Login' }).click();
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await fillLogin(page, email, PASSWORD);
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByRole('alert')).toHaveText('Login failed. Please check your credentials.');
  });
});
