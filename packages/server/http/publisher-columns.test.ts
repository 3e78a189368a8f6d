// What a workspace keeps from its publishers (Settings › Reports) is in nothing that leaves for them: lists, files, reports,
// exports, keys, visits. Found by names in the schemas of all their routes, and by planted values in what they answer.
import {
  isOpenTo,
  type PublisherColumn,
  publisherColumnNames,
  publisherColumns,
  type RouteSpec,
  routes,
} from '@tributary/contract';
import { hidingOf } from '@tributary/contract/hiding';
import {
  dimensionsFor,
  hiddenDimension,
  hiddenMetric,
  metrics,
  metricsFor,
} from '@tributary/contract/reports/report-catalogue';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from '../testing.ts';
import { createWorld, type World } from '../testing-world.ts';
import { hidingPerson } from './matrix/canaries.ts';
import { createScene, type Scene, type SignedIn } from './matrix/scene.ts';

const all = Object.entries(routes) as [keyof typeof routes, RouteSpec][];
const publishers = all.filter(([, { access }]) => access.who === 'session' && isOpenTo(access, 'publisher'));

const words: readonly [RegExp, PublisherColumn][] = [
  [/^(gross|invalid)_|^verdict/, 'refused_traffic'],
  [/^unique_/, 'unique_clicks'],
  [/^(ctr|cr|epc|rejection_rate)$/, 'rates'],
  [/^click_at$|conversion_time|^ctit$/, 'conversion_time'],
  [/^click_id$/, 'click_id'],
  [/^country$/, 'country'],
  [/^(region|city|isp)$/, 'place'],
  [/^(device(_type|_brand)?|os|browser)$/, 'device'],
  [/^reason$/, 'conversion_reason'],
];
const ownAddress = 'of the publisher himself: where he signed in';
const whyNot = 'why he may not run a campaign: not of a conversion';
const ownTaxes = 'where he is taxed: what he has entered himself';
const ofBilling = 'of an appeal, a payment or an entry of his own account: not of a conversion';
const ofNoColumn: Record<string, string> = {
  'acceptSelfBilling.country': ownTaxes,
  'campaign.reason': whyNot,
  'campaigns.reason': whyNot,
  'ownAccesses.country': ownAddress,
  'ownAppeal.reason': ofBilling,
  'ownAppeals.reason': ofBilling,
  'ownPayments.reason': ofBilling,
  'ownPublisherEntries.reason': ofBilling,
  'ownRevenueEntries.reason': ofBilling,
  'ownTaxProfile.country': ownTaxes,
  'saveOwnTaxProfile.country': ownTaxes,
  'sendOwnTaxForm.country': ownTaxes,
};

/** named parts of a reply that are called as a column and do not say that they are one */
function* unmarked(schema: unknown, name: string, above: readonly unknown[] = []): Generator<string> {
  if (!(schema instanceof z.ZodType) || above.includes(schema)) return;
  const inner = [...above, schema];
  if (schema instanceof z.ZodObject) {
    for (const [field, part] of Object.entries(schema.shape)) {
      const column = words.find(([word]) => word.test(field))?.[1];
      const isMarked = part instanceof z.ZodType && hidingOf(part).hide.some((one) => one === column);
      if (column && !isMarked) yield `${name}.${field}`;
      yield* unmarked(part, name, inner);
    }
  } else if (schema instanceof z.ZodArray) yield* unmarked(schema.element, name, inner);
  else if (schema instanceof z.ZodRecord) yield* unmarked(schema.valueType, name, inner);
  else if (schema instanceof z.ZodUnion) for (const one of schema.options) yield* unmarked(one, name, inner);
  else if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    yield* unmarked(schema.unwrap(), name, inner);
}

test('a field of a publisher’s reply that is called as a column is of that column, or it is known why not', () => {
  const open = new Set(publishers.flatMap(([name, { reply }]) => [...unmarked(reply, name)]));
  expect([...open].sort()).toEqual(Object.keys(ofNoColumn).sort());
});

test('what publishers are paid, and what they are paid for, cannot be kept from them', () => {
  const paid = metricsFor('publisher', publisherColumnNames);
  expect(paid).toEqual([
    'impressions',
    'clicks',
    'conversions',
    'approved_conversions',
    'pending_conversions',
    'rejected_conversions',
    'payout',
    'approved_payout',
    'pending_payout',
    'rejected_payout',
  ]);
  for (const id of metricsFor('publisher')) {
    if (metrics[id].format === 'money' && id !== 'epc') expect(paid).toContain(id);
  }
});

