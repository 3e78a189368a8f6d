// From a postback to a conversion, its amounts and its status, on the real intake, worker and database.
import { routes } from '@tributary/contract';
import { INTERNAL_KEY_LABEL, internalPaths } from '@tributary/contract/tracker/tracker-wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemActor } from '../../platform/db/database.ts';
import { testSecret } from '../../platform/testing.ts';
import { createTestApp, type TestApp } from '../../testing.ts';
import { createWorld, type World } from '../../testing-world.ts';
import { verifyLedger } from '../ledger/index.ts';
import { checkBookings } from './index.ts';

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await createTestApp();
  token = (await t.signIn('admin@demo.test')).token;
});
afterAll(async () => {
  const [tenant] = await t.database.asOwner<{ id: string }>(`select id from tenants where subdomain = 'demo'`);
  const findings = await t.app.database.withTenant(tenant?.id ?? '', systemActor, async (tx) => [
    ...(await verifyLedger(tx, tenant?.id ?? '')).findings,
    ...(await checkBookings(tx)),
  ]);
  await t.close();
  expect(findings).toEqual([]);
});

const world = (): Promise<World> => createWorld(t);
const micros = (amount: number): string => String(Math.round(amount * 1_000_000));
const balance = async (publisherId: string) =>
  (await t.call(routes.publisherBalance, { token, params: { id: publisherId } })).body.rows;

describe('attribution', () => {
  test('the click id alone attributes; what the click’s row adds is taken over when it arrives later', async () => {
    const w = await world();
    const offer = await w.addOffer();
    const clickAt = new Date(t.clock.now().getTime() - 60_000);
    const id = w.clickId(offer.number, clickAt);
    expect(await w.convert({ click_id: id, txn_id: 'late' })).toBe('recorded');
    expect(await w.conversions()).toMatchObject([
      { click_id: id, click_seen: false, source: null, status: 'approved' },
    ]);
    await w.click(id, clickAt, offer.number);
    t.clock.advance(10_000);
    await runDue();
    expect(await w.conversions()).toMatchObject([{ click_seen: true, source: 'news', country: 'IN' }]);
  });

  test.each([
    ['no click id', { click_id: '' }, 'missing_click'],
    ['a click id nobody minted', { click_id: 'x'.repeat(40) }, 'broken_click'],
    ['an unknown goal', { goal: 'nope' }, 'goal_unknown'],
    ['a negative sale', { sale_amount: '-5' }, 'amount_out_of_bounds'],
    ['a sale beyond all bounds', { sale_amount: '99999999999' }, 'amount_out_of_bounds'],
    ['a currency without a rate', { sale_amount: '5', currency: 'XAU' }, 'currency_unknown'],
  ])('%s: kept, named, and no conversion', async (_what, change, outcome) => {
    const w = await world();
    const offer = await w.addOffer();
    expect(await w.convert({ click_id: w.clickId(offer.number), ...change })).toBe(outcome);
    expect(await w.conversions()).toEqual([]);
  });

  test('a click older than the offer allows is expired, a paused offer still counts, one never approved does not', async () => {
    const w = await world();
    const short = await w.addOffer({ click_life_days: 1 });
    const old = w.clickId(short.number, new Date(t.clock.now().getTime() - 90_000_000));
    expect(await w.convert({ click_id: old })).toBe('click_expired');
    const paused = await w.addOffer({ status: 'paused' });
    expect(await w.convert({ click_id: w.clickId(paused.number) })).toBe('recorded');
    const pending = await w.addOffer({ status: 'pending' });
    expect(await w.convert({ click_id: w.clickId(pending.number) })).toBe('offer_disabled');
  });

  test('faster than the offer’s minimum: rejected, with the code kept', async () => {
    const w = await world();
    const offer = await w.addOffer({ min_ctit_seconds: 5 });
    const id = w.clickId(offer.number, new Date(t.clock.now().getTime() - 2_000));
    expect(await w.convert({ click_id: id })).toBe('too_fast');
    expect(await w.conversions()).toMatchObject([{ status: 'rejected', booked: 'none' }]);
    expect(await balance(w.publisher.id)).toEqual([]);
  });

  test('a visitor’s pixel counts only where the offer is tracked by pixels, and cannot say its own status', async () => {
    const w = await world();
    const server = await w.addOffer();
    expect(await w.convert({ click_id: w.clickId(server.number) }, 'pixel')).toBe('pixel_not_enabled');
    const pixel = await w.addOffer({ conversion_tracking: 'IMG Pixel Tracking', status_after_hold: 'pending' });
    expect(await w.convert({ click_id: w.clickId(pixel.number), status: 'approved' }, 'pixel')).toBe('recorded');
    expect(await w.conversions()).toMatchObject([{ status: 'pending' }]);
  });

  test('a refused click’s conversion is rejected with the click’s reason, a bot’s waits for a person', async () => {
    const w = await world();
    const offer = await w.addOffer();
    const at = new Date(t.clock.now().getTime() - 60_000);
    const [refused, bot] = [w.clickId(offer.number, at), w.clickId(offer.number, at)];
    await w.click(refused, at, offer.number, { verdict: 'target_country' });
    await w.click(bot, at, offer.number, { verdict: 'bot' });
    expect(await w.convert({ click_id: refused })).toBe('click_refused');
    expect(await w.convert({ click_id: bot })).toBe('recorded');
    expect((await w.conversions()).map(({ status, reason }) => [status, reason])).toEqual([
      ['rejected', 'The click was refused: Country not targeted'],
      ['pending', 'The click needs a look: Bot'],
    ]);
  });
});

