// What stands on publishers' accounts, and what a run would take of it now.
import { balanceList } from '@tributary/contract/billing/documents';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { likePattern } from '../../../platform/db/like-pattern.ts';
import { idOr } from '../../../platform/lists/conditions.ts';
import type { Key } from '../../../platform/lists/keys.ts';
import { countedList, inBatches } from '../../../platform/lists/sql-list.ts';
import { accountRows } from '../../accounts/index.ts';
import { ledgerAccountRows } from '../../ledger/index.ts';
import { claimable, isHeld, isUnclaimed } from './claims.repo.ts';

export interface BalancesAt {
  now: Date;
  timeZone: string;
  /** where an account has no terms of its own */
  holdDays: number;
}
export interface StoredBalance {
  owner_id: string;
  owner_number: number;
  owner_name: string;
  currency: string;
  pending_micros: string;
}
/** as text: sums go beyond what a number in JSON can hold */
interface Sums {
  approved: string;
  hold: string;
  disputed: string;
  billed: string;
}

/** what is debited and pending is a payment that is reserved, not an earning */
const accounts = sql<StoredBalance>`(
  select a.tenant_id, a.owner_id, u.user_sequence_id as owner_number, u.first_name || ' ' || u.last_name as owner_name,
    a.currency, a.credits_pending as pending_micros
  from ${ledgerAccountRows} a join ${accountRows} u on u.tenant_id = a.tenant_id and u.id = a.owner_id
  where a.kind = 'publisher_payable')`.as('b');

const holdOf = sql`coalesce((select t.hold_days from billing_terms t where t.owner_id = b.owner_id), `;
/** in documents, and not settled. The VAT of one that is not issued yet is owed to nobody: it is booked with the issue */
const billed = sql`(select coalesce(sum(case when d.hash is null then d.net_micros else d.total_micros end - d.settled_micros), 0) from documents d
  where d.side = 'publisher' and d.owner_id = b.owner_id and d.currency = b.currency and d.kind <> 'credit-note'
    and d.state <> 'credited')`;
const sumsAt = ({ now, timeZone, holdDays }: BalancesAt) => sql<Sums>`(
  select jsonb_build_object('approved', coalesce(sum(u.amount_micros), 0)::text,
    'hold', coalesce(sum(u.amount_micros) filter (where u.is_held and not u.is_disputed), 0)::text,
    'disputed', coalesce(sum(u.amount_micros) filter (where u.is_disputed), 0)::text,
    'billed', ${billed}::text)
  from (select u.amount_micros, u.is_disputed,
      ${isHeld({ holdDays: sql`${holdOf}${holdDays}::int)`, now })} as is_held
    from ${claimable('publisher', timeZone)} u
    where u.owner_id = b.owner_id and u.currency = b.currency and ${isUnclaimed}) u)`;

export interface BalanceSums extends Sums {
  currency: string;
  pending: string;
}

/** of all whom the reader sees, the columns added up */
export async function balanceSums(tx: Tx, { now, timeZone, holdDays }: BalancesAt): Promise<BalanceSums[]> {
  const own = sql`coalesce((select t.hold_days from billing_terms t where t.owner_id = u.owner_id), ${holdDays}::int)`;
  const { rows } = await sql<BalanceSums>`
    select b.currency, sum(b.pending_micros)::text as pending,
      coalesce(max(u.approved), 0)::text as approved, coalesce(max(u.hold), 0)::text as hold,
      coalesce(max(u.disputed), 0)::text as disputed, sum(${billed})::text as billed
    from ${accounts}
      left join (
        select u.currency, sum(u.amount_micros) as approved,
          sum(u.amount_micros) filter (where ${isHeld({ holdDays: own, now })} and not u.is_disputed) as hold,
          sum(u.amount_micros) filter (where u.is_disputed) as disputed
        from ${claimable('publisher', timeZone)} u
        where ${isUnclaimed} and u.owner_id in (select x.id from ${accountRows} x)
        group by u.currency) u on u.currency = b.currency
    group by b.currency order by b.currency`.execute(tx);
  return rows;
}

const byAccount: Key = {
  order: [
    ['b.owner_number', 'asc'],
    ['b.currency', 'asc'],
  ],
  after: (cursor) => {
    const [, number, currency] = /^(\d{1,9})\.([A-Z]{3})$/.exec(cursor) ?? [];
    return number === undefined
      ? null
      : sql<boolean>`(b.owner_number, b.currency) > (${Number(number)}::int, ${currency}::text)`;
  },
};

export const balances = inBatches(
  countedList(balanceList, {
    from: (tx: Tx, _at: BalancesAt) => tx.selectFrom(accounts),
    rows: (query, at) =>
      query.selectAll('b').select([
        sumsAt(at).as('sums'),
        sql<string | null>`(select m.mask from payout_methods m
            where m.owner_id = b.owner_id and m.replaced_at is null)`.as('method'),
      ]),
    filters: {
      q: (_eb, text) => sql<boolean>`(lower(b.owner_name) like ${likePattern(text)} or b.owner_number::text = ${text})`,
      owner: (eb, id) => eb('b.owner_id', '=', idOr(id)),
      currency: (eb, currency) => eb('b.currency', '=', currency),
    },
    sorts: { owner: 'b.owner_number', pending: 'b.pending_micros', billed },
    sort: 'owner',
    tie: ['b.currency', 'asc'],
  }),
  { key: byAccount, cursorOf: ({ owner_number, currency }) => `${owner_number}.${currency}` },
);
