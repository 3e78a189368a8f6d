// Runs of tests: who, when, of what, and what was found.
import { type TestFindings, type TestKind, type TestResult, testRunList } from '@tributary/contract/trust/testers';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { likePattern } from '../../../platform/db/like-pattern.ts';
import { unlessHidden } from '../../../platform/db/unless-hidden.ts';
import { isId } from '../../../platform/ids.ts';
import { among, atSeconds, idOr } from '../../../platform/lists/conditions.ts';
import { byTime } from '../../../platform/lists/keys.ts';
import { countedList, inBatches } from '../../../platform/lists/sql-list.ts';
import { accountRows } from '../../accounts/index.ts';
import { offerRows } from '../../offers/index.ts';
import type { Asked } from './asked.ts';

const joined = (tx: Tx) =>
  tx
    .selectFrom('test_runs as r')
    .leftJoin(accountRows.as('u'), (join) =>
      join.onRef('u.tenant_id', '=', 'r.tenant_id').onRef('u.id', '=', 'r.by_id'),
    )
    .leftJoin('link_rules as l', (join) =>
      join.onRef('l.tenant_id', '=', 'r.tenant_id').onRef('l.id', '=', 'r.rule_id'),
    )
    .leftJoin(offerRows.as('o'), (join) =>
      join.onRef('o.tenant_id', '=', 'r.tenant_id').onRef('o.id', '=', 'r.offer_id'),
    )
    .leftJoin(accountRows.as('p'), (join) =>
      join.onRef('p.tenant_id', '=', 'r.tenant_id').onRef('p.id', '=', 'r.publisher_id'),
    );
const selected = (query: ReturnType<typeof joined>) =>
  query
    .select([
      'r.id',
      'r.at',
      'r.kind',
      'r.state',
      'r.result',
      'r.target',
      'r.country',
      'r.device',
      'r.took_ms',
      'r.hops',
    ])
    .select(['r.by_id', 'u.first_name as by_first', 'u.last_name as by_last', 'r.rule_id', 'l.name as rule_name'])
    .select(['r.offer_id', 'o.number as offer_number', 'o.title as offer_title', 'r.publisher_id'])
    .select([
      'p.user_sequence_id as publisher_number',
      'p.first_name as publisher_first',
      'p.last_name as publisher_last',
    ]);
export type FoundRun = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];

const key = byTime('r.at', 'r.id');
export const testRuns = inBatches(
  countedList(testRunList, {
    from: joined,
    rows: selected,
    filters: {
      q: (_eb, text) => unlessHidden(['sub_values'], sql<boolean>`lower(r.target) like ${likePattern(text)}`),
      kind: (eb, kinds) => eb('r.kind', 'in', among(kinds)),
      state: (eb, states) => eb('r.state', 'in', among(states)),
      offer_id: (eb, id) => eb('r.offer_id', '=', idOr(id)),
      publisher_id: (eb, id) => eb('r.publisher_id', '=', idOr(id)),
      rule_id: (eb, id) => eb('r.rule_id', '=', idOr(id)),
      by: (eb, id) => eb('r.by_id', '=', idOr(id)),
      from: (eb, seconds) => eb('r.at', '>=', atSeconds(seconds)),
      to: (eb, seconds) => eb('r.at', '<', atSeconds(seconds)),
    },
    sorts: { at: 'r.at', hops: 'r.hops', took_ms: { by: 'r.took_ms', empty: 'last' } },
    sort: '-at',
    tie: ['r.id', 'desc'],
  }),
  { key, cursorOf: ({ at, id }) => key.cursorOf({ at, id }) },
);

export async function findRun(tx: Tx, id: string) {
  if (!isId(id)) return null;
  const row = await selected(joined(tx))
    .select(['r.asked', 'r.findings', 'r.user_agent'])
    .where('r.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}
export type StoredRun = NonNullable<Awaited<ReturnType<typeof findRun>>>;

export interface NewRun {
  tenantId: string;
  id: string;
  at: Date;
  kind: TestKind;
  by: string | null;
  ruleId?: string | null;
  target: string;
  offerId: string | null;
  publisherId: string | null;
  asked: Asked;
  userAgent: string;
  findings: TestFindings;
}

export async function addRun(tx: Tx, run: NewRun): Promise<void> {
  await tx
    .insertInto('test_runs')
    .values({
      tenant_id: run.tenantId,
      id: run.id,
      at: run.at,
      kind: run.kind,
      state: 'running',
      by_id: run.by,
      rule_id: run.ruleId ?? null,
      target: run.target,
      offer_id: run.offerId,
      publisher_id: run.publisherId,
      country: run.asked.country,
      device: run.asked.device,
      user_agent: run.userAgent,
      asked: JSON.stringify(run.asked),
      findings: JSON.stringify(run.findings),
    })
    .execute();
}

export interface Ended {
  result: TestResult;
  findings: TestFindings;
  tookMs: number;
}

/** false where it was over already */
export async function endRun(tx: Tx, id: string, { result, findings, tookMs }: Ended): Promise<boolean> {
  const { numUpdatedRows: n } = await tx
    .updateTable('test_runs')
    .set({
      state: result === 'ok' ? 'passed' : 'failed',
      result,
      findings: withoutNul(JSON.stringify(findings)),
      hops: findings.hops.length,
      took_ms: tookMs,
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return n > 0n;
}
/** jsonb knows none */
const withoutNul = (json: string): string => json.replaceAll('\\u0000', '');

/** it ended without a word */
export async function giveUpRun(tx: Tx, id: string): Promise<void> {
  await sql`update test_runs set state = 'failed', result = 'interrupted' where id = ${id} and state = 'running'`.execute(
    tx,
  );
}

export async function countRunning(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('test_runs')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

export async function removeRuns(tx: Tx, before: Date, stuckSince: Date): Promise<void> {
  await sql`delete from test_runs where at < ${before}`.execute(tx);
  await sql`update test_runs set state = 'failed', result = 'interrupted'
    where state = 'running' and at < ${stuckSince}`.execute(tx);
}
