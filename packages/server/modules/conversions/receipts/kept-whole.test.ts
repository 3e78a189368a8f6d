// What is kept of a call is what decides when it is looked at again; what a cap refused is counted; what a click carried can
// be reported by. Tables of cases on the real intake and database.
import { createHmac } from 'node:crypto';
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { createWorld, type World } from '../../../testing-world.ts';

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await createTestApp();
  token = (await t.signIn('admin@demo.test')).token;
});
afterAll(() => t.close());

const world = (): Promise<World> => createWorld(t);
const replay = async (w: World, id: string) => {
  await t.call(routes.replayReceipts, { token, body: { ids: [id], trust_sender: false, reason: 'Again' } });
  await t.app.worker?.drain();
  return w.outcome(id);
};

describe('a replay', () => {
  test.each([
    ['names its own offer', (own: number) => String(own), 'recorded'],
    ['names another offer', (own: number) => String(own + 1), 'offer_mismatch'],
    ['names no offer', () => '', 'recorded'],
    ['names nonsense', () => 'x', 'offer_mismatch'],
  ])('of a receipt that %s', async (_what, named, expected) => {
    const w = await world();
    const offer = await w.addOffer();
    const campId = named(offer.number);
    const click_id = w.clickId(offer.number);
    // as trackers write it now, and as they wrote it before: then only the query says it
    const rows: Record<string, string>[] = [
      { click_id, txn_id: 'new', params: JSON.stringify(campId ? { camp_id: campId } : {}) },
      { click_id: w.clickId(offer.number), txn_id: 'old', query: `click_id=x&camp_id=${campId}&txn_id=old` },
    ];
    for (const row of rows) {
      const [id = ''] = await w.receipts([{ ...row, outcome: 'goal_unknown' }]);
      expect(await replay(w, id)).toBe(expected);
    }
    expect(await w.conversions()).toHaveLength(expected === 'recorded' ? 2 : 0);
  });
});

describe('the capping log', () => {
  test('counts the clicks that each cap refused, in its own window', async () => {
    const w = await world();
    const offer = await w.addOffer();
    const [daily, hourly] = [
      await w.addCap(offer.id, { metric: 'clicks', limit_value: 2, action: 'fallback' }),
      await w.addCap(offer.id, { metric: 'clicks', limit_value: 1, action: 'fallback', period: 'hour' }),
    ];
    const at = new Date(Math.floor(t.clock.now().getTime() / 3_600_000) * 3_600_000 + 600_000);
    const window = async (cap_id: string, hours: number) => {
      const start = new Date(at.getTime() - (at.getTime() % (hours * 3_600_000)));
      const window_end = new Date(start.getTime() + hours * 3_600_000);
      await w.insert('cap_windows', { tenant_id: w.tenantId, cap_id, window_start: start, window_end, spent: 2 });
      const row = { tenant_id: w.tenantId, id: newId(), cap_id, window_start: start, at, value: 2, limit_value: 2 };
      await w.insert('caps_reached', row);
    };
    await window(daily, 24);
    await window(hourly, 1);
    const refused = (cap: string, minutes: number) => {
      const moment = new Date(at.getTime() + minutes * 60_000);
      return w.click(w.clickId(offer.number, moment), moment, offer.number, {
        verdict: 'cap_reached',
        sent_to: 'offer_fallback',
        cap_lots: cap,
      });
    };
    for (const minutes of [0, 1, 16]) await refused(daily, minutes);
    await refused(hourly, 5);
    // the next hour is another window of the hourly cap
    await refused(hourly, 60);
    // refused by something else, and by nobody
    await w.click(w.clickId(offer.number, at), at, offer.number, { verdict: 'target_country', cap_lots: '' });
    const { rows } = (await t.call(routes.capsReached, { token, query: { offer_id: offer.id } })).body;
    const byCap = Object.fromEntries(
      rows.map((row: { cap_id: string; affected: number; refused_clicks: number }) => [
        row.cap_id,
        [row.affected, row.refused_clicks],
      ]),
    );
    expect(byCap).toEqual({ [daily]: [3, 3], [hourly]: [1, 1] });
  });
});

