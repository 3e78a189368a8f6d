// Referral terms, what the referred have earned, and the commissions that were booked.
import { referralList } from '@tributary/contract/billing/referrals';
import { type Insertable, sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.gen.ts';
import { byId } from '../../../platform/lists/keys.ts';
import { countedList, inBatches } from '../../../platform/lists/sql-list.ts';
import { accountRows, personLike } from '../../accounts/index.ts';
import { conversionRows, lotRows } from '../../conversions/index.ts';
import { journalRows } from '../../ledger/index.ts';

const joined = (tx: Tx) =>
  tx
    .selectFrom('referral_terms as r')
    .innerJoin(accountRows.as('u'), (join) =>
      join.onRef('u.tenant_id', '=', 'r.tenant_id').onRef('u.id', '=', 'r.owner_id'),
    )
    .innerJoin(accountRows.as('b'), (join) =>
      join.onRef('b.tenant_id', '=', 'r.tenant_id').onRef('b.id', '=', 'r.referred_id'),
    );

export const referrals = inBatches(
  countedList(referralList, {
    from: joined,
    rows: (query) =>
      query
        .select([
          'r.id',
          'r.owner_id',
          'r.referred_id',
          'r.basis',
          'r.rate_ppm',
          'r.flat_micros',
          'r.currency',
          'r.days',
        ])
        .select(['r.threshold_micros', 'r.ended_at', 'r.held_for', sql<string>`r.valid_from::text`.as('valid_from')])
        .select(['u.user_sequence_id as number', 'u.first_name as first', 'u.last_name as last'])
        .select(['b.user_sequence_id as referred_number', 'b.first_name as referred_first'])
        .select(['b.last_name as referred_last', 'b.created_at as joined_at']),
    filters: {
      state: (_eb, state) =>
        ({
          running: sql<boolean>`r.ended_at is null and r.held_for is null`,
          held: sql<boolean>`r.ended_at is null and r.held_for is not null`,
          ended: sql<boolean>`r.ended_at is not null`,
        })[state],
      basis: (eb, basis) => eb('r.basis', '=', basis),
      q: (_eb, text) => sql<boolean>`(${personLike('u', text)} or ${personLike('b', text)})`,
    },
    sorts: { valid_from: 'r.valid_from', state: sql`r.ended_at is not null` },
    sort: '-valid_from',
    tie: ['r.id', 'desc'],
  }),
  { key: byId('r.id'), cursorOf: ({ id }) => id },
);
export type FoundReferral = Awaited<ReturnType<typeof referrals.page>>['rows'][number];

/** false where somebody is said to have brought him already */
export async function addTerm(tx: Tx, row: Insertable<DB['referral_terms']>): Promise<boolean> {
  const added = await tx
    .insertInto('referral_terms')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'referred_id']).where('ended_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

const termColumns = [
  'id',
  'owner_id',
  'referred_id',
  'basis',
  'rate_ppm',
  'flat_micros',
  'currency',
  'days',
  'threshold_micros',
  'ended_at',
  'held_for',
] as const;
const from = sql<string>`valid_from::text`.as('valid_from');

export const lockTerm = (tx: Tx, id: string) =>
  tx.selectFrom('referral_terms').select(termColumns).select(from).where('id', '=', id).forUpdate().executeTakeFirst();
export type Term = NonNullable<Awaited<ReturnType<typeof lockTerm>>>;

export async function endTerm(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('referral_terms').set({ ended_at: at }).where('id', '=', id).execute();
}

/** null: lets it earn */
export async function holdTerm(tx: Tx, id: string, held_for: string | null): Promise<void> {
  await tx.updateTable('referral_terms').set({ held_for }).where('id', '=', id).execute();
}

/** those that somebody brought or was brought by, and that earn */
export const earningTermsOf = (tx: Tx, ownerId: string) =>
  tx
    .selectFrom('referral_terms')
    .select(['id', 'owner_id', 'referred_id'])
    .where('ended_at', 'is', null)
    .where('held_for', 'is', null)
    .where((eb) => eb.or([eb('owner_id', '=', ownerId), eb('referred_id', '=', ownerId)]))
    .execute();

export const countReferredBy = async (tx: Tx, ownerId: string): Promise<number> => {
  const { count } = await tx
    .selectFrom('referral_terms')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return Number(count);
};
export const commissionsOfOwner = (tx: Tx, ownerId: string) =>
  tx
    .selectFrom('referral_commissions')
    .select(['currency', (eb) => eb.fn.sum<string>('amount_micros').as('amount')])
    .where('owner_id', '=', ownerId)
    .groupBy('currency')
    .orderBy('currency')
    .execute();

export const termsAfter = (tx: Tx, id: string | null, limit: number) =>
  tx
    .selectFrom('referral_terms')
    .select('id')
    .where((eb) => (id === null ? eb.val(true) : eb('id', '>', id)))
    .orderBy('id')
    .limit(limit)
    .execute();

/** on that day the referred earned for another, whose term has ended since */
export const isCovered = async (tx: Tx, referredId: string, day: string, timeZone: string): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from referral_terms r where r.referred_id = ${referredId}
      and (r.ended_at at time zone ${timeZone})::date >= ${day}::date) as found`.execute(tx);
  return rows[0]?.found ?? false;
};

/** who brought whom may not go in a circle */
export const isReferredBy = async (tx: Tx, ownerId: string, referredId: string): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    with recursive above (id) as (
      select owner_id from referral_terms where referred_id = ${ownerId} and ended_at is null
      union select r.owner_id from referral_terms r join above a on r.referred_id = a.id where r.ended_at is null)
    select exists (select from above where id = ${referredId}) as found`.execute(tx);
  return rows[0]?.found ?? false;
};