describe('duplicates', () => {
  test('the transaction decides, else click and goal; another goal of the same click is its own conversion', async () => {
    const w = await world();
    const offer = await w.addOffer();
    await w.addGoal(offer.id, 'ftd', 5_000_000, 2_000_000);
    const id = w.clickId(offer.number);
    expect(await w.convert({ click_id: id, txn_id: 'A' })).toBe('recorded');
    expect(await w.convert({ click_id: id, txn_id: 'A' })).toBe('duplicate');
    expect(await w.convert({ click_id: w.clickId(offer.number), txn_id: 'A' })).toBe('duplicate');
    expect(await w.convert({ click_id: id, txn_id: 'B' })).toBe('click_converted');
    expect(await w.convert({ click_id: id })).toBe('duplicate');
    expect(await w.convert({ click_id: id, goal: 'ftd' })).toBe('recorded');
    expect(await w.convert({ click_id: id, goal: 'ftd' })).toBe('duplicate');
    expect(await w.conversions()).toHaveLength(2);
  });

  test('the same transaction with another status is the advertiser’s decision', async () => {
    const w = await world();
    const offer = await w.addOffer({ status_after_hold: 'pending' });
    const id = w.clickId(offer.number);
    await w.convert({ click_id: id, txn_id: 'A' });
    expect(await balance(w.publisher.id)).toEqual([{ currency: 'USD', pending: '4', approved: '0' }]);
    expect(await w.convert({ click_id: id, txn_id: 'A', status: 'approved' })).toBe('updated');
    expect(await balance(w.publisher.id)).toEqual([{ currency: 'USD', pending: '0', approved: '4' }]);
    expect(await w.convert({ click_id: id, txn_id: 'A', status: 'declined' })).toBe('updated');
    expect(await balance(w.publisher.id)).toEqual([{ currency: 'USD', pending: '0', approved: '0' }]);
  });
});

