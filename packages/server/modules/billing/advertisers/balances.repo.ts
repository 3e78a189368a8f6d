// Every advertiser with what it owes, has paid in, may owe and is late with.
import { advertiserBalanceList } from '@tributary/contract/billing/advertisers';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { likePattern } from '../../../platform/db/like-pattern.ts';
import { byNumber } from '../../../platform/lists/keys.ts';
import { countedList, inBatches } from '../../../platform/lists/sql-list.ts';
import { accountRows, personLike } from '../../accounts/index.ts';
import { type ExposureRow, exposures, type HomeRates, inHome, ratesTable } from './exposure.repo.ts';
import { overdueOf } from './invoices.repo.ts';

export interface BalanceRow extends Omit<ExposureRow, 'owner_id'> {
  id: string;
  type: string;
  number: number;
  first_name: string;
  last_name: string;
  email: string;
  limit_micros: string | null;
  level: number | null;
  stopped_at: Date | null;
  version: number;
  overdue: string;
  overdue_count: number;
}
export interface BalancesOn {
  rates: HomeRates;
  today: string;
}

const balances = ({ rates, today }: BalancesOn): RawBuilder<BalanceRow> => sql<BalanceRow>`(
  select u.id, u.type, u.user_sequence_id as number, u.first_name, u.last_name, u.email,
    coalesce(e.receivable, 0) as receivable, coalesce(e.pending, 0) as pending, coalesce(e.prepaid, 0) as prepaid,
    coalesce(e.exposure, 0) as exposure, coalesce(e.unrated, '{}') as unrated,
    l.limit_micros, l.level, l.stopped_at, coalesce(l.version, 0) as version,
    coalesce(o.overdue, 0) as overdue, coalesce(o.count, 0) as overdue_count
  from (${accountRows}) u
    left join ${exposures(rates)} e on e.owner_id = u.id
    left join credit_limits l on l.owner_id = u.id
    left join ${overdueOf(today, ratesTable(rates), inHome(sql`d.total_micros - d.settled_micros`))} o on o.owner_id = u.id
  where u.type = 'advertiser' and u.deleted_at is null)`;

const standing = sql`case when a.level is null then 'unlimited' when a.level = 100 then 'stopped' when a.level = 0 then 'open'
  else 'warned' end`;

export const advertiserBalances = inBatches(
  countedList(advertiserBalanceList, {
    from: (tx: Tx, on: BalancesOn) => tx.selectFrom(balances(on).as('a')),
    rows: (query) => query.selectAll('a'),
    filters: {
      standing: (_eb, asked) => sql<boolean>`${standing} = any(${['', ...asked]}::text[])`,
      overdue: () => sql<boolean>`a.overdue_count > 0`,
      q: (_eb, text) => sql<boolean>`(${personLike('a', text)} or a.number::text like ${likePattern(text)})`,
    },
    sorts: {
      number: 'a.number',
      advertiser: sql`lower(a.first_name || ' ' || a.last_name)`,
      receivable: 'a.receivable',
      pending: 'a.pending',
      prepaid: 'a.prepaid',
      exposure: 'a.exposure',
      limit: { by: 'a.limit_micros', empty: 'last' },
      overdue: 'a.overdue',
    },
    sort: 'number',
    tie: ['a.number', 'desc'],
  }),
  { key: byNumber('a.number', 'asc'), cursorOf: (row) => row.number },
);

export const balanceOf = (tx: Tx, id: string, on: BalancesOn): Promise<BalanceRow | undefined> =>
  tx.selectFrom(balances(on).as('a')).selectAll('a').where('a.id', '=', id).executeTakeFirst();
