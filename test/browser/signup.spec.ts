// Public sign-up of publishers and advertisers, sentence by sentence (seed 000, sections 2.3, 4, 5 and 8).
import type { Page } from '@playwright/test';
import { signupMessages } from '@tributary/contract/messages';
import { expect, expectAccessible, openEnvelope, originOf, refusedReply, sealEnvelope, test } from './support.ts';
import { mailTo, mark, NEW_PASSWORD } from './trial-support.ts';

const submit = (page: Page) => page.getByRole('button', { name: 'Sign Up' });
const alert = (page: Page) => page.getByRole('alert');

async function fill(page: Page, email = `visitor-${mark()}@example.test`): Promise<string> {
  await page.getByLabel('First Name').fill('Mara');
  await page.getByLabel('Last Name').fill('Quill');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(NEW_PASSWORD);
  await page.getByLabel('I agree to the terms and conditions').check();
  return email;
}

for (const kind of ['publisher', 'advertiser'] as const) {
  test.describe(`the ${kind} sign-up`, () => {
    test.use({ expectedErrors: refusedReply });
    const path = `/api/${kind}-signup`;

    test.beforeEach(async ({ page }) => {
      await page.goto(`${originOf('acme')}/${kind}-signup`);
    });

    test('checks in the order of the seed, after trimming, and an edit clears the message', async ({ page }) => {
      const steps: [label: string, value: string, sentence: string][] = [
        ['First Name', '  ', signupMessages.firstName],
        ['First Name', 'Mara', signupMessages.lastName],
        ['Last Name', 'Quill', signupMessages.email],
        ['Email', `visitor-${mark()}@example.test`, signupMessages.password],
        ['Password', ' 12345 ', signupMessages.passwordLength],
        ['Password', NEW_PASSWORD, signupMessages.terms],
      ];
      for (const [label, value, sentence] of steps) {
        await page.getByLabel(label).fill(value);
        await expect(alert(page)).toHaveCount(0);
        await submit(page).click();
        await expect(alert(page)).toHaveText(sentence);
      }
    });

    test('sends what the seed says and waits for approval', async ({ page }) => {
      const email = await fill(page);
      const sent = page.waitForRequest((request) => request.url().endsWith(path));
      await submit(page).click();
      await expect(page.getByRole('status')).toHaveText(signupMessages.success);
      const request = await sent;
      const headers = request.headers();
      expect(headers['content-type']).toBe('text/plain');
      expect(headers['x-csrf-token']).toMatch(/^[0-9a-f]{64}$/);
      expect(headers['x-requested-with']).toBe('XMLHttpRequest');
      expect(headers['x-client-version']).toBe('1.0.0');
      expect(headers['x-subdomain']).toBe('acme');
      expect(openEnvelope(request.postData() ?? '')).toEqual({
        first_name: 'Mara',
        last_name: 'Quill',
        email,
        password: NEW_PASSWORD,
      });
      await expect(page.getByRole('heading', { name: 'Tell us about your traffic' })).toHaveCount(
        kind === 'publisher' ? 1 : 0,
      );
    });

    test('says the same for an address that has an account, whose owner gets a mail', async ({ page }) => {
      const email = await fill(page);
      await submit(page).click();
      await expect(page.getByRole('status')).toHaveText(signupMessages.success);
      await page.goto(`${originOf('acme')}/${kind}-signup`);
      await fill(page, email.toUpperCase());
      await submit(page).click();
      await expect(page.getByRole('status')).toHaveText(signupMessages.success);
      await mailTo(page, email, 'You already have an account at acme');
    });

    test('shows why a password is refused', async ({ page }) => {
      await fill(page);
      await page.getByLabel('Password').fill('password123');
      await submit(page).click();
      await expect(alert(page)).toHaveText('This password is too common. Please choose another one.');
    });

    test('is busy while the call runs', async ({ page }) => {
      let answer = () => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route(`**${path}`, async (route) => {
        await held;
        await route.continue();
      });
      await fill(page);
      await submit(page).click();
      await expect(page.getByRole('button', { name: 'Signing Up...' })).toBeDisabled();
      answer();
      await expect(page.getByRole('status')).toHaveText(signupMessages.success);
    });

    test('has a sentence for every way to fail', async ({ page }) => {
      await fill(page);
      const answers: [sentence: string, answer: { status: number; body: string } | null][] = [
        [signupMessages.decryption, { status: 200, body: 'no envelope' }],
        ['Sorry, no.', { status: 400, body: sealEnvelope({ error: 'Sorry, no.' }) }],
        [signupMessages.failed, { status: 400, body: sealEnvelope({}) }],
        [signupMessages.network, null],
      ];
      for (const [sentence, answer] of answers) {
        await page.route(`**${path}`, (route) =>
          answer ? route.fulfill({ ...answer, contentType: 'text/plain' }) : route.abort(),
        );
        await submit(page).click();
        await expect(alert(page)).toHaveText(sentence);
        await page.unroute(`**${path}`);
      }
      await page.evaluate(() => {
        crypto.subtle.encrypt = () => Promise.reject(new Error('no'));
      });
      await submit(page).click();
      await expect(alert(page)).toHaveText(signupMessages.encryption);
    });

    test('leads back to the login and has no serious accessibility fault', async ({ page }) => {
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Back to Login' }).click();
      await expect(page).toHaveURL(`${originOf('acme')}/`);
    });
  });
}
