// Amounts that no name tells of: what an account owes in all, one leg of a booking, the limit of a cap. Each has digits of its own,
// booked the way they are in earnest, and a role that hides them meets them nowhere, whatever route answers money.
import { readFile } from 'node:fs/promises';
import { type HiddenClass, idKindOf, isOpenTo, type RouteSpec, routes } from '@tributary/contract';
import { formatMoney } from '@tributary/contract/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../testing.ts';
import { createWorld, type World } from '../testing-world.ts';
import { hidingPerson } from './matrix/canaries.ts';
import { examples, makeTarget } from './matrix/examples.ts';
import { createScene, credentialsOf, type Scene, type SignedIn } from './matrix/scene.ts';

type Name = keyof typeof routes;

const REVENUE = 13_370_031n;
const PAYOUT = 5_550_017n;
const SALE = '333.170029';
const amounts = {
  /** of one conversion and of both */
  revenue: [REVENUE, 2n * REVENUE].map(formatMoney),
  payout: [PAYOUT, 2n * PAYOUT].map(formatMoney),
  profit: [REVENUE - PAYOUT, 2n * (REVENUE - PAYOUT)].map(formatMoney),
  /** what caps, goals, rules, lots and requests are made with */
  ofRevenue: [SALE, '20.190041', '21.410043', '17.230047', '91.610053', '92.670059', '93.710061', '94.730063'],
  ofPayout: ['900.020057'],
};
const [, CAP, RULE, GOAL, LOT, LATE, WANTED, REFUNDED] = amounts.ofRevenue.map((text) => text);
const micros = (text: string | undefined): string => String(text).replace('.', '');
const hiddenAmounts: Partial<Record<HiddenClass, readonly string[]>> = {
  revenue: [...amounts.revenue, ...amounts.profit, ...amounts.ofRevenue],
  profit: amounts.profit,
};

const caps = [
  { publisher_id: null, metric: 'revenue', period: 'day', limit: CAP, action: 'hold' },
  { publisher_id: null, metric: 'payout', period: 'day', limit: amounts.ofPayout[0], action: 'notify' },
  { publisher_id: null, metric: 'clicks', period: 'day', limit: '100', action: 'fallback' },
];
const scopeOfRule = {
  publisher_id: null,
  goal_id: null,
  countries: ['in'],
  source: null,
  from_conversions: 0,
  starts_at: null,
  ends_at: null,
};
const rules = [{ ...scopeOfRule, payout: '3', payout_percent: null, revenue: RULE, revenue_percent: null }];

let t: TestApp;
let scene: Scene;
let w: World;
let owner: SignedIn;
let offer: { id: string };
/** what the routes are asked for: those of this tale, else whatever the matrix makes */
let ids: Record<string, string>;