describe('amounts', () => {
  test('goals, publishers’ own rules, countries and tiers pay as the published order says', async () => {
    const w = await world();
    const offer = await w.addOffer();
    await w.addRule(offer.id, { publisher_id: w.publisher.id, payout_micros: 5_000_000 });
    await w.addRule(offer.id, { countries: ['in'], payout_micros: 6_000_000, revenue_micros: 12_000_000 });
    await w.addRule(offer.id, { from_conversions: 2, payout_micros: 9_000_000 });
    const at = new Date(t.clock.now().getTime() - 60_000);
    const indian = w.clickId(offer.number, at);
    await w.click(indian, at, offer.number);
    await w.convert({ click_id: indian, txn_id: '1' });
    const abroad = w.clickId(offer.number, at);
    await w.click(abroad, at, offer.number, { country: 'US' });
    await w.convert({ click_id: abroad, txn_id: '2' });
    const again = w.clickId(offer.number, at);
    await w.click(again, at, offer.number, { country: 'US' });
    await w.convert({ click_id: again, txn_id: '3' });
    expect((await w.conversions()).map(({ payout_micros, revenue_micros }) => [payout_micros, revenue_micros])).toEqual(
      [
        [micros(6), micros(12)],
        [micros(5), micros(10)],
        // its own rate outranks a general tier
        [micros(5), micros(10)],
      ],
    );
  });

  test('a share of the sale, in another currency, by the rate of its day', async () => {
    const w = await world();
    const offer = await w.addOffer({ offer_type: 'CPS' });
    await w.addRule(offer.id, { payout_basis_points: 1_000 });
    await w.convert({ click_id: w.clickId(offer.number), sale_amount: '4150', currency: 'INR' });
    expect(await w.conversions()).toMatchObject([{ payout_micros: micros(5), status: 'approved' }]);
    await w.convert({ click_id: w.clickId(offer.number), sale_amount: '900', currency: 'USD' });
    expect((await w.conversions())[1]).toMatchObject({ payout_micros: micros(90), status: 'pending' });
  });

  test('a rule by country corrects the amounts once the click has arrived', async () => {
    const w = await world();
    const offer = await w.addOffer();
    await w.addRule(offer.id, { countries: ['in'], payout_micros: 7_000_000 });
    const at = new Date(t.clock.now().getTime() - 60_000);
    const id = w.clickId(offer.number, at);
    await w.convert({ click_id: id });
    expect(await balance(w.publisher.id)).toEqual([{ currency: 'USD', pending: '0', approved: '4' }]);
    await w.click(id, at, offer.number);
    t.clock.advance(10_000);
    await runDue();
    expect(await balance(w.publisher.id)).toEqual([{ currency: 'USD', pending: '0', approved: '7' }]);
  });

  test('clicks and impressions are booked in daily lots, once, and late ones as the difference', async () => {
    const w = await world();
    const cpc = await w.addOffer({ offer_type: 'CPC', revenue_micros: 50_000, payout_micros: 20_000 });
    const yesterday = new Date(t.clock.now().getTime() - 86_400_000);
    const click = () => w.click(w.clickId(cpc.number, yesterday), yesterday, cpc.number);
    for (let n = 0; n < 3; n++) await click();
    await w.click(w.clickId(cpc.number, yesterday), yesterday, cpc.number, { verdict: 'bot' });
    await bookDays();
    await bookDays();
    expect(await balance(w.publisher.id)).toEqual([{ currency: 'USD', pending: '0', approved: '0.06' }]);
    await click();
    await bookDays();
    expect(await balance(w.publisher.id)).toEqual([{ currency: 'USD', pending: '0', approved: '0.08' }]);
    expect(await w.convert({ click_id: w.clickId(cpc.number) })).toBe('recorded');
    expect(await w.conversions()).toMatchObject([{ revenue_micros: '0', payout_micros: '0' }]);
  });
});

describe('holds', () => {
  test('end by their timer with the status that the offer names', async () => {
    const w = await world();
    const approved = await w.addOffer({ hold_minutes: 30 });
    const rejected = await w.addOffer({ hold_minutes: 30, status_after_hold: 'rejected' });
    await w.convert({ click_id: w.clickId(approved.number) });
    await w.convert({ click_id: w.clickId(rejected.number) });
    expect((await w.conversions()).map(({ status, booked }) => [status, booked])).toEqual([
      ['pending', 'pending'],
      ['pending', 'pending'],
    ]);
    t.clock.advance(29 * 60_000);
    await runDue();
    expect((await w.conversions()).map(({ status }) => status)).toEqual(['pending', 'pending']);
    t.clock.advance(2 * 60_000);
    await runDue();
    expect((await w.conversions()).map(({ status, booked }) => [status, booked])).toEqual([
      ['approved', 'posted'],
      ['rejected', 'none'],
    ]);
  });
});

