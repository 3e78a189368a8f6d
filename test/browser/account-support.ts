// Accounts that one journey alone uses, signed in with a password of their own.
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createAccount, expect, FIRST_PASSWORD, fillLogin, originOf, sealedCall, standOn } from './support.ts';

export const TENANT = 'acme';
export const OWN_PASSWORD = 'seven harbour lanterns';

export type Kind = 'affiliate' | 'advertiser';
export const kinds: readonly { one: Kind; One: string; role: 'publisher' | 'advertiser'; list: string }[] = [
  { one: 'affiliate', One: 'Affiliate', role: 'publisher', list: '/am/affiliates' },
  { one: 'advertiser', One: 'Advertiser', role: 'advertiser', list: '/am/advertisers' },
];

export const toast = (page: Page, text: string) => page.locator('.mantine-Notification-root').filter({ hasText: text });

export const choose = async (page: Page, name: string, action: string) => {
  await page
    .getByRole('button', { name: `Actions for ${name}` })
    .first()
    .click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
};

export async function logIn(page: Page, email: string, password: string, tenant = TENANT): Promise<void> {
  await page.goto(`${originOf(tenant)}/`);
  await fillLogin(page, email, password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('button', { name: 'Logout' }).first()).toBeVisible();
}

/** an approved account that has chosen OWN_PASSWORD; signed in once without the browser knowing */
export async function ownAccount(
  page: Page,
  kind: Kind,
  tenant = TENANT,
  manager?: { email: string; password: string },
): Promise<string> {
  const email = await createAccount(page, tenant, kind, manager);
  const login = await sealedCall(page, '/api/subdomain-login', { email, password: FIRST_PASSWORD });
  const { token } = login as { token: string };
  const status = await page.evaluate(
    async ([bearer, subdomain, current_password, new_password]) => {
      const headers = {
        authorization: `Bearer ${bearer}`,
        'x-subdomain': subdomain,
        'content-type': 'application/json',
      };
      const body = JSON.stringify({ current_password, new_password });
      return (await fetch('/api/change-password', { method: 'POST', headers, body })).status;
    },
    [token, tenant, FIRST_PASSWORD, OWN_PASSWORD] as const,
  );
  expect(status).toBe(200);
  return email;
}

/** a publisher who signed up himself and answered the registration form */
export async function signedUpPublisher(page: Page): Promise<string> {
  await standOn(page, TENANT);
  const email = `${randomBytes(5).toString('hex')}@example.test`;
  const person = { first_name: 'Noor', last_name: 'Haddad', email, password: OWN_PASSWORD };
  const reply = (await sealedCall(page, '/api/publisher-signup', person)) as { registration: string };
  const answers = {
    registration: reply.registration,
    usage_types: ['Lead Generation'],
    company: 'Haddad Media',
    website: 'https://haddad.example',
    country: 'in',
    traffic: 'Search and newsletters',
  };
  const status = await page.evaluate(
    async ([body, tenant]) => {
      const headers = { 'x-subdomain': tenant, 'content-type': 'application/json' };
      return (await fetch('/api/publisher-registration', { method: 'POST', headers, body })).status;
    },
    [JSON.stringify(answers), TENANT] as const,
  );
  expect(status).toBeLessThan(300);
  return email;
}