let t: TestApp;
let w: World;
let scene: Scene;
let publisher: SignedIn;
let owner: SignedIn;
const planted = { click_id: '', country: 'ZW', reason: 'planted-reason', click_at: 1_600_000_123 };

beforeAll(async () => {
  t = await createTestApp();
  w = await createWorld(t);
  scene = await createScene(t);
  publisher = await scene.openSession(await scene.addPerson('demo', 'publisher'));
  owner = await scene.openSession(await scene.addPerson('demo', 'admin', { is_owner: true }));
  const [row] = await t.database.asOwner<{ n: number }>('select user_sequence_id as n from users where id = $1', [
    publisher.person.id,
  ]);
  const offer = await w.addOffer();
  planted.click_id = w.clickId(offer.number, undefined, row?.n);
  await w.click(planted.click_id, t.clock.now(), offer.number, { publisher: String(row?.n), country: planted.country });
  await w.convert({ click_id: planted.click_id, txn_id: 'columns' });
  await t.database.asOwner(
    'update conversions set reason = $1, country = $2, click_at = to_timestamp($3) where click_id = $4',
    [planted.reason, planted.country, planted.click_at, planted.click_id],
  );
});
afterAll(() => t.close());

const shownBut = (off: readonly PublisherColumn[]) =>
  Object.fromEntries(publisherColumnNames.map((name) => [name, !off.includes(name)]));

async function keepBack(off: readonly PublisherColumn[]): Promise<void> {
  const params = { section: 'publishers' };
  const { body } = await t.call(routes.settings, { params, token: owner.token });
  const saved = await t.call(routes.saveSettings, {
    params,
    token: owner.token,
    body: { version: body.version, value: shownBut(off) },
  });
  expect(saved.status, saved.raw).toBe(200);
}

const own = (route: RouteSpec, query: Record<string, string> = {}, token = publisher.token) =>
  t.call(route, { token, query });

describe('a list and its file', () => {
  const texts: readonly [PublisherColumn, () => string, heading: string | null][] = [
    ['click_id', () => planted.click_id, 'Click ID'],
    ['country', () => `"${planted.country}"`, 'Country'],
    ['conversion_reason', () => planted.reason, 'Reason'],
    ['conversion_time', () => String(planted.click_at), null],
  ];

  test.each(texts)('hold %s while it is shown, and not where it is kept back', async (column, value, heading) => {
    await keepBack([]);
    expect((await own(routes.publisherConversions)).raw).toContain(value());
    if (heading) expect((await own(routes.exportPublisherConversions)).raw.split('\r\n')[0]).toContain(`"${heading}"`);
    await keepBack([column]);
    for (const route of [routes.publisherConversions, routes.exportPublisherConversions]) {
      const { raw, status } = await own(route);
      expect(status, raw).toBe(200);
      expect(raw).not.toContain(value());
      if (heading) expect(raw.split('\r\n')[0]).not.toContain(`"${heading}"`);
    }
    // what is paid stands there all the same
    expect((await own(routes.publisherConversions)).body.rows[0]).toMatchObject({ payout: '4', status: 'approved' });
  });

  test('are not searched by a click id that is not shown', async () => {
    const found = async () => (await own(routes.publisherConversions, { q: planted.click_id })).body.rows.length;
    await keepBack([]);
    expect(await found()).toBe(1);
    await keepBack(['click_id']);
    expect(await found()).toBe(0);
  });

  test('of every kind answer with every column kept back, and hold none of the values', async () => {
    await keepBack(publisherColumnNames);
    const lists = publishers.filter(
      ([, { method, params, wire, path }]) =>
        method === 'GET' && !params && wire !== 'stream' && wire !== 'file' && path.startsWith('/api/publisher'),
    );
    expect(lists.length).toBeGreaterThan(6);
    for (const [name, route] of lists) {
      const { status, raw } = await own(route);
      expect(status, `${name}: ${raw}`).toBe(200);
      for (const value of [planted.click_id, planted.reason, String(planted.click_at)])
        expect(raw, name).not.toContain(value);
    }
  });
});

