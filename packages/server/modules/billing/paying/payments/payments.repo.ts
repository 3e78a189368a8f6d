// Payments: one live one for each document, which a partial unique index demands.
import { ownPaymentLog, type PaymentState, paymentLog } from '@tributary/contract/billing/paying';
import { sql } from 'kysely';
import type { Tx } from '../../../../platform/db/database.ts';
import { likePattern } from '../../../../platform/db/like-pattern.ts';
import { idOr } from '../../../../platform/lists/conditions.ts';
import { byId } from '../../../../platform/lists/keys.ts';
import { keysetList } from '../../../../platform/lists/sql-list.ts';
import { accountRows, personLike } from '../../../accounts/index.ts';
import { inLots } from '../batches/batches.repo.ts';
import type { PaidMoney } from './legs.ts';

export interface NewPayment extends PaidMoney {
  batchId: string;
  documentId: string;
  methodId: string | null;
  attempt: number;
  position: number;
  rate: bigint | null;
}

export async function addPayments(tx: Tx, tenantId: string, payments: readonly NewPayment[], at: Date): Promise<void> {
  for (const some of inLots(payments, 1_000)) {
    await tx
      .insertInto('payments')
      .values(
        some.map((one) => ({
          tenant_id: tenantId,
          id: one.id,
          batch_id: one.batchId,
          document_id: one.documentId,
          owner_id: one.ownerId,
          method_id: one.methodId,
          attempt: one.attempt,
          position: one.position,
          end_to_end_id: one.reference,
          currency: one.currency,
          gross_micros: one.gross,
          withheld_micros: one.withheld,
          fee_micros: one.fee,
          amount_micros: one.amount,
          pay_currency: one.payCurrency,
          pay_micros: one.pay,
          rate_e12: one.rate,
          reserved_at: at,
        })),
      )
      .execute();
  }
}

/** how often each of these documents was tried */
export async function attemptsOf(tx: Tx, documentIds: readonly string[]): Promise<Map<string, number>> {
  const attempts = new Map<string, number>();
  for (const some of inLots(documentIds)) {
    const rows = await tx
      .selectFrom('payments')
      .select(({ fn }) => ['document_id', fn.max('attempt').as('attempt')])
      .where('document_id', 'in', some)
      .groupBy('document_id')
      .execute();
    for (const { document_id, attempt } of rows) attempts.set(document_id, attempt);
  }
  return attempts;
}

// looked up row by row, however few documents the planner expects
const full = (tx: Tx) =>
  tx
    .selectFrom('payments as p')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('documents as x')
          .select('x.number_text')
          .whereRef('x.tenant_id', '=', 'p.tenant_id')
          .whereRef('x.id', '=', 'p.document_id')
          .limit(1)
          .as('d'),
      (join) => join.onTrue(),
    )
    .leftJoin('payout_methods as m', (join) =>
      join.onRef('m.tenant_id', '=', 'p.tenant_id').onRef('m.id', '=', 'p.method_id'),
    );
const columns = (query: ReturnType<typeof full>) =>
  query.selectAll('p').select(['d.number_text', 'm.kind as method_kind', 'm.mask']);

const ofPartner = (tx: Tx, ownerId: string) => full(tx).where('p.owner_id', '=', ownerId);
export const ownPayments = keysetList(ownPaymentLog, {
  from: ofPartner,
  rows: columns,
  filters: {
    state: (eb, state) => eb('p.state', '=', state),
    document: (eb, id) => eb('p.document_id', '=', idOr(id)),
    id: (eb, id) => eb('p.id', '=', idOr(id)),
  },
  key: byId('p.id'),
  cursorOf: (row) => row.id,
});

const withPeople = (tx: Tx) =>
  full(tx)
    .innerJoin('payment_batches as b', (join) =>
      join.onRef('b.tenant_id', '=', 'p.tenant_id').onRef('b.id', '=', 'p.batch_id'),
    )
    .innerJoin(accountRows.as('u'), (join) =>
      join.onRef('u.tenant_id', '=', 'p.tenant_id').onRef('u.id', '=', 'p.owner_id'),
    );
const paymentColumns = (query: ReturnType<typeof withPeople>) =>
  query
    .selectAll('p')
    .select(['d.number_text', 'm.kind as method_kind', 'm.mask', 'b.number as batch_number'])
    .select(['u.user_sequence_id', 'u.first_name', 'u.last_name']);
