// What was booked on one account, entry by entry. What only reserves is none yet: it moves no balance before it is decided.
import { statementLog } from '@tributary/contract/conversions/statement';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { atSeconds } from '../../platform/lists/conditions.ts';
import type { Key } from '../../platform/lists/keys.ts';
import { keysetList } from '../../platform/lists/sql-list.ts';
import type { Leg, OwnersAccount, Subject } from './plan.ts';

export interface StatementAccount {
  kind: OwnersAccount;
  ownerId: string;
}

export interface AccountEntry {
  sequence: string;
  at: Date;
  leg: Leg;
  reason: string;
  currency: string;
  subject_kind: Subject['kind'];
  subject_id: string;
  amount_micros: string;
  is_debit: boolean;
}

/** by the owner first: there is an index of his entries in their order */
const booked = ({ kind, ownerId }: StatementAccount) =>
  sql<AccountEntry>`(
    select t.sequence, t.at, t.leg, t.reason, t.currency, t.subject_kind, t.subject_id, t.amount_micros,
      a.id = t.debit_account_id as is_debit
    from ledger_transfers t join ledger_accounts a
      on a.tenant_id = t.tenant_id and a.id in (t.debit_account_id, t.credit_account_id)
    where t.owner_id = ${ownerId} and a.owner_id = ${ownerId} and a.kind = ${kind}
      and t.phase in ('post', 'direct'))`.as('e');

const bySequence: Key = {
  order: [['e.sequence', 'desc']],
  after: (cursor) => (isPlace(cursor) ? sql<boolean>`e.sequence < ${cursor}::bigint` : null),
};
const isPlace = (cursor: string): boolean => /^\d{1,18}$/.test(cursor);

/** newest first */
export const accountEntries = keysetList(statementLog, {
  from: (tx: Tx, account: StatementAccount) => tx.selectFrom(booked(account)),
  rows: (query) => query.selectAll('e'),
  filters: {
    currency: (eb, currency) => eb('e.currency', '=', currency),
    from: (eb, from) => eb('e.at', '>=', atSeconds(from)),
    to: (eb, to) => eb('e.at', '<', atSeconds(to)),
  },
  key: bySequence,
  cursorOf: (row) => row.sequence,
});

export interface AskedStatement {
  currency: string;
  from?: number | undefined;
  to?: number | undefined;
  after?: string | undefined;
}
/** debits less credits */
export interface EntrySums {
  /** after the period */
  later: bigint;
  within: bigint;
  /** of the period, up to where a page begins */
  before: bigint;
}

export async function entrySums(
  tx: Tx,
  account: StatementAccount,
  { currency, from, to, after = '' }: AskedStatement,
): Promise<EntrySums> {
  const [first, end] = [from, to].map((moment) => (moment === undefined ? null : atSeconds(moment)));
  const cursor = isPlace(after) ? after : null;
  const isWithin = sql`(${end}::timestamptz is null or e.at < ${end})`;
  const { rows } = await sql<Record<keyof EntrySums, string | null>>`
    select sum(e.signed) filter (where not ${isWithin}) as later, sum(e.signed) filter (where ${isWithin}) as within,
      sum(e.signed) filter (where ${isWithin} and e.sequence >= ${cursor}::bigint) as before
    from (select e.*, case when e.is_debit then e.amount_micros else -e.amount_micros end as signed
      from ${booked(account)}) e
    where e.currency = ${currency} and (${first}::timestamptz is null or e.at >= ${first})`.execute(tx);
  const { later, within, before } = rows[0] ?? { later: null, within: null, before: null };
  return { later: BigInt(later ?? 0), within: BigInt(within ?? 0), before: BigInt(before ?? 0) };
}
