// Every control of every form that strangers and newcomers meet, and of the offer form: with a mouse on its words, by
// keyboard, by touch. `npm test` goes through every form with a mouse, and through those with every kind of control the other ways.
import { randomBytes } from 'node:crypto';
import { devices, type Locator, type Page } from '@playwright/test';
import { useEveryControl, ways } from './form-controls.ts';
import { openCreateOffer, openSections } from './offers-support.ts';
import { expect, mainOrigin, onlyInShort, originOf, test } from './support.ts';

interface Form {
  open: (page: Page) => Promise<unknown>;
  form: (page: Page) => Locator;
  /** some of its controls, by the words that a person reads: the walk must not have missed them */
  has: string[];
}

const islandForm = (path: string, island: string): Pick<Form, 'open' | 'form'> => ({
  open: async (page) => {
    await page.goto(`${mainOrigin}${path}`);
    await expect(page.locator(`[data-island="${island}"]`)).toHaveAttribute('data-live', 'true');
  },
  form: (page) => page.locator(`[data-island="${island}"]`),
});
const tenantForm = (path: string): Pick<Form, 'open' | 'form'> => ({
  open: (page) => page.goto(`${originOf('acme')}${path}`),
  form: (page) => page.locator('form').first(),
});

const forms: Record<string, Form> = {
  'free trial': {
    ...islandForm('/signup', 'trial-form'),
    has: ['Name *', 'Email *', 'Company *', 'Business Type *', 'Usage Type *', 'Country', 'Mobile', 'Microsoft Teams'],
  },
  contact: { ...islandForm('/contact', 'contact-form'), has: ['Name *', 'Email *', 'Message *'] },
  'prices with eCommerce': { ...islandForm('/pricing', 'plans'), has: [] },
  'sign in': { ...tenantForm('/'), has: ['Email', 'Password', 'Remember me (30 days)'] },
  'forgotten password': { ...tenantForm('/forgot-password'), has: ['Email'] },
  'new password': { ...tenantForm('/reset-password#link=anything'), has: ['New password', 'Repeat new password'] },
  'publisher sign-up': {
    ...tenantForm('/publisher-signup'),
    has: ['First Name', 'Last Name', 'Email', 'Password', 'I agree to the terms and conditions'],
  },
  'advertiser sign-up': {
    ...tenantForm('/advertiser-signup'),
    has: ['First Name', 'Last Name', 'Email', 'Password', 'I agree to the terms and conditions'],
  },
  'publisher registration': {
    open: async (page) => {
      await page.goto(`${originOf('acme')}/publisher-signup`);
      await page.getByLabel('First Name').fill('Mira');
      await page.getByLabel('Last Name').fill('Lund');
      await page.getByLabel('Email').fill(`${randomBytes(5).toString('hex')}@example.test`);
      await page.getByLabel('Password').fill('copper meadow 41');
      await page.getByLabel('I agree to the terms and conditions').check();
      await page.getByRole('button', { name: 'Sign Up' }).click();
      await expect(page.getByRole('checkbox', { name: 'Lead Generation' })).toBeVisible();
    },
    form: (page) => page.locator('form').first(),
    has: ['CPI & App Promotion', 'Multi', 'Country'],
  },
  'operator sign-in': {
    open: (page) => page.goto(`${mainOrigin}/operator`),
    form: (page) => page.locator('form').first(),
    has: ['Email *', 'Password *'],
  },
  offer: {
    open: async (page) => {
      await openCreateOffer(page);
      await openSections(page);
    },
    form: (page) => page.locator('main'),
    has: ['Conversions', 'Advertiser *', 'Title *', 'Text format', 'Description (optional)', 'Currency *'],
  },
};

const everyKind = ['free trial', 'publisher sign-up'];

for (const way of ways) {
  test.describe(`by ${way}`, () => {
    const { viewport, hasTouch } = devices['Pixel 7'];
    if (way === 'touch') test.use({ viewport, hasTouch });
    const walked = onlyInShort(Object.entries(forms), ([name]) => way === 'mouse' || everyKind.includes(name));
    for (const [name, { open, form, has }] of walked) {
      test(`every control of the form "${name}" answers`, async ({ page }) => {
        // the offer form has more than all the others together
        test.slow(name === 'offer');
        await open(page);
        await expect(form(page)).toBeVisible();
        const used = await useEveryControl(page, form(page), way);
        expect(used).toEqual(expect.arrayContaining(has));
      });
    }
  });
}