/** the last try for its document: another one takes its place, and so does a document that is paid or taken back */
export const isLeftUnpaid = sql<boolean>`(p.state in ('failed', 'returned')
  and exists (select from documents o where o.tenant_id = p.tenant_id and o.id = p.document_id
    and o.state in ('approved', 'part-paid'))
  and not exists (select from payments n where n.tenant_id = p.tenant_id and n.document_id = p.document_id
    and n.attempt > p.attempt and n.state <> 'cancelled'))`;

export const listedPayments = keysetList(paymentLog, {
  from: withPeople,
  rows: paymentColumns,
  filters: {
    state: (eb, state) => eb('p.state', '=', state),
    q: (_eb, text) =>
      sql<boolean>`(${personLike('u', text)} or lower(p.end_to_end_id) like ${likePattern(text)}
        or lower(d.number_text) like ${likePattern(text)})`,
    asked: () => sql<boolean>`(p.asked_at is not null and p.state = 'instructed')`,
    unpaid: () => isLeftUnpaid,
    batch: (eb, id) => eb('p.batch_id', '=', idOr(id)),
    publisher: (eb, id) => eb('p.owner_id', '=', idOr(id)),
    document: (eb, id) => eb('p.document_id', '=', idOr(id)),
  },
  key: byId('p.id'),
  cursorOf: (row) => row.id,
});
export type ListedPayment = Awaited<ReturnType<typeof listedPayments.page>>['rows'][number];
export type OwnListed = Awaited<ReturnType<typeof ownPayments.page>>['rows'][number];
export const findPayment = (tx: Tx, id: string): Promise<ListedPayment | undefined> =>
  paymentColumns(withPeople(tx).where('p.id', '=', id)).executeTakeFirst();

/** whoever changes them has them alone; always in the order of their ids */
export async function lockPayments(
  tx: Tx,
  by: { batchId: string; states: readonly PaymentState[] } | { ids: readonly string[] },
) {
  const query = tx.selectFrom('payments').selectAll().orderBy('id').forUpdate();
  const rows = await ('ids' in by
    ? query.where('id', 'in', [...by.ids])
    : query.where('batch_id', '=', by.batchId).where('state', 'in', [...by.states])
  ).execute();
  return rows;
}
export type StoredPayment = Awaited<ReturnType<typeof lockPayments>>[number];

export const moneyOf = (row: StoredPayment): PaidMoney => ({
  id: row.id,
  ownerId: row.owner_id,
  reference: row.end_to_end_id,
  currency: row.currency,
  gross: BigInt(row.gross_micros),
  withheld: BigInt(row.withheld_micros),
  fee: BigInt(row.fee_micros),
  amount: BigInt(row.amount_micros),
  payCurrency: row.pay_currency,
  pay: BigInt(row.pay_micros),
});

export interface PaymentMove {
  id: string;
  state: PaymentState;
  code?: string | null;
  reason?: string | null;
}
export async function movePayments(tx: Tx, moves: readonly PaymentMove[], at: Date): Promise<void> {
  for (const some of inLots(moves)) {
    await sql`update payments p set state = m.state,
        code = case when p.state = 'failed' and m.state = 'paid' then null else coalesce(m.code, p.code) end,
        failed_code = case when p.state = 'failed' and m.state = 'paid' then coalesce(p.code, 'NARR') else p.failed_code end, reason = coalesce(m.reason, p.reason),
        version = p.version + 1,
        instructed_at = case when m.state in ('instructed', 'paid') then coalesce(p.instructed_at, ${at}) else p.instructed_at end,
        settled_at = case when m.state in ('paid', 'failed', 'returned', 'cancelled') then ${at}::timestamptz else p.settled_at end
      from unnest(${some.map(({ id }) => id)}::uuid[], ${some.map(({ state }) => state)}::text[],
        ${some.map(({ code }) => code ?? null)}::text[], ${some.map(({ reason }) => reason ?? null)}::text[])
        m (id, state, code, reason)
      where p.id = m.id`.execute(tx);
  }
}

/** how many of a batch's stand where */
export async function statesIn(tx: Tx, batchId: string): Promise<Map<PaymentState, number>> {
  const rows = await tx
    .selectFrom('payments')
    .select(({ fn }) => ['state', fn.countAll<string>().as('count')])
    .where('batch_id', '=', batchId)
    .groupBy('state')
    .execute();
  return new Map(rows.map(({ state, count }) => [state as PaymentState, Number(count)]));
}

/** whoever pays is asked once */
export async function askAbout(tx: Tx, before: Date, at: Date): Promise<number> {
  const result = await tx
    .updateTable('payments')
    .set({ asked_at: at })
    .where('state', '=', 'instructed')
    .where('instructed_at', '<', before)
    .where('asked_at', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
