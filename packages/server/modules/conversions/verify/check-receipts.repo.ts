// Part of the nightly recount: every postback and pixel that might become a conversion has an outcome, or waits for one, and what is
// said to have made a conversion is the one that it names.
import { postbackOutcomes } from '@tributary/contract/tracker/verdicts';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { queuedRows, storedReceiptRows } from '../../events/index.ts';

const FINDINGS = 20;
/** what the tracker alone refuses makes no conversion */
const refusals = Object.keys(postbackOutcomes).filter((name) => name !== 'recorded');

/** in a transaction bound to the tenant; one statement, as a receipt leaves the queue in the transaction that decides about it */
export async function checkReceipts(
  tx: Tx,
  tenantId: string,
  { start, end }: { start: Date; end: Date },
): Promise<{ receipts: number; findings: string[] }> {
  const { rows } = await sql<{
    receipts: string;
    id: string | null;
    at: Date | null;
    kind: string | null;
    fault: string;
  }>`
    with stored as (select r.receipt_id, r.at, r.kind, r.outcome from (${storedReceiptRows}) r
      where r.at >= ${start} and r.at < ${end}),
    lost as (select s.receipt_id, s.at, s.kind from stored s where s.outcome = 'recorded'
        and not exists (select from receipt_outcomes o where o.tenant_id = ${tenantId} and o.receipt_id = s.receipt_id)
        and not exists (select from (${queuedRows}) q where q.tenant_id = ${tenantId} and q.receipt_id = s.receipt_id)
      order by s.at limit ${FINDINGS}),
    unmade as (select s.receipt_id, s.at, s.kind from stored s
        join receipt_outcomes o on o.tenant_id = ${tenantId} and o.receipt_id = s.receipt_id and o.outcome = 'recorded'
        left join conversions c on c.tenant_id = ${tenantId} and c.receipt_id = s.receipt_id
      where c.id is distinct from o.conversion_id or c.id is null order by s.at limit ${FINDINGS}),
    denied as (select s.receipt_id, s.at, s.kind from stored s
        join conversions c on c.tenant_id = ${tenantId} and c.receipt_id = s.receipt_id
        left join receipt_outcomes o on o.tenant_id = ${tenantId} and o.receipt_id = s.receipt_id
      where o.conversion_id is distinct from c.id or o.outcome = any(${refusals}::text[])
      order by s.at limit ${FINDINGS}),
    wrong as (select *, ${'has no outcome and does not wait for one'} as fault from lost
      union all select *, ${'is said to have made a conversion that it did not make'} from unmade
      union all select *, ${'has made a conversion, and its outcome does not say so'} from denied)
    select (select count(*) from stored) as receipts, w.receipt_id as id, w.at, w.kind, w.fault
    from (select 1) one left join wrong w on true order by w.at`.execute(tx);
  return {
    receipts: Number(rows[0]?.receipts ?? 0),
    findings: rows.flatMap(({ id, at, kind, fault }) =>
      id === null ? [] : [`${kind} ${id} of ${at?.toISOString()} ${fault}`],
    ),
  };
}