beforeAll(async () => {
  t = await createTestApp();
  scene = await createScene(t);
  w = await createWorld(t);
  const signedIn = await scene.signIn('demo', { name: 'owner', role: 'admin', isOwner: true });
  if (!signedIn) throw new Error('no owner');
  owner = signedIn;
  await t.database.asOwner('update users set terms_accepted = 1000000 where id in ($1, $2)', [
    w.publisher.id,
    w.advertiser.id,
  ]);
  const made = await w.addOffer({ revenue_micros: Number(REVENUE), payout_micros: Number(PAYOUT) });
  offer = { id: made.id };
  await w.addGoal(made.id, 'deposit', Number(micros(GOAL)), 1_000_000);
  await must(routes.setOfferCaps, { params: { id: made.id }, body: { caps } });
  await must(routes.setPayoutRules, { params: { id: made.id }, body: { rules } });
  t.clock.advance(60_000);
  await w.clicks(made.number, t.clock.now(), 1);
  const order = { sale_amount: SALE, currency: 'USD' };
  expect(await w.convert({ click_id: w.clickId(made.number), txn_id: 'first', ...order })).toBe('recorded');
  expect(await w.convert({ click_id: w.clickId(made.number), txn_id: 'second', ...order })).toBe('over_cap');
  await t.app.worker?.drain();
  const [first, second] = await w.conversions();
  if (!first || !second) throw new Error('no conversions');
  const reached = await must(routes.capsReached, { query: { offer_id: made.id } });
  await must(routes.resetCap, { params: { id: reached.body.rows[0].id }, body: { reason: 'More budget' } });
  // as bookings of former releases say it: they are sealed, so their words stay
  await t.database.asOwner(
    `update ledger_transfers set reason = 'Over the day cap on revenue: ${formatMoney(REVENUE)} of ${CAP} used' where subject_id = $1`,
    [second.id],
  );
  const [lot, late, request] = [
    await makeTarget(scene, routes.lot, 'demo', owner),
    await makeTarget(scene, routes.decideLateLot, 'demo', owner),
    await makeTarget(scene, routes.conversionRequest, 'demo', owner),
  ];
  await t.database.asOwner(`update earning_lots set revenue_micros = ${micros(LOT)} where id = $1`, [lot]);
  await t.database.asOwner(`update late_lots set revenue_micros = ${micros(LATE)} where id = $1`, [late]);
  await t.database.asOwner(
    `update conversion_requests set word = 'refund', revenue_micros = ${micros(WANTED)}, refunded_micros = ${micros(REFUNDED)} where id = $1`,
    [request],
  );
  ids = {
    offer: made.id,
    conversion: second.id,
    publisher: w.publisher.id,
    advertiser: w.advertiser.id,
    lot,
    'conversion-request': request,
    'cap-reached': reached.body.rows[0].id,
  };
}, 120_000);
afterAll(() => t.close());

type Parts = Parameters<TestApp['call']>[1];
async function must(route: RouteSpec, parts: Parts) {
  const reply = await t.call(route, { token: owner.token, ...parts });
  expect(reply.status, reply.raw).toBeLessThan(300);
  return reply;
}

const read = (Object.entries(routes) as [Name, RouteSpec][]).filter(
  ([, { access, method, wire }]) =>
    access.who === 'session' &&
    isOpenTo(access, 'admin') &&
    access.ownerOnly !== true &&
    method === 'GET' &&
    wire !== 'stream',
);

/** where the matrix asks for less than these */
const asked: Partial<Record<Name, Parts>> = { conversions: { query: {} } };

/** route → all that it answered */
async function shownTo(session: SignedIn): Promise<Map<string, string>> {
  const shown = new Map<string, string>();
  const credentials = await credentialsOf(scene, { name: 'hiding', role: 'admin' }, session);
  for (const [name, route] of read) {
    const kind = idKindOf(route);
    const targetId = (kind && ids[kind]) || (await makeTarget(scene, route, 'demo', session));
    const parts = { ...(await examples[name]?.({ scene, subdomain: 'demo', session, targetId })), ...asked[name] };
    const reply = await t.call(route, { ...credentials, ...parts });
    expect(reply.status, `${name}: ${reply.raw}`).toBeLessThan(500);
    if (reply.status < 300) shown.set(name, `${reply.raw} ${JSON.stringify(reply.body)}`);
  }
  return shown;
}
const tellers = (shown: ReadonlyMap<string, string>, of: readonly string[]): string[] =>
  [...shown].flatMap(([name, text]) => {
    const found = of.filter((amount) => new RegExp(`(?<![\\d.])${amount.replaceAll('.', '\\.')}(?!\\d)`).test(text));
    return found.length > 0 ? [`${name}: ${found.join(' ')}`] : [];
  });
const namesIn = (found: readonly string[]): (string | undefined)[] => found.map((one) => one.split(':')[0]);