describe('caps', () => {
  test.each([
    ['reject', 'rejected', '4'],
    ['hold', 'pending', '4'],
    ['zero_payout', 'approved', '0'],
    ['fallback', 'pending', '4'],
    ['pause_offer', 'pending', '4'],
    ['notify', 'approved', '4'],
  ])('once reached, %s makes the next conversion %s', async (action, status, payout) => {
    const w = await world();
    const offer = await w.addOffer();
    await w.addCap(offer.id, { metric: 'conversions', limit_value: 2, action });
    const outcomes: string[] = [];
    for (const txn_id of ['1', '2', '3']) outcomes.push(await w.convert({ click_id: w.clickId(offer.number), txn_id }));
    expect(outcomes).toEqual(['recorded', 'recorded', action === 'notify' ? 'recorded' : 'over_cap']);
    const [first, , third] = await w.conversions();
    expect([first?.status, third?.status, third?.payout_micros]).toEqual(['approved', status, micros(Number(payout))]);
    const log = await t.call(routes.capsReached, { token, query: { offer_id: offer.id } });
    expect(log.body.rows).toMatchObject([{ action, value: '2', limit: '2', status: 'active' }]);
    const [row] = await t.database.asOwner<{ status: string }>('select status from offers where id = $1', [offer.id]);
    expect(row?.status).toBe(action === 'pause_offer' ? 'paused' : 'active');
  });

  test('whose action is the fallback leaves trackers no clicks to spend once it is reached, and the log knows click caps too', async () => {
    const w = await world();
    const offer = await w.addOffer();
    const cap = await w.addCap(offer.id, { metric: 'conversions', limit_value: 1, action: 'fallback' });
    const clicks = await w.addCap(offer.id, { metric: 'clicks', limit_value: 1, action: 'pause_offer' });
    const ask = async (id: string) => {
      const reply = await t.app.http?.inject({
        method: 'POST',
        url: internalPaths.leases,
        headers: { authorization: `Bearer ${testSecret.derive(INTERNAL_KEY_LABEL).toString('hex')}` },
        payload: { tracker: '00000000000000fe', boot: 'b', asks: [{ cap: id, want: 10 }], lots: [] },
      });
      return reply?.json().grants[0];
    };
    expect((await ask(cap)).granted).toBe(10);
    await w.convert({ click_id: w.clickId(offer.number), txn_id: '1' });
    expect((await ask(cap)).granted).toBe(0);
    const { lot } = await ask(clicks);
    await t.app.http?.inject({
      method: 'POST',
      url: internalPaths.leases,
      headers: { authorization: `Bearer ${testSecret.derive(INTERNAL_KEY_LABEL).toString('hex')}` },
      payload: { tracker: '00000000000000fe', boot: 'b', asks: [], lots: [{ lot, spent: 1, returned: true }] },
    });
    expect((await ask(clicks)).granted).toBe(0);
    await t.app.worker?.drain();
    const log = await t.call(routes.capsReached, { token, query: { offer_id: offer.id, metric: 'clicks' } });
    expect(log.body.rows).toMatchObject([{ metric: 'clicks', value: '1', limit: '1', action: 'pause_offer' }]);
    const [row] = await t.database.asOwner<{ status: string }>('select status from offers where id = $1', [offer.id]);
    expect(row?.status).toBe('paused');
  });

  test('a budget is never overspent, a rejection gives back its part, and a reset begins anew', async () => {
    const w = await world();
    const offer = await w.addOffer();
    await w.addCap(offer.id, { metric: 'revenue', limit_value: 25_000_000, action: 'reject' });
    await w.receipts(['1', '2', '3', '4'].map((txn_id) => ({ click_id: w.clickId(offer.number), txn_id })));
    await t.app.worker?.drain();
    expect((await w.conversions()).map(({ status }) => status)).toEqual([
      'approved',
      'approved',
      'rejected',
      'rejected',
    ]);
    const [first] = await w.conversions();
    await t.call(routes.decideConversion, {
      token,
      params: { id: first?.id ?? '' },
      body: { status: 'rejected', reason: 'x' },
    });
    expect(await w.convert({ click_id: w.clickId(offer.number), txn_id: '5' })).toBe('recorded');
    expect(await w.convert({ click_id: w.clickId(offer.number), txn_id: '6' })).toBe('over_cap');
    const log = await t.call(routes.capsReached, { token, query: { offer_id: offer.id } });
    const reset = await t.call(routes.resetCap, {
      token,
      params: { id: log.body.rows[0].id },
      body: { reason: 'More budget' },
    });
    expect(reset.status).toBe(200);
    expect(await w.convert({ click_id: w.clickId(offer.number), txn_id: '7' })).toBe('recorded');
  });

  test('account managers hear of it once', async () => {
    const w = await world();
    const offer = await w.addOffer({ title: 'Heard Once' });
    await w.addCap(offer.id, { metric: 'conversions', limit_value: 1, action: 'hold' });
    for (const txn_id of ['1', '2', '3']) await w.convert({ click_id: w.clickId(offer.number), txn_id });
    const mails = (await t.inbox()).filter(({ subject, text }) => /cap/.test(subject) && text.includes('Heard Once'));
    expect(mails).toHaveLength(1);
  });
});

