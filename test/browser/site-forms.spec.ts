// Contact and free trial (the specification, Public site and Sentences): each sentence of the catalogue, seen on screen.
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import type { Page, Request } from '@playwright/test';
import { ENVELOPE_SECRET } from '@tributary/contract/envelope';
import { contactMessages, trialMessages } from '@tributary/contract/messages';
import { businessTypes, usageTypes } from '@tributary/contract/site/trial-form';
import { expect, expectAccessible, mainOrigin, openEnvelope, refusedReply, test } from './support.ts';

const TRIAL_CALL = '**/api/v1/free-trial';
const CONTACT_CALL = '**/api/contact';

test.use({ baseURL: mainOrigin });

// the dialog that thanks is named by its words, which may hold a field's name
const field = (page: Page, label: string) => page.locator('form').getByLabel(label);
const submit = (page: Page) => page.getByRole('button', { name: 'Create Account' });

async function chooseUsage(page: Page, ...names: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Usage Type' }).click();
  for (const name of names) await page.getByRole('checkbox', { name, exact: true }).check();
  await page.keyboard.press('Escape');
}

/** a registration that nobody made before */
async function fillTrial(page: Page): Promise<{ email: string; company: string }> {
  const mark = randomBytes(4).toString('hex');
  const person = { email: `owner-${mark}@example.com`, company: `Brook ${mark}` };
  await field(page, 'Name').fill('Asha Rivers');
  await field(page, 'Email').fill(person.email);
  await field(page, 'Company').fill(person.company);
  await field(page, 'Business Type').selectOption('Affiliate/Ad Network');
  await chooseUsage(page, 'Lead Generation', 'E-Commerce');
  await field(page, 'Country').selectOption('in');
  await field(page, 'Mobile').fill('+91 98765 43210');
  await field(page, 'Microsoft Teams').fill('asha.rivers');
  return person;
}

function sealEnvelope(value: unknown): string {
  const iv = randomBytes(16);
  const key = createHash('sha256').update(ENVELOPE_SECRET).digest();
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  return Buffer.concat([iv, cipher.update(JSON.stringify(value)), cipher.final()]).toString('base64');
}

