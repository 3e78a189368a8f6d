// The page of every list over tables that are full: its first page, and the one after it, find their rows by an index, and in the
// order of an index where it is the list's own. The statements are those that the calls send; each is given to EXPLAIN as the same
// reader.
import { type RouteSpec, routes } from '@tributary/contract';
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Actor } from '../platform/db/database.ts';
import { newId } from '../platform/ids.ts';
import { createTestApp, type TestApp } from '../testing.ts';
import { copyRow } from './matrix/copy-row.ts';
import { addOffer, makeTarget } from './matrix/examples.ts';
import { ensureCheckpoint } from './matrix/proof-examples.ts';
import { createScene, type Scene } from './matrix/scene.ts';

const ROWS = 10_000;
const VERSIONS = 20;
const user = '(select u.id from users u where u.tenant_id = last.tenant_id and u.user_sequence_id = 1000000 + n)';
const offer = '(select o.id from offers o where o.tenant_id = last.tenant_id and o.number = 1000000 + n)';
/** one row of each is copied so often; what must differ between two is said here */
const copies: Record<string, Record<string, string>> = {
  users: { id: 'uuidv7()', user_sequence_id: '1000000 + n', email: "'copy-' || n || '@full.test'" },
  offers: { id: 'uuidv7()', number: '1000000 + n' },
  offer_permissions: {
    id: 'uuidv7()',
    offer_id: offer,
    publisher_id: user,
    state: "(array['requested', 'allowed', 'refused'])[1 + n % 3]",
    requested_at: "requested_at - n * interval '1 second'",
  },
  conversions: { id: 'uuidv7()' },
  conversion_requests: { id: 'uuidv7()', state: "'declined'", decided_at: 'at' },
  receipts: { receipt_id: 'uuidv7()', at: "at - n * interval '1 millisecond'" },
  deliveries: { id: 'uuidv7()', target_id: 'uuidv7()' },
  links: { code: "'copy' || n" },
  cap_windows: { window_start: "window_start - n * interval '1 hour'" },
  caps_reached: { id: 'uuidv7()', window_start: "window_start - n * interval '1 hour'" },
  earning_lots: { id: 'uuidv7()', day: 'day - n' },
  late_lots: { id: 'uuidv7()', day: 'day - n' },
  publisher_postbacks: { id: 'uuidv7()' },
  audit_log: { id: 'uuidv7()', at: "at - n * interval '1 millisecond'" },
  access_log: { id: 'uuidv7()', at: "at - n * interval '1 millisecond'", once: 'null' },
  terms_acceptances: {
    id: 'uuidv7()',
    user_id: user,
    terms_id: `(select v.id from terms_versions v where v.texts ->> 'version' = (n % ${VERSIONS})::text)`,
  },
  api_keys: { id: 'uuidv7()', key_hash: 'sha256(n::text::bytea)' },
  ledger_transfers: { id: 'uuidv7()', sequence: 'sequence + n' },
  billing_runs: { id: 'uuidv7()' },
  documents: {
    id: 'uuidv7()',
    owner_id: `case when n % 50 = 0 then owner_id else ${user} end`,
    state: "(array['paid', 'approved', 'paid', 'issued', 'credited'])[1 + n % 5]",
  },
  adjustments: { id: 'uuidv7()' },
  payout_methods: { id: 'uuidv7()', owner_id: user },
  payment_batches: { id: 'uuidv7()', number: 'number + n' },
  payments: {
    id: 'uuidv7()',
    batch_id: '(select b.id from payment_batches b where b.tenant_id = last.tenant_id and b.number = 1 + n)',
    document_id: '(select d.id from documents d where d.tenant_id = last.tenant_id order by d.id offset n limit 1)',
    attempt: 'attempt + n',
    end_to_end_id: "'P-' || n",
    state: "'paid'",
    owner_id: `case when n % 50 = 0 then owner_id else ${user} end`,
  },
  deposits: { id: 'uuidv7()', owner_id: `case when n % 50 = 0 then owner_id else ${user} end` },
  explain_links: {
    id: 'uuidv7()',
    secret_hash: 'sha256(n::text::bytea)',
    made_at: "made_at - n * interval '1 second'",
  },
  appeals: { id: 'uuidv7()', state: "'upheld'", decided_at: 'created_at' },
  unmatched_groups: {
    id: 'uuidv7()',
    key: 'sha256(n::text::bytea)',
    last_at: "last_at - n * interval '1 second'",
    first_at: "first_at - n * interval '1 second'",
    calls: 'calls + n',
    stake_micros: 'stake_micros + n',
  },
  reconciliations: {
    id: 'uuidv7()',
    created_at: "created_at - n * interval '1 second'",
    file_name: "'f-' || n",
    lines: 'n',
  },
  reconciliation_rows: { position: 'position + n' },
  recounts: { day: 'day - n' },
  recount_publishers: { day: 'day - n' },
  checkpoints: { id: 'uuidv7()', size: 'size + n' },
  test_runs: { id: 'uuidv7()', at: "at - n * interval '1 second'", hops: 'n % 10', took_ms: 'n' },
  link_rules: {
    id: 'uuidv7()',
    name: "'Rule ' || n",
    every_hours: '1 + n % 24',
    created_at: "created_at - n * interval '1 second'",
  },
};

