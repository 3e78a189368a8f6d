// What was billed to an advertiser and what it has paid, one line each, with the balance after it: open invoices less what is left
// of deposits.
import { historyLog } from '@tributary/contract/billing/advertisers';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { isId } from '../../../platform/ids.ts';
import { atSeconds } from '../../../platform/lists/conditions.ts';
import type { Key } from '../../../platform/lists/keys.ts';
import { keysetList } from '../../../platform/lists/sql-list.ts';
import { entriesOn } from '../../ledger/index.ts';

export interface HistoryRow {
  /** of the document, deposit or entry */
  id: string;
  at: Date;
  /** tells apart what is of one moment */
  kind: string;
  subject_kind: 'document' | 'deposit';
  subject_id: string;
  reference: string;
  currency: string;
  amount_micros: string;
  balance_micros: string;
}

/** the window runs over the whole account: one advertiser's documents and deposits in one currency */
const lines = (ownerId: string, currency: string) =>
  sql<HistoryRow>`(
    select l.*, sum(l.amount_micros) over (order by l.at, l.id, l.kind) as balance_micros from (
      select d.id, d.issued_at as at, d.kind, 'document' as subject_kind, d.id as subject_id, d.number_text as reference, d.currency,
        d.total_micros as amount_micros
      from documents d where d.owner_id = ${ownerId} and d.side = 'advertiser' and d.currency = ${currency}
        and d.state not in ('draft', 'awaiting')
      union all
      select p.id, p.created_at, 'deposit', 'deposit', p.id, p.reference, p.currency, -p.amount_micros
      from deposits p where p.owner_id = ${ownerId} and p.currency = ${currency}
      union all
      select e.id, e.at, 'return', 'deposit', p.id, p.reference, e.currency, -e.amount_micros
      from ${entriesOn('prepaid')} e join deposits p on p.tenant_id = e.tenant_id and p.id = e.subject_id
      where e.owner_id = ${ownerId} and e.currency = ${currency} and e.leg = 'deposit' and e.amount_micros < 0
      union all
      select e.id, e.at, 'write-off', 'document', d.id, d.number_text, e.currency, e.amount_micros
      from ${entriesOn('advertiser_receivable')} e join documents d on d.tenant_id = e.tenant_id and d.id = e.subject_id
      where e.owner_id = ${ownerId} and e.currency = ${currency} and e.leg = 'write_off'
    ) l)`.as('l');

const byMoment: Key = {
  order: [
    ['l.at', 'desc'],
    ['l.id', 'desc'],
    ['l.kind', 'desc'],
  ],
  after: (cursor) => {
    const [ms = '', id = '', kind = ''] = cursor.split('.');
    if (!/^\d{1,14}$/.test(ms) || !isId(id)) return null;
    return sql<boolean>`(l.at, l.id, l.kind) < (${new Date(Number(ms))}, ${id}::uuid, ${kind})`;
  },
};

export interface HistoryOf {
  ownerId: string;
  currency: string;
}

export const billingHistory = keysetList(historyLog, {
  from: (tx: Tx, { ownerId, currency }: HistoryOf) => tx.selectFrom(lines(ownerId, currency)),
  rows: (query) => query.selectAll('l'),
  filters: {
    currency: (eb, currency) => eb('l.currency', '=', currency),
    from: (eb, at) => eb('l.at', '>=', atSeconds(at)),
    to: (eb, at) => eb('l.at', '<', atSeconds(at)),
  },
  key: byMoment,
  cursorOf: ({ at, id, kind }) => `${at.getTime()}.${id}.${kind}`,
});

/** in which anything was billed or paid, the workspace's own first */
export async function historyCurrencies(tx: Tx, ownerId: string, home: string): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select currency from (
      select currency from documents
      where owner_id = ${ownerId} and side = 'advertiser' and state not in ('draft', 'awaiting')
      union select currency from deposits where owner_id = ${ownerId}) c
    order by currency <> ${home}, currency`.execute(tx);
  return rows.map(({ currency }) => currency);
}

export async function historyBalance(tx: Tx, { ownerId, currency }: HistoryOf): Promise<bigint> {
  const row = await tx
    .selectFrom(lines(ownerId, currency))
    .select(sql<string>`coalesce(sum(l.amount_micros), 0)`.as('sum'))
    .executeTakeFirst();
  return BigInt(row?.sum ?? 0);
}
