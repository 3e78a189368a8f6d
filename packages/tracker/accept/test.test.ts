// Tests through a running tracker: they are decided as clicks are, kept apart from them, and nobody without a token that fits gets
// more than the page of an unknown address.
import { createHmac } from 'node:crypto';
import { sealTestToken, TEST_TOKEN_HEADER, TEST_TOKEN_LIFE_MS } from '@tributary/contract/tracker/test-token';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSecret } from '../secret.ts';
import * as make from '../testing/entities.ts';
import { Harness } from '../testing/harness.ts';
import { LeaseLedger } from '../testing/lease-ledger.ts';
import { CHROME } from '../testing/request.ts';

const harness = new Harness();
const RUN = '0192f0c0-0009-7000-8000-00000000000a';
const CLICK = '/click?camp_id=10&publisher_id=2&p1=abc%26d&source=mail';
let key: Uint8Array;

const tokenFor = (
  target: string,
  { tenant = 1, country = 'DE', life = TEST_TOKEN_LIFE_MS, under = key }: Record<string, never> | Made = {},
) =>
  sealTestToken({ tenant, run: RUN, expiresAt: Date.now() + life, country }, target, (text) =>
    createHmac('sha256', under).update(text).digest('hex'),
  );
interface Made {
  tenant?: number;
  country?: string;
  life?: number;
  under?: Uint8Array;
}
const tried = async (target: string, token = tokenFor(target), headers: Record<string, string> = {}) => {
  const answer = await harness.get(`/test${target}`, { [TEST_TOKEN_HEADER]: token, ...headers });
  return { ...answer, json: answer.headers['content-type'] === 'application/json' ? JSON.parse(answer.body) : null };
};
const testRow = async (id: string) => {
  const find = () => harness.server.rows.find(({ kind, row }) => kind === 'test' && row.row_id === id)?.row;
  await harness.until(() => find() !== undefined);
  return find();
};

beforeAll(async () => {
  harness.server.ledger = new LeaseLedger({ limits: { 'cap-15': 1 }, trackers: 1, ttlMs: 5000 });
  await harness.start([
    ...make.basics(),
    { put: 'tenant', value: make.tenant({ number: 2, subdomain: 'acme' }) },
    { put: 'offer', value: make.offer({ number: 11, status: 'paused' }) },
    { put: 'offer', value: make.offer({ number: 12, targets: [{ field: 'country', op: 'in', values: ['DE'] }] }) },
    { put: 'offer', value: make.offer({ number: 13, duplicates: 'refuse' }) },
    { put: 'offer', value: make.offer({ number: 15, caps: [{ id: 'cap-15', publisher: null }] }) },
    { put: 'offer', value: make.offer({ number: 16, conversionTracking: 'pixel' }) },
    { put: 'link', value: make.link({ params: { p1: 'preset' } }) },
  ]);
  key = openSecret(null, harness.dataDir).testKeys.token;
});
afterAll(() => harness.stop());

describe('a test click', () => {
  test('says what a visitor would have got, gives none of it, and is kept as a test with all its columns', async () => {
    const { status, headers, json } = await tried(CLICK);
    expect([status, headers.location, headers['set-cookie']]).toEqual([200, undefined, undefined]);
    expect(json).toMatchObject({ verdict: 'accepted', status: 302, sentTo: 'destination' });
    expect(json.location).toBe(`https://shop.example/landing?cid=${json.id}&pub=2&p=abc%26d&s=mail&c=DE`);
    expect(json.steps).toHaveLength(13);
    const row = await testRow(json.row);
    expect(row).toMatchObject({ test_id: RUN, kind: 'click' });
    expect(JSON.parse(row?.row ?? '')).toMatchObject({
      event_id: json.id,
      offer: '10',
      publisher: '2',
      country: 'DE',
      ip: '192.0.2.1',
      user_agent: CHROME,
      params: '{"p1":"abc&d"}',
      verdict: 'accepted',
    });
  });

  test('is decided by the rules: paused, another country, a short link and its presets', async () => {
    expect((await tried('/click?camp_id=11&publisher_id=2')).json).toMatchObject({ verdict: 'offer_paused' });
    const aimed = '/click?camp_id=12&publisher_id=2';
    expect((await tried(aimed)).json.verdict).toBe('accepted');
    expect((await tried(aimed, tokenFor(aimed, { country: 'FR' }))).json.verdict).toBe('target_country');
    expect((await tried('/c/abc')).json.location).toContain('p=preset');
    expect((await tried('/click?camp_id=16&publisher_id=2')).headers['set-cookie']).toBeUndefined();
  });

  test('spends no cap, is nobody’s first visit and counts in no tally', async () => {
    const capped = '/click?camp_id=15&publisher_id=2';
    for (let n = 0; n < 3; n++) expect((await tried(capped)).json.verdict).toBe('accepted');
    expect((await harness.get(capped)).headers.location).toContain('shop.example');
    const once = '/click?camp_id=13&publisher_id=2';
    expect((await tried(once)).json.verdict).toBe('accepted');
    expect((await harness.get(once)).headers.location).toContain('shop.example');
    await harness.until(() => harness.server.rows.filter(({ kind }) => kind === 'click').length === 2);
    const counted = [...harness.server.reports.values()].flatMap(({ verdicts }) => Object.values(verdicts));
    const all = counted.flatMap((one) => Object.values(one)).reduce((sum, n) => sum + n, 0);
    expect(all).toBeLessThanOrEqual(2);
  });
});

