// Appeals and disputes, their threads and files.
import { appealList, ownAppealList } from '@tributary/contract/billing/appeals';
import type { Side } from '@tributary/contract/billing/money';
import { type Insertable, type SelectQueryBuilder, sql, type Updateable } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.gen.ts';
import { among } from '../../../platform/lists/conditions.ts';
import { byId } from '../../../platform/lists/keys.ts';
import { countedList, inBatches } from '../../../platform/lists/sql-list.ts';
import { accountRows, personLike } from '../../accounts/index.ts';
import { conversionRows } from '../../conversions/index.ts';
import { journalRows } from '../../ledger/index.ts';
import { offerRows } from '../../offers/index.ts';

export async function countOpen(tx: Tx, ownerId: string): Promise<number> {
  const row = await tx
    .selectFrom('appeals')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** `ownerId`: a partner's own alone */
export interface Whose {
  side: Side;
  now: Date;
  ownerId?: string;
}

const joined = (tx: Tx, { side, ownerId }: Whose) => {
  const all = tx
    .selectFrom('appeals as p')
    .leftJoin(accountRows.as('u'), (join) =>
      join.onRef('u.tenant_id', '=', 'p.tenant_id').onRef('u.id', '=', 'p.owner_id'),
    )
    .leftJoin(conversionRows.as('c'), (join) =>
      join
        .onRef('c.tenant_id', '=', 'p.tenant_id')
        .onRef('c.id', '=', 'p.subject_id')
        .on('p.subject_kind', '=', 'conversion'),
    )
    .leftJoin(offerRows.as('o'), (join) =>
      join.onRef('o.tenant_id', '=', 'c.tenant_id').onRef('o.id', '=', 'c.offer_id'),
    )
    .leftJoin('documents as d', (join) =>
      join
        .onRef('d.tenant_id', '=', 'p.tenant_id')
        .onRef('d.id', '=', 'p.subject_id')
        .on('p.subject_kind', '=', 'document'),
    )
    .where('p.side', '=', side);
  return ownerId === undefined ? all : all.where('p.owner_id', '=', ownerId);
};

type Joined = ReturnType<typeof joined>;
const selected = (query: Joined) =>
  query
    .select(['p.id', 'p.side', 'p.owner_id', 'p.subject_kind', 'p.subject_id', 'p.state', 'p.reason', 'p.due_at'])
    .select(['p.created_at', 'p.decided_at', 'p.decision', 'p.version'])
    .select(['u.user_sequence_id', 'u.first_name', 'u.last_name'])
    .select(['o.number as offer_number', 'o.title as offer_title', 'o.hide_payout'])
    .select(['c.status as conversion_status', 'c.currency as conversion_currency'])
    .select(['c.payout_micros', 'c.revenue_micros'])
    .select(['d.number_text', 'd.state as document_state', 'd.currency as document_currency', 'd.total_micros']);

type RowOf<Q> = Q extends SelectQueryBuilder<infer _D, infer _T, infer Row> ? Row : never;
export type FoundAppeal = RowOf<ReturnType<typeof selected>>;

const filters = {
  overdue: (_eb: unknown, _flag: '1', { now }: Whose) => sql<boolean>`p.state = 'open' and p.due_at < ${now}`,
};
const order = {
  sorts: { state: 'p.state', due_at: 'p.due_at', created_at: 'p.id' },
  sort: '-created_at',
  tie: ['p.id', 'desc'],
} as const;

const managers = countedList(appealList, {
  from: joined,
  rows: selected,
  filters: {
    ...filters,
    currency: (_eb, currency) => sql<boolean>`coalesce(c.currency, d.currency) = ${currency}`,
    state: (eb, states) => eb('p.state', 'in', among(states)),
    q: (_eb, text) =>
      sql<boolean>`(${personLike('u', text)} or p.reason ilike ${`%${text}%`} or d.number_text = ${text})`,
  },
  ...order,
});
const owners = countedList(ownAppealList, {
  from: joined,
  rows: selected,
  filters: {
    ...filters,
    state: (eb, states) => eb('p.state', 'in', among(states)),
    q: (_eb, text) => sql<boolean>`(p.reason ilike ${`%${text}%`} or d.number_text = ${text})`,
  },
  ...order,
});

const place = { key: byId('p.id'), cursorOf: ({ id }: FoundAppeal) => id };
export const appeals = inBatches(managers, place);
export const ownAppeals = inBatches(owners, place);

export const readAppeal = (tx: Tx, whose: Whose, id: string): Promise<FoundAppeal | undefined> =>
  selected(joined(tx, whose)).where('p.id', '=', id).executeTakeFirst();

export const lockAppeal = (tx: Tx, side: Side, id: string) =>
  tx.selectFrom('appeals').selectAll().where('id', '=', id).where('side', '=', side).forUpdate().executeTakeFirst();

/** false where one about the same is open */
export async function addAppeal(tx: Tx, row: Insertable<DB['appeals']>): Promise<boolean> {
  const added = await tx
    .insertInto('appeals')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'owner_id', 'subject_id']).where('state', '=', 'open').doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