describe('reports', () => {
  const asked = { period: 'last_7_days' };

  test('neither offer nor answer what is kept back, and say so', async () => {
    await keepBack(publisherColumnNames);
    const { body } = await own(routes.reportCatalogue);
    const offered = [...body.metrics, ...body.dimensions].map(({ id }: { id: string }) => id);
    for (const id of metricsFor('publisher')) {
      const column = hiddenMetric(id, publisherColumnNames);
      const { status, raw } = await own(routes.reports, { ...asked, metrics: id });
      expect([id, status, offered.includes(id)]).toEqual([id, column ? 400 : 200, !column]);
      if (column) expect(raw).toContain('does not show this to publishers');
    }
    for (const id of dimensionsFor('publisher')) {
      const column = hiddenDimension(id, publisherColumnNames);
      if (!column) continue;
      expect(offered).not.toContain(id);
      const ways: Record<string, string>[] = [{ dimensions: id }, { [`filter[${id}]`]: 'x' }, { compare: `${id}:x` }];
      for (const query of ways.map((way) => ({ ...asked, metrics: 'clicks', ...way })))
        expect((await own(routes.reports, query)).status, JSON.stringify(query)).toBe(400);
    }
    const plain = await own(routes.reports, asked);
    expect([plain.status, Object.keys(plain.body.totals)]).toEqual([200, ['conversions', 'payout']]);
  });

  test('a country that is kept back takes region, city and provider along', async () => {
    await keepBack(['country']);
    for (const dimensions of ['country', 'region', 'city', 'isp'])
      expect((await own(routes.reports, { ...asked, dimensions, metrics: 'clicks' })).status).toBe(400);
  });

  test('a file that was made when more was shown is not handed out', async () => {
    await keepBack([]);
    const made = await t.call(routes.startExport, {
      token: publisher.token,
      body: { format: 'csv', query: { dimensions: 'country', metrics: 'gross_clicks,payout', ...asked } },
    });
    expect(made.status, made.raw).toBe(201);
    await t.app.worker?.drain();
    const file = () => t.call(routes.exportFile, { token: publisher.token, params: { id: made.body.id } });
    expect((await file()).status).toBe(200);
    await keepBack(['country']);
    expect((await file()).status).toBe(409);
  });
});

describe('whoever asks', () => {
  test('an API key shows what its publisher sees', async () => {
    await keepBack(['unique_clicks']);
    const made = await t.call(routes.createApiKey, {
      token: publisher.token,
      body: { name: 'Columns', scopes: ['reports:read'], networks: [], expires_in_days: 30 },
    });
    expect(made.status, made.raw).toBe(201);
    const reply = await own(routes.reports, { metrics: 'unique_clicks' }, made.body.key);
    expect([reply.status, reply.raw]).toEqual([400, expect.stringContaining(publisherColumns.unique_clicks)]);
    expect((await own(routes.reports, { metrics: 'clicks' }, made.body.key)).status).toBe(200);
  });

  test('the session tells its screens; a visit sees what the publisher sees, and less where the role hides more', async () => {
    await keepBack(['rates']);
    const { body } = await own(routes.currentSession);
    expect(body.hidden).toEqual(['rates']);
    const manager = await hidingPerson(scene, ['sub_values']);
    const visit = await scene.openSession(publisher.person, {
      parent_session_id: manager.sessionId,
      actor_user_id: manager.person.id,
    });
    expect((await own(routes.currentSession, {}, visit.token)).body.hidden).toEqual(['sub_values', 'rates']);
    expect((await own(routes.reports, { metrics: 'cr' }, visit.token)).status).toBe(400);
  });

  test('managers and advertisers are not meant', async () => {
    await keepBack(publisherColumnNames);
    const advertiser = await scene.openSession(await scene.addPerson('demo', 'advertiser'));
    for (const { token } of [owner, advertiser]) {
      expect((await own(routes.currentSession, {}, token)).body.hidden).toEqual([]);
      expect((await own(routes.reports, { dimensions: 'country', metrics: 'cr' }, token)).status).toBe(200);
    }
  });
});

test('a value that is no switch, and a column that there is not, are refused', async () => {
  const params = { section: 'publishers' };
  const { version } = (await t.call(routes.settings, { params, token: owner.token })).body;
  for (const value of [{ ...shownBut([]), payout: false }, { ...shownBut([]), rates: 'no' }, { rates: true }])
    expect((await t.call(routes.saveSettings, { params, token: owner.token, body: { version, value } })).status).toBe(
      400,
    );
});
