// A publisher's money, followed in a browser: a click, the shop's postback, approval, a run, the document and its PDF, a batch,
// the bank's file and answer, and what the publisher sees of it. On the way each figure is opened down to the ledger's entries.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Download, Locator, Page } from '@playwright/test';
import { serverPostback } from './conversions-support.ts';
import { api, makeOffer, uniqueTitle } from './offers-support.ts';
import { enterAs, expect, originOf, signIn, test } from './support.ts';

// the quiet tenant: nobody else runs, issues or pays there
const TENANT = 'acme';
const origin = originOf(TENANT);
const trackerOrigin = `http://${TENANT}.localhost:${process.env.BROWSER_TRACKER_PORT ?? '4301'}`;
/** a click of the headless browser's own is a bot's */
const visitorAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
test.describe.configure({ mode: 'serial', timeout: 600_000 });

/** the words of a PDF, where the machine has a reader for it */
function wordsOf(file: string): string | null {
  try {
    return execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });
  } catch {
    return null;
  }
}

/** pressed until there is something to take: what is drawn or made outside of the request comes a moment later */
async function taken(page: Page, button: Locator, folder: string): Promise<string> {
  let got: Download | undefined;
  await expect(async () => {
    [got] = await Promise.all([page.waitForEvent('download', { timeout: 10_000 }), button.click({ timeout: 10_000 })]);
  }).toPass({ timeout: 60_000 });
  if (!got) throw new Error('nothing was downloaded');
  const file = path.join(folder, got.suggestedFilename());
  await got.saveAs(file);
  return file;
}

