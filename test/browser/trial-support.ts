// Workspaces that one test alone uses, and the mails that come with them.
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, mainOrigin, originOf, sealedCall } from './support.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export const NEW_PASSWORD = 'seven harbour lanterns';

export const mark = (): string => randomBytes(4).toString('hex');

/** the newest mail to this address that the test is waiting for; the page must be open on one of our hosts */
export async function mailTo(page: Page, address: string, about: string): Promise<Mail> {
  let found: Mail | undefined;
  await expect(async () => {
    const mails = await page.evaluate(async (): Promise<Mail[]> => (await fetch('/inbox.json')).json());
    found = mails.find(({ to, subject }) => to.includes(address) && subject.includes(about));
    expect(found).toBeDefined();
  }).toPass({ timeout: 60_000 });
  return found ?? { to: '', subject: '', text: '' };
}

export const confirmLinkIn = ({ text }: Mail): string => /http\S+\/confirm-email#link=\S+/.exec(text)?.[0] ?? '';
export const linkIn = ({ text }: Mail): string => /http\S+\/reset-password#link=\S+/.exec(text)?.[0] ?? '';

export interface Workspace {
  subdomain: string;
  email: string;
}

/** a workspace on trial whose owner has set NEW_PASSWORD */
export async function startWorkspace(page: Page): Promise<Workspace> {
  const subdomain = `brook-${mark()}`;
  const email = `owner@${subdomain}.test`;
  await page.goto(`${mainOrigin}/contact`);
  const request = {
    name: 'Asha Rivers',
    email,
    company: subdomain,
    businessType: 'Agency',
    usageType: ['Multi'],
    country: 'in',
    mobile: '',
    microsoftTeams: '',
  };
  expect(await sealedCall(page, '/api/v1/free-trial', request)).toEqual({ registered: true });
  const link = linkIn(await mailTo(page, email, 'workspace is ready'));
  await page.goto(`${originOf(subdomain)}/`);
  const status = await page.evaluate(
    async ([secret, password, tenant]) => {
      const headers = { 'content-type': 'application/json', 'x-subdomain': tenant };
      const body = JSON.stringify({ link: secret, password });
      return (await fetch('/api/reset-password', { method: 'POST', headers, body })).status;
    },
    [link.split('#link=')[1] ?? '', NEW_PASSWORD, subdomain] as const,
  );
  expect(status).toBe(200);
  return { subdomain, email };
}