describe('of every route that answers money', () => {
  test('whoever sees all reads them: they are alive', async () => {
    const shown = await shownTo(owner);
    expect(namesIn(tellers(shown, hiddenAmounts.revenue ?? []))).toEqual(
      expect.arrayContaining([
        'offers',
        'offer',
        'offerTermsVersions',
        'conversions',
        'conversion',
        'conversionRequests',
        'conversionRequest',
        'capsReached',
        'capUsage',
        'lots',
        'lot',
        'lateLots',
        'advertiserStatement',
        'exportAdvertiserStatement',
        'advertiserSpend',
        'dashboard',
        'liveOffers',
        'changeLog',
        'exportChangeLog',
        'receipts',
      ]),
    );
    expect(namesIn(tellers(shown, amounts.profit))).toEqual(expect.arrayContaining(['dashboard', 'liveOffers']));
  }, 120_000);

  test.each(['revenue', 'profit'] as const)(
    'none tells it to a role that hides %s',
    async (name) => {
      const shown = await shownTo(await hidingPerson(scene, [name]));
      expect(tellers(shown, hiddenAmounts[name] ?? [])).toEqual([]);
      // payout is no class: it is there for everybody
      expect(namesIn(tellers(shown, [...amounts.payout, ...amounts.ofPayout]))).toEqual(
        expect.arrayContaining(['conversion', 'publisherStatement', 'capUsage', 'offer', 'offerTermsVersions']),
      );
    },
    120_000,
  );

  test.each([
    ['publisher', ['publisherConversions', 'ownBalance', 'publisherDashboard'], 'ofRevenue', 'payout'],
    ['advertiser', ['advertiserConversions', 'ownSpend', 'advertiserDashboard'], 'ofPayout', 'revenue'],
  ] as const)('a %s is told the other side’s by none of its own', async (kind, names, others, own) => {
    const account = { id: w[kind].id, email: '', subdomain: 'demo' };
    const { token } = await scene.openSession(account);
    const shown = new Map<string, string>();
    for (const name of names) {
      const reply = await t.call(routes[name], { token });
      expect(reply.status, reply.raw).toBe(200);
      shown.set(name, reply.raw);
    }
    const hidden =
      kind === 'publisher' ? [...amounts.revenue, ...amounts[others]] : [...amounts.payout, ...amounts[others]];
    expect(tellers(shown, hidden)).toEqual([]);
    expect(namesIn(tellers(shown, amounts[own]))).toContain(names[0]);
  });

  test('a visit to an advertiser tells a role that hides revenue nothing of it', async () => {
    const { person } = await hidingPerson(scene, ['revenue']);
    const parent = await scene.openSession(person);
    const visit = { parent_session_id: parent.sessionId, actor_user_id: person.id };
    const { token } = await scene.openSession({ id: w.advertiser.id, email: '', subdomain: 'demo' }, visit);
    const shown = new Map<string, string>();
    for (const name of ['advertiserConversions', 'ownSpend', 'advertiserDashboard', 'ownReceipts'] as const)
      shown.set(name, (await t.call(routes[name], { token })).raw);
    expect(tellers(shown, hiddenAmounts.revenue ?? [])).toEqual([]);
  });
});

