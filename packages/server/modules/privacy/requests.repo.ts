import { PersonRequest } from '@tributary/contract/settings/person-requests';
import { unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { accountRows } from '../accounts/index.ts';

const LISTED = 50;

const rows = (tx: Tx) =>
  tx
    .selectFrom('person_requests as r')
    .leftJoin(accountRows.as('u'), (join) =>
      join.onRef('u.tenant_id', '=', 'r.tenant_id').onRef('u.id', '=', 'r.user_id'),
    )
    .leftJoin(accountRows.as('a'), (join) =>
      join.onRef('a.tenant_id', '=', 'r.tenant_id').onRef('a.id', '=', 'r.asked_by'),
    )
    .selectAll('r')
    .select(['u.user_sequence_id', 'u.first_name', 'u.last_name', 'u.type'])
    .select(['a.first_name as asked_first', 'a.last_name as asked_last']);
type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

const waits = ['found', 'ready'];
/** parsed: what the checks of the table keep within their lists is known to be in them */
const shown = (row: Row, now: Date): PersonRequest =>
  PersonRequest.parse({
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    account:
      row.user_id === null
        ? null
        : { id: row.user_id, number: row.user_sequence_id, name: `${row.first_name} ${row.last_name}`, type: row.type },
    state: waits.includes(row.state) && row.expires_at && row.expires_at <= now ? 'expired' : row.state,
    progress: row.progress,
    counts: row.counts,
    bytes: row.bytes === null ? null : Number(row.bytes),
    error: row.error,
    asked_by: `${row.asked_first} ${row.asked_last}`,
    asked_at: unixSeconds(row.asked_at),
    expires_at: row.expires_at && unixSeconds(row.expires_at),
  });

export async function listRequests(tx: Tx, now: Date): Promise<PersonRequest[]> {
  const found = await rows(tx).orderBy('r.id', 'desc').limit(LISTED).execute();
  return found.map((row) => shown(row, now));
}

export async function findRequest(tx: Tx, id: string, now: Date): Promise<PersonRequest | null> {
  const row = await rows(tx).where('r.id', '=', id).executeTakeFirst();
  return row ? shown(row, now) : null;
}

export interface NewRequest {
  id: string;
  kind: 'export' | 'erasure';
  subject: string;
  userId: string | null;
  sought: string | null;
  askedBy: string;
  at: Date;
}

export async function addRequest(tx: Tx, tenantId: string, made: NewRequest): Promise<void> {
  await tx
    .insertInto('person_requests')
    .values({
      tenant_id: tenantId,
      id: made.id,
      kind: made.kind,
      subject: made.subject,
      user_id: made.userId,
      sought: made.sought,
      asked_by: made.askedBy,
      asked_at: made.at,
    })
    .execute();
}

export async function openRequests(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('person_requests')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

export interface TakenRequest extends Pick<Row, 'id' | 'kind' | 'subject' | 'user_id' | 'sought' | 'state'> {
  confirmed_at: Date | null;
  asked_by: string;
}
export async function takeRequest(tx: Tx, id: string): Promise<TakenRequest | null> {
  const row = await tx
    .selectFrom('person_requests')
    .select(['id', 'kind', 'subject', 'user_id', 'sought', 'state', 'confirmed_at', 'asked_by'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export interface RequestChange {
  state?: PersonRequest['state'];
  progress?: number;
  counts?: string;
  bytes?: number;
  error?: string | null;
  sought?: null;
  confirmed_at?: Date;
  finished_at?: Date;
  expires_at?: Date;
}
export async function setRequest(tx: Tx, id: string, change: RequestChange): Promise<void> {
  await tx.updateTable('person_requests').set(change).where('id', '=', id).execute();
}

/** who was looked for is forgotten with the time in which it could have been confirmed */
export async function forgetOverdue(tx: Tx, now: Date): Promise<void> {
  await tx
    .updateTable('person_requests')
    .set({ sought: null, state: 'withdrawn', finished_at: now })
    .where('state', '=', 'found')
    .where('expires_at', '<', now)
    .execute();
}