test.describe('the free trial', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/signup');
    await expect(page.locator('[data-island="trial-form"]')).toHaveAttribute('data-live', 'true');
  });

  test('a stranger registers: the call is as the specification says, the form is cleared, the banner scrolls into view', async ({
    page,
  }) => {
    const sent: Request[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/v1/free-trial')) sent.push(request);
    });
    const { email, company } = await fillTrial(page);
    await submit(page).click();
    const banner = page.getByRole('status');
    await expect(banner).toContainText(trialMessages.successTitle);
    await expect(banner).toContainText(trialMessages.success);
    await expect(banner).toBeInViewport();
    // what happens next, and where, from what was typed: the server says nothing of it
    await expect(banner).toContainText('What happens next');
    await expect(banner).toContainText(`A mail is on its way to ${email}`);
    await expect(banner).toContainText(`${company.toLowerCase().replace(' ', '-')}.${new URL(mainOrigin).host}`);
    await expect(banner.getByRole('link', { name: /kept here/ })).toHaveAttribute('href', '/inbox');
    await expect(field(page, 'Email')).toHaveValue('');
    await expect(field(page, 'Business Type')).toHaveValue('');
    await expect(page.locator('.chip')).toHaveCount(0);

    const headers = sent[0]?.headers() ?? {};
    expect(headers['content-type']).toBe('text/plain');
    expect(headers['x-csrf-token']).toMatch(/^[0-9a-f]{64}$/);
    expect(headers['x-requested-with']).toBe('XMLHttpRequest');
    expect(headers['x-client-version']).toBe('1.0.0');
    expect(openEnvelope(sent[0]?.postData() ?? '')).toEqual({
      name: 'Asha Rivers',
      email,
      company,
      businessType: 'Affiliate/Ad Network',
      usageType: ['Lead Generation', 'E-Commerce'],
      country: 'in',
      mobile: '+91 98765 43210',
      microsoftTeams: 'asha.rivers',
    });
  });

  test('whoever is known already sees word for word what a stranger sees', async ({ page }) => {
    const known = await fillTrial(page);
    await submit(page).click();
    const first = await page.getByRole('status').textContent();
    await field(page, 'Name').fill('Somebody Else');
    await field(page, 'Email').fill(known.email);
    await field(page, 'Company').fill(known.company);
    await field(page, 'Business Type').selectOption('Agency');
    await chooseUsage(page, 'Multi');
    await expect(page.getByRole('status')).toHaveCount(0);
    await submit(page).click();
    expect(await page.getByRole('status').textContent()).toBe(first);
  });

  test('the anti-forgery value is new each time the page opens', async ({ page }) => {
    const values: string[] = [];
    await page.route(TRIAL_CALL, (route) => {
      values.push(route.request().headers()['x-csrf-token'] ?? '');
      return route.fulfill({ contentType: 'text/plain', body: sealEnvelope({ registered: true }) });
    });
    for (let visit = 0; visit < 2; visit++) {
      await page.goto('/signup');
      await expect(page.locator('[data-island="trial-form"]')).toHaveAttribute('data-live', 'true');
      await fillTrial(page);
      await submit(page).click();
      await expect(page.getByRole('status')).toBeVisible();
    }
    expect(new Set(values).size).toBe(2);
  });

  test('what is required is enforced in field order, Business Type and Usage Type included', async ({ page }) => {
    let calls = 0;
    await page.route(TRIAL_CALL, (route) => {
      calls++;
      return route.abort();
    });
    await submit(page).click();
    await expect(page.locator('.fault:not(:empty)')).toHaveText([
      'Name is required',
      'Email is required',
      'Company is required',
      'Business Type is required',
      'Usage Type is required',
    ]);
    await expect(field(page, 'Name')).toBeFocused();
    await field(page, 'Name').fill('Asha');
    await expect(page.getByText('Name is required')).toHaveCount(0);
    await field(page, 'Email').fill('nobody');
    await submit(page).click();
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
    await expectAccessible(page);
    expect(calls).toBe(0);
    for (const label of ['Name', 'Email', 'Company', 'Business Type']) {
      await expect(field(page, label)).toHaveAttribute('required', '');
    }
    await expect(field(page, 'Email')).toHaveAttribute('type', 'email');
  });

  test('the choices are the specification’s, chosen usage types are chips that can be removed, every country is there', async ({
    page,
  }) => {
    await expect(field(page, 'Business Type').locator('option')).toHaveText([
      'Select a business type',
      ...businessTypes,
    ]);
    await expect(field(page, 'Country').locator('option')).toHaveCount(250);
    await page.getByRole('button', { name: 'Usage Type' }).click();
    await expect(page.locator('.multi-options label')).toHaveText([...usageTypes]);
    await page.getByRole('checkbox', { name: 'Multi' }).check();
    await page.getByRole('checkbox', { name: 'CPI & App Promotion' }).check();
    await expect(page.locator('.chip')).toHaveText(['CPI & App Promotion', 'Multi']);
    await page.getByRole('button', { name: 'Remove Multi' }).click();
    await expect(page.locator('.chip')).toHaveText(['CPI & App Promotion']);
    await expect(page.getByRole('checkbox', { name: 'Multi' })).not.toBeChecked();
  });

  test('the questions open one at a time', async ({ page }) => {
    const questions = page.locator('.accordion details');
    await expect(questions).toHaveCount(6);
    await questions.nth(0).locator('summary').click();
    await questions.nth(3).locator('summary').click();
    await expect(page.locator('.accordion details[open]')).toHaveCount(1);
    await expect(questions.nth(3)).toHaveAttribute('open');
    await questions.nth(3).locator('summary').click();
    await expect(page.locator('.accordion details[open]')).toHaveCount(0);
  });

  test.describe('when it fails', () => {
    test.use({ expectedErrors: refusedReply });

    const replies = [
      { what: 'a success that cannot be decrypted', status: 200, body: 'rubbish', says: trialMessages.decryption },
      { what: 'an error that cannot be decrypted', status: 400, body: 'rubbish', says: trialMessages.failed },
      { what: 'an error without a sentence', status: 500, body: sealEnvelope({}), says: trialMessages.failed },
      {
        what: 'the server’s own sentence',
        status: 400,
        body: sealEnvelope({ error: 'Company is required' }),
        says: 'Company is required',
      },
    ];
    for (const { what, status, body, says } of replies) {
      test(`${what} says: ${says}`, async ({ page }) => {
        await page.route(TRIAL_CALL, (route) => route.fulfill({ status, contentType: 'text/plain', body }));
        const { email } = await fillTrial(page);
        await submit(page).click();
        const banner = page.getByRole('alert');
        await expect(banner).toHaveText(says);
        await expect(banner).toBeInViewport();
        await expect(field(page, 'Email')).toHaveValue(email);
        await field(page, 'Name').fill('Someone Else');
        await expect(banner).toHaveCount(0);
      });
    }

    test('a network failure shows itself only after a second of loading', async ({ page }) => {
      await page.route(TRIAL_CALL, (route) => route.abort());
      await fillTrial(page);
      const startedAt = Date.now();
      await submit(page).click();
      await expect(page.getByRole('button', { name: 'Creating account...' })).toBeDisabled();
      await expect(page.getByRole('alert')).toHaveText(trialMessages.network);
      expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1000);
      await expect(submit(page)).toBeEnabled();
    });

    test('a failing encryption says so and sends nothing', async ({ page }) => {
      let calls = 0;
      await page.route(TRIAL_CALL, (route) => {
        calls++;
        return route.abort();
      });
      await fillTrial(page);
      await page.evaluate(() => {
        SubtleCrypto.prototype.encrypt = () => Promise.reject(new Error('no encryption today'));
      });
      await submit(page).click();
      await expect(page.getByRole('alert')).toHaveText(trialMessages.encryption);
      expect(calls).toBe(0);
    });
  });
});

