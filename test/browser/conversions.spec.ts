// The whole way in a real browser: a visitor clicks a publisher's link, the shop reports by server postback, image and
// iframe, an account manager approves, and the publisher's balance and tracker know of it, with the right value for every
// macro.

import type { Page } from '@playwright/test';
import { macros } from '@tributary/contract/tracker/macros';
import {
  blog,
  clickThrough,
  type Outside,
  openOutside,
  publisherTracker,
  serverPostback,
  shop,
  trackerOrigin,
} from './conversions-support.ts';
import { api, makeOffer, uniqueTitle } from './offers-support.ts';
import { enterAs, expect, originOf, signIn, test } from './support.ts';

test.describe.configure({ mode: 'serial', timeout: 180_000 });

let outside: Outside;
test.beforeAll(async () => {
  outside = await openOutside();
});
test.afterAll(() => outside.close());

const visible = macros.filter(({ publisherVisible }) => publisherVisible).map(({ name }) => name);
const postbackUrl = `${publisherTracker}?${visible.map((name) => `${name}={${name}}`).join('&')}`;
/** a person's: a click of the headless browser's own is a bot's, and leaves no cookie */
const visitorAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
/** in India, says the bundled table */
const visitorIp = '49.36.0.1';
const oddValue = 'a b&c=d/é';
const fromClick = {
  ...Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`p${at + 1}`, `p${at + 1} ${oddValue}`])),
  source: 'newsletter',
  sub_source: 'footer',
  erid: 'E1',
  impression_id: 'I1',
  coupon: 'SPRING',
  connection_type: 'wifi',
  carrier: 'Airtel',
  gaid: 'G1',
  idfa: 'F1',
  idfv: 'V1',
  android_id: 'A1',
  app_name: 'Reader',
  app_version: '2.1',
  bundle_id: 'com.reader',
  creative_id: 'C1',
  creative_name: 'Banner',
  ad_id: 'D1',
  placement: 'top',
  keyword: 'running shoes',
  cost: '0.05',
  utm_source: 'blog',
  utm_medium: 'link',
  utm_campaign: 'spring sale',
  utm_term: 'shoes',
  utm_content: 'footer',
};
const fromShop = {
  ...Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`sub${at + 1}`, `s${at + 1} ${oddValue}`])),
  order_id: 'ORDER-9',
  product_sku: 'SKU-7',
};

const unixNow = (): number => Math.floor(Date.now() / 1000);
/** as the workspace's clock shows it, which is on UTC */
const clockTime = (unix: string | undefined): string =>
  new Date(Number(unix) * 1000).toISOString().slice(0, 19).replace('T', ' ');
function expectBetween(value: string | undefined, from: number, to: number): void {
  expect(Number(value)).toBeGreaterThanOrEqual(from);
  expect(Number(value)).toBeLessThanOrEqual(to);
}

const approvedOf = (balance: unknown, currency: string): number => {
  const { rows } = balance as { rows: { currency: string; approved: string }[] };
  return Number(rows.find((row) => row.currency === currency)?.approved ?? '0');
};

/** waits for the row of a transaction in the console's log */
async function findConversion(page: Page, txn: string) {
  await page.goto(`${originOf('demo')}/am/reports/conversions?q=${txn}`);
  const row = page.getByRole('row', { name: new RegExp(txn) });
  await expect(async () => {
    await page.reload();
    await expect(row).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: 60_000 });
  return row;
}