describe('what a role does not see it does not change', () => {
  const kept = async () => {
    const { body } = await must(routes.offer, { params: offer });
    return {
      caps: body.caps.map(({ metric, limit }: Record<string, string>) => `${metric} ${limit}`).sort(),
      rules: body.payout_rules.map(({ payout, revenue }: Record<string, string>) => `${payout} ${revenue}`),
    };
  };
  const before = {
    caps: ['clicks 100', 'payout 900.020057', `revenue ${CAP}`],
    rules: [`3 ${RULE}`],
  };

  test('caps: those that it cannot see stay, and none is made', async () => {
    const { token } = await hidingPerson(scene, ['revenue']);
    expect((await kept()).caps).toEqual(before.caps);
    const save = (list: object[]) => t.call(routes.setOfferCaps, { token, params: offer, body: { caps: list } });
    expect((await save([{ ...caps[2], limit: '200' }])).status).toBe(200);
    expect((await kept()).caps).toEqual(['clicks 200', `revenue ${CAP}`]);
    const forbidden = await save(caps);
    expect([forbidden.status, forbidden.raw]).toEqual([403, expect.stringContaining('cannot change it either')]);
    expect((await kept()).caps).toEqual(['clicks 200', `revenue ${CAP}`]);
    const { body } = await t.call(routes.offer, { token, params: offer });
    const whole = await t.call(routes.saveOffer, { token, params: offer, body: { version: body.version, caps: [] } });
    expect(whole.status, whole.raw).toBe(200);
    expect((await kept()).caps).toEqual([`revenue ${CAP}`]);
    // who sees it removes it
    await must(routes.setOfferCaps, { params: offer, body: { caps: [caps[1], caps[2]] } });
    expect((await kept()).caps).toEqual(['clicks 100', 'payout 900.020057']);
    await must(routes.setOfferCaps, { params: offer, body: { caps } });
    expect((await kept()).caps).toEqual(before.caps);
  });

  describe('the form', () => {
    // biome-ignore lint/suspicious/noExplicitAny: a page as it was answered
    type Page = Record<string, any>;
    const without = ({ revenue: _amount, revenue_percent: _share, ...row }: Page) => row;
    /** as the screen of such a role sends it back */
    const formOf = ({ fields, version }: Page): Page => ({
      ...without(fields),
      goals: fields.goals.map(without),
      version,
    });
    const earned = async () => {
      const { fields } = (await must(routes.offer, { params: offer })).body;
      return [fields, ...fields.goals].map(({ token, revenue, revenue_percent: share }) => [token, revenue, share]);
    };

    test('leaves the revenue of offer and goals as it was, alone and with the rest', async () => {
      const { token } = await hidingPerson(scene, ['revenue']);
      const before = await earned();
      expect(JSON.stringify(before)).toContain(`["deposit","${GOAL}",null]`);
      const page = async () => (await t.call(routes.offer, { token, params: offer })).body;
      const edited = await t.call(routes.editOffer, {
        token,
        params: offer,
        body: { ...formOf(await page()), note: 'By day' },
      });
      expect(edited.status, edited.raw).toBe(200);
      expect([(await page()).fields.note, await earned()]).toEqual(['By day', before]);
      const { version, ...fields } = formOf(await page());
      const body = { version, fields: { ...fields, note: 'By night', payout: '4' } };
      const saved = await t.call(routes.saveOffer, { token, params: offer, body });
      expect(saved.status, saved.raw).toBe(200);
      expect([(await page()).fields.note, (await page()).fields.payout, await earned()]).toEqual([
        'By night',
        '4',
        before,
      ]);
      await must(routes.saveOffer, {
        params: offer,
        body: { version: saved.body.version, fields: { ...(await owners()).fields, payout: formatMoney(PAYOUT) } },
      });
      expect(await earned()).toEqual(before);
    });
    const owners = async () => (await must(routes.offer, { params: offer })).body;

    test.each<[what: string, change: (form: Page) => Page, sentence: string]>([
      ['names it', (form) => ({ ...form, revenue: '1' }), 'cannot change it either'],
      ['sends back the blank that was shown', (form) => ({ ...form, revenue: '' }), 'cannot change it either'],
      [
        'names it for a goal',
        (form) => ({ ...form, goals: form.goals.map((goal: Page) => ({ ...goal, revenue_percent: 5 })) }),
        'cannot change it either',
      ],
      [
        'makes it one of another currency',
        (form) => ({ ...form, currency: form.currency === 'EUR' ? 'USD' : 'EUR' }),
        'so the currency stays',
      ],
      ['makes it one for clicks', (form) => ({ ...form, objective: 'Clicks' }), 'so its objective stays'],
      [
        'adds a goal',
        (form) => ({ ...form, goals: [...form.goals, { name: 'Second', token: 'second', payout: '1' }] }),
        'A goal needs a revenue',
      ],
    ])('refuses an edit that %s, and nothing of it is saved', async (_what, change, sentence) => {
      const { token } = await hidingPerson(scene, ['revenue']);
      const before = await earned();
      const { body } = await t.call(routes.offer, { token, params: offer });
      const form = change({ ...formOf(body), note: 'Refused' });
      const reply = await t.call(routes.editOffer, { token, params: offer, body: form });
      expect([reply.status, reply.raw]).toEqual([403, expect.stringContaining(sentence)]);
      expect(await earned()).toEqual(before);
      expect((await owners()).fields.note).not.toBe('Refused');
    });

    test('makes no offer, which would need one', async () => {
      const make = async (hidden: readonly HiddenClass[]) => {
        const session = await hidingPerson(scene, hidden);
        const parts = await examples.createOffer?.({ scene, subdomain: 'demo', session, targetId: '' });
        const { status, raw } = await t.call(routes.createOffer, { token: session.token, ...parts });
        return [status, raw];
      };
      expect(await make(['revenue'])).toEqual([403, expect.stringContaining('cannot change it either')]);
      expect(await make(['publisher_contact'])).toEqual([201, expect.stringContaining('camp_id')]);
    });
  });

  test('payout rules: sent back as they were shown they are as they were; without them nothing is saved', async () => {
    const { token } = await hidingPerson(scene, ['revenue']);
    const save = (list: object[]) => t.call(routes.setPayoutRules, { token, params: offer, body: { rules: list } });
    const shown = { ...scopeOfRule, payout: '3', payout_percent: null, revenue: null, revenue_percent: null };
    expect((await save([shown])).status).toBe(200);
    expect((await kept()).rules).toEqual(before.rules);
    const more = { ...shown, countries: ['us'], payout: '2' };
    expect((await save([more, shown])).status).toBe(200);
    expect((await kept()).rules.sort()).toEqual(['2 null', `3 ${RULE}`]);
    for (const list of [[], [{ ...shown, payout: '4' }]]) {
      const reply = await save(list);
      expect([reply.status, reply.raw]).toEqual([403, expect.stringContaining('cannot change it either')]);
    }
    expect((await kept()).rules.sort()).toEqual(['2 null', `3 ${RULE}`]);
    await must(routes.setPayoutRules, { params: offer, body: { rules } });
  });

  test('a conversion by hand that meets a full cap is refused without its amounts', async () => {
    const { token } = await hidingPerson(scene, ['revenue']);
    const body = { offer_id: offer.id, publisher_id: w.publisher.id, reason: 'By hand', txn_id: 'hand' };
    let refused = '';
    for (let at = 0; at < 3 && refused === ''; at++) {
      const reply = await t.call(routes.addConversion, { token, body: { ...body, txn_id: `hand-${at}` } });
      if (reply.status >= 300) refused = reply.raw;
    }
    expect(refused).toContain('day cap on revenue');
    expect(tellers(new Map([['addConversion', refused]]), hiddenAmounts.revenue ?? [])).toEqual([]);
  });
});