test.describe('the contact form', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/contact');
    await expect(page.locator('[data-island="contact-form"]')).toHaveAttribute('data-live', 'true');
  });

  const write = async (page: Page) => {
    await field(page, 'Name').fill('Daniel Sample');
    await field(page, 'Email').fill('daniel@example.com');
    await field(page, 'Message').fill('Can you import our offers?');
  };

  test('thanks in an alert and clears itself', async ({ page }) => {
    await write(page);
    const reply = page.waitForResponse(CONTACT_CALL);
    await page.getByRole('button', { name: 'Send Message' }).click();
    expect((await reply).ok()).toBe(true);
    const alert = page.getByRole('alertdialog');
    await expect(alert).toContainText(contactMessages.thanks);
    await expect(alert.getByRole('button')).toHaveText('OK');
    await expect(alert.getByRole('button')).toBeFocused();
    await expectAccessible(page);
    await alert.getByRole('button').click();
    await expect(alert).toBeHidden();
    await expect(field(page, 'Message')).toHaveValue('');
  });

  test('asks for name, email and message, not for a company', async ({ page }) => {
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.locator('.fault:not(:empty)')).toHaveText([
      'Name is required',
      'Email is required',
      'Message is required',
    ]);
    await expect(field(page, 'Email')).toHaveAttribute('type', 'email');
    await expect(field(page, 'Company')).not.toHaveAttribute('required');
  });

  test.describe('when it cannot be delivered', () => {
    test.use({ expectedErrors: refusedReply });

    test('nobody is thanked and the message is kept', async ({ page }) => {
      await page.route(CONTACT_CALL, (route) => route.abort());
      await write(page);
      await page.getByRole('button', { name: 'Send Message' }).click();
      await expect(page.getByRole('alert')).toContainText('could not be sent');
      await expect(field(page, 'Message')).toHaveValue('Can you import our offers?');
      await expect(page.getByRole('alertdialog')).toBeHidden();
    });
  });
});
