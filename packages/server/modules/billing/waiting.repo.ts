// What waits in publishers' documents: somebody has asked about it, whichever side, and has no answer yet; or it no longer stands, and
// the next document has not taken it off yet. The rest is paid meanwhile.
import type { Side } from '@tributary/contract/billing/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { conversionRows } from '../conversions/index.ts';
import { entriesOn } from '../ledger/index.ts';
import { offerRows } from '../offers/index.ts';
import { claimedLegs } from './documents/claims.repo.ts';

/** conversions: by an appeal, a dispute, or a request of the offer's own */
const asked = sql`(
  select a.tenant_id, a.subject_id from appeals a where a.state = 'open' and a.subject_kind <> 'document'
  union select c.tenant_id, c.id from ${conversionRows} c where c.disputed)`;

const askedEntries = sql`${asked} q
  join ${entriesOn('publisher_payable')} t on t.tenant_id = q.tenant_id and t.subject_id = q.subject_id
  join document_entries e on e.tenant_id = t.tenant_id and e.transfer_id = t.id and e.released_at is null`;

export interface WaitingSum {
  tenant_id: string;
  document_id: string;
  waiting_micros: string;
}
/** what a draft holds is in no document that is paid */
const isSettledElsewhere = sql`exists (select from document_entries x
    join documents y on y.tenant_id = x.tenant_id and y.id = x.document_id
  where x.tenant_id = t.tenant_id and x.transfer_id = t.id and x.released_at is null and y.state not in ('draft', 'awaiting'))`;

/**
 * What stands in the document `d` and no longer stands in the ledger: a conversion was set back, rejected or made smaller since, and no
 * other document takes that off yet. What is asked about waits whole, so it is left out.
 */
const gone = sql`(
  select n.subject_id, least(n.amount, (select sum(e.amount_micros) from document_entries e
      join ${entriesOn('publisher_payable')} t on t.tenant_id = e.tenant_id and t.id = e.transfer_id
    where e.tenant_id = d.tenant_id and e.document_id = d.id and e.released_at is null and t.subject_id = n.subject_id)) as amount
  from (
    select t.subject_id, -sum(t.amount_micros) as amount from ${entriesOn('publisher_payable')} t
    where t.tenant_id = d.tenant_id and t.owner_id = d.owner_id and t.currency = d.currency and t.phase = 'posted'
      and t.leg = any(${[...claimedLegs.publisher]}::text[]) and not ${isSettledElsewhere}
    group by t.subject_id having sum(t.amount_micros) < 0) n
  where n.subject_id not in (select q.subject_id from ${asked} q))`;
/** of the document `d`, before VAT */
export const goneSum = sql<string>`(select coalesce(sum(g.amount), 0)::bigint from ${gone} g where g.amount > 0)`;

/** by document, before VAT. What is asked about and takes something off stays: it would be paid beyond the document's total */
export const waitingSums = sql<WaitingSum>`(
  select s.tenant_id, s.document_id, sum(s.amount)::bigint as waiting_micros from (
    select e.tenant_id, e.document_id, greatest(sum(e.amount_micros), 0) as amount
    from ${askedEntries} group by e.tenant_id, e.document_id, q.subject_id) s
  group by s.tenant_id, s.document_id)`;

/** all of the document is asked about */
export const isAskedAbout = sql<boolean>`d.id in (
  select a.subject_id from appeals a where a.state = 'open' and a.subject_kind = 'document')`;

export async function waitingSum(tx: Tx, documentId: string) {
  const { rows } = await sql<{ waiting_micros: string | null; gone_micros: string; is_disputed: boolean }>`
    select ${isAskedAbout} as is_disputed, ${goneSum} as gone_micros,
      coalesce((select w.waiting_micros from ${waitingSums} w where w.tenant_id = d.tenant_id and w.document_id = d.id), 0)
        + ${goneSum} as waiting_micros
    from documents d where d.id = ${documentId}`.execute(tx);
  return rows[0] ?? { waiting_micros: null, gone_micros: '0', is_disputed: false };
}

export interface Question {
  id: string;
  side: Side;
  owner_id: string;
  subject_kind: 'conversion' | 'document';
  due_at: Date;
}
export interface Questions {
  appeals: Question[];
  /** conversions whose own request waits */
  requests: number;
  /** of one whose payout is hidden: its sum would tell it */
  is_untold: boolean;
}
const MOST_SHOWN = 20;

/** what a document waits for, the oldest first */
export async function questionsAbout(tx: Tx, documentId: string): Promise<Questions> {
  const { rows: appeals } = await sql<Question>`
    select a.id, a.side, a.owner_id, a.subject_kind, a.due_at from appeals a
    where a.state = 'open' and (a.subject_id = ${documentId} or a.subject_id in (
      select q.subject_id from ${askedEntries} where e.document_id = ${documentId}))
    order by a.id limit ${MOST_SHOWN}`.execute(tx);
  const { rows } = await sql<{ requests: number; is_untold: boolean | null }>`
    select count(*) filter (where c.disputed)::int as requests, bool_or(o.hide_payout) as is_untold
    from ${conversionRows} c join ${offerRows} o on o.tenant_id = c.tenant_id and o.id = c.offer_id
    where c.id in (select q.subject_id from ${askedEntries} where e.document_id = ${documentId})
      or c.id in (select g.subject_id from documents d cross join lateral ${gone} g
        where d.id = ${documentId} and g.amount > 0)`.execute(tx);
  return { appeals, requests: rows[0]?.requests ?? 0, is_untold: rows[0]?.is_untold ?? false };
}