/** how the workspace pays, and whom: its own papers and the publisher's */
async function setUp(page: Page, publisher: Page): Promise<void> {
  const { version, value } = (await api(page, 'admin', 'GET', '/api/settings/payment')) as {
    version: number;
    value: object;
  };
  await api(page, 'admin', 'PUT', '/api/settings/payment', {
    version,
    value: {
      ...value,
      net_days: 7,
      legal_name: 'Acme Network GmbH',
      country: 'de',
      vat_id: 'DE136695976',
      street: 'Torstraße',
      house_number: '1',
      postcode: '10119',
      town: 'Berlin',
      self_billing_text: 'We agree that Acme Network GmbH writes our invoices.',
    },
  });
  const rules = (await api(page, 'admin', 'GET', '/api/billing/payment-rules')) as {
    version: number;
    methods: object[];
  };
  const account = { currency: 'USD', name: 'Acme Network GmbH', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' };
  const address = { street: 'Torstrasse', building: '1', postcode: '10119', town: 'Berlin', country: 'DE' };
  await api(page, 'admin', 'PUT', '/api/billing/payment-rules', {
    version: rules.version,
    methods: rules.methods,
    accounts: [{ ...account, ...address }],
  });
  const profile = (await api(publisher, 'publisher', 'GET', '/api/publisher/tax-profile')) as { version: number };
  const { agreement_version } = (await api(publisher, 'publisher', 'PUT', '/api/publisher/tax-profile', {
    version: profile.version,
    party: 'business',
    legal_name: 'Weber Publishing KG',
    country: 'at',
    vat_id: 'ATU12345675',
    street: 'Lindengasse',
    house_number: '3',
    postcode: '1070',
    town: 'Wien',
    form: null,
    form_expires_on: null,
  })) as { agreement_version: number };
  await api(publisher, 'publisher', 'POST', '/api/publisher/tax-profile/agreement', { version: agreement_version });
  // a method that is changed waits for days: a second try finds the one of the first
  const { method } = (await api(publisher, 'publisher', 'GET', '/api/publisher/payout-method')) as { method: unknown };
  if (method !== null) return;
  await api(publisher, 'publisher', 'PUT', '/api/publisher/payout-method', {
    kind: 'bank',
    currency: 'USD',
    password: 'tributary-demo',
    details: {
      name: 'Weber Publishing KG',
      recipient: 'AT611904300234573201',
      street: 'Lindengasse',
      building: '3',
      postcode: '1070',
      town: 'Wien',
      country: 'AT',
    },
  });
}

/** a click by a visitor's browser through the tracker, and the shop's report of an order for it */
async function sell(page: Page, visitor: Page, link: string, txn: string): Promise<void> {
  let click = '';
  await expect(async () => {
    // the offer is on its way to the tracker for up to two seconds
    await visitor.goto(link);
    click = new URL(visitor.url()).searchParams.get('cid') ?? '';
    expect(click).not.toBe('');
  }).toPass({ timeout: 60_000 });
  const snippet = page.getByRole('region', { name: 'Server postback', exact: true }).locator('pre');
  const report = ((await snippet.textContent()) ?? '')
    .replace('CLICK_ID', click)
    .replace('ORDER_ID', txn)
    .replace('AMOUNT', '100')
    .replace('&goal=GOAL', '');
  expect(await serverPostback(report)).toEqual({ status: 200, body: expect.stringContaining('recorded') });
}

interface Sold {
  title: string;
  payout: string;
}

test('from a click to a document, its PDF, the bank’s file and answer, and the publisher’s own view', async ({
  page,
  browser,
}) => {
  test.slow();
  const folder = mkdtempSync(path.join(tmpdir(), 'money-'));
  const publisher = await (await browser.newContext()).newPage();
  const visitor = await (await browser.newContext({ userAgent: visitorAgent })).newPage();
  await signIn(page, 'admin', TENANT);
  await enterAs(publisher, 'publisher', TENANT);
  await setUp(page, publisher);

  // ------------------------------------------------------------------ clicks, orders, approval
  const txn = `M${Date.now().toString(36)}`;
  const sold: Sold[] = [];
  for (const [at, payout] of [31.25, 12.5].entries()) {
    const { id, title } = await makeOffer(page, {
      offer_name: uniqueTitle('Followed'),
      default_campaign_url: `${origin}/robots.txt?cid={click_id}`,
      currency: 'USD',
      revenue: payout + 10,
      payout,
    });
    const { camp_id: campId } = (await api(page, 'admin', 'GET', `/api/offers/${id}`)) as { camp_id: number };
    await page.goto(`${origin}/am/offers/postback?offer=${id}`);
    await page.getByRole('button', { name: 'Show the token' }).click();
    await expect(page.getByRole('region', { name: 'Server postback', exact: true }).locator('pre')).toContainText(
      /token=[\w-]{20,}/,
    );
    await sell(page, visitor, `${trackerOrigin}/click?camp_id=${campId}&publisher_id=2`, `${txn}-${at}`);
    sold.push({ title, payout: `$${payout.toFixed(2)}` });
    await page.goto(`${origin}/am/reports/conversions?q=${txn}-${at}`);
    const row = page.getByRole('row', { name: new RegExp(`${txn}-${at}`) });
    await expect(async () => {
      await page.reload();
      await expect(row).toBeVisible({ timeout: 10_000 });
    }).toPass({ timeout: 60_000 });
    await row.getByRole('button').first().click();
    const drawer = page.getByRole('dialog', { name: 'Conversion' });
    await expect(drawer.getByRole('heading', { name: 'What was checked' })).toBeVisible();
    const approve = drawer.getByRole('button', { name: 'Approve' });
    if (await approve.isVisible()) {
      await approve.click();
      const question = page.getByRole('alertdialog');
      await question.getByRole('button', { name: 'Checked by hand' }).click();
      await question.getByRole('button', { name: 'Approve' }).click();
      await expect(page.getByText('1 conversion approved.')).toBeVisible();
    }
    // its two transfers
    await expect(drawer.getByRole('heading', { name: 'Ledger' })).toBeVisible();
    await expect(drawer).toContainText(`$${payout.toFixed(2)}`);
  }

  // ------------------------------------------------------------------ the run
  await page.goto(`${origin}/am/affiliates/billing/runs`);
  await page.getByRole('button', { name: 'Generate documents' }).first().click();
  const form = page.getByRole('dialog', { name: 'Generate documents' });
  const today = new Date().toISOString().slice(0, 10);
  await form.getByLabel('From').fill(`${today.slice(0, 7)}-01`);
  await form.getByLabel('To').fill(today);
  await form.getByRole('button', { name: 'Generate' }).click();
  await expect(page.getByText('The run has begun.')).toBeVisible();
  // it is open, goes on by itself and after a reload, and says what it made
  await expect(page).toHaveURL(/\/runs\?record=[0-9a-f-]{36}$/);
  await page.reload();
  const run = page.getByRole('dialog', { name: 'Run' });
  await expect(run).toContainText('Done', { timeout: 60_000 });
  await expect(run.getByRole('row').filter({ hasText: 'Paul Weber' }).getByRole('link').first()).toBeVisible();

  // ------------------------------------------------------------------ the draft: every figure of it is opened
  await page.goto(`${origin}/am/affiliates/billing/documents?state=draft`);
  const draft = page.getByRole('row').filter({ hasText: 'Paul Weber' }).filter({ hasText: '$' });
  await draft.getByRole('button', { name: 'Self-bill' }).click();
  const drawer = page.getByRole('dialog', { name: 'Document' });
  const lineOf = (title: string) => drawer.getByRole('row').filter({ hasText: title });
  for (const { title, payout } of sold) {
    await lineOf(title).getByRole('button', { name: payout }).click();
    const entries = drawer
      .locator('section')
      .filter({ hasText: /Entries of line \d+/ })
      .last();
    await expect(entries.getByRole('row').filter({ hasText: payout })).toHaveCount(1);
  }
  await drawer.getByRole('button', { name: 'Issue' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Issue' }).click();
  await expect(page.getByText('Issued.')).toBeVisible();
  await expect(drawer.getByText(/^SB-2-\d{4}$/).first()).toBeVisible();
  const number =
    (await drawer
      .getByText(/^SB-2-\d{4}$/)
      .first()
      .textContent()) ?? '';
  const { rows } = (await api(page, 'admin', 'GET', `/api/billing/documents?q=${number}`)) as {
    rows: { id: string; total: string }[];
  };
  const total = Number(rows[0]?.total);
  expect(total).toBeGreaterThanOrEqual(43.75);

  // ------------------------------------------------------------------ the PDF
  const pdf = await taken(page, drawer.getByRole('button', { name: 'PDF', exact: true }), folder);
  expect(path.basename(pdf)).toBe(`${number}.pdf`);
  const drawn = readFileSync(pdf);
  expect(drawn.toString('latin1', 0, 5)).toBe('%PDF-');
  const words = wordsOf(pdf);
  if (words !== null) {
    for (const text of ['Self-billed invoice', number, 'Weber Publishing KG', 'Acme Network GmbH', 'Reverse charge']) {
      expect(words).toContain(text);
    }
    for (const { payout } of sold) expect(words).toContain(payout.slice(1));
    expect(words).toContain(`USD ${total.toFixed(2)}`);
  }
  await drawer.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Approved: it can be paid.')).toBeVisible();

  // ------------------------------------------------------------------ the batch
  await page.goto(`${origin}/am/affiliates/billing/payments`);
  await page.getByRole('button', { name: 'New batch' }).first().click();
  const payable = page.getByRole('row').filter({ hasText: number });
  await expect(payable).toContainText('Will be paid');
  await payable.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Put into a batch' }).click();
  await expect(page).toHaveURL(/\/payments\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText(`$${total.toFixed(2)}`);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Approved.')).toBeVisible();
  await page.getByRole('button', { name: 'Make files' }).click();
  await page.getByRole('dialog', { name: 'Make files' }).getByRole('button', { name: 'Make files' }).click();
  const take = page.getByRole('button', { name: /^Download batch-/ });
  await expect(take).toBeVisible({ timeout: 60_000 });

  // ------------------------------------------------------------------ the bank's file, and its answer
  const file = readFileSync(await taken(page, take, folder), 'utf8');
  const said = (name: string) => new RegExp(`<${name}>([^<]+)</${name}>`).exec(file)?.[1] ?? '';
  expect(file).toContain('urn:iso:std:iso:20022:tech:xsd:pain.001.001.09');
  expect([said('NbOfTxs'), said('CtrlSum'), said('Ustrd')]).toEqual(['1', total.toFixed(2), number]);
  expect(file).toContain('<IBAN>AT611904300234573201</IBAN>');
  const answer = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
<GrpHdr><MsgId>A1</MsgId><CreDtTm>${new Date().toISOString().slice(0, 19)}</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>${said('MsgId')}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInfAndSts>
<OrgnlPmtInfAndSts><OrgnlPmtInfId>${said('PmtInfId')}</OrgnlPmtInfId>
<TxInfAndSts><OrgnlEndToEndId>${said('EndToEndId')}</OrgnlEndToEndId><TxSts>ACSC</TxSts></TxInfAndSts>
</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`;
  await page.getByRole('button', { name: 'Import answers' }).click();
  const answers = page.getByRole('dialog', { name: 'Import answers' });
  await answers
    .locator('input[type=file]')
    .setInputFiles({ name: 'answer.xml', mimeType: 'application/xml', buffer: Buffer.from(answer) });
  await answers.getByRole('button', { name: 'Import answers' }).click();
  await expect(page.getByText('Taken in: 1 paid, 0 failed, 0 came back, 0 unchanged.')).toBeVisible();
  const paid = page.getByRole('row').filter({ hasText: number });
  await expect(paid).toContainText('Paid');
  await paid.getByRole('button').first().click();
  const payment = page.getByRole('dialog', { name: 'Payment' });
  await expect(payment.getByText(said('EndToEndId'), { exact: true })).toBeVisible();
  await expect(
    payment
      .getByRole('row')
      .filter({ hasText: `$${total.toFixed(2)}` })
      .first(),
  ).toBeVisible();

  // ------------------------------------------------------------------ what the publisher sees
  await publisher.goto(`${origin}/publisher/profile/payment/payments`);
  const arrived = publisher.getByRole('row').filter({ hasText: number });
  await expect(arrived).toContainText('Paid');
  await expect(arrived).toContainText(`$${total.toFixed(2)}`);
  await arrived.getByRole('link', { name: number }).click();
  const own = publisher.getByRole('dialog', { name: 'Document' });
  for (const { title, payout } of sold) {
    // its line, and the entry behind it
    const rows = own.getByRole('row').filter({ hasText: title });
    await expect(rows.first()).toContainText(payout);
    await expect(rows.last()).toContainText(payout);
  }
  const copy = await taken(publisher, own.getByRole('button', { name: 'PDF', exact: true }), folder);
  expect(readFileSync(copy).equals(drawn)).toBe(true);
  await publisher.goto(`${origin}/publisher/reports/revenue/campaigns`);
  for (const { title, payout } of sold) {
    const row = publisher.getByRole('row').filter({ hasText: title });
    await row.getByRole('button', { name: payout }).last().click();
    const entries = publisher.getByRole('dialog', { name: 'Entries' });
    await expect(entries.getByRole('row').filter({ hasText: number })).toContainText(payout);
    await publisher.keyboard.press('Escape');
  }
  rmSync(folder, { recursive: true, force: true });
});
