// Paying publishers, whole: earned, put into a document, issued and approved, chosen for a batch, previewed, approved, written to a
// file, answered by the bank, paid again. The batch is approved only as it was previewed.
import type { Page } from '@playwright/test';
import { OWN_PASSWORD, ownAccount, toast } from './account-support.ts';
import { api } from './offers-support.ts';
import { expect, openAs, originOf, refusedReply, sealedCall, test } from './support.ts';

const TENANT = 'acme';
const BILLING = '/am/affiliates/billing';

interface Payee {
  id: string;
  name: string;
}

const asPublisher = (page: Page, token: string, method: string, path: string, body?: unknown): Promise<number> =>
  page.evaluate(
    async ([bearer, verb, to, sent]) => {
      const headers = { authorization: `Bearer ${bearer}`, 'x-subdomain': 'acme', 'content-type': 'application/json' };
      return (await fetch(to, { method: verb, headers, body: sent ? JSON.stringify(sent) : undefined })).status;
    },
    [token, method, path, body] as const,
  );

/** a publisher with a tax profile and a way to be paid, to whom something is owed; the account manager is signed in */
async function payee(page: Page, { amount = '120', hasMethod = true } = {}): Promise<Payee> {
  const email = await ownAccount(page, 'affiliate', TENANT);
  const { token } = (await sealedCall(page, '/api/subdomain-login', { email, password: OWN_PASSWORD })) as {
    token: string;
  };
  const address = { street: 'Rua do Sol', house_number: '4', postcode: '1100-001', town: 'Lisboa' };
  const profile = {
    version: 0,
    party: 'business',
    legal_name: 'Sol Media Lda',
    country: 'pt',
    vat_id: null,
    ...address,
  };
  const saved = await asPublisher(page, token, 'PUT', '/api/publisher/tax-profile', {
    ...profile,
    form: null,
    form_expires_on: null,
  });
  expect(saved).toBe(200);
  const { version } = (await page.evaluate(
    async ([bearer]) => {
      const headers = { authorization: `Bearer ${bearer}`, 'x-subdomain': 'acme' };
      const { agreement_version } = await (await fetch('/api/publisher/tax-profile', { headers })).json();
      return { version: agreement_version };
    },
    [token] as const,
  )) as { version: number };
  expect(await asPublisher(page, token, 'POST', '/api/publisher/tax-profile/agreement', { version })).toBe(200);
  if (hasMethod) {
    const details = { name: 'Sol Media', recipient: `pay-${Date.now().toString(36)}@sol.example` };
    const body = { kind: 'paypal', currency: 'USD', details, password: OWN_PASSWORD };
    expect(await asPublisher(page, token, 'PUT', '/api/publisher/payout-method', body)).toBe(200);
  }
  const { rows } = (await api(page, 'admin', 'GET', `/api/offer-choices?kind=publisher&q=${email}`)) as {
    rows: { id: string; name: string }[];
  };
  const [found] = rows;
  if (!found) throw new Error(`there is no publisher ${email}`);
  const body = { owner_id: found.id, currency: 'USD', amount, reason: 'Bonus of the season' };
  await api(page, 'admin', 'POST', '/api/billing/adjustments', body);
  return found;
}

/** its document, issued and approved, by the list's own verbs */
async function approvedDocument(page: Page, { id }: Payee): Promise<string> {
  const today = new Date().toISOString().slice(0, 10);
  const run = { period_from: today, period_to: today, owner_id: id };
  await api(page, 'admin', 'POST', '/api/billing/runs', run);
  await expect
    .poll(async () => {
      const path = `/api/billing/documents?owner=${id}`;
      return ((await api(page, 'admin', 'GET', path)) as { rows: unknown[] }).rows.length;
    })
    .toBe(1);
  await page.goto(`${originOf(TENANT)}${BILLING}/documents?owner=${id}`);
  const row = page.getByRole('row').last();
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Issue', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Issue' }).click();
  await expect(row).toContainText('Issued');
  // what was chosen is let go once the list has come again
  await expect(row.getByRole('checkbox')).not.toBeChecked();
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await expect(row).toContainText('Approved');
  const { rows } = (await api(page, 'admin', 'GET', `/api/billing/documents?owner=${id}`)) as {
    rows: { number: string; state: string }[];
  };
  expect(rows).toEqual([expect.objectContaining({ state: 'approved' })]);
  return rows[0]?.number ?? '';
}

