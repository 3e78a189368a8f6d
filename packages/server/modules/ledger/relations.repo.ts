// What billing may join of the ledger.
import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../platform/db/schema.gen.ts';
import type { Leg, OwnersAccount, Subject } from './plan.ts';

export interface OwnersEntry {
  tenant_id: string;
  id: string;
  sequence: string;
  at: Date;
  leg: Leg;
  phase: 'pending' | 'posted';
  reason: string;
  owner_id: string;
  currency: string;
  subject_kind: Subject['kind'];
  subject_id: string;
  /** positive: adds to what stands on the account, owed to us or by us */
  amount_micros: string;
}

/** one of them in one place: a receivable is owed to us, every other by us */
const signed = sql`case when (a.kind = 'advertiser_receivable') = (a.id = t.debit_account_id) then 1 else -1 end`;

/**
 * What stands on accounts of a kind, entry by entry: posted, or reserved and not resolved yet. Whoever asks names the owner or
 * a transfer: there is an index of each.
 */
export const entriesOn = (kind: OwnersAccount): RawBuilder<OwnersEntry> => sql<OwnersEntry>`(
  select t.tenant_id, t.id, t.sequence, t.at, t.leg, case t.phase when 'pending' then 'pending' else 'posted' end as phase,
    t.reason, t.owner_id, t.currency, t.subject_kind, t.subject_id, t.amount_micros * ${signed} as amount_micros
  from ledger_transfers t join ledger_accounts a
    on a.tenant_id = t.tenant_id and a.id in (t.debit_account_id, t.credit_account_id)
  where a.kind = ${kind} and (t.phase in ('post', 'direct') or (t.phase = 'pending'
    and not exists (select from ledger_transfers r where r.tenant_id = t.tenant_id and r.pending_id = t.id))))`;

/** per counterparty, kind and currency, with what stands on it */
export const ledgerAccountRows = expressionBuilder<DB>()
  .selectFrom('ledger_accounts')
  .select(['tenant_id', 'id', 'kind', 'owner_id', 'currency'])
  .select(['debits_pending', 'credits_pending', 'debits_posted', 'credits_posted']);
