// What of billing waits for a person, counted: each as the list that it leads to has it.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { OPEN } from './advertisers/invoices.repo.ts';
import { isLeftUnpaid } from './paying/payments/payments.repo.ts';
import { todayOf } from './today.ts';

export interface BillingQueues {
  failed_payments: string;
  open_appeals: string;
  overdue_disputes: string;
  overdue_invoices: string;
}

/** by the reader's own walls */
export async function billingQueues(tx: Tx, tenantId: string, at: Date): Promise<BillingQueues> {
  const { rows } = await sql<BillingQueues>`select
    (select count(*) from payments p where ${isLeftUnpaid}) as failed_payments,
    (select count(*) from appeals where side = 'publisher' and state = 'open') as open_appeals,
    (select count(*) from appeals where side = 'advertiser' and state = 'open' and due_at < ${at}) as overdue_disputes,
    (select count(*) from documents d where d.side = 'advertiser' and d.kind = 'invoice' and d.state in ${OPEN}
      and d.due_on < ${await todayOf(tx, tenantId, at)}::date) as overdue_invoices`.execute(tx);
  return rows[0] ?? { failed_payments: '0', open_appeals: '0', overdue_disputes: '0', overdue_invoices: '0' };
}