describe('people decide', () => {
  test('approve, reject and adjust, one or many, with reason, actor and trail; again changes nothing', async () => {
    const w = await world();
    const offer = await w.addOffer({ status_after_hold: 'pending' });
    await w.receipts(['1', '2', '3'].map((txn_id) => ({ click_id: w.clickId(offer.number), txn_id })));
    await t.app.worker?.drain();
    const ids = (await w.conversions()).map(({ id }) => id);
    const bulk = await t.call(routes.decideConversions, {
      token,
      body: { ids: [...ids, 'nonsense'], status: 'approved', reason: 'Checked' },
    });
    expect(bulk.body).toEqual({ changed: 3, unchanged: 0, requested: 0, over_cap: [], missing: ['nonsense'] });
    const again = await t.call(routes.decideConversions, {
      token,
      body: { ids, status: 'approved', reason: 'Checked' },
    });
    expect(again.body).toEqual({ changed: 0, unchanged: 3, requested: 0, over_cap: [], missing: [] });
    const [id = ''] = ids;
    const adjusted = await t.call(routes.adjustConversion, {
      token,
      params: { id },
      body: { payout: '1.25', reason: 'Agreed' },
    });
    expect(adjusted.body).toEqual({ id, revenue: '10', payout: '1.25' });
    expect(await balance(w.publisher.id)).toEqual([{ currency: 'USD', pending: '0', approved: '9.25' }]);
    const page = (await t.call(routes.conversion, { token, params: { id } })).body;
    expect(page.history.map(({ action, reason, actor }: Record<string, string>) => [action, reason, actor])).toEqual([
      ['conversion.adjusted', 'Agreed', expect.stringMatching(/\w+ \w+/)],
      ['conversion.approved', 'Checked', expect.stringMatching(/\w+ \w+/)],
    ]);
    expect(page.transfers.map(({ leg, phase, amount }: Record<string, string>) => `${leg} ${phase} ${amount}`)).toEqual(
      ['revenue pending 10', 'payout pending 4', 'revenue post 10', 'payout post 4', 'payout direct -2.75'],
    );
    expect(page.trace.map(({ step }: { step: string }) => step)).toContain('Amounts');
  });

  test('an advertiser decides about its own conversions alone, as its postbacks would, and never sees payouts', async () => {
    const w = await world();
    const signedIn = await t.signIn('advertiser@demo.test');
    const offer = await w.addOffer({ status_after_hold: 'pending', advertiser_id: signedIn.userId });
    const foreign = await w.addOffer({ status_after_hold: 'pending' });
    await w.convert({ click_id: w.clickId(offer.number), txn_id: 'own', params: '{"sub1":"x1"}' });
    await w.convert({ click_id: w.clickId(foreign.number), txn_id: 'foreign' });
    const [own] = await t.database.asOwner<{ id: string }>(`select id from conversions where offer_id = $1`, [
      offer.id,
    ]);
    const [other] = await w.conversions();
    const list = await t.call(routes.advertiserConversions, { token: signedIn.token, query: { offer_id: offer.id } });
    expect(list.body.rows).toMatchObject([
      { id: own?.id, amount: '10', publisher_number: w.publisher.number, params: { sub1: 'x1' } },
    ]);
    expect(JSON.stringify(list.body)).not.toContain('payout');
    const ids = [own?.id, other?.id];
    const body = { ids, status: 'approved', reason: 'Delivered' };
    const decided = await t.call(routes.decideOwnConversions, { token: signedIn.token, body });
    expect(decided.body).toEqual({ changed: 1, unchanged: 0, requested: 0, over_cap: [], missing: [other?.id] });
    const later = { ids, status: 'rejected', reason: 'Returned' };
    expect((await t.call(routes.decideOwnConversions, { token: signedIn.token, body: later })).body.changed).toBe(1);
  });

  test('a publisher sees its own with status and reason, and nothing of revenue', async () => {
    const w = await world();
    const signedIn = await t.signIn('publisher@demo.test');
    const [me] = await t.database.asOwner<{ n: number }>('select user_sequence_id as n from users where id = $1', [
      signedIn.userId,
    ]);
    const offer = await w.addOffer();
    await w.convert({ click_id: w.clickId(offer.number, undefined, me?.n), txn_id: 'mine' });
    await w.convert({ click_id: w.clickId(offer.number), txn_id: 'theirs' });
    const [mine] = await t.database.asOwner<{ id: string }>(
      `select id from conversions where publisher_id = $1 and txn_id = 'mine' and offer_id = $2`,
      [signedIn.userId, offer.id],
    );
    await t.call(routes.decideConversion, {
      token,
      params: { id: mine?.id ?? '' },
      body: { status: 'rejected', reason: 'Test order' },
    });
    const list = await t.call(routes.publisherConversions, { token: signedIn.token, query: { offer_id: offer.id } });
    expect(list.body.rows).toMatchObject([
      { id: mine?.id, payout: '4', status: 'rejected', reason: 'Test order', delivery: 'none', disputed: false },
    ]);
    expect(list.raw).not.toMatch(/revenue|advertiser/);
  });

  test('a publisher is told of a conversion that is taken back and not payable until somebody has answered', async () => {
    const w = await world();
    const publisher = await t.signIn('publisher@demo.test');
    const [me] = await t.database.asOwner<{ n: number }>('select user_sequence_id as n from users where id = $1', [
      publisher.userId,
    ]);
    const offer = await w.addOffer({ status_after_hold: 'pending' });
    const order = { click_id: w.clickId(offer.number, undefined, me?.n), txn_id: 'taken-back' };
    await w.convert(order);
    const own = async () =>
      (await t.call(routes.publisherConversions, { token: publisher.token, query: { offer_id: offer.id } })).body.rows;
    const [{ id }] = await own();
    const body = { status: 'approved', reason: 'Checked' };
    expect((await t.call(routes.decideConversion, { token, params: { id }, body })).status).toBe(200);
    expect(await w.convert({ ...order, status: 'rejected' })).toBe('requested');
    expect(await own()).toMatchObject([{ status: 'approved', disputed: true }]);
    const file = await t.call(routes.exportPublisherConversions, {
      token: publisher.token,
      query: { offer_id: offer.id },
    });
    expect(file.raw).toContain('Not until a dispute is answered');

    const { body: listed } = await t.call(routes.conversionRequests, { token, query: { state: 'open' } });
    const asked = listed.rows.find((one: { conversion_id: string }) => one.conversion_id === id);
    const alone = await t.call(routes.conversionRequest, { token, params: { id: asked.id } });
    expect([alone.status, alone.body]).toEqual([200, asked]);
    expect(asked).toMatchObject({ revenue: '10', payout: '4', currency: 'USD', word: 'rejected', lowers: true });
    expect((await t.call(routes.conversionRequest, { token, params: { id } })).status).toBe(404);
  });

  test('adding by hand follows the offer’s rules, counts and books, and refuses a duplicate', async () => {
    const w = await world();
    const offer = await w.addOffer();
    const body = {
      offer_id: offer.id,
      publisher_id: w.publisher.id,
      txn_id: 'by-hand',
      status: 'approved',
      reason: 'By mail',
    };
    expect((await t.call(routes.addConversion, { token, body })).status).toBe(201);
    expect((await t.call(routes.addConversion, { token, body })).status).toBe(409);
    expect(await w.convert({ click_id: w.clickId(offer.number), txn_id: 'by-hand' })).toBe('duplicate');
    expect(await balance(w.publisher.id)).toEqual([{ currency: 'USD', pending: '0', approved: '4' }]);
  });

  test('a postback can be tried out: all checks and amounts of a real one, and nothing is recorded', async () => {
    const w = await world();
    const offer = await w.addOffer();
    const params = { id: w.advertiser.id };
    const setup = (await t.call(routes.postbackSetup, { token, params, query: { offer_id: offer.id } })).body;
    const address = setup.snippets.server
      .replace('CLICK_ID', w.clickId(offer.number))
      .replace('ORDER_ID', 'tried')
      .replace('AMOUNT', '20');
    const check = async (text: string) =>
      (await t.call(routes.checkPostback, { token, params, body: { address: text } })).body;
    const amounts = { status: 'approved', revenue: '10', payout: '4', currency: 'USD' };
    for (let time = 0; time < 2; time++) {
      expect(await check(address)).toMatchObject({ outcome: 'recorded', conversion: amounts });
    }
    expect(await check(address.replace(/token=[^&]+/, 'token=guess'))).toMatchObject({ outcome: 'token_mismatch' });
    expect(await check(`${address}&goal=none`)).toMatchObject({ outcome: 'goal_unknown', conversion: null });
    expect(await check(address.replace('/postback', '/pixel.gif'))).toMatchObject({ outcome: 'pixel_not_enabled' });
    expect(await check('https://elsewhere.example/postback')).toMatchObject({ error: { code: 'invalid_input' } });
    const theirs = await (await world()).addOffer();
    const foreign = address.replace(/click_id=[^&]+/, `click_id=${w.clickId(theirs.number)}`);
    expect(await check(foreign)).toMatchObject({ outcome: 'token_mismatch' });
    expect(await w.conversions()).toEqual([]);
    expect(await balance(w.publisher.id)).toEqual([]);
    await w.convert({ click_id: w.clickId(offer.number), txn_id: 'tried', sale_amount: '20' });
    expect(await check(address)).toMatchObject({ outcome: 'duplicate' });
  });

  test('receipts are replayed after the goal was added; a forged sender needs someone to vouch', async () => {
    const w = await world();
    const offer = await w.addOffer();
    const [wrongGoal = '', wrongToken = ''] = await w.receipts([
      { click_id: w.clickId(offer.number), goal: 'later', outcome: 'goal_unknown', txn_id: '1' },
      { click_id: w.clickId(offer.number), outcome: 'token_mismatch', txn_id: '2' },
    ]);
    await t.app.worker?.drain();
    await w.addGoal(offer.id, 'later', 1_000_000, 500_000);
    const replay = (trust_sender: boolean) =>
      t.call(routes.replayReceipts, { token, body: { ids: [wrongGoal, wrongToken], trust_sender, reason: 'Fixed' } });
    expect((await replay(false)).body).toEqual({ queued: 1, skipped: 1 });
    await t.app.worker?.drain();
    expect(await w.outcome(wrongGoal)).toBe('recorded');
    expect(await w.conversions()).toHaveLength(1);
    const enteredAt = (ago: number) =>
      t.database.asOwner('update sessions set password_entered_at = $1', [new Date(t.clock.now().getTime() - ago)]);
    await enteredAt(13 * 3_600_000);
    expect((await replay(true)).body).toMatchObject({ error: { code: 'password_needed' } });
    await enteredAt(0);
    expect((await replay(true)).body).toEqual({ queued: 1, skipped: 1 });
    await t.app.worker?.drain();
    expect(await w.outcome(wrongToken)).toBe('recorded');
    const found = await t.call(routes.receipts, { token, query: { q: wrongGoal.slice(0, 8), limit: '5' } });
    expect(found.status).toBe(200);
  });
});

