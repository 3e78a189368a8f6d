// What became of a conversion's money: the documents that claim its entries, and the payments of those.

import type { documentKinds, documentStates } from '@tributary/contract/billing/documents';
import type { Side } from '@tributary/contract/billing/money';
import type { paymentStates } from '@tributary/contract/trust/explain';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { journalRows } from '../ledger/index.ts';

export interface ClaimingDocument {
  id: string;
  side: Side;
  kind: (typeof documentKinds)[number];
  state: (typeof documentStates)[number];
  number: string | null;
  issued_at: Date | null;
  due_on: string | null;
  currency: string;
  /** of this conversion's entries, what the document claims */
  claimed: string;
}
export interface DocumentPayment {
  id: string;
  document_id: string;
  state: (typeof paymentStates)[number];
  at: Date;
  amount_micros: string;
  currency: string;
}

export async function documentsOf(tx: Tx, conversionId: string): Promise<ClaimingDocument[]> {
  const { rows } = await sql<ClaimingDocument>`
    select d.id, d.side, d.kind, d.state, d.number_text as number, d.issued_at, d.due_on::text as due_on, d.currency,
      sum(x.amount_micros) as claimed
    from ${journalRows} t
      join document_entries x on x.tenant_id = t.tenant_id and x.transfer_id = t.id
      join documents d on d.tenant_id = x.tenant_id and d.id = x.document_id
    where t.subject_kind = 'conversion' and t.subject_id = ${conversionId}
    group by d.id, d.side, d.kind, d.state, d.number_text, d.issued_at, d.due_on, d.currency
    order by d.id`.execute(tx);
  return rows;
}

export async function paymentsOf(tx: Tx, documentIds: readonly string[]): Promise<DocumentPayment[]> {
  if (documentIds.length === 0) return [];
  const { rows } = await sql<DocumentPayment>`
    select p.id, p.document_id, p.state, coalesce(p.settled_at, p.instructed_at, p.reserved_at) as at, p.amount_micros, p.currency
    from payments p where p.document_id = any(${[...documentIds]}::uuid[]) order by p.id`.execute(tx);
  return rows;
}

/** of these conversions, those of which a document claims something: what changes of them now is of an earlier period */
export async function claimedAmong(tx: Tx, conversionIds: readonly string[]): Promise<Set<string>> {
  if (conversionIds.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select distinct t.subject_id as id
    from ${journalRows} t
      join document_entries x on x.tenant_id = t.tenant_id and x.transfer_id = t.id and x.released_at is null
    where t.subject_kind = 'conversion' and t.subject_id = any(${[...conversionIds]}::uuid[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
