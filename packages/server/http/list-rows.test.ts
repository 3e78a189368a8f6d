// The rows of every list, where many are of one moment: read on page by page, none is lost and none comes twice; each filter lets
// through the rows that it means, and leaves one out.
import { type RouteSpec, routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from '../testing.ts';
import { createWorld, type World } from '../testing-world.ts';
import { type BillingRows, chooses, fillBilling } from './matrix/billing/rows.ts';
import { copyRow } from './matrix/copy-row.ts';
import { makeTarget } from './matrix/examples.ts';
import { ensureCheckpoint } from './matrix/proof-examples.ts';
import { createScene, type Scene } from './matrix/scene.ts';

const COPIES = 30;
// biome-ignore lint/suspicious/noExplicitAny: rows of every shape
type Row = Record<string, any>;

const all: [name: string, route: RouteSpec][] = Object.entries(routes);
const shapeOf = ({ query }: RouteSpec): Record<string, z.ZodType> => (query instanceof z.ZodObject ? query.shape : {});
const lists = all.filter(([, route]) => {
  const shape = shapeOf(route);
  // a report's filters are tried where reports are
  return route.wire !== 'table' && ('page' in shape || 'after' in shape) && !('period' in shape);
});
const logs = lists.filter(([, route]) => 'after' in shapeOf(route));

let t: TestApp;
let w: World;
let scene: Scene;
const credentials = new Map<string, { token: string } | { cookies: Record<string, string> }>();
const targets: Record<string, string> = {};
let billing: BillingRows;
/** offers that the publisher has links for, and the terms that each audience accepted */
const linked = new Set<string>();
const accepted = new Map<string, string>();

/** three of each moment, and it a whole second: what a period ends with is not in it */
const moment = (at: string) => `(date_trunc('second', ${at}) - (n / 3) * interval '2 seconds')`;
/** ids that carry that moment */
const idOf = (at: string) =>
  `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || substr(replace(uuidv7()::text, '-', ''), 13))::uuid`;
/** the values in turn, each for so many rows */
const inTurn = (type: string, values: readonly (string | number | null)[], each = 1) =>
  `(array[${values.map((value) => (value === null ? 'null' : `'${value}'`)).join()}]::${type}[])[1 + (n / ${each}) % ${values.length}]`;

beforeAll(async () => {
  t = await createTestApp();
  t.clock.advance(1_000 - (t.clock.now().getTime() % 1_000));
  w = await createWorld(t);
  scene = await createScene(t);
  const manager = await t.signIn('admin@demo.test', { rememberMe: true });
  credentials.set('admin', { token: manager.token });
  for (const role of ['publisher', 'advertiser'] as const) {
    const { token } = await scene.openSession({ id: w[role].id, email: '', subdomain: 'demo' });
    credentials.set(role, { token });
  }
  credentials.set('operator', { cookies: { '__Host-operator': await scene.operatorCookie() } });
  await fill(manager);
});
afterAll(() => t.close());

async function fill(manager: { userId: string; token: string }): Promise<void> {
  const tenant_id = w.tenantId;
  const copy = (table: string, changed: Record<string, string>) => copyRow(scene, table, COPIES, changed);
  const [publisher, advertiser] = [await w.addPerson('publisher'), await w.addPerson('advertiser')];
  const [euros, dollars] = [await w.addOffer({ currency: 'EUR' }), await w.addOffer()];
  const theirs = await w.addOffer({ advertiser_id: advertiser.id });
  for (let n = 0; n < 24; n++) {
    if (n % 3 === 0) t.clock.advance(2_000);
    const publisher_id = n === 0 ? publisher.id : w.publisher.id;
    const body = { publisher_id, txn_id: `order-${n}`, status: 'approved', reason: 'Came by mail.' };
    const { status, raw } = await t.call(routes.addConversion, {
      token: manager.token,
      body: { ...body, offer_id: (n % 2 ? euros : dollars).id },
    });
    if (status >= 300) throw new Error(raw);
  }
  await t.app.worker?.drain();
  const member = await scene.addPerson('demo', 'admin');
  Object.assign(targets, {
    publisherStatement: w.publisher.id,
    advertiserStatement: w.advertiser.id,
    offerTermsVersions: dollars.id,
    assignableAccounts: member.id,
  });
  await scene.insert('account_managers', { tenant_id, account_id: publisher.id, user_id: member.id });
  await scene.insert('links', {
    ...{ tenant_id, code: 'first', offer_id: dollars.id, publisher_id: w.publisher.id },
    ...{ params: '{}', created_at: t.clock.now() },
  });
  for (const route of [
    routes.delivery,
    routes.conversionRequest,
    routes.receipt,
    routes.resetCap,
    routes.lot,
    routes.decideLateLot,
    routes.editPublisherPostback,
    routes.change,
    routes.decideRequest,
    routes.revokeApiKey,
    routes.handleMessage,
    routes.handleMessage,
    routes.revokeExplainLink,
    routes.unmatchedGroup,
    routes.postbackMapping,
    routes.testRun,
    routes.linkRule,
  ]) {
    await makeTarget(scene, route, 'demo', null);
  }
  const cap = await w.addCap(theirs.id, {
    publisher_id: publisher.id,
    metric: 'clicks',
    limit_value: 5,
    action: 'fallback',
  });
  const [first] = await t.database.asOwner<{ cap_id: string }>('select cap_id from caps_reached');
  const [rule] = await t.database.asOwner<{ id: string }>('select id from link_rules');
  const caps = inTurn('uuid', [cap, first?.cap_id ?? null]);
  const publishers = inTurn('uuid', [w.publisher.id, publisher.id], 2);
  const oneOffer = inTurn('uuid', [dollars.id, theirs.id]);
  const advertisers = inTurn('uuid', [w.advertiser.id, advertiser.id]);
  await copy('explain_links', {
    id: 'uuidv7()',
    secret_hash: 'sha256(n::text::bytea)',
    subject_id: inTurn('text', ['one', 'other'], 2),
    side: inTurn('text', ['publisher', 'advertiser']),
    owner_id: inTurn('uuid', [w.publisher.id, w.advertiser.id]),
    made_at: moment('made_at'),
    revoked_at: inTurn('timestamptz', [null, '2026-01-01', null]),
  });
  await copy('unmatched_groups', {
    id: 'uuidv7()',
    key: 'sha256(n::text::bytea)',
    kind: inTurn('text', ['postback', 'pixel']),
    cause: inTurn('text', ['goal', 'amount', 'unknown']),
    state: inTurn('text', ['open', 'fixed', 'ignored'], 2),
    advertiser_id: advertisers,
    first_at: moment('first_at'),
    last_at: moment('last_at'),
    calls: 'calls + n',
    stake_micros: 'stake_micros + n',
  });
  // one for each offer, and for each advertiser
  for (let n = 0; n < COPIES; n++) {
    const offer = await w.addOffer({ advertiser_id: (n % 2 ? w.advertiser : advertiser).id });
    await scene.insert('postback_mappings', {
      tenant_id,
      advertiser_id: (n % 2 ? w.advertiser : advertiser).id,
      offer_id: offer.id,
      parameters: '{"cid":"click_id"}',
      version: 1,
      changed_at: new Date(t.clock.now().getTime() - Math.floor(n / 3) * 2_000),
    });
  }
  await copy('test_runs', {
    id: 'uuidv7()',
    at: moment('at'),
    kind: inTurn('text', ['quick', 'deep', 'link', 'rule']),
    state: inTurn('text', ['passed', 'failed', 'running']),
    result: inTurn('text', ['ok', 'loop', null]),
    offer_id: oneOffer,
    publisher_id: inTurn('uuid', [w.publisher.id, publisher.id], 2),
    by_id: inTurn('uuid', [manager.userId, null]),
    rule_id: inTurn('uuid', [rule?.id ?? null, null], 2),
    target: inTurn('text', ['https://shop.example/', 'https://other.example/']),
  });
  await copy('link_rules', {
    id: 'uuidv7()',
    name: `'Rule ' || n`,
    enabled: 'n % 2 = 0',
    url: 'null',
    action: inTurn('text', ['warn', 'pause']),
    created_at: moment('created_at'),
  });
  await t.database.asOwner(
    `insert into link_rule_targets (tenant_id, rule_id, next_at, offer_id, state)
     select tenant_id, id, created_at, $1, (array['ok', 'failing', 'paused', 'waiting'])[1 + (every_hours + length(name) + extract(second from created_at)::int) % 4]
     from link_rules where url is null`,
    [dollars.id],
  );
  await copy('conversions', {
    id: idOf(moment('at')),
    at: moment('at'),
    status: inTurn('text', ['approved', 'pending', 'rejected']),
    hold_until: 'case when n % 2 = 0 then at end',
    kind: inTurn('text', ['postback', 'pixel', 'manual'], 2),
    offer_id: oneOffer,
    goal_id: inTurn('uuid', [dollars.goalId, theirs.goalId]),
    advertiser_id: advertisers,
    publisher_id: publishers,
    country: inTurn('text', ['US', 'DE', null], 2),
    txn_id: `'copy-' || n`,
    source: `'source-' || n`,
  });
  // the ids of those that came with a delivery or a request are of the real clock
  await t.database.asOwner('update conversions set at = uuid_extract_timestamp(id)');
  await copy('conversion_requests', {
    id: 'uuidv7()',
    state: inTurn('text', ['declined', 'accepted', 'withdrawn']),
    decided_at: 'at',
  });
  await copy('receipts', {
    receipt_id: 'uuidv7()',
    at: moment('at'),
    kind: inTurn('text', ['postback', 'pixel']),
    outcome: inTurn('text', ['goal_unknown', 'duplicate', 'too_fast']),
    offer: inTurn('int', [dollars.number, theirs.number], 2),
    advertiser: String(w.advertiser.number),
    txn_id: `'copy-' || n`,
    query: `'txn=copy-' || n`,
  });
  const told = await t.database.asOwner<{ id: string }>(
    'select distinct on (offer_id) id from conversions where offer_id = any($1)',
    [[dollars.id, theirs.id]],
  );
  await copy('deliveries', {
    id: idOf(moment('created_at')),
    created_at: moment('created_at'),
    target_id: 'uuidv7()',
    kind: inTurn('text', ['postback', 'webhook']),
    publisher_id: inTurn('uuid', [w.publisher.id, w.publisher.id, publisher.id], 2),
    state: inTurn('text', ['failed', 'delivered', 'cancelled']),
    subject_id: inTurn(
      'uuid',
      told.map(({ id }) => id),
      3,
    ),
    url: `'https://localhost/copy-' || n`,
  });
  const window_start = `'2026-01-01'::timestamptz - n * interval '1 hour'`;
  await copy('cap_windows', { cap_id: caps, window_start });
  await copy('caps_reached', { id: idOf(moment('at')), at: moment('at'), cap_id: caps, window_start });
  const lot = {
    id: 'uuidv7()',
    day: 'day - n / 4',
    offer_id: oneOffer,
    advertiser_id: advertisers,
    publisher_id: publishers,
  };
  await copy('earning_lots', lot);
  await copy('late_lots', { ...lot, state: inTurn('text', ['booked', 'dismissed'], 3), decided_at: 'found_at' });
  await copy('offer_terms', { offer_id: `'${dollars.id}'`, version: '100 + n' });
  await copy('audit_log', {
    id: 'uuidv7()',
    at: moment('at'),
    actor_id: inTurn('uuid', [manager.userId, member.id]),
    act_as_id: inTurn('uuid', [null, null, publisher.id]),
    action: inTurn('text', ['offer.status-changed', 'offer.tags-changed'], 2),
    object_kind: inTurn('text', ['offer', 'user'], 3),
    object_id: inTurn('text', [dollars.id, theirs.id], 2),
    source: inTurn('text', ['ui', 'api', 'rule']),
    before: inTurn('jsonb', ['{"status":"paused"}', '{"tags":["a"]}'], 2),
    after: inTurn('jsonb', ['{"status":"active"}', '{"tags":["b"]}'], 2),
    request_id: `'copy-' || n`,
  });
  await copy('access_log', {
    id: 'uuidv7()',
    at: moment('at'),
    event: inTurn('text', ['login', 'export', 'login_as']),
    result: inTurn('text', ['ok', 'refused'], 2),
    user_id: inTurn('uuid', [manager.userId, member.id], 3),
    actor_id: inTurn('uuid', [null, null, member.id]),
    ip: inTurn('text', ['192.0.2.1', '192.0.2.2', '192.0.2.3'], 2),
    detail: `'copy-' || n`,
  });
  const person = {
    id: 'uuidv7()',
    first_name: `'Copy' || n`,
    status: inTurn('text', ['approved', 'pending', 'rejected']),
  };
  const tags = `array[${inTurn('text', ['vip', 'new'], 2)}]`;
  const deleted_at = 'case when n % 5 = 0 then created_at end';
  for (const [type, from] of [
    ['publisher', 1_000_000],
    ['advertiser', 2_000_000],
  ] as const) {
    const number = { user_sequence_id: `${from} + n`, email: `'${type}-' || n || '@copy.test'` };
    await copy('users', { ...person, ...number, type: `'${type}'`, role_id: 'null', tags, deleted_at });
  }
  const [viewer, owner] = await t.database.asOwner<{ id: string }>(
    `select id from roles where tenant_id = $1 and preset in ('viewer', 'admin') order by preset desc`,
    [tenant_id],
  );
  await copy('users', {
    ...person,
    ...{ user_sequence_id: '3000000 + n', email: `'admin-' || n || '@copy.test'`, type: `'admin'`, tags: `'{}'` },
    ...{ role_id: inTurn('uuid', [viewer?.id ?? null, owner?.id ?? null], 2), deleted_at: 'null' },
  });
  await copy('offers', {
    id: 'uuidv7()',
    number: '1000000 + n',
    title: `'Offer ' || n`,
    status: inTurn('text', ['active', 'active', 'paused', 'pending']),
    visibility: inTurn('text', ['Public', 'Private', 'Ask to Permission']),
    advertiser_id: advertisers,
    category: inTurn('text', ['Games', 'Finance'], 3),
    tags,
    countries: `array[${inTurn('text', ['pt', 'us', 'ALL'], 2)}]`,
  });
  for (const { id } of [dollars, theirs]) linked.add(id);
  await copy('links', { code: `'copy-' || n`, offer_id: oneOffer });
  const copied = '(select u.id from users u where u.user_sequence_id = 1000000 + n)';
  await copy('offer_permissions', {
    id: 'uuidv7()',
    publisher_id: copied,
    state: inTurn('text', ['requested', 'allowed', 'refused']),
  });
  await copy('publisher_postbacks', {
    id: 'uuidv7()',
    publisher_id: publishers,
    offer_id: inTurn('uuid', [null, dollars.id, theirs.id]),
    enabled: 'n % 4 > 0',
    disabled_reason: `case when n % 8 = 0 then 'It fails.' end`,
    url: `'https://localhost/copy-' || n`,
  });
  await copy('api_keys', {
    id: 'uuidv7()',
    key_hash: 'sha256(n::text::bytea)',
    name: `'Copy ' || n`,
    user_id: inTurn('uuid', [w.publisher.id, w.advertiser.id, manager.userId]),
    suspended_at: 'case when n % 2 = 0 then created_at end',
    suspended_for: `case when n % 2 = 0 then 'signed-out' end`,
  });
  const ofAdvertiser = {
    person: { id: w.advertiser.id, email: '', subdomain: 'demo' },
    sessionId: '',
    token: '',
    cookie: null,
  };
  const reconciled = (await makeTarget(scene, routes.ownReconciliation, 'demo', ofAdvertiser)) ?? '';
  Object.assign(targets, { reconciliationRows: reconciled, ownReconciliationRows: reconciled });
  await copy('reconciliation_rows', {
    position: 'position + n',
    txn_id: `'A-' || n`,
    finding: inTurn('text', ['agree', 'amount_differs', 'only_theirs']),
    choice: inTurn('text', ['approve', 'none']),
    outcome: inTurn('text', ['changed', 'same', null]),
  });
  await copy('reconciliations', {
    id: 'uuidv7()',
    advertiser_id: inTurn('uuid', [w.advertiser.id, advertiser.id]),
    state: inTurn('text', ['open', 'applied', 'undone']),
    file_name: `'copy-' || n || '.csv'`,
    created_at: `created_at - n * interval '1 second'`,
  });
  await scene.insert('recounts', { tenant_id, day: '2026-01-01', state: 'agrees', at: t.clock.now() });
  await copy('recounts', {
    day: 'day - n',
    state: inTurn('text', ['agrees', 'differs', 'waiting']),
    waits_for: inTurn('text', [null, null, 'turn']),
  });
  const counted = { tenant_id, publisher_id: w.publisher.id, at: t.clock.now(), clicks: 7, conversions: 1 };
  await scene.insert('recount_publishers', { ...counted, day: '2026-01-01', differs: true });
  await copy('recount_publishers', { day: 'day - n', differs: 'n % 4 = 0' });
  const rate = { base: 'USD', quote: 'INR', valid_from: '2025-01-01', rate_micros: 83_000_000 };
  await scene.insert('exchange_rates', { tenant_id, ...rate });
  await copy('exchange_rates', { valid_from: `'2026-01-01'::date + n`, quote: inTurn('text', ['EUR', 'JPY']) });
  await t.database.asOwner(`update tenants set plan_kind = 'paid' where subdomain = 'acme'`);
  await t.database.asOwner(`update contact_messages set handled_at = created_at, name = 'Olga'
    where id = (select max(id::text)::uuid from contact_messages)`);
  await scene.insert('mail_templates', {
    ...{ tenant_id, event: 'cap-reached', language: 'en', version: 1 },
    ...{ subject: 'Full', body: '<p>{{ offer }}</p>', changed_at: t.clock.now() },
  });
  const failed = { tenant_id, template: 'cap-reached', status: 'failed', created_at: t.clock.now(), error: 'Refused' };
  for (const recipient of ['a@copy.test', 'b@copy.test'])
    await scene.insert('mails', { ...failed, recipient, subject: 'Full' });
  await t.database.asOwner(
    `insert into terms_acceptances (tenant_id, at, language, place, terms_id, user_id)
     select u.tenant_id, v.created_at, 'en', 'portal', v.id, u.id from users u join terms_versions v
       on v.tenant_id = u.tenant_id and v.audience = u.type where u.email like '%@copy.test'`,
  );
  const terms = await t.database.asOwner<{ audience: string; id: string }>(
    'select audience, id from terms_versions where tenant_id = $1',
    [tenant_id],
  );
  for (const { audience, id } of terms) accepted.set(audience, id);
  await t.database.asOwner(
    `insert into terms_versions (tenant_id, audience, effective_at, created_at, texts)
     select tenant_id, audience, now(), now(), '{"en": "<p>Be kind.</p>", "es": "", "hi": ""}' from terms_versions`,
  );
  await ensureCheckpoint(scene, 'demo');
  await copy('checkpoints', {
    id: idOf(moment('made_at')),
    size: 'size + n',
    made_at: moment('made_at'),
    cause: inTurn('text', ['hourly', 'close', 'asked']),
  });
  const others = { publisherId: publisher.id, advertiserId: advertiser.id };
  billing = await fillBilling({ scene, w, ...others, moment, idOf, inTurn });
  Object.assign(targets, billing.targets);
}

async function ask(
  name: string,
  route: RouteSpec,
  query: Record<string, string>,
): Promise<{ rows: Row[]; next?: string }> {
  const { access } = route;
  const { status, raw, body } = await t.call(route, {
    query: { ...billing.always[name], ...query },
    ...(route.params ? { params: { id: targets[name] ?? '' } } : {}),
    ...credentials.get(access.who === 'session' ? access.roles[0] : 'operator'),
  });
  expect(status, raw).toBe(200);
  return { next: body.next, rows: body.rows ?? body.data };
}
const MOST = '200';
const whole = (name: string, route: RouteSpec, query: Record<string, string> = {}) =>
  ask(name, route, { ...('after' in shapeOf(route) ? { limit: MOST } : { page_size: MOST }), ...query });

test.each(logs)('%s: read on by two, every row comes once and in its place', async (name, route) => {
  const { rows } = await whole(name, route);
  expect(rows.length).toBeGreaterThanOrEqual(9);
  const walked: Row[] = [];
  for (let after = ''; walked.length <= rows.length; ) {
    const page = await ask(name, route, { limit: '2', ...(after ? { after } : {}) });
    walked.push(...page.rows);
    if (!page.next) break;
    after = page.next;
  }
  expect(walked).toEqual(rows);
});

const timeOf = (row: Row) => row.at ?? row.created_at ?? row.last_at;
/** what a row says of a filter, where that is not in the field of its name */
const said: Record<string, (row: Row) => unknown> = {
  from: timeOf,
  to: timeOf,
  from_day: (row) => row.day,
  to_day: (row) => row.day,
  tag: (row) => row.tags,
  subject_id: (row) => row.subject?.id,
  person_id: (row) => [row.actor?.id, row.in_the_name_of?.id, row.user?.id],
  field: (row) => row.fields.map(({ field }: Row) => field),
  means: (row) => [row.action, ...row.fields.map(({ field }: Row) => field)],
  waits_for: (row) => row.status === 'pending' && (row.hold_until ? 'hold' : 'person'),
  visibility: (row) => row.offer_visibility,
  enabled: (row) => (row.enabled ? '1' : '0'),
  failing: (row) => row.disabled_reason && '1',
  assigned: (row) => row.assigned && '1',
  differs: (row) => row.differs && '1',
  country: (row) => row.geo_coverage ?? row.country,
  state: (row) => row.state ?? (row.handled_at ? 'handled' : 'open'),
  type: (row) => row.owner?.type,
  terms_id: (row) => accepted.get(row.audience),
  show: ({ id, visibility }) => {
    const [isMine, mayRun] = [linked.has(id), visibility === 'Public'];
    return [isMine && 'mine', mayRun && 'runnable', isMine && mayRun && 'running'];
  },
};
const valuesOf = (name: string, filter: string, row: Row): string[] => {
  const field = row[filter] ?? row[filter.replace(/_id$/, '')];
  const value = (billing.said[name]?.[filter] ?? said[filter])?.(row) ?? field?.id ?? field;
  return [value].flat().flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? [String(one)] : []));
};
/** whether a filter with this value means a row that says this */
const means: Record<string, (said: string, value: string) => boolean> = {
  from: (at, value) => (at.includes('-') ? at >= value : Number(at) >= Number(value)),
  to: (at, value) => (at.includes('-') ? at <= value : Number(at) < Number(value)),
  from_day: (day, value) => day >= value,
  to_day: (day, value) => day <= value,
  due_from: (day, value) => day >= value,
  due_until: (day, value) => day <= value,
  number: (number, value) => number.includes(value),
  country: (country, value) => ['ALL', value].includes(country),
};
const isMeant = (name: string, filter: string, row: Row, value: string) =>
  valuesOf(name, filter, row).some((one) => (means[filter] ? means[filter](one, value) : one === value));