export interface EarnedRow {
  term_id: string;
  month: string;
  currency: string;
  payout: string;
  revenue: string;
}

/**
 * What the referred of these terms have earned in the days of each, by month of the event: what is booked and posted. The day on
 * which a term was ended is its last, and what is taken back later of its days is taken back from it.
 */
export async function earnedBy(tx: Tx, termIds: readonly string[], timeZone: string): Promise<EarnedRow[]> {
  const { rows } = await sql<EarnedRow>`
    select r.id as term_id, to_char(e.day, 'YYYY-MM') as month, e.currency, sum(e.payout)::text as payout, sum(e.revenue)::text as revenue
    from referral_terms r cross join lateral (
      select (c.at at time zone ${timeZone})::date as day, c.currency, c.payout_micros as payout, c.revenue_micros as revenue
      from (${conversionRows}) c where c.tenant_id = r.tenant_id and c.publisher_id = r.referred_id and c.status = 'approved'
      union all
      select l.day, l.currency, l.payout_micros + l.corrected_payout_micros, l.revenue_micros + l.corrected_revenue_micros
      from (${lotRows}) l where l.tenant_id = r.tenant_id and l.publisher_id = r.referred_id) e
    where r.id = any(${[...termIds]}::uuid[]) and e.day >= r.valid_from and (r.days is null or e.day < r.valid_from + r.days)
      and (r.ended_at is null or e.day <= (r.ended_at at time zone ${timeZone})::date)
    group by 1, 2, 3 order by 1, 2, 3`.execute(tx);
  return rows;
}

export const commissionsOf = (tx: Tx, termIds: readonly string[]) =>
  termIds.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('referral_commissions')
        .select(['term_id', 'currency', (eb) => eb.fn.sum<string>('amount_micros').as('amount')])
        .where('term_id', 'in', [...termIds])
        .groupBy(['term_id', 'currency'])
        .orderBy('currency')
        .execute();

export const bookedOf = (tx: Tx, termId: string) =>
  tx
    .selectFrom('referral_commissions')
    .select([
      'id',
      'currency',
      'amount_micros',
      'base_micros',
      'revision',
      sql<string>`to_char(month, 'YYYY-MM')`.as('month'),
    ])
    .where('term_id', '=', termId)
    .execute();

export async function saveCommission(
  tx: Tx,
  row: Insertable<DB['referral_commissions']> & { id: string },
): Promise<void> {
  await tx
    .insertInto('referral_commissions')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'id']).doUpdateSet((eb) => ({
        base_micros: eb.ref('excluded.base_micros'),
        amount_micros: eb.ref('excluded.amount_micros'),
        revision: eb.ref('excluded.revision'),
        changed_at: eb.ref('excluded.changed_at'),
      })),
    )
    .execute();
}

/** commissions that are not the sum of their entries, and entries of none */
export async function wrongCommissions(tx: Tx): Promise<{ id: string; said: string | null; booked: string | null }[]> {
  const { rows } = await sql<{ id: string; said: string | null; booked: string | null }>`
    select coalesce(r.id, j.subject_id)::text as id, r.amount_micros::text as said, j.booked::text as booked
    from referral_commissions r full join (
      select t.tenant_id, t.subject_id, t.owner_id, t.currency, sum(t.signed_micros) as booked from ${journalRows} t
      where t.subject_kind = 'referral' and t.leg = 'referral' and t.phase = 'direct' group by 1, 2, 3, 4) j
      on j.tenant_id = r.tenant_id and j.subject_id = r.id and j.owner_id = r.owner_id and j.currency = r.currency
    where coalesce(r.amount_micros, 0) <> coalesce(j.booked, 0) order by 1 limit 100`.execute(tx);
  return rows;
}

/** commissions that are not their term's share of what they say was earned */
export async function wrongShares(tx: Tx): Promise<{ id: string; base: string; amount: string }[]> {
  const { rows } = await sql<{ id: string; base: string; amount: string }>`
    select c.id::text as id, c.base_micros::text as base, c.amount_micros::text as amount
    from referral_commissions c join referral_terms r on r.tenant_id = c.tenant_id and r.id = c.term_id
    where r.basis <> 'flat'
      and c.amount_micros <> div(greatest(c.base_micros, 0)::numeric * r.rate_ppm, 1000000) order by 1 limit 100`.execute(
    tx,
  );
  return rows;
}
