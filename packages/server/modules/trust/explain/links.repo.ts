// Links by which partners see an explanation: made, listed, revoked, opened.
import { explainLinkLog } from '@tributary/contract/trust/explain';
import type { ExplainedKind, ShareSide } from '@tributary/contract/trust/explain-words';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { isId } from '../../../platform/ids.ts';
import { idOr } from '../../../platform/lists/conditions.ts';
import { byTime } from '../../../platform/lists/keys.ts';
import { keysetList } from '../../../platform/lists/sql-list.ts';
import { accessRows } from '../../access-log/index.ts';
import { accountRows } from '../../accounts/index.ts';

const stateAt = (now: Date) =>
  sql<string>`case when l.revoked_at is not null then 'revoked' when l.ends_at <= ${now} then 'ended' else 'open' end`;

interface Asked {
  now: Date;
}
const joined = (tx: Tx) =>
  tx
    .selectFrom('explain_links as l')
    .innerJoin(accountRows.as('o'), (join) =>
      join.onRef('o.tenant_id', '=', 'l.tenant_id').onRef('o.id', '=', 'l.owner_id'),
    )
    .leftJoin(accountRows.as('m'), (join) =>
      join.onRef('m.tenant_id', '=', 'l.tenant_id').onRef('m.id', '=', 'l.made_by'),
    );
const selected = (query: ReturnType<typeof joined>, { now }: Asked) =>
  query
    .select(['l.id', 'l.subject_kind', 'l.subject_id', 'l.side', 'l.owner_id', 'l.made_at', 'l.ends_at'])
    .select(['l.opens', 'l.opened_at', stateAt(now).as('state')])
    .select(['o.user_sequence_id as owner_number', 'o.first_name as owner_first', 'o.last_name as owner_last'])
    .select(['m.first_name as maker_first', 'm.last_name as maker_last']);
export type StoredLink = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];

const time = byTime('l.made_at', 'l.id');
export const explainLinks = keysetList(explainLinkLog, {
  from: (tx: Tx, _asked: Asked) => joined(tx),
  rows: selected,
  filters: {
    state: (_eb, state, { now }) => sql<boolean>`${stateAt(now)} = ${state}`,
    side: (eb, side) => eb('l.side', '=', side),
    partner_id: (eb, id) => eb('l.owner_id', '=', idOr(id)),
    subject_id: (eb, id) => eb('l.subject_id', '=', id),
  },
  key: time,
  cursorOf: ({ made_at: at, id }) => time.cursorOf({ at, id }),
});

export async function findLink(tx: Tx, id: string, now: Date): Promise<StoredLink | null> {
  if (!isId(id)) return null;
  return (await selected(joined(tx), { now }).where('l.id', '=', id).executeTakeFirst()) ?? null;
}

export interface NewLink {
  tenantId: string;
  id: string;
  secretHash: Buffer;
  subject: { kind: ExplainedKind; id: string };
  side: ShareSide;
  ownerId: string;
  madeBy: string;
  madeAt: Date;
  endsAt: Date;
}
export async function addLink(tx: Tx, link: NewLink): Promise<void> {
  await tx
    .insertInto('explain_links')
    .values({
      tenant_id: link.tenantId,
      id: link.id,
      secret_hash: link.secretHash,
      subject_kind: link.subject.kind,
      subject_id: link.subject.id,
      side: link.side,
      owner_id: link.ownerId,
      made_by: link.madeBy,
      made_at: link.madeAt,
      ends_at: link.endsAt,
    })
    .execute();
}

/** false where it was over already */
export async function revokeLink(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows: n } = await tx
    .updateTable('explain_links')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', now)
    .executeTakeFirst();
  return n > 0n;
}

export interface OpenedLink {
  id: string;
  subjectId: string;
  side: ShareSide;
  ownerId: string;
  endsAt: Date;
}
/** counts the opening; null where no link of that secret is open */
export async function openLink(tx: Tx, secretHash: Buffer, now: Date): Promise<OpenedLink | null> {
  const row = await tx
    .updateTable('explain_links')
    .set((eb) => ({ opens: eb('opens', '+', 1), opened_at: now }))
    .where('secret_hash', '=', secretHash)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', now)
    .returning(['id', 'subject_id', 'side', 'owner_id', 'ends_at'])
    .executeTakeFirst();
  if (!row) return null;
  // the check constraint keeps the side within its list
  const side = row.side as ShareSide;
  return { id: row.id, subjectId: row.subject_id, side, ownerId: row.owner_id, endsAt: row.ends_at };
}

const OPENS_SHOWN = 200;
export const opensOf = (tx: Tx, id: string) =>
  tx
    .selectFrom(accessRows.as('a'))
    .select(['a.at', 'a.ip', 'a.country', 'a.user_agent'])
    .where('a.event', '=', 'shared_link')
    .where('a.detail', '=', id)
    .orderBy('a.at', 'desc')
    .limit(OPENS_SHOWN)
    .execute();
