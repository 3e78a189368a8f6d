// Reconciliations themselves; their rows stand in rows.repo.ts.
import { ColumnMap, ownReconciliationList, reconciliationList } from '@tributary/contract/trust/reconciliations';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { likePattern } from '../../../platform/db/like-pattern.ts';
import type { Reconciliations } from '../../../platform/db/schema.gen.ts';
import { among, idOr } from '../../../platform/lists/conditions.ts';
import { byId } from '../../../platform/lists/keys.ts';
import { countedList, inBatches } from '../../../platform/lists/sql-list.ts';
import { accountRows } from '../../accounts/index.ts';
import { offerRows } from '../../offers/index.ts';

const day = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`;

const joined = (tx: Tx) =>
  tx
    .selectFrom('reconciliations as r')
    .leftJoin(offerRows.as('o'), (join) =>
      join.onRef('o.tenant_id', '=', 'r.tenant_id').onRef('o.id', '=', 'r.offer_id'),
    )
    // an advertiser sees no account but its own
    .leftJoin(accountRows.as('a'), (join) =>
      join.onRef('a.tenant_id', '=', 'r.tenant_id').onRef('a.id', '=', 'r.advertiser_id'),
    )
    .leftJoin(accountRows.as('p'), (join) =>
      join.onRef('p.tenant_id', '=', 'r.tenant_id').onRef('p.id', '=', 'r.publisher_id'),
    );

const columns = [
  ...(['r.id', 'r.state', 'r.origin', 'r.halted', 'r.error', 'r.file_name', 'r.publisher_file', 'r.zone'] as const),
  ...(['r.currency', 'r.amount_is', 'r.tolerance_micros', 'r.lines', 'r.done', 'r.total', 'r.reason'] as const),
  ...([
    'r.undo_reason',
    'r.created_at',
    'r.created_by',
    'r.applied_at',
    'r.applied_by',
    'r.undone_at',
    'r.undone_by',
  ] as const),
  ...(['r.offer_id', 'r.advertiser_id', 'r.publisher_id', 'r.column_map'] as const),
] as const;
const selected = (query: ReturnType<typeof joined>) =>
  query
    .select(columns)
    .select([
      day('r.period_from').as('period_from'),
      day('r.period_to').as('period_to'),
      day('r.deadline').as('deadline'),
    ])
    .select(['o.number as offer_number', 'o.title as offer_title'])
    .select(['a.user_sequence_id as advertiser_number', 'a.first_name as a_first', 'a.last_name as a_last'])
    .select(['p.user_sequence_id as publisher_number', 'p.first_name as p_first', 'p.last_name as p_last']);

const sorts = {
  created_at: 'r.created_at',
  file_name: 'r.file_name',
  period_from: 'r.period_from',
  lines: 'r.lines',
} as const;
const half = {
  from: joined,
  rows: selected,
  sorts,
  sort: '-created_at',
  tie: ['r.id', 'desc'],
} as const;

export const reconciliations = inBatches(
  countedList(reconciliationList, {
    ...half,
    filters: {
      q: (_eb, text) => sql<boolean>`lower(r.file_name) like ${likePattern(text)}`,
      state: (eb, states) => eb('r.state', 'in', among(states)),
      advertiser_id: (eb, id) => eb('r.advertiser_id', '=', idOr(id)),
    },
  }),
  { key: byId('r.id'), cursorOf: (row) => row.id },
);
/** row-level security shows an advertiser its own alone */
export const ownReconciliations = inBatches(
  countedList(ownReconciliationList, {
    ...half,
    filters: {
      q: (_eb, text) => sql<boolean>`lower(r.file_name) like ${likePattern(text)}`,
      state: (eb, states) => eb('r.state', 'in', among(states)),
    },
  }),
  { key: byId('r.id'), cursorOf: (row) => row.id },
);

export async function findReconciliation(tx: Tx, id: string) {
  return (await selected(joined(tx)).where('r.id', '=', idOr(id)).executeTakeFirst()) ?? null;
}
export type StoredReconciliation = NonNullable<Awaited<ReturnType<typeof findReconciliation>>>;

export async function lockReconciliation(tx: Tx, id: string): Promise<StoredReconciliation | null> {
  await tx.selectFrom('reconciliations').select('id').where('id', '=', idOr(id)).forUpdate().execute();
  return findReconciliation(tx, id);
}

export async function addReconciliation(tx: Tx, row: Insertable<Reconciliations>): Promise<void> {
  await tx.insertInto('reconciliations').values(row).execute();
}
export async function setReconciliation(tx: Tx, id: string, change: Updateable<Reconciliations>): Promise<void> {
  await tx.updateTable('reconciliations').set(change).where('id', '=', id).execute();
}
/** its rows go with it */
export async function removeReconciliation(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('reconciliations').where('id', '=', id).execute();
}
export async function addDone(tx: Tx, id: string, rows: number): Promise<void> {
  await sql`update reconciliations set done = done + ${rows} where id = ${id}`.execute(tx);
}

/** not applied yet */
export async function countOpen(tx: Tx, advertiserId: string): Promise<number> {
  const row = await tx
    .selectFrom('reconciliations')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('advertiser_id', '=', advertiserId)
    .where('state', 'in', ['matching', 'open'])
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** the columns of this advertiser's files so far, the newest first */
export async function mapsOf(tx: Tx, advertiserId: string): Promise<ColumnMap[]> {
  const rows = await tx
    .selectFrom('reconciliations')
    .select('column_map')
    .where('advertiser_id', '=', advertiserId)
    .orderBy('created_at', 'desc')
    .limit(5)
    .execute();
  return rows.map(({ column_map: map }) => ColumnMap.parse(map));
}