test('the worker decides about each tenant’s receipts and holds for itself, whoever else has some waiting', async () => {
  const [demo, acme] = [await world(), await createWorld(t, 'acme')];
  // the recurring look at all tenants would do the other one's work, too
  const lookAgain = (at: string) =>
    t.database.asOwner(`update jobs set run_at = $1 where handler = 'conversions.due'`, [at]);
  await lookAgain('2100-01-01');
  for (const w of [demo, acme]) {
    const offer = await w.addOffer({ hold_minutes: 1 });
    await w.receipts([{ click_id: w.clickId(offer.number), txn_id: 'both' }]);
  }
  await t.app.worker?.drain();
  t.clock.advance(120_000);
  await announce('conversions.due', {});
  expect((await demo.conversions()).map(({ status }) => status)).toEqual(['approved']);
  expect((await acme.conversions()).map(({ status }) => status)).toEqual(['pending']);
  await lookAgain('2000-01-01');
});

test('pacing shows every cap in its present window, also one that nothing has counted against yet', async () => {
  const w = await world();
  const offer = await w.addOffer();
  await w.addCap(offer.id, { metric: 'clicks', period: 'total', limit_value: 500, action: 'fallback' });
  await w.addCap(offer.id, { metric: 'conversions', period: 'day', limit_value: 4, action: 'reject' });
  await w.convert({ click_id: w.clickId(offer.number), txn_id: 'one' });
  const { rows } = (await t.call(routes.capUsage, { token, query: { offer_id: offer.id } })).body;
  expect(rows).toMatchObject([
    { metric: 'conversions', value: '1', limit: '4', percent: 25 },
    { metric: 'clicks', value: '0', limit: '500', percent: 0, window_end: null, reached_at: null },
  ]);
  expect(rows[0].window_end - rows[0].window_start).toBe(86_400);
});

