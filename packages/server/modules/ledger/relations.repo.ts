// What billing may join of the ledger.
import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../platform/db/schema.gen.ts';
import type { AccountKind, Leg, OwnersAccount, Phase, Subject } from './plan.ts';
import { forward } from './statement.repo.ts';

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

/** what has posted or voided a reserved one, of the rows named */
export const resolutionOf = (reserved: RawBuilder<unknown>): RawBuilder<unknown> => sql`select from ledger_transfers r
  where r.tenant_id = ${reserved}.tenant_id and r.pending_id = ${reserved}.id`;

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
    and not exists (${resolutionOf(sql`t`)}))))`;

/** per counterparty, kind and currency, with what stands on it */
export const ledgerAccountRows = expressionBuilder<DB>()
  .selectFrom('ledger_accounts')
  .select(['tenant_id', 'id', 'kind', 'owner_id', 'currency'])
  .select(['debits_pending', 'credits_pending', 'debits_posted', 'credits_posted']);

export interface JournalRow {
  tenant_id: string;
  id: string;
  sequence: string;
  at: Date;
  leg: Leg;
  phase: Phase;
  reason: string;
  owner_id: string;
  currency: string;
  subject_kind: Subject['kind'];
  subject_id: string;
  amount_micros: string;
  /** negative where it takes back */
  signed_micros: string;
  debit: AccountKind;
  credit: AccountKind;
}

/** every transfer with the kinds of its two accounts */
export const journalRows: RawBuilder<JournalRow> = sql<JournalRow>`(
  select t.tenant_id, t.id, t.sequence, t.at, t.leg, t.phase, t.reason, t.owner_id, t.currency, t.subject_kind, t.subject_id,
    t.amount_micros, t.amount_micros * case when ${forward} then 1 else -1 end as signed_micros, d.kind as debit, c.kind as credit
  from ledger_transfers t
    join ledger_accounts d on d.tenant_id = t.tenant_id and d.id = t.debit_account_id
    join ledger_accounts c on c.tenant_id = t.tenant_id and c.id = t.credit_account_id)`;