describe('the tester', () => {
  test('shows the signature that would hold, by the same rule as the tracker', async () => {
    const w = await world();
    const offer = await w.addOffer();
    const params = { id: w.advertiser.id };
    const auth = { token_required: false, signature_required: true, networks: [] };
    expect((await t.call(routes.setPostbackAuth, { token, params, body: auth })).status).toBe(200);
    const setup = (await t.call(routes.postbackSetup, { token, params })).body;
    const hmac = (text: string) => createHmac('sha256', setup.secrets.signing_key).update(text).digest('hex');
    const ts = Math.floor(t.clock.now().getTime() / 1_000);
    const query = `ts=${ts}&click_id=${w.clickId(offer.number)}&txn_id=Z1&sale_amount=5&sub1=a`;
    const check = async (text: string) =>
      (
        await t.call(routes.checkPostback, {
          token,
          params,
          body: { address: `${setup.tracker_origin}/postback?${text}` },
        })
      ).body;
    expect(await check(`${query}&signature=v2.${hmac(`v2\n${query}`)}`)).toMatchObject({ outcome: 'recorded' });
    expect(await check(`${query}&sub2=b&signature=v2.${hmac(`v2\n${query}`)}`)).toMatchObject({
      outcome: 'signature_mismatch',
    });
    const old = hmac([ts, new URLSearchParams(query).get('click_id'), 'Z1', '', '5', '', ''].join('\n'));
    const refused = await check(`${query}&signature=${old}`);
    expect(refused.outcome).toBe('signature_mismatch');
    const step = refused.trace.find((one: { step: string }) => one.step === 'Signature');
    expect(step).toMatchObject({
      saw: 'the old form, which does not cover sub1',
      result: expect.stringContaining(`v2.${hmac(`v2\n${query}`)}`),
    });
  });
});

describe('UTM parameters', () => {
  test('of clicks and of the conversions they led to are reported together, and stand in log and file', async () => {
    const w = await world();
    const offer = await w.addOffer();
    const at = new Date(t.clock.now().getTime() - 60_000);
    const utm = (source: string) =>
      JSON.stringify({ utm_source: source, utm_medium: 'mail', utm_campaign: 'c', utm_term: 't', utm_content: 'x' });
    const [one, two, three] = [0, 1, 2].map((n) => w.clickId(offer.number, new Date(at.getTime() + n)));
    await w.click(one ?? '', at, offer.number, { params: utm('news') });
    await w.click(two ?? '', new Date(at.getTime() + 1), offer.number, { params: utm('news') });
    await w.click(three ?? '', new Date(at.getTime() + 2), offer.number, { params: '{}' });
    await w.convert({ click_id: one ?? '', txn_id: 'U1' });
    const report = await t.call(routes.reports, {
      token,
      query: {
        dimensions: 'utm_source,utm_content',
        metrics: 'clicks,conversions,revenue',
        period: 'last_7_days',
        'filter[offer]': String(offer.number),
        sort: '-clicks',
      },
    });
    expect(report.body.rows).toEqual([
      { utm_source: 'news', utm_content: 'x', clicks: 2, conversions: 1, revenue: '10' },
      { utm_source: null, utm_content: null, clicks: 1, conversions: 0, revenue: '0' },
    ]);
    const log = await t.call(routes.conversions, { token, query: { offer_id: offer.id } });
    expect(log.body.rows[0]).toMatchObject({
      utm: { utm_source: 'news', utm_medium: 'mail', utm_campaign: 'c', utm_term: 't', utm_content: 'x' },
    });
    const file = await t.call(routes.exportConversions, { token, query: { offer_id: offer.id } });
    const [head = '', line = ''] = file.raw.split('\r\n');
    expect(head).toContain('"utm_source","utm_medium","utm_campaign","utm_term","utm_content"');
    expect(line).toContain('"news","mail","c","t","x"');
  });
});