interface Reader {
  token: string;
  actor: Actor;
}
let t: TestApp;
let scene: Scene;
const readers = new Map<string, Reader>();
/** the tables, and partitions of tables, that hold as many rows */
const full = new Set<string>();

beforeAll(async () => {
  t = await createTestApp();
  scene = await createScene(t);
  for (const role of ['admin', 'advertiser', 'publisher'] as const) {
    const { person, token } = await scene.openSession(await scene.addPerson('demo', role));
    readers.set(role, { token, actor: { kind: role, id: person.id } });
  }
  const publisher_id = readers.get('publisher')?.actor.id;
  const row = { tenant_id: scene.tenantIdOf('demo'), created_at: t.clock.now() };
  await scene.insert('links', {
    ...row,
    code: 'first',
    offer_id: await addOffer(scene, 'demo'),
    publisher_id,
    params: '{}',
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
    routes.revokeApiKey,
    routes.decideRequest,
    routes.revokeExplainLink,
    routes.unmatchedGroup,
    routes.postbackMapping,
    routes.reconciliation,
    routes.testRun,
    routes.linkRule,
  ]) {
    await makeTarget(scene, route, 'demo', null);
  }
  await t.signIn('admin@demo.test');
  await t.database.asOwner(
    `insert into terms_versions (tenant_id, audience, effective_at, created_at, texts)
     select $1, 'publisher', now(), now(), jsonb_build_object('en', '', 'es', '', 'hi', '', 'version', n::text)
     from generate_series(0, ${VERSIONS - 1}) n`,
    [row.tenant_id],
  );
  await t.database.asOwner(
    `insert into terms_acceptances (tenant_id, at, language, place, terms_id, user_id)
     select tenant_id, created_at, 'en', 'portal', id, $1 from terms_versions where tenant_id = $2 limit 1`,
    [publisher_id, row.tenant_id],
  );
  await scene.addPerson('demo', 'publisher');
  const { tenant_id, created_at: at } = row;
  await scene.insert('recounts', { tenant_id, day: '2026-01-01', state: 'agrees', at });
  const figures = { clicks: 7, conversions: 1, differs: false };
  await scene.insert('recount_publishers', { tenant_id, day: '2026-01-01', publisher_id, at, ...figures });
  await fillBilling(row.tenant_id);
  await ensureCheckpoint(scene, 'demo');
  for (const [table, changed] of Object.entries(copies)) await copyRow(scene, table, ROWS, changed);
  await t.database.asOwner('analyze');
  const filled = await t.database.asOwner<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and reltuples >= ${ROWS}`,
  );
  for (const { name } of filled) full.add(name);
});
afterAll(() => t.close());

/** a row of each of billing's tables; of the ledger's and the documents', the advertiser's first: the last one is copied */
async function fillBilling(tenant_id: string): Promise<void> {
  const at = t.clock.now();
  const [publisher, advertiser] = [readers.get('publisher')?.actor.id, readers.get('advertiser')?.actor.id];
  const period = { period_from: '2026-01-01', period_to: '2026-02-01' };
  const document = newId();
  for (const [n, side, owner_id, owned, ours, leg] of [
    [1, 'advertiser', advertiser, 'advertiser_receivable', 'tenant_revenue', 'revenue'],
    [2, 'publisher', publisher, 'publisher_payable', 'tenant_payout_cost', 'payout'],
  ] as const) {
    const accounts = [newId(), newId()];
    for (const [place, kind] of [owned, ours].entries())
      await scene.insert('ledger_accounts', { tenant_id, id: accounts[place], kind, owner_id, currency: 'USD' });
    const hashes = { previous_hash: Buffer.alloc(32), hash: Buffer.alloc(32) };
    const subject = { subject_kind: 'conversion', subject_id: newId(), reason: 'Approved' };
    await scene.insert('ledger_transfers', {
      ...{ tenant_id, id: newId(), sequence: n, at, phase: 'direct', leg, owner_id, ...subject, ...hashes },
      ...{ debit_account_id: accounts[2 - n], credit_account_id: accounts[n - 1] },
      ...{ amount_micros: 5_000_000, currency: 'USD', format: 2, revision: 1 },
    });
    const sums = { net_micros: 9_000_000, total_micros: 9_000_000, hash: Buffer.alloc(32), number_text: 'X-1' };
    const made = { currency: 'USD', ...period, made_at: at, issued_at: at, due_on: '2026-02-15', ...sums };
    await scene.insert('documents', {
      ...{ tenant_id, id: n === 2 ? document : newId(), side, owner_id, state: 'paid', ...made },
      kind: n === 2 ? 'self-bill' : 'invoice',
    });
    await scene.insert('appeals', {
      ...{ tenant_id, id: newId(), side, owner_id, subject_kind: 'document', subject_id: document },
      ...{ reason: 'Wrong.', due_at: at, created_at: at },
    });
  }
  await scene.insert('billing_runs', {
    ...{ tenant_id, id: newId(), side: 'publisher', cut: 'event', state: 'done', created_at: at, ...period },
  });
  await scene.insert('adjustments', {
    ...{ tenant_id, id: newId(), owner_id: publisher, side: 'publisher', currency: 'USD', amount_micros: 5_000_000 },
    ...{ reason: 'Agreed', day: '2026-01-05', created_at: at },
  });
  const other = (await scene.addPerson('demo', 'publisher')).id;
  await scene.insert('payout_methods', {
    ...{ tenant_id, id: newId(), owner_id: other, kind: 'by-hand', currency: 'USD', mask: '••', sealed: '' },
    created_at: at,
  });
  const batch = newId();
  await scene.insert('payment_batches', { tenant_id, id: batch, number: 1, created_at: at });
  const micros = { gross_micros: 1, amount_micros: 1, pay_micros: 1 };
  await scene.insert('payments', {
    ...{ tenant_id, id: newId(), batch_id: batch, document_id: document, owner_id: publisher, attempt: 1 },
    ...{ end_to_end_id: 'P-0', state: 'paid', currency: 'USD', pay_currency: 'USD', reserved_at: at, ...micros },
  });
  await scene.insert('deposits', {
    ...{ tenant_id, id: newId(), owner_id: advertiser, currency: 'USD', amount_micros: 5_000_000 },
    ...{ received_on: '2026-01-05', created_at: at },
  });
}

/** what a list is asked for, where it says nothing without */
const asked: Record<string, () => Record<string, string>> = {
  publisherEntries: () => ({ owner: readers.get('publisher')?.actor.id ?? '' }),
  advertiserEntries: () => ({ owner: readers.get('advertiser')?.actor.id ?? '' }),
};

const isPage = /^select .* limit \$\d+( offset \$\d+)?$/s;
/** the newest version of a section: one row */
const ofSettings = / from "settings" /;
/** the pages that a call reads: statements with an end */
async function pagesOf(ask: () => Promise<unknown>): Promise<{ text: string; values: unknown[] }[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await ask();
  const sent = spy.mock.calls.map((call): unknown[] => [...call]);
  spy.mockRestore();
  return sent.flatMap(([text, values]) =>
    typeof text === 'string' && Array.isArray(values) && isPage.test(text) && !ofSettings.test(text)
      ? [{ text, values }]
      : [],
  );
}

const Node = z.looseObject({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Plan Rows': z.number(),
  Plans: z.array(z.unknown()).default([]),
});
type Node = z.infer<typeof Node>;
const below = ({ Plans }: Node): Node[] => Plans.map((plan) => Node.parse(plan));
const nodesOf = (node: Node): Node[] => [node, ...below(node).flatMap(nodesOf)];
const isFull = ({ 'Relation Name': table = '' }: Node): boolean => full.has(table);
/** more than any page needs */
const MANY = ROWS / 10;
const sortsMany = (node: Node): boolean =>
  node['Node Type'] === 'Sort' && below(node).some((input) => input['Plan Rows'] >= MANY);

async function planOf(actor: Actor, { text, values }: { text: string; values: unknown[] }): Promise<Node[]> {
  const { rows } = await t.app.database.withTenant(scene.tenantIdOf('demo'), actor, (tx) =>
    tx.executeQuery<{ 'QUERY PLAN': { Plan: unknown }[] }>(CompiledQuery.raw(`explain (format json) ${text}`, values)),
  );
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Node.parse(Plan))));
}

const all: [name: string, route: RouteSpec][] = Object.entries(routes);
const shapeOf = ({ query }: RouteSpec): Record<string, z.ZodType> => (query instanceof z.ZodObject ? query.shape : {});
const lists = all.filter(([, route]) => {
  const names = Object.keys(shapeOf(route));
  const isList = route.wire !== 'table' && (names.includes('page') || names.includes('after'));
  return isList && !route.params && route.access.who === 'session' && !names.includes('period');
});

/** a mail for each event and language, a rate for each day on which somebody entered one, a rule of tax by country: never many */
const short = ['mailTemplates', 'exchangeRates', 'taxRules'];

/** these add up one account from its first entry on, and name the campaigns that its owner may know */
const wholeAccount = ['ownRevenue', 'ownRevenueEntries'];

test('the tables are full', () => expect(full.size).toBe(Object.keys(copies).length));

describe.each(lists.filter(([name]) => !wholeAccount.includes(name)))('%s', (name, route) => {
  test('reads its rows by an index: no full table from end to end, and none to sort it', async () => {
    const reader = readers.get(route.access.who === 'session' ? route.access.roles[0] : '');
    if (!reader) throw new Error('nobody reads it');
    const ask = (query: Record<string, string>) =>
      t.call(route, { token: reader.token, query: { ...asked[name]?.(), ...query } });
    const newest: Record<string, string>[] =
      'page' in shapeOf(route) ? [{ page_size: '25' }, { page: '2', sort: '-created_at' }] : [{ limit: '25' }];
    for (const query of newest) {
      let reply = await ask(query);
      if (reply.status === 400) continue; // not sorted by its time
      const pages = await pagesOf(async () => {
        reply = await ask(query);
      });
      expect(reply.status, reply.raw).toBe(200);
      const after: unknown = reply.body?.next;
      if (typeof after === 'string') pages.push(...(await pagesOf(() => ask({ ...query, after }))));
      expect(pages.length, 'a statement that reads a page').toBeGreaterThan(0);
      for (const page of pages) {
        const nodes = await planOf(reader.actor, page);
        // a plan over short tables says nothing
        expect(nodes.some(isFull) || short.includes(name), `a full table in ${page.text}`).toBe(true);
        const whole = nodes.filter((node) => (node['Node Type'] === 'Seq Scan' && isFull(node)) || sortsMany(node));
        expect(whole, page.text).toEqual([]);
      }
    }
  });
});
