// Batches, and what was chosen and previewed for them.
import { type Blocker, batchList, batchRowLog } from '@tributary/contract/billing/paying';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../../platform/db/database.ts';
import { likePattern } from '../../../../platform/db/like-pattern.ts';
import { byNumber } from '../../../../platform/lists/keys.ts';
import { countedList, inBatches, keysetList } from '../../../../platform/lists/sql-list.ts';
import { accountRows, personLike } from '../../../accounts/index.ts';
import type { Payable } from './payable.ts';

export interface NewBatch {
  tenantId: string;
  id: string;
  note: string;
  createdBy: string;
  at: Date;
}

/** under the head's lock: the next number is nobody else's */
export async function addBatch(tx: Tx, { tenantId, id, note, createdBy, at }: NewBatch): Promise<void> {
  await sql`insert into payment_batches (tenant_id, id, number, note, created_by, created_at)
    select ${tenantId}, ${id}, coalesce(max(number), 0) + 1, ${note}, ${createdBy}, ${at} from payment_batches
    where tenant_id = ${tenantId}`.execute(tx);
}

export interface BatchChange {
  state?: string;
  preview_hash?: Buffer;
  payment_count?: number;
  sum_micros?: bigint | null;
  needs_second?: boolean;
  approved_by?: string | null;
  approved_at?: Date | null;
  second_by?: string | null;
  second_at?: Date | null;
  instructed_at?: Date;
  closed_at?: Date;
  work_state?: string;
  work_error?: string | null;
  execute_on?: string | null;
}
export async function changeBatch(tx: Tx, id: string, change: BatchChange): Promise<void> {
  await tx
    .updateTable('payment_batches')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** of who has approved which sum and rows: the entries of its payments name it, and with them the ledger's chain covers it */
export const approvalOf = (
  b: RawBuilder<unknown>,
): RawBuilder<string> => sql<string>`left(encode(sha256(convert_to(row(${b}.id,
  ${b}.number, ${b}.sum_micros, ${b}.needs_second, ${b}.created_by, ${b}.approved_by, extract(epoch from ${b}.approved_at)::text,
  ${b}.second_by, extract(epoch from ${b}.second_at)::text, ${b}.preview_hash)::text, 'UTF8')), 'hex'), 32)`;
export const approvalOfBatch = async (tx: Tx, id: string): Promise<string> =>
  (
    await tx
      .selectFrom('payment_batches as b')
      .select(approvalOf(sql`b`).as('approval'))
      .where('b.id', '=', id)
      .executeTakeFirstOrThrow()
  ).approval;

/** what these people have made or approved since, and nobody else had to; null where a sum of it is not known */
export async function approvedAlone(
  tx: Tx,
  people: readonly (string | null)[],
  since: Date,
  except: string,
): Promise<bigint | null> {
  const { rows } = await sql<{ sum: string; unknown: boolean }>`
    select coalesce(sum(b.sum_micros), 0)::text as sum, coalesce(bool_or(b.sum_micros is null), false) as unknown
    from payment_batches b
    where b.approved_at > ${since} and b.second_by is null and b.state in ('approved', 'instructed', 'closed') and b.id <> ${except}
      and (b.created_by = any(${[...people]}::uuid[]) or b.approved_by = any(${[...people]}::uuid[]))`.execute(tx);
  return rows[0]?.unknown ? null : BigInt(rows[0]?.sum ?? 0);
}

/** whoever changes one has it alone */
export const lockBatch = (tx: Tx, id: string) =>
  tx
    .selectFrom('payment_batches')
    .selectAll()
    .select(sql<string | null>`execute_on::text`.as('execute_day'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
export type StoredBatch = NonNullable<Awaited<ReturnType<typeof lockBatch>>>;

const LOT = 2_000;
export const inLots = <Item>(items: readonly Item[], size = LOT): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

export async function putChoices(
  tx: Tx,
  tenantId: string,
  batchId: string,
  payables: readonly Payable[],
): Promise<void> {
  for (const [lot, some] of inLots(payables).entries()) {
    await tx
      .insertInto('batch_choices')
      .values(
        some.map((one, at) => ({
          tenant_id: tenantId,
          batch_id: batchId,
          document_id: one.documentId,
          owner_id: one.ownerId,
          position: lot * LOT + at + 1,
          method_id: one.methodId,
          currency: one.currency,
          gross_micros: one.gross,
          waiting_micros: one.waiting,
          withheld_micros: one.withheld,
          fee_micros: one.fee,
          amount_micros: one.amount,
          pay_currency: one.payCurrency,
          pay_micros: one.pay,
          rate_e12: one.rate,
          blocked: one.blocked,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'batch_id', 'document_id']).doUpdateSet((eb) => ({
          method_id: eb.ref('excluded.method_id'),
          gross_micros: eb.ref('excluded.gross_micros'),
          waiting_micros: eb.ref('excluded.waiting_micros'),
          withheld_micros: eb.ref('excluded.withheld_micros'),
          fee_micros: eb.ref('excluded.fee_micros'),
          amount_micros: eb.ref('excluded.amount_micros'),
          pay_currency: eb.ref('excluded.pay_currency'),
          pay_micros: eb.ref('excluded.pay_micros'),
          rate_e12: eb.ref('excluded.rate_e12'),
          blocked: eb.ref('excluded.blocked'),
        })),
      )
      .execute();
  }
}

type ChoiceRow = Awaited<ReturnType<typeof choiceRows>>[number];
const choiceRows = (tx: Tx, batchId: string) =>
  tx.selectFrom('batch_choices').selectAll().where('batch_id', '=', batchId).orderBy('position').execute();
export type Choice = Payable & { position: number };

const big = (text: string | number | bigint | null): bigint | null => (text === null ? null : BigInt(text));
export const choiceOf = (row: Omit<ChoiceRow, 'tenant_id' | 'batch_id'>): Choice => ({
  documentId: row.document_id,
  ownerId: row.owner_id,
  position: row.position,
  methodId: row.method_id,
  currency: row.currency,
  gross: BigInt(row.gross_micros),
  waiting: BigInt(row.waiting_micros),
  withheld: BigInt(row.withheld_micros),
  fee: BigInt(row.fee_micros),
  amount: BigInt(row.amount_micros),
  payCurrency: row.pay_currency,
  pay: BigInt(row.pay_micros),
  rate: big(row.rate_e12),
  // written from the same closed list
  blocked: row.blocked as Blocker,
});
export const choicesOf = async (tx: Tx, batchId: string): Promise<Choice[]> =>
  (await choiceRows(tx, batchId)).map(choiceOf);

export const batchRows = keysetList(batchRowLog, {
  from: (tx: Tx, batchId: string) => tx.selectFrom('batch_choices as c').where('c.batch_id', '=', batchId),
  rows: (query) => query.selectAll('c'),
  filters: {
    q: (_eb, text) => sql<boolean>`exists (select from documents d
        join ${accountRows} u on u.tenant_id = d.tenant_id and u.id = d.owner_id
      where d.tenant_id = c.tenant_id and d.id = c.document_id
        and (${personLike('u', text)} or lower(d.number_text) like ${likePattern(text)}))`,
    part: (eb, part) => eb('c.blocked', part === 'paid' ? '=' : '<>', 'none'),
  },
  key: byNumber('c.position', 'asc'),
  cursorOf: (row) => row.position,
});

const nameOf = (alias: string) => sql<string | null>`(select concat(first_name, ' ', last_name) from ${accountRows} who
  where who.tenant_id = b.tenant_id and who.id = ${sql.ref(`b.${alias}`)})`;
const counted = (states: readonly string[]) => sql<string>`(select count(*) from payments p
  where p.tenant_id = b.tenant_id and p.batch_id = b.id and p.state = any(${[...states]}::text[]))`;

export const listedBatches = inBatches(
  countedList(batchList, {
    from: (tx: Tx) => tx.selectFrom('payment_batches as b'),
    rows: (query) =>
      query
        .select(['b.id', 'b.number', 'b.state', 'b.note', 'b.payment_count', 'b.sum_micros', 'b.needs_second'])
        .select(['b.preview_hash', 'b.created_at', 'b.work_state', 'b.work_error'])
        .select([nameOf('created_by').as('created_by'), nameOf('approved_by').as('approved_by')])
        .select([nameOf('second_by').as('second_by')])
        .select([
          counted(['paid']).as('paid'),
          counted(['failed', 'returned']).as('failures'),
          counted(['instructed', 'paid', 'failed', 'returned', 'cancelled']).as('done'),
          counted(['reserved', 'instructed', 'paid', 'failed', 'returned', 'cancelled']).as('made'),
          sql<string>`(select count(*) from batch_choices c where c.tenant_id = b.tenant_id and c.batch_id = b.id
            and c.blocked <> 'none')`.as('blocked'),
          sql<string[]>`array(select distinct m.kind from batch_choices c
            join payout_methods m on m.tenant_id = c.tenant_id and m.id = c.method_id
            where c.tenant_id = b.tenant_id and c.batch_id = b.id and c.blocked = 'none' order by 1)`.as('methods'),
          sql<string[]>`array(select distinct c.pay_currency from batch_choices c
            where c.tenant_id = b.tenant_id and c.batch_id = b.id and c.blocked = 'none' order by 1)`.as('currencies'),
        ]),
    filters: {
      state: (eb, state) => eb('b.state', '=', state),
      q: (_eb, text) => sql<boolean>`(lower(b.note) like ${likePattern(text)} or b.number::text = ${text})`,
    },
    sorts: { number: 'b.number', payments: 'b.payment_count', sum: 'b.sum_micros', created_at: 'b.created_at' },
    sort: '-number',
    tie: ['b.id', 'desc'],
  }),
  { key: byNumber('b.number', 'desc'), cursorOf: (row: { number: number }) => row.number },
);
export type ListedBatch = Awaited<ReturnType<typeof listedBatches.page>>['rows'][number];

export const findBatch = async (tx: Tx, id: string): Promise<ListedBatch | undefined> =>
  listedBatches.read(tx, {}).where('b.id', '=', id).executeTakeFirst();