describe('a token', () => {
  const refused: [string, () => [string, string, Record<string, string>?]][] = [
    ['none', () => [CLICK, '']],
    ['words', () => [CLICK, 'let-me-in']],
    ['of another key', () => [CLICK, tokenFor(CLICK, { under: new Uint8Array(32) })]],
    ['that is over', () => [CLICK, tokenFor(CLICK, { life: -1 })]],
    ['that would last for an hour', () => [CLICK, tokenFor(CLICK, { life: 3_600_000 })]],
    ['of another tenant', () => [CLICK, tokenFor(CLICK, { tenant: 2 })]],
    ['used at another tenant', () => [CLICK, tokenFor(CLICK), { Host: 'acme.localhost' }]],
    ['for another address', () => [CLICK.replace('abc', 'abd'), tokenFor(CLICK)]],
    ['with its country changed', () => [CLICK, tokenFor(CLICK).replace('.DE.', '.US.')]],
    ['with its run changed', () => [CLICK, tokenFor(CLICK).replace('000a.', '000b.')]],
  ];
  test.each(refused)('%s opens nothing: no redirect, no answer, no row', async (_what, made) => {
    const before = harness.server.rows.length;
    const { status, headers, json } = await tried(...made());
    expect([status, headers.location, json]).toEqual([404, undefined, null]);
    await harness.get('/imp?camp_id=10&publisher_id=2');
    await harness.until(() => harness.server.rows.length > before);
    expect(harness.server.rows.slice(before).map(({ kind }) => kind)).toEqual(['impression']);
  });

  test('beside an ordinary click hides nothing of it', async () => {
    const { headers } = await harness.get(CLICK, { [TEST_TOKEN_HEADER]: tokenFor(CLICK) });
    const id = new URL(headers.location ?? '').searchParams.get('cid');
    await harness.until(() => harness.server.rows.some(({ kind, row }) => kind === 'click' && row.event_id === id));
  });
});

describe('a test postback', () => {
  test('is recorded for the click of a test, and for no other', async () => {
    const { json: click } = await tried(CLICK);
    const { json } = await tried(`/postback?click_id=${click.id}&goal=install&sale_amount=12.50&txn_id=T-1`);
    expect(json).toMatchObject({ outcome: 'recorded' });
    const row = await testRow(json.row);
    expect(JSON.parse(row?.row ?? '')).toMatchObject({ click_id: click.id, goal: 'install', sale_amount: '12.50' });
    expect((await tried(`/postback?click_id=${click.id}&goal=nothing`)).json.outcome).toBe('goal_unknown');
    const { headers } = await harness.get(CLICK);
    const real = new URL(headers.location ?? '').searchParams.get('cid');
    expect((await tried(`/postback?click_id=${real}`)).json.outcome).toBe('broken_click');
  });

  test('in earnest the click of a test is nobody’s', async () => {
    const { json: click } = await tried(CLICK);
    const { body } = await harness.get(`/postback?click_id=${click.id}&txn_id=T-2`);
    expect(JSON.parse(body)).toMatchObject({ success: false, outcome: 'broken_click' });
  });
});