test('the dashboard counts the caps that pacing lists as nearly full: one of zero is full before anything counts', async () => {
  const w = await world();
  const offer = await w.addOffer();
  await w.addCap(offer.id, { metric: 'conversions', period: 'day', limit_value: 0, action: 'reject' });
  await w.addCap(offer.id, { metric: 'conversions', period: 'month', limit_value: 1, action: 'reject' });
  await w.addCap(offer.id, { metric: 'conversions', period: 'total', limit_value: 2, action: 'reject' });
  await w.convert({ click_id: w.clickId(offer.number), txn_id: 'one' });
  const ofOffer = await t.call(routes.capUsage, { token, query: { offer_id: offer.id, at_least: '80' } });
  const ofAll = await t.call(routes.capUsage, { token, query: { at_least: '80' } });
  const dashboard = await t.call(routes.dashboard, { token, query: {} });
  expect(ofOffer.body.rows).toMatchObject([{ limit: '0' }]);
  expect(dashboard.body.queues.full_caps).toBe(ofAll.body.rows.length);
});

test('the log pages by keyset: every conversion once, newest first', async () => {
  const w = await world();
  const offer = await w.addOffer();
  await w.receipts(Array.from({ length: 7 }, (_, n) => ({ click_id: w.clickId(offer.number), txn_id: `page-${n}` })));
  await t.app.worker?.drain();
  const seen: string[] = [];
  for (let after: string | undefined; ; ) {
    const { body } = await t.call(routes.conversions, {
      token,
      query: { offer_id: offer.id, limit: '3', ...(after ? { after } : {}) },
    });
    seen.push(...body.rows.map(({ txn_id }: { txn_id: string }) => txn_id));
    if (!body.next) break;
    after = body.next;
  }
  expect(new Set(seen).size).toBe(7);
  const csv = await t.call(routes.exportConversions, { token, query: { offer_id: offer.id } });
  expect(csv.raw.trim().split('\r\n')).toHaveLength(8);
});

/** what the recurring tasks would announce */
async function runDue(): Promise<void> {
  await announce('conversions.due', {});
}
async function bookDays(): Promise<void> {
  const day = new Date(t.clock.now().getTime() - 86_400_000).toISOString().slice(0, 10);
  await announce('conversions.day-to-book', { day });
}
async function announce(topic: string, payload: object): Promise<void> {
  await t.database.asOwner(
    `insert into outbox (tenant_id, topic, payload) select id, $1, $2 from tenants where subdomain = 'demo'`,
    [topic, JSON.stringify(payload)],
  );
  await t.app.worker?.drain();
}
