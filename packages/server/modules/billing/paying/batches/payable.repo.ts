// What is known of documents that are to be paid: what is left of them, where their owners are paid, and what is in the way.
import { payableLog } from '@tributary/contract/billing/paying';
import { sql } from 'kysely';
import type { Tx } from '../../../../platform/db/database.ts';
import { likePattern } from '../../../../platform/db/like-pattern.ts';
import { byId } from '../../../../platform/lists/keys.ts';
import { keysetList } from '../../../../platform/lists/sql-list.ts';
import { accountRows, personLike } from '../../../accounts/index.ts';
import { goneSum, isAskedAbout, waitingSums } from '../../waiting.repo.ts';

const isUnderWay = sql<boolean>`exists (select from payments x where x.tenant_id = d.tenant_id and x.document_id = d.id
  and x.state in ('reserved', 'instructed'))`;

/** goes to a tax office with parts that are paid or on their way */
const withheldBefore = sql<string>`(select coalesce(sum(x.withheld_micros), 0)::bigint from payments x
  where x.tenant_id = d.tenant_id and x.document_id = d.id and x.state in ('instructed', 'paid'))`;

/** how the last payment to the same account ended, where it did not arrive */
const lastFailure = sql<string | null>`(select case when x.state in ('failed', 'returned') then coalesce(x.code, '') end
  from payments x where x.tenant_id = d.tenant_id and x.owner_id = d.owner_id and x.method_id = m.id
    and x.state in ('paid', 'failed', 'returned') order by x.id desc limit 1)`;

const from = (tx: Tx) =>
  tx
    .selectFrom('documents as d')
    .innerJoin(accountRows.as('u'), (join) =>
      join.onRef('u.tenant_id', '=', 'd.tenant_id').onRef('u.id', '=', 'd.owner_id'),
    )
    .leftJoin('payout_methods as m', (join) =>
      join
        .onRef('m.tenant_id', '=', 'd.tenant_id')
        .onRef('m.owner_id', '=', 'd.owner_id')
        .on('m.replaced_at', 'is', null),
    )
    .leftJoin(waitingSums.as('w'), (join) =>
      join.onRef('w.tenant_id', '=', 'd.tenant_id').onRef('w.document_id', '=', 'd.id'),
    )
    .where('d.side', '=', 'publisher');

const facts = (query: ReturnType<typeof from>) =>
  query
    .select(['d.tenant_id', 'd.id', 'd.owner_id', 'd.kind', 'd.state', 'd.number_text', 'd.currency'])
    .select(sql<string | null>`d.due_on::text`.as('due_on'))
    .select(['d.net_micros', 'd.total_micros', 'd.withheld_micros', 'd.settled_micros'])
    .select(sql<string>`(coalesce(w.waiting_micros, 0) + ${goneSum})::bigint`.as('waiting_micros'))
    .select(sql<string>`${goneSum}::bigint`.as('gone_micros'))
    .select(['u.user_sequence_id', 'u.first_name', 'u.last_name', 'u.email', 'u.status', 'u.deleted_at'])
    .select(['m.id as method_id', 'm.kind as method_kind', 'm.currency as method_currency', 'm.mask', 'm.sealed'])
    .select(['m.held_until', lastFailure.as('last_failure')])
    .select([isAskedAbout.as('is_disputed'), isUnderWay.as('is_under_way'), withheldBefore.as('withheld_before')]);

/** a lot of them; those that are not there are left out */
export const payableFacts = (tx: Tx, ids: readonly string[]) => facts(from(tx).where('d.id', 'in', [...ids])).execute();
export type PayableFacts = Awaited<ReturnType<typeof payableFacts>>[number];

/** what waited in a document is paid with a payment of its own */
const PAYABLE = ['approved', 'part-paid'] as const;

export const payableDocuments = keysetList(payableLog, {
  from: (tx: Tx) => from(tx).where('d.state', 'in', PAYABLE),
  rows: facts,
  filters: {
    q: (_eb, text) => sql<boolean>`(${personLike('u', text)} or lower(d.number_text) like ${likePattern(text)})`,
    due_until: (_eb, day) => sql<boolean>`d.due_on <= ${day}::date`,
    currency: (eb, currency) => eb('d.currency', '=', currency),
  },
  key: byId('d.id'),
  cursorOf: (row) => row.id,
});

/** all that are due, the oldest first */
export async function dueDocuments(tx: Tx, dueUntil: string, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('documents')
    .select('id')
    .where('side', '=', 'publisher')
    .where('state', 'in', PAYABLE)
    .where(sql<boolean>`due_on <= ${dueUntil}::date`)
    .orderBy('due_on')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** the standing of documents as payments move it */
export async function moveDocuments(
  tx: Tx,
  moves: readonly { id: string; settled: bigint; state: 'approved' | 'paying' | 'paid' }[],
): Promise<void> {
  if (moves.length === 0) return;
  // what is paid is so only where nothing of it is left; what is free again may have been paid in part before
  await sql`update documents d set settled_micros = d.settled_micros + m.settled, version = d.version + 1,
      state = case when m.state = 'paid' and d.settled_micros + m.settled < d.total_micros then 'part-paid'
        when m.state = 'approved' and d.settled_micros + m.settled > 0 then 'part-paid' else m.state end
    from unnest(${moves.map(({ id }) => id)}::uuid[], ${moves.map(({ settled }) => String(settled))}::bigint[],
      ${moves.map(({ state }) => state)}::text[]) m (id, settled, state)
    where d.id = m.id`.execute(tx);
}