async function allowSelfBilling(page: Page): Promise<void> {
  const { version, value } = (await api(page, 'admin', 'GET', '/api/settings/payment')) as {
    version: number;
    value: { self_billing_text: string };
  };
  if (value.self_billing_text !== '') return;
  const next = { ...value, self_billing_text: 'We write your invoices.' };
  await api(page, 'admin', 'PUT', '/api/settings/payment', { version, value: next });
}

// the refusal that is played, as the browser logs it and as the page reports it
test.use({ expectedErrors: new RegExp(`${refusedReply.source}|Approve: not done`) });

test('a batch is previewed, approved, written to a file and answered; what failed is paid again by hand', async ({
  page,
}) => {
  test.slow();
  await openAs(page, 'admin', TENANT, `${BILLING}/payments`);
  await allowSelfBilling(page);
  const [paid, held] = [await payee(page), await payee(page, { amount: '80', hasMethod: false })];
  const [number, heldNumber] = [await approvedDocument(page, paid), await approvedDocument(page, held)];

  await page.goto(`${originOf(TENANT)}${BILLING}/payments`);
  await page.getByRole('button', { name: 'New batch' }).click();
  for (const one of [number, heldNumber]) {
    await page
      .getByRole('row', { name: new RegExp(one) })
      .getByRole('checkbox')
      .check();
  }
  await page.getByRole('button', { name: 'Put into a batch' }).click();

  await expect(page.getByRole('heading', { name: /^Batch \d+$/ })).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(number) })).toContainText('Will be paid');
  await expect(page.getByRole('row', { name: new RegExp(heldNumber) })).toContainText('No payout method');

  // somebody takes the document back meanwhile: the approval says so and pays nothing
  const url = page.url();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('1 payment');
  await page.route('**/approve', async (route) => {
    const error = {
      code: 'conflict',
      message: `Since the preview these have changed: ${number}. Please preview it again.`,
    };
    await route.fulfill({ status: 409, json: { error } });
  });
  await question.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Since the preview' })).toBeVisible();
  await page.unroute('**/approve');
  await page.getByRole('button', { name: 'Preview again' }).click();
  await expect(toast(page, 'Computed anew.')).toBeVisible();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('row', { name: new RegExp(number) })).toContainText('Reserved');

  await page.getByRole('button', { name: 'Make files' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make files' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download batch-/ }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^batch-\d+-1-paypal-USD\.csv$/);
  await expect(page.getByRole('row', { name: new RegExp(number) })).toContainText('Under way');

  const id = url.split('/').at(-1);
  const { rows } = (await api(page, 'admin', 'GET', `/api/billing/payments?batch=${id}`)) as {
    rows: { end_to_end_id: string }[];
  };
  await page.getByRole('button', { name: 'Import answers' }).click();
  const answers = page.getByRole('dialog', { name: 'Import answers' });
  await answers.getByLabel('Or lines').fill(`${rows[0]?.end_to_end_id},gone`);
  await answers.getByRole('button', { name: 'Import answers' }).click();
  await expect(answers.getByRole('alert')).toContainText('please say paid, failed or returned');
  await answers.getByLabel('Or lines').fill(`${rows[0]?.end_to_end_id},failed,AC04`);
  await answers.getByRole('button', { name: 'Import answers' }).click();
  await expect(toast(page, '1 failed')).toBeVisible();
  const failed = page.getByRole('row', { name: new RegExp(number) });
  await expect(failed).toContainText('AC04: The account is closed.');

  await failed.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Pay again' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pay again' }).click();
  const again = page.getByRole('row', { name: new RegExp(number) }).filter({ hasText: 'Reserved' });
  await again.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Mark paid' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark paid' }).click();
  await expect(page.getByRole('row', { name: new RegExp(number) }).filter({ hasText: 'Paid' })).toBeVisible();
  await expect(page.getByRole('region', { name: /^Batch \d+$/ }).getByText('Done')).toBeVisible();

  // any amount opens its entries
  await page
    .getByRole('row', { name: new RegExp(number) })
    .filter({ hasText: 'Paid' })
    .getByRole('button')
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Payment' })).toContainText('120.00');
});
