// What a tracker takes down of a call, and what it makes of a signature: tables of cases, worked out by hand.
import { createHash, createHmac } from 'node:crypto';
import { signingKeyName } from '@tributary/contract/tracker/postback-signature';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSecret } from '../secret.ts';
import * as make from '../testing/entities.ts';
import { Harness } from '../testing/harness.ts';
import { LeaseLedger } from '../testing/lease-ledger.ts';

const harness = new Harness();
let key: string;
let click: string;
let cap = 0;

beforeAll(async () => {
  await harness.start([
    ...make.basics(),
    { put: 'offer', value: make.offer({ number: 16, advertiser: 5 }) },
    { put: 'advertiser', value: make.advertiser({ number: 5, postbackSignature: 2 }) },
    { put: 'offer', value: make.offer({ number: 17, advertiser: 6 }) },
    { put: 'advertiser', value: make.advertiser({ number: 6, statusWords: { released: 'approved' } }) },
    { put: 'offer', value: make.offer({ number: 18, termsVersion: 7 }) },
    // over before it began
    { put: 'offer', value: make.offer({ number: 14, clickLifeMs: -1 }) },
    { put: 'offer', value: make.offer({ number: 15, caps: [{ id: 'cap-15', publisher: null }] }) },
  ]);
  harness.server.ledger = new LeaseLedger({ limits: { 'cap-15': 2 }, trackers: 1, ttlMs: 5000 });
  const { postbackKey } = openSecret(null, harness.dataDir);
  key = createHmac('sha256', postbackKey)
    .update(signingKeyName(make.advertiser({ number: 5 }).id, 2))
    .digest('hex');
  click = await clickOn(16);
});
afterAll(() => harness.stop());

const clickOn = async (offer: number): Promise<string> => {
  const { headers } = await harness.get(`/click?camp_id=${offer}&publisher_id=2`);
  return new URL(headers.location ?? '').searchParams.get('cid') ?? '';
};
const rowWith = async (column: string, value: string) => {
  const find = () => harness.server.rows.find(({ row }) => row[column] === value)?.row;
  await harness.until(() => find() !== undefined);
  return find();
};
const hmac = (text: string): string => createHmac('sha256', key).update(text).digest('hex');
const now = (): string => String(Math.floor(Date.now() / 1000));
/** the old form: seven named values */
const oldSignature = (query: string): string => {
  const values = new URLSearchParams(query);
  const names = ['ts', 'click_id', 'txn_id', 'goal', 'sale_amount', 'currency', 'status'];
  return hmac(names.map((name) => values.get(name) ?? '').join('\n'));
};
/** the new form: everything the call says */
const newSignature = (query: string): string => `v2.${hmac(`v2\n${query}`)}`;
const call = async (query: string) => {
  const { status, body } = await harness.get(`/postback?${query}`);
  return [status, JSON.parse(body).outcome];
};

const good = [200, 'recorded'];
const bad = [403, 'signature_mismatch'];

describe('a signature', () => {
  const base = () => `ts=${now()}&click_id=${click}&txn_id=S-${++cap}`;

  test.each([
    ['the plain call', '', good],
    ['an amount', '&sale_amount=9&currency=USD&status=approved', good],
    ['a value the old form does not cover', '&camp_id=16&sub1=x&order_id=7&coupon=A%20B', good],
  ])('of the new form covers %s', async (_what, more, expected) => {
    const query = `${base()}${more}`;
    expect(await call(`${query}&signature=${newSignature(query)}`)).toEqual(expected);
    const first = `${base()}${more}`;
    expect(await call(`signature=${newSignature(first)}&${first}`)).toEqual(expected);
  });

  test.each([
    ['an amount added behind it', (query: string) => `${query}&sale_amount=900`],
    ['an amount put before it', (query: string) => `sale_amount=900&${query}`],
    ['a sub parameter added', (query: string) => `${query}&sub1=made-up`],
    ['a parameter nobody knows', (query: string) => `${query}&cb=1`],
    ['a value changed', (query: string) => query.replace('sub2=a', 'sub2=b')],
    ['the status changed', (query: string) => query.replace('status=pending', 'status=approved')],
    ['a parameter taken out', (query: string) => query.replace('&status=pending', '')],
    ['another spelling of the same value', (query: string) => query.replace('sub2=a', 'sub2=%61')],
    ['two signatures', (query: string) => `${query}&signature=${newSignature(query)}`],
    ['no version', (query: string) => query.replace('v2.', '')],
    ['a version nobody defined', (query: string) => query.replace('v2.', 'v3.')],
  ])('of the new form fails with %s', async (_what, change) => {
    const query = `${base()}&sub2=a&status=pending`;
    const signed = `${query}&signature=${newSignature(query)}`;
    expect(await call(change(signed))).toEqual(bad);
  });

  test.each([
    ['the seven values', '&goal=install&sale_amount=9&currency=USD&status=approved', good],
    ['nothing but the click', '', good],
    ['a token beside it', '&token=x', good],
    ['an offer it does not cover', '&camp_id=16', bad],
    ['a sub parameter it does not cover', '&sub1=x', bad],
    ['an order id it does not cover', '&order_id=7', bad],
    ['a name nobody knows', '&cb=1', bad],
    ['a value given twice', '&status=pending&status=approved', bad],
  ])('of the old form holds only while it covers the call: %s', async (_what, more, expected) => {
    const query = `${base()}${more}`;
    expect(await call(`${query}&signature=${oldSignature(query)}`)).toEqual(expected);
  });

  test('in a form covers query and body together', async () => {
    const [query, body] = ['sub1=here', `${base()}&sale_amount=3`];
    const signature = newSignature(`${query}&${body}`);
    const post = (more: string) =>
      harness.get(
        `/postback?${query}${more}`,
        { 'Content-Type': 'application/x-www-form-urlencoded' },
        { method: 'POST', body: `${body}&signature=${signature}` },
      );
    expect((await post('')).status).toBe(200);
    expect((await post('&sub2=added')).status).toBe(403);
  });

  test('too old is said only to who knows the key', async () => {
    const old = `ts=${Number(now()) - 301}&click_id=${click}`;
    expect(await call(`${old}&signature=${newSignature(old)}`)).toEqual([403, 'signature_expired']);
    expect(await call(`${old}&sub1=x&signature=${newSignature(old)}`)).toEqual(bad);
  });
});

