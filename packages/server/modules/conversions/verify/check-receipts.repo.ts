// Part of the nightly recount: every postback and pixel that might become a conversion has an outcome, or waits for one.
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { queuedRows, storedReceiptRows } from '../../events/index.ts';

const FINDINGS = 20;

/** in a transaction bound to the tenant; one statement, as a receipt leaves the queue in the transaction that decides about it */
export async function checkReceipts(
  tx: Tx,
  tenantId: string,
  { start, end }: { start: Date; end: Date },
): Promise<{ receipts: number; findings: string[] }> {
  const { rows } = await sql<{ receipts: string; id: string | null; at: Date | null; kind: string | null }>`
    with stored as (select r.receipt_id, r.at, r.kind, r.outcome from (${storedReceiptRows}) r
      where r.at >= ${start} and r.at < ${end}),
    lost as (select s.receipt_id, s.at, s.kind from stored s where s.outcome = 'recorded'
        and not exists (select from receipt_outcomes o where o.tenant_id = ${tenantId} and o.receipt_id = s.receipt_id)
        and not exists (select from (${queuedRows}) q where q.tenant_id = ${tenantId} and q.receipt_id = s.receipt_id)
      order by s.at limit ${FINDINGS})
    select (select count(*) from stored) as receipts, l.receipt_id as id, l.at, l.kind
    from (select 1) one left join lost l on true order by l.at`.execute(tx);
  return {
    receipts: Number(rows[0]?.receipts ?? 0),
    findings: rows.flatMap(({ id, at, kind }) =>
      id === null ? [] : [`${kind} ${id} of ${at?.toISOString()} has no outcome and does not wait for one`],
    ),
  };
}