const notFilters = ['page', 'page_size', 'sort', 'after', 'limit'];
const filters = lists.flatMap(([name, route]) =>
  Object.keys(shapeOf(route)).flatMap((filter) =>
    notFilters.includes(filter) || chooses(name, filter) ? [] : [[name, filter, route] as const],
  ),
);
/** those that show other rows instead, with a value for each: an account is read in one currency at a time */
const others: Record<string, string> = { deleted: '1', currency: 'USD' };
const oneCurrency = /Statement$|^ownBillingHistory$/;
/** a billing history begins with the workspace's own currency */
const otherOf = (name: string, filter: string): string =>
  name === 'ownBillingHistory' && filter === 'currency' ? 'EUR' : (others[filter] ?? '');
const isInstead = (name: string, filter: string) =>
  filter in others && (filter !== 'currency' || oneCurrency.test(name));

const isPart = (part: readonly Row[], rows: readonly Row[]) => part.length > 0 && part.length < rows.length;
const lines = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row));

describe('a filter lets through what it means and leaves the rest out', () => {
  test.each(filters.filter(([name, filter]) => filter !== 'q' && !isInstead(name, filter)))(
    '%s: %s',
    async (name, filter, route) => {
      const { rows } = await whole(name, route);
      const values = [...new Set(rows.flatMap((row) => valuesOf(name, filter, row)))].filter(
        (value) => shapeOf(route)[filter]?.safeParse(value).success,
      );
      const parting = values.filter((value) =>
        isPart(
          rows.filter((row) => isMeant(name, filter, row, value)),
          rows,
        ),
      );
      expect(parting.length, `values that leave a row out: ${JSON.stringify(rows[0])}`).toBeGreaterThan(0);
      for (const value of parting.slice(0, 3)) {
        const found = await whole(name, route, { [filter]: value });
        expect(found.rows, `${filter}=${value}`).toEqual(rows.filter((row) => isMeant(name, filter, row, value)));
      }
    },
  );

  test.each(filters.filter(([name, filter]) => isInstead(name, filter)))(
    '%s: %s, others instead',
    async (name, filter, route) => {
      const [{ rows }, found] = [
        await whole(name, route),
        await whole(name, route, { [filter]: otherOf(name, filter) }),
      ];
      expect(found.rows.length).toBeGreaterThan(0);
      expect(lines(found.rows).filter((line) => lines(rows).includes(line))).toEqual([]);
    },
  );
});

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
/** what is searched of terms is their text, which is not in the row */
const words: Record<string, string> = { terms: 'kind' };

describe('a search finds rows that have the text, and leaves the others out', () => {
  test.each(filters.filter(([, filter]) => filter === 'q'))('%s', async (name, _q, route) => {
    const { rows } = await whole(name, route);
    const has = (row: Row, text: string) => text === words[name] || JSON.stringify(row).toLowerCase().includes(text);
    const texts = [...new Set(rows.flatMap(textsIn))].map((text) => text.toLowerCase());
    const rare = texts.filter((text) =>
      isPart(
        rows.filter((row) => has(row, text)),
        rows,
      ),
    );
    let found: Row[] = [];
    for (const q of name in words ? [words[name] ?? ''] : rare) {
      found = (await whole(name, route, { q })).rows;
      expect(
        found.filter((row) => !has(row, q)),
        q,
      ).toEqual([]);
      if (isPart(found, rows)) return;
    }
    expect.fail('no text that is searched for leaves a row out');
  });
});