describe('of a call is kept', () => {
  test('the receipt’s id, told in every answer', async () => {
    const id = await clickOn(10);
    for (const query of [`click_id=${id}&txn_id=R1`, 'txn_id=R2', `click_id=${id}&txn_id=R3&goal=nope`]) {
      const { body } = await harness.get(`/postback?${query}`);
      const { receipt_id: receipt } = JSON.parse(body);
      expect(receipt).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
      expect(await rowWith('receipt_id', receipt)).toMatchObject({ txn_id: /txn_id=(R\d)/.exec(query)?.[1] });
    }
  });

  test('which offer it names, by postback and by pixel, so that a replay asks again', async () => {
    const id = await clickOn(10);
    expect(await call(`click_id=${id}&camp_id=16&txn_id=C1`)).toEqual([400, 'offer_mismatch']);
    expect(JSON.parse((await rowWith('txn_id', 'C1'))?.params ?? '{}')).toMatchObject({ camp_id: '16' });
    await harness.get(`/pixel.gif?click_id=${id}&camp_id=16&txn_id=C2`);
    expect(JSON.parse((await rowWith('txn_id', 'C2'))?.params ?? '{}')).toMatchObject({ camp_id: '16' });
  });
});

describe('of a click is kept', () => {
  test('every UTM parameter, and nothing else that merely looks like one', async () => {
    const utm = 'utm_source=news&utm_medium=e-mail&utm_campaign=may%20day&utm_term=tea&utm_content=b1&utm_id=9&utm_x=1';
    const { headers } = await harness.get(`/click?camp_id=10&publisher_id=2&p1=a&${utm}`);
    const id = new URL(headers.location ?? '').searchParams.get('cid') ?? '';
    expect(JSON.parse((await rowWith('event_id', id))?.params ?? '{}')).toEqual({
      p1: 'a',
      utm_source: 'news',
      utm_medium: 'e-mail',
      utm_campaign: 'may day',
      utm_term: 'tea',
      utm_content: 'b1',
    });
  });

  test('the cap that refused it', async () => {
    for (let n = 0; n < 3; n++) await harness.get(`/click?camp_id=15&publisher_id=2&p1=cap-${n}`);
    expect(await rowWith('params', '{"p1":"cap-1"}')).toMatchObject({ verdict: 'accepted' });
    expect(await rowWith('params', '{"p1":"cap-2"}')).toMatchObject({ verdict: 'cap_reached', cap_lots: 'cap-15' });
  });
});