test('from a click by postback, image and iframe to the publisher’s balance and tracker', async ({ page, browser }) => {
  await enterAs(page, 'admin');
  const { id, title } = await makeOffer(page, {
    offer_name: uniqueTitle('Shoes'),
    default_campaign_url: `${shop}/landing?cid={click_id}`,
    conversion_tracking: 'IMG Pixel Tracking',
    currency: 'USD',
    revenue: 5,
    payout: 3.5,
    hold_minutes: 1440,
    category: 'finance',
    app_id: 'com.shoes',
    goals: [{ name: 'Deposit', token: 'deposit', revenue: 10, payout: 7.25 }],
  });
  const { camp_id: campId } = (await api(page, 'admin', 'GET', `/api/offers/${id}`)) as { camp_id: number };
  const txn = `T${Date.now().toString(36)}`;

  // the publisher sets up its tracker
  const publisher = await (await browser.newContext()).newPage();
  await signIn(publisher, 'publisher');
  const before = approvedOf(await api(publisher, 'publisher', 'GET', '/api/publisher/balance'), 'USD');
  await publisher.getByRole('button', { name: 'Reports' }).click();
  await publisher.getByRole('link', { name: 'Conversion', exact: true }).click();
  await publisher.getByRole('link', { name: 'Postbacks' }).click();
  await publisher.getByRole('button', { name: 'Add postback' }).click();
  const form = publisher.getByRole('dialog', { name: 'Add postback' });
  await form.getByRole('combobox', { name: 'Campaign' }).fill(title);
  await publisher.getByRole('option', { name: title }).click();
  await form.getByLabel('Postback URL').fill(`${publisherTracker}?x={revenue}&y={txn_id}&z={sale_amount}`);
  await form.getByRole('button', { name: 'Save postback' }).click();
  await expect(form.getByRole('alert')).toHaveText(
    'These macros are not available to publishers: {revenue}, {txn_id}, {sale_amount}',
  );
  await form.getByLabel('Postback URL').fill(postbackUrl);
  await form.getByLabel('Pending').check();
  await form.getByRole('button', { name: 'Save postback' }).click();
  await expect(publisher.getByText('Postback saved.')).toBeVisible();

  // the account manager takes the snippets for the shop
  await page.goto(`/am/offers/postback?offer=${id}`);
  const snippet = (name: string) => page.getByRole('region', { name, exact: true }).locator('pre');
  await expect(snippet('Server postback')).toContainText('token=••••••••');
  await page.getByRole('button', { name: 'Show the token' }).click();
  await expect(snippet('Server postback')).toContainText(/token=[\w-]{20,}/);
  const serverSnippet = (await snippet('Server postback').textContent()) ?? '';
  const imageSnippet = (await snippet('Image pixel').textContent()) ?? '';
  const iframeSnippet = (await snippet('Iframe pixel').textContent()) ?? '';

  // three visits
  const from = { userAgent: visitorAgent, extraHTTPHeaders: { 'x-forwarded-for': visitorIp } };
  const visitor = await (await browser.newContext(from)).newPage();
  const link = (p: Record<string, string>) =>
    `${trackerOrigin}/click?${new URLSearchParams({ camp_id: String(campId), publisher_id: '2', ...p })}`;
  await expect(async () => {
    // the offer is on its way to the tracker for up to two seconds
    expect(await clickThrough(visitor, outside, link({ p1: 'early' }))).not.toBe('');
  }).toPass({ timeout: 60_000 });
  const beforeClick = unixNow();
  const first = await clickThrough(visitor, outside, link(fromClick));
  const afterClick = unixNow();
  const reported = serverSnippet
    .replace('CLICK_ID', first)
    .replace('ORDER_ID', `${txn}-server`)
    .replace('AMOUNT', '49.90')
    .replace('GOAL', 'deposit');
  // the click's own row is with the server within two seconds
  await visitor.waitForTimeout(2500);
  const trial = page.getByRole('region', { name: 'Try a postback' });
  await trial.getByRole('textbox', { name: 'Postback' }).fill(reported);
  await trial.getByRole('button', { name: 'Try it' }).click();
  await expect(trial).toContainText('Recorded: Pending, revenue $10.00, payout $7.25');
  await expect(trial.getByRole('listitem').filter({ hasText: 'Click lifetime' })).toBeVisible();
  const beforeReport = unixNow();
  const answer = await serverPostback(`${reported}&${new URLSearchParams(fromShop)}`);
  const afterReport = unixNow();
  expect(answer).toEqual({ status: 200, body: expect.stringContaining('recorded') });
  expect((await serverPostback(reported.replace(/token=[\w-]+/, 'token=wrong'))).status).toBe(403);

  const second = await clickThrough(visitor, outside, link({ p1: 'by-image' }));
  outside.pages.set(
    '/thanks',
    `<h1>Thank you</h1>${imageSnippet.replace('ORDER_ID', `${txn}-image`).replace('AMOUNT', '20').replace('&amp;goal=GOAL', '')}`,
  );
  await visitor.goto(`${shop}/thanks`);
  await expect(visitor.locator('img')).toHaveJSProperty('naturalWidth', 1);

  const third = await clickThrough(visitor, outside, link({ p1: 'by-iframe' }));
  outside.pages.set(
    '/thanks',
    `<h1>Thank you</h1>${iframeSnippet.replace('ORDER_ID', `${txn}-iframe`).replace('AMOUNT', '30').replace('&amp;goal=GOAL', '').replace('camp_id=', `click_id=${third}&amp;camp_id=`)}`,
  );
  await visitor.goto(`${shop}/thanks`);

  // all three wait in the console; the account manager approves
  for (const [way, payout] of [
    ['server', '$7.25'],
    ['image', '$3.50'],
    ['iframe', '$3.50'],
  ] as const) {
    const row = await findConversion(page, `${txn}-${way}`);
    await expect(row).toContainText('Pending');
    await expect(row).toContainText(payout);
    await row.getByRole('button').first().click();
    const drawer = page.getByRole('dialog', { name: 'Conversion' });
    await expect(drawer.getByRole('heading', { name: 'What was checked' })).toBeVisible();
    await expect(drawer.getByRole('listitem').filter({ hasText: 'Click lifetime' })).toContainText(
      'clicks live 30 days',
    );
    await drawer.getByRole('button', { name: 'Approve' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question.getByRole('button', { name: 'Approve' })).toBeDisabled();
    await question.getByRole('button', { name: 'Checked by hand' }).click();
    await question.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('1 conversion approved.')).toBeVisible();
    await expect(drawer.getByText('Approved', { exact: true }).first()).toBeVisible();
    await expect(drawer.getByRole('heading', { name: 'Ledger' })).toBeVisible();
  }

  // the publisher's balance, list and log
  await expect
    .poll(async () => approvedOf(await api(publisher, 'publisher', 'GET', '/api/publisher/balance'), 'USD'))
    .toBeCloseTo(before + 7.25 + 3.5 + 3.5, 6);
  await publisher.goto(`${originOf('demo')}/publisher/reports/conversions`);
  await expect(publisher.getByText('Approved, USD')).toBeVisible();
  const mine = publisher.getByRole('row').filter({ hasText: title });
  await expect(mine).toHaveCount(3);
  await expect(mine.first()).toContainText('Approved');
  await expect(mine.first()).toContainText('Checked by hand');
  await expect(async () => {
    await publisher.reload();
    await expect(mine.first()).toContainText('Delivered', { timeout: 10_000 });
  }).toPass({ timeout: 60_000 });
  await publisher.getByRole('link', { name: 'Postback log' }).click();
  await expect(publisher.getByRole('row').filter({ hasText: title }).filter({ hasText: 'HTTP 200' })).toHaveCount(6);

  // what arrived there: each told when it began to wait and when it was approved, and no other
  const told = (click: string) =>
    outside.received.filter((url) => url.searchParams.get('click_id') === click).map((url) => url.searchParams);
  // the offer's hold is for what a server vouched for; a pixel waits for a person
  for (const [click, waits] of [
    [first, 'hold'],
    [second, 'pending'],
    [third, 'pending'],
  ] as const) {
    expect(told(click).map((values) => values.get('conv_status'))).toEqual([waits, 'approved']);
    const [held, approved] = told(click).map((values) => Number(values.get('sequence')));
    expect(approved).toBeGreaterThan(held ?? Number.NaN);
  }
  // the shop's own ids and amounts are not the publisher's to know
  expect(outside.received.filter((url) => url.href.includes(txn) || url.href.includes('ORDER-9'))).toEqual([]);
  const values = Object.fromEntries(told(first).at(-1) ?? []);
  expect(Object.keys(values).sort()).toEqual([...visible].sort());
  expectBetween(values.click_time, beforeClick, afterClick);
  expectBetween(values.conversion_time, beforeReport, afterReport);
  // whole seconds of a difference that each end was cut from
  expectBetween(values.ctit, Number(values.conversion_time) - Number(values.click_time) - 1, afterReport - beforeClick);
  const query = new URLSearchParams({ q: `${txn}-server` });
  const { rows } = (await api(page, 'admin', 'GET', `/api/conversions?${query}`)) as {
    rows: { id: string; publisher: { id: string } }[];
  };
  const { order_id: _order, ...subsAndSku } = fromShop;
  expect(values).toEqual({
    ...fromClick,
    ...subsAndSku,
    camp_id: String(campId),
    campaign_id: id,
    campaign_title: title,
    camp_type: 'CPR',
    payout_model: 'CPR',
    camp_category: 'finance',
    app_id: 'com.shoes',
    goal_id: '2',
    goal_name: 'Deposit',
    goal_value: 'deposit',
    url_id: '',
    publisher_id: '2',
    aff_id: rows[0]?.publisher.id,
    aff_name: 'Priya Shah',
    aff_ref_id: '',
    click_id: first,
    conversion_id: rows[0]?.id,
    click_time: values.click_time,
    click_datetime: clockTime(values.click_time),
    conversion_time: values.conversion_time,
    conversion_datetime: clockTime(values.conversion_time),
    conv_status: 'approved',
    sequence: values.sequence,
    ctit: values.ctit,
    tdomain: 'demo.localhost',
    referer: new URL(blog).host,
    user_agent: visitorAgent,
    is_unique: '0',
    url: '',
    random: expect.stringMatching(/^\d+$/),
    device_type: 'desktop',
    device_brand: '',
    device_model: '',
    os: 'linux',
    os_version: '',
    browser: 'chrome',
    browser_version: '140.0.0.0',
    language: 'en',
    ip: visitorIp,
    country_id: 'IN',
    country_name: 'India',
    // known to an operator's own city and network tables only
    region: '',
    city: '',
    zip: '',
    timezone: '',
    isp: '',
    payout: '7.25',
    currency: 'USD',
  });
  await publisher.context().close();
  await visitor.context().close();
});