export async function changeAppeal(tx: Tx, id: string, columns: Updateable<DB['appeals']>): Promise<void> {
  await tx
    .updateTable('appeals')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export interface NewFile {
  id: string;
  name: string;
  media_type: string;
  content: Buffer;
  sha256: Buffer;
}

export async function addMessage(
  tx: Tx,
  message: Insertable<DB['appeal_messages']> & { id: string },
  files: readonly NewFile[],
): Promise<void> {
  await tx.insertInto('appeal_messages').values(message).execute();
  if (files.length === 0) return;
  const { tenant_id, owner_id, id: message_id, author_id: created_by, at: created_at } = message;
  const rows = files.map((file) => ({ ...file, tenant_id, owner_id, kind: 'appeal', created_by, created_at }));
  await tx.insertInto('billing_files').values(rows).execute();
  const links = files.map(({ id: file_id }) => ({ tenant_id, message_id, file_id, owner_id }));
  await tx.insertInto('appeal_files').values(links).execute();
}

export async function thread(tx: Tx, appealId: string) {
  const messages = await tx
    .selectFrom('appeal_messages as m')
    .leftJoin(accountRows.as('u'), (join) =>
      join.onRef('u.tenant_id', '=', 'm.tenant_id').onRef('u.id', '=', 'm.author_id'),
    )
    .select(['m.id', 'm.at', 'm.author_kind', 'm.text', 'u.first_name', 'u.last_name'])
    .where('m.appeal_id', '=', appealId)
    .orderBy('m.id')
    .limit(MOST_MESSAGES)
    .execute();
  const files = await tx
    .selectFrom('appeal_files as l')
    .innerJoin('billing_files as f', (join) =>
      join.onRef('f.tenant_id', '=', 'l.tenant_id').onRef('f.id', '=', 'l.file_id'),
    )
    .innerJoin('appeal_messages as m', (join) =>
      join.onRef('m.tenant_id', '=', 'l.tenant_id').onRef('m.id', '=', 'l.message_id'),
    )
    .select(['l.message_id', 'f.id', 'f.name', sql<number>`octet_length(f.content)`.as('bytes')])
    .where('m.appeal_id', '=', appealId)
    .orderBy('f.id')
    .execute();
  return { messages, files };
}
/** a thread that is longer is a conversation */
export const MOST_MESSAGES = 200;

export const countMessages = async (tx: Tx, appealId: string): Promise<number> => {
  const { count } = await tx
    .selectFrom('appeal_messages')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('appeal_id', '=', appealId)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** who wrote last, the newest first */
export const lastAuthors = async (tx: Tx, appealId: string, most: number): Promise<string[]> =>
  (
    await tx
      .selectFrom('appeal_messages')
      .select('author_kind')
      .where('appeal_id', '=', appealId)
      .orderBy('id', 'desc')
      .limit(most)
      .execute()
  ).map(({ author_kind }) => author_kind);

/** when one's appeal about the same was decided, and whether entries of it were written since */
export async function lastDecision(tx: Tx, ownerId: string, subjectId: string) {
  const { rows } = await sql<{ decided_at: Date; moved: boolean }>`
    select p.decided_at, exists (select from ${journalRows} j
      where j.tenant_id = p.tenant_id and j.subject_id = p.subject_id and j.at > p.decided_at) as moved
    from appeals p where p.owner_id = ${ownerId} and p.subject_id = ${subjectId}
      and p.state in ('upheld', 'overturned', 'partly')
    order by p.decided_at desc limit 1`.execute(tx);
  return rows[0] ?? null;
}

export const fileOfAppeal = (tx: Tx, appealId: string, fileId: string) =>
  tx
    .selectFrom('billing_files as f')
    .innerJoin('appeal_files as l', (join) =>
      join.onRef('l.tenant_id', '=', 'f.tenant_id').onRef('l.file_id', '=', 'f.id'),
    )
    .innerJoin('appeal_messages as m', (join) =>
      join.onRef('m.tenant_id', '=', 'l.tenant_id').onRef('m.id', '=', 'l.message_id'),
    )
    .select(['f.name', 'f.media_type', 'f.content'])
    .where('f.id', '=', fileId)
    .where('m.appeal_id', '=', appealId)
    .executeTakeFirst();

/** a document that one may appeal against: issued, and the owner's own by the walls */
export const documentToAppeal = (tx: Tx, side: Side, id: string) =>
  tx
    .selectFrom('documents')
    .select(['id', 'owner_id', 'state', 'issued_at'])
    .where('id', '=', id)
    .where('side', '=', side)
    .executeTakeFirst();