describe('words from outside are closed lists, and an answer names what to put right', () => {
  let n = 0;
  test.each([
    ['status=approved', 200, 'recorded'],
    ['status=', 200, 'recorded'],
    ['status=Refunded', 200, 'recorded'],
    ['status=fraud', 400, 'status_unknown'],
    ['status=test', 400, 'status_unknown'],
    ['sale_amount=5&currency=inr', 200, 'recorded'],
    ['sale_amount=8300&currency=Rs', 400, 'currency_unknown'],
    ['currency=Rs', 400, 'currency_unknown'],
    ['sale_amount=-1', 400, 'amount_out_of_bounds'],
    ['sale_amount=10000001', 400, 'amount_out_of_bounds'],
    ['sale_amount=1,50', 400, 'malformed_amount'],
    ['txn_id={txn_id}', 400, 'macro_unfilled'],
    ['txn_id=%7Btxn_id%7D', 400, 'macro_unfilled'],
    ['txn_id=%25txn_id%25', 400, 'macro_unfilled'],
    ['txn_id=[txn_id]', 400, 'macro_unfilled'],
    ['goal={goal}', 400, 'macro_unfilled'],
    [`txn_id=${'x'.repeat(255)}`, 200, 'recorded'],
    [`txn_id=${'x'.repeat(256)}`, 400, 'txn_too_long'],
    ['status=refund&refund_amount=x', 400, 'malformed_amount'],
  ])('%s: %i %s', async (more, status, outcome) => {
    const id = await clickOn(10);
    const { status: answered, body } = await harness.get(`/postback?click_id=${id}&${more}&sub1=w${++n}`);
    expect([answered, JSON.parse(body).outcome]).toEqual([status, outcome]);
    const [name = ''] = more.split('=');
    if (/unknown|macro|too_long/.test(outcome))
      expect(JSON.parse(body).message).toContain(`${outcome === 'currency_unknown' ? 'currency' : name} is “`);
  });

  test('a word of an advertiser’s own is taken from it alone', async () => {
    const said = async (offer: number, word: string) => call(`click_id=${await clickOn(offer)}&status=${word}`);
    expect(await said(17, 'Released')).toEqual(good);
    expect(await said(17, 'constructor')).toEqual([400, 'status_unknown']);
    expect(await said(10, 'Released')).toEqual([400, 'status_unknown']);
  });

  test.each([
    ['Currency=INR&sale_amount=8300', 'Currency is “INR”'],
    ['Status=rejected', 'Status is “rejected”'],
    ['STATUS=refund', 'STATUS is “refund”'],
    ['status[]=approved', 'status[] is “approved”'],
    ['status=approved&status=rejected', 'status is “rejected”'],
    ['sale_amount=10&sale_amount=1000', 'sale_amount is “1000”'],
  ])('%s is parked, and the answer says why', async (more, said) => {
    const id = await clickOn(10);
    const { status, body } = await harness.get(`/postback?click_id=${id}&${more}`);
    const { outcome, message } = JSON.parse(body);
    expect([status, outcome, message]).toEqual([400, 'parameter_unclear', expect.stringContaining(said)]);
    expect(await rowWith('click_id', id)).toMatchObject({ outcome: 'parameter_unclear' });
  });

  test.each([
    ['application/x-www-form-urlencoded', 'status=rejected', 200, 'recorded'],
    ['Application/X-WWW-Form-Urlencoded; charset=utf-8', 'status=rejected', 200, 'recorded'],
    ['application/json', '{"status":"rejected"}', 400, 'parameter_unclear'],
    ['multipart/form-data; boundary=x', '--x\r\n', 400, 'parameter_unclear'],
    ['application/x-www-form-urlencoded', 'Status=rejected', 400, 'parameter_unclear'],
    ['application/json', '', 200, 'recorded'],
  ])('a body of %s, %s: %i %s, and never "nothing said"', async (type, body, status, outcome) => {
    const id = await clickOn(10);
    const answer = await harness.get(`/postback?click_id=${id}`, { 'Content-Type': type }, { method: 'POST', body });
    expect([answer.status, JSON.parse(answer.body).outcome]).toEqual([status, outcome]);
    if (status === 200 && body !== '') expect(await rowWith('click_id', id)).toMatchObject({ status: 'rejected' });
  });

  test('a click id that nobody filled in is named as such', async () => {
    const { status, body } = await harness.get('/postback?click_id={click_id}');
    expect([status, JSON.parse(body).outcome]).toEqual([400, 'macro_unfilled']);
  });

  test('a pixel cannot say a status, so it is not asked about it', async () => {
    const id = await clickOn(10);
    await harness.get(`/pixel.gif?click_id=${id}&status=nonsense&sub1=pix`);
    expect(await rowWith('click_id', id)).toBeDefined();
  });

  test('a click lives as long as its offer says, not as long as the workspace does', async () => {
    expect(await call(`click_id=${await clickOn(14)}`)).toEqual([400, 'click_expired']);
  });
});

describe('row format 2', () => {
  const digest = (token: string) => createHash('sha256').update(token).digest('hex').slice(0, 32);

  test.each([
    ['the right token', (id: string) => `click_id=${id}&token=right`, digest('right')],
    ['a call without a click: it can be proved later', () => 'click_id=none&token=right', digest('right')],
    ['no token', (id: string) => `click_id=${id}`, null],
    ['an empty one', (id: string) => `click_id=${id}&token=`, null],
  ])('keeps a digest of the token, and never the token: %s', async (_what, query, expected) => {
    const txn = `D-${++cap}`;
    await harness.get(`/postback?${query(await clickOn(10))}&txn_id=${txn}`);
    const row = await rowWith('txn_id', txn);
    expect(row?.token_digest).toBe(expected);
    expect(JSON.stringify(row)).not.toContain('right');
  });

  test('a click names the version of the terms that the tracker knew; one that no offer is known of, none', async () => {
    for (const [number, source] of [
      [18, 'with'],
      [10, 'without'],
      [99, 'nobody'],
    ]) {
      await harness.get(`/click?camp_id=${number}&publisher_id=2&source=${source}`);
    }
    const told = [];
    for (const source of ['with', 'without', 'nobody']) told.push((await rowWith('source', source))?.terms_version);
    expect(told).toEqual(['7', null, null]);
  });
});
