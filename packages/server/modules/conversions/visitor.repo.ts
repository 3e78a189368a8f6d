// Conversions of one visitor: read for him, or blanked of all that tells who he was. Amounts, status, order and click number stay.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { ofVisitor, type Visitor } from '../events/index.ts';

const shown = ['id', 'at', 'click_at', 'click_id', 'receipt_id', 'txn_id', 'status', 'ip', 'country', 'city'] as const;
const more = ['device_brand', 'device_model', 'user_agent', 'referer', 'source', 'sub_source'] as const;

/** how far one look reaches */
const WINDOW = 20_000;

const isOfVisitor = ofVisitor({
  click: 'click_id',
  is: ['sub_source'],
  holds: ['params', 'click_params'],
  within: ['referer'],
});

/** of the next so many after that one; `last` is null where there are no more to look at */
export async function conversionsOfVisitor(tx: Tx, visitor: Visitor, after: string) {
  const { rows: ends } = await sql<{ last: string | null }>`
    select max(id::text)::uuid as last from (
      select id from conversions where id > ${after}::uuid order by id limit ${WINDOW}) w`.execute(tx);
  const last = ends[0]?.last ?? null;
  if (last === null) return { rows: [], last };
  const rows = await tx
    .selectFrom('conversions')
    .select([...shown, ...more, 'params', 'click_params'])
    .where('id', '>', after)
    .where('id', '<=', last)
    .where(isOfVisitor(visitor))
    .orderBy('id')
    .execute();
  return { rows, last };
}
export type VisitorConversion = Awaited<ReturnType<typeof conversionsOfVisitor>>['rows'][number];

export async function blankConversions(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`update conversions set ip = null, user_agent = null, referer = null, sub_source = null, city = null, isp = null,
      params = '{}', click_params = '{}', trace = '[]', note = null
    where id = any(${[...ids]}::uuid[])`.execute(tx);
}

/** what was seen on the way to an outcome */
export async function blankOutcomes(tx: Tx, receiptIds: readonly string[]): Promise<void> {
  if (receiptIds.length === 0) return;
  await sql`update receipt_outcomes set trace = '[]' where receipt_id = any(${[...receiptIds]}::uuid[])`.execute(tx);
}