test('what former releases kept in words is kept without its amounts', async () => {
  const words = `Over the day cap on revenue: ${formatMoney(REVENUE)} of ${CAP} used`;
  const plain = 'Over the day cap on revenue';
  const [conversion, request] = [ids.conversion, ids['conversion-request']];
  const asOwner = t.database.asOwner<Record<string, unknown>>;
  await asOwner('update conversions set reason = $2 where id = $1', [conversion, words]);
  await asOwner('update conversion_requests set reason = $2 where id = $1', [request, `Higher; ${words}`]);
  await scene.insert('audit_log', {
    tenant_id: w.tenantId,
    at: t.clock.now(),
    actor_kind: 'system',
    action: 'conversion.pending',
    object_kind: 'conversion',
    object_id: conversion,
    after: JSON.stringify({ status: 'pending', reason: words }),
  });
  await asOwner(`update audit_log set before = before - 'metric' where action = 'cap.reset'`);
  const step = new URL('../migrations/0058-caps-keep-their-amounts.sql', import.meta.url);
  await asOwner(await readFile(step, 'utf8'));
  expect(await asOwner('select reason from conversions where id = $1', [conversion])).toEqual([{ reason: plain }]);
  expect(await asOwner('select reason from conversion_requests where id = $1', [request])).toEqual([
    { reason: `Higher; ${plain}` },
  ]);
  const trail = `select before ->> 'metric' as metric, after ->> 'reason' as reason from audit_log
    where action = 'cap.reset' or (object_id = $1 and action = 'conversion.pending') order by action, id desc limit 2`;
  expect(await asOwner(trail, [conversion])).toEqual([
    { metric: 'revenue', reason: 'More budget' },
    { metric: null, reason: plain },
  ]);
});
