// Receipts as the panel shows them: as they came, with what became of each. Waiting ones say so.
import {
  type ReceiptOutcome,
  receiptLog,
  receiptOutcomes,
  TraceSteps,
} from '@tributary/contract/conversions/conversions';
import { inQueries } from '@tributary/contract/conversions/receipts';
import { sql } from 'kysely';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { likePattern } from '../../../platform/db/like-pattern.ts';
import { unlessHidden } from '../../../platform/db/unless-hidden.ts';
import { isId, timeOfId } from '../../../platform/ids.ts';
import { among, atSeconds, idOr } from '../../../platform/lists/conditions.ts';
import { keysetList } from '../../../platform/lists/sql-list.ts';
import { accountRows } from '../../accounts/index.ts';
import { queuedRows, storedReceiptRows, textsOf } from '../../events/index.ts';
import { offerRows } from '../../offers/index.ts';

const outcome = sql<string>`case when q.receipt_id is not null then 'waiting' else coalesce(d.outcome, r.outcome) end`;

const joined = (tx: Tx) =>
  tx
    .selectFrom(storedReceiptRows.as('r'))
    .leftJoin('receipt_outcomes as d', (join) =>
      join.onRef('d.tenant_id', '=', 'r.tenant_id').onRef('d.receipt_id', '=', 'r.receipt_id'),
    )
    .leftJoin(queuedRows.as('q'), (join) =>
      join.onRef('q.tenant_id', '=', 'r.tenant_id').onRef('q.receipt_id', '=', 'r.receipt_id'),
    )
    .leftJoin(offerRows.as('o'), (join) =>
      join.onRef('o.tenant_id', '=', 'r.tenant_id').onRef('o.number', '=', 'r.offer'),
    )
    .leftJoin(accountRows.as('p'), (join) =>
      join.onRef('p.tenant_id', '=', 'r.tenant_id').onRef('p.user_sequence_id', '=', 'r.publisher'),
    )
    .leftJoin(accountRows.as('a'), (join) =>
      join.onRef('a.tenant_id', '=', 'r.tenant_id').onRef('a.user_sequence_id', '=', 'r.advertiser'),
    );

const selected = (query: ReturnType<typeof joined>) =>
  query
    .selectAll('r')
    .select([outcome.as('outcome_now'), 'd.conversion_id', 'd.trace', 'd.decided_at'])
    .select(['o.id as offer_id', 'o.title as offer_title'])
    .select(['p.id as publisher_id', 'p.first_name as publisher_first', 'p.last_name as publisher_last'])
    .select(['a.id as advertiser_id', 'a.first_name as advertiser_first', 'a.last_name as advertiser_last']);

/** `advertiser`: the number of the one whose calls they are; null: everybody's */
interface Owner {
  advertiser: number | null;
}

export const receipts = keysetList(receiptLog, {
  from: (tx: Tx, { advertiser }: Owner) =>
    advertiser === null ? joined(tx) : joined(tx).where('r.advertiser', '=', advertiser),
  rows: selected,
  filters: {
    kind: (eb, kind) => eb('r.kind', '=', kind),
    offer_id: (eb, id) => eb('o.id', '=', idOr(id)),
    from: (eb, seconds) => eb('r.at', '>=', atSeconds(seconds)),
    to: (eb, seconds) => eb('r.at', '<', atSeconds(seconds)),
    q: (eb, text) =>
      eb.or([
        sql<boolean>`lower(coalesce(r.click_id, '') || ' ' || coalesce(r.txn_id, '')) like ${likePattern(text)}`,
        unlessHidden(inQueries, sql<boolean>`lower(r.query) like ${likePattern(text)}`),
      ]),
    outcome: (eb, names) => eb(outcome, 'in', among(names)),
  },
  // time and id: the first finds the day's partition
  key: {
    order: [
      ['r.at', 'desc'],
      ['r.receipt_id', 'desc'],
    ],
    after: (cursor) => {
      const [ms = '', id = ''] = cursor.split('.');
      if (!/^\d{1,14}$/.test(ms) || !isId(id)) return null;
      const at = new Date(Number(ms));
      return sql<boolean>`(r.at <= ${at} and (r.at, r.receipt_id) < (${at}, ${id}::uuid))`;
    },
  },
  cursorOf: ({ at, receipt_id: id }) => `${at.getTime()}.${id}`,
});

export async function receiptRows(tx: Tx, ids: readonly string[]) {
  const wanted = ids.filter(isId);
  if (wanted.length === 0) return [];
  const rows = await selected(joined(tx)).where('r.receipt_id', 'in', wanted).execute();
  return rows.map(readReceipt);
}

/** the id says when it was, so only the days around it are looked at */
export async function receiptById(tx: Tx, id: string): Promise<LoggedReceipt | null> {
  const at = timeOfId(id).getTime();
  const row = await selected(joined(tx))
    .where('r.receipt_id', '=', id)
    .where('r.at', '>=', new Date(at - DAY_MS))
    .where('r.at', '<=', new Date(at + DAY_MS))
    .executeTakeFirst();
  return row ? readReceipt(row) : null;
}

/** of one click, or of one transaction, oldest first */
export async function receiptsThatName(
  tx: Tx,
  named: { clickId: string } | { txnId: string },
  limit: number,
): Promise<LoggedReceipt[]> {
  const rows = await selected(joined(tx))
    .where((eb) => ('clickId' in named ? eb('r.click_id', '=', named.clickId) : eb('r.txn_id', '=', named.txnId)))
    .orderBy('r.at')
    .orderBy('r.receipt_id')
    .limit(limit)
    .execute();
  return rows.map(readReceipt);
}

type Selected = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];
const isOutcome = (name: string): name is ReceiptOutcome => Object.hasOwn(receiptOutcomes, name);
export const readReceipt = (row: Selected) => ({
  ...row,
  params: textsOf(row.params),
  /** none while it waits */
  trace: TraceSteps.parse(row.trace ?? []),
  outcome: isOutcome(row.outcome_now) ? row.outcome_now : ('processing_failed' as const),
});
export type LoggedReceipt = ReturnType<typeof readReceipt>;
