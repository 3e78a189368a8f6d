// What every browser journey shares: the demo accounts, signing in, and the promise that no page logs an error or
// breaks the content security policy unless the test says which.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { ENVELOPE_SECRET } from '@tributary/contract/envelope';

export { expect };

export type Role = 'admin' | 'publisher' | 'advertiser';
export const roles: readonly Role[] = ['admin', 'publisher', 'advertiser'];
export const tenants = ['demo', 'acme'] as const;

/** `npm run journey` walks everywhere; `npm test` goes where `inShort` says */
export const onlyInShort = <Place>(places: readonly Place[], inShort: (place: Place, at: number) => boolean): Place[] =>
  places.filter((place, at) => process.env.JOURNEY === 'whole' || inShort(place, at));

export const PASSWORD = 'tributary-demo';
/** of the accounts that createAccount makes */
export const FIRST_PASSWORD = 'copper meadow 41';
export const homeOf: Record<Role, string> = {
  admin: '/am/dashboard',
  publisher: '/publisher/dashboard',
  advertiser: '/advertiser/dashboard',
};

const port = process.env.BROWSER_PORT ?? '4300';
export const originOf = (tenant: string): string => `http://${tenant}.localhost:${port}`;
export const mainOrigin = `http://localhost:${port}`;

interface Quiet {
  /** console errors that this test causes on purpose */
  expectedErrors: RegExp;
}

export const test = base.extend<Quiet & { quietPage: undefined }>({
  expectedErrors: [/^never$/, { option: true }],
  quietPage: [
    async ({ page, expectedErrors }, use) => {
      const noise: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') noise.push(`${message.text()} (${message.location().url})`);
      });
      page.on('pageerror', (error) => noise.push(`uncaught: ${error.message}`));
      await page.exposeFunction('policyViolated', (what: string) => noise.push(`content security policy: ${what}`));
      await page.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          Reflect.get(window, 'policyViolated')(`${event.violatedDirective} ${event.blockedURI}`);
        });
      });
      await use(undefined);
      expect(noise.filter((text) => !expectedErrors.test(text))).toEqual([]);
    },
    { auto: true },
  ],
});

/** what Chromium logs by itself for a reply of status 400 or more */
export const refusedReply = /Failed to load resource/;

export async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
}

export async function signIn(page: Page, role: Role, tenant = 'demo'): Promise<void> {
  await page.goto(`${originOf(tenant)}/`);
  await fillLogin(page, `${role}@${tenant}.test`, PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page).toHaveURL(`${originOf(tenant)}${homeOf[role]}`);
  await expect(page.getByRole('button', { name: 'Logout' }).first()).toBeVisible();
}

/** a document of the tenant's host that loads nothing: calls are made from it */
export const standOn = async (page: Page, tenant: string): Promise<void> => {
  await page.goto(`${originOf(tenant)}/robots.txt`);
};

/** signed in without the login page and without the dashboard, for tests that are about neither; no screen is open yet */
export async function enterAs(page: Page, role: Role, tenant = 'demo'): Promise<void> {
  await standOn(page, tenant);
  const login = { email: `${role}@${tenant}.test`, password: PASSWORD };
  const reply = (await sealedCall(page, '/api/subdomain-login', login)) as { token: string; user: object };
  await page.evaluate(
    ([token, user, own]) => {
      for (const prefix of own ? ['', own] : ['']) {
        localStorage.setItem(prefix ? `${prefix}AuthToken` : 'authToken', token);
        localStorage.setItem(prefix ? `${prefix}UserData` : 'userData', user);
      }
    },
    [reply.token, JSON.stringify(reply.user), role === 'admin' ? '' : role] as const,
  );
}

export async function openAs(page: Page, role: Role, tenant: string, path: string): Promise<void> {
  await enterAs(page, role, tenant);
  await page.goto(`${originOf(tenant)}${path}`);
}

/** whoever runs the platform */
export const OPERATOR = 'operator@tributary.test';
export async function openAsOperator(page: Page, path = '/operator'): Promise<void> {
  await page.goto(`${mainOrigin}${path}`);
  await fillLogin(page, OPERATOR, PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
}

export const stored = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() =>
    Object.fromEntries(
      Object.entries(localStorage).filter(([key]) => /AuthToken|UserData|authToken|userData/.test(key)),
    ),
  );

/** asked by the page itself: Node does not resolve *.localhost */
export const statusOf = (page: Page, path: string, headers: Record<string, string>): Promise<number> =>
  page.evaluate(async ([url, sent]) => (await fetch(url, { headers: sent })).status, [path, headers] as const);

const envelopeKey = createHash('sha256').update(ENVELOPE_SECRET).digest();

export function openEnvelope(text: string): unknown {
  const bytes = Buffer.from(text, 'base64');
  const decipher = createDecipheriv('aes-256-cbc', envelopeKey, bytes.subarray(0, 16));
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()]).toString('utf8'));
}

export function sealEnvelope(value: unknown): string {
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', envelopeKey, iv);
  return Buffer.concat([iv, cipher.update(JSON.stringify(value)), cipher.final()]).toString('base64');
}

/** an encrypted call from the tenant's own page; the page must be open on that host */
export async function sealedCall(page: Page, path: string, body: unknown, token?: string): Promise<unknown> {
  const tenant = new URL(page.url()).hostname.split('.')[0] ?? '';
  const headers = {
    'content-type': 'text/plain',
    'x-csrf-token': randomBytes(32).toString('hex'),
    'x-requested-with': 'XMLHttpRequest',
    'x-client-version': '1.0.0',
    'x-subdomain': tenant,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  const answer = await page.evaluate(async ([url, init]) => (await fetch(url, { method: 'POST', ...init })).text(), [
    path,
    { headers, body: sealEnvelope(body) },
  ] as const);
  return openEnvelope(answer);
}

/** an account that this test alone uses, made by the tenant's account manager; its password must be changed */
export async function createAccount(
  page: Page,
  tenant: string,
  kind: 'affiliate' | 'advertiser',
  manager = { email: `admin@${tenant}.test`, password: PASSWORD },
): Promise<string> {
  await standOn(page, tenant);
  const email = `${kind}-${randomBytes(4).toString('hex')}@example.test`;
  const login = await sealedCall(page, '/api/subdomain-login', manager);
  const { token } = login as { token: string };
  const person = { first_name: 'Ines', last_name: 'Okafor', email, password: FIRST_PASSWORD };
  expect(await sealedCall(page, `/api/admin/create-${kind}`, person, token)).toHaveProperty('id');
  return email;
}

/** no serious or critical fault; in the other colour scheme only colours can differ */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    // legacy: no page of its own for the sum, as there are no frames; violations: what passed need not be described
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
    const { violations } = await (colorScheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze();
    const faults = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    expect(faults).toEqual([]);
  }
}
