// The ledger's rows behind an amount of billing's.
import { entryLog } from '@tributary/contract/billing/entries';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { idOr } from '../../platform/lists/conditions.ts';
import type { Key } from '../../platform/lists/keys.ts';
import { keysetList } from '../../platform/lists/sql-list.ts';
import { conversionRows, lotRows } from '../conversions/index.ts';
import { entriesOn, type OwnersAccount, type OwnersEntry } from '../ledger/index.ts';
import { offerRows } from '../offers/index.ts';
import { claimable, claimedLegs, isHeld, isUnclaimed } from './documents/index.ts';

export interface EntriesOf {
  account: OwnersAccount;
  ownerId: string;
  /** when, and what holds where the account has no terms of its own */
  at: { now: Date; timeZone: string; holdDays: number };
  /** to a publisher one entry would tell what a campaign pays whose payout is hidden */
  isOwn: boolean;
}
export interface FoundEntry extends OwnersEntry {
  document_id: string | null;
  number_text: string | null;
}

/** of an entry by that name: no campaign stands behind it whose payout its publisher is not told */
export const isTold = (entry: string): RawBuilder<boolean> => sql<boolean>`not exists (
  select from ${conversionRows} v join ${offerRows} o on o.tenant_id = v.tenant_id and o.id = v.offer_id
  where v.tenant_id = ${sql.ref(`${entry}.tenant_id`)} and v.id = ${sql.ref(`${entry}.subject_id`)} and o.hide_payout
  union all
  select from ${lotRows} v join ${offerRows} o on o.tenant_id = v.tenant_id and o.id = v.offer_id
  where v.tenant_id = ${sql.ref(`${entry}.tenant_id`)} and v.id = ${sql.ref(`${entry}.subject_id`)} and o.hide_payout)`;

/** whether a publisher has ever run a campaign whose payout it is not told */
export async function hasUntold(tx: Tx, publisherId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (
    select from ${conversionRows} v join ${offerRows} o on o.tenant_id = v.tenant_id and o.id = v.offer_id
    where v.publisher_id = ${publisherId} and o.hide_payout
    union all
    select from ${lotRows} v join ${offerRows} o on o.tenant_id = v.tenant_id and o.id = v.offer_id
    where v.publisher_id = ${publisherId} and o.hide_payout) as found`.execute(tx);
  return rows[0]?.found ?? false;
}

/** an entry stands in a document by its claim; what a document books itself, its taxes, is its own */
const entries = ({ account, ownerId, isOwn }: EntriesOf) =>
  sql<FoundEntry & { position: number | null }>`(
    select e.*, coalesce(d.id, o.id) as document_id, coalesce(d.number_text, o.number_text) as number_text, c.position
    from ${entriesOn(account)} e
      left join document_entries c on c.tenant_id = e.tenant_id and c.transfer_id = e.id and c.released_at is null
      left join documents d on d.tenant_id = c.tenant_id and d.id = c.document_id
      left join documents o on o.tenant_id = e.tenant_id and o.id = e.subject_id and e.subject_kind = 'document'
    where e.owner_id = ${ownerId} and ${isOwn && account !== 'advertiser_receivable' ? isTold('e') : sql`true`})`.as(
    'e',
  );

const sideOf = ({ account }: Pick<EntriesOf, 'account'>) =>
  account === 'advertiser_receivable' ? ('advertiser' as const) : ('publisher' as const);

/** of what is in no document: what waits for its hold or an answer, and what a run would take */
function isWaiting(
  { account, ownerId, at: { now, timeZone, holdDays } }: EntriesOf,
  which: (is: { held: RawBuilder<unknown>; disputed: RawBuilder<unknown> }) => RawBuilder<unknown>,
): RawBuilder<boolean> {
  const own = sql`coalesce((select t.hold_days from billing_terms t where t.owner_id = u.owner_id), ${holdDays}::int)`;
  const is = { held: isHeld({ holdDays: own, now }), disputed: sql`u.is_disputed` };
  return sql<boolean>`e.id in (select u.id from ${claimable(sideOf({ account }), timeZone)} u
    where u.owner_id = ${ownerId} and ${isUnclaimed} and ${which(is)})`;
}

const bySequence: Key = {
  order: [['e.sequence', 'desc']],
  after: (cursor) => (/^\d{1,18}$/.test(cursor) ? sql<boolean>`e.sequence < ${cursor}::bigint` : null),
};

/** newest first */
export const billingEntries = keysetList(entryLog, {
  from: (tx: Tx, of: EntriesOf) => tx.selectFrom(entries(of)),
  rows: (query) => query.selectAll('e'),
  filters: {
    // of a document that is taken back as well: what it once claimed
    document: (_eb, id) => sql<boolean>`(e.document_id = ${idOr(id)}::uuid
      or e.id in (select transfer_id from document_entries where document_id = ${idOr(id)}::uuid))`,
    owner: (eb, id) => eb('e.owner_id', '=', idOr(id)),
    line: (eb, position) => eb('e.position', '=', position),
    account: () => sql<boolean>`true`,
    currency: (eb, currency) => eb('e.currency', '=', currency),
    subject: (_eb, id) => sql<boolean>`e.subject_id::text = ${id}`,
    standing: (_eb, standing, of) =>
      ({
        // a payment that is reserved takes nothing off what is earned and not decided
        pending: sql<boolean>`e.phase = 'pending'
          and (${of.account} <> 'publisher_payable' or e.leg = any(${[...claimedLegs.publisher]}::text[]))`,
        posted: sql<boolean>`e.phase = 'posted'`,
        claimed: sql<boolean>`e.phase = 'posted' and e.document_id is not null`,
        unclaimed: isWaiting(of, () => sql`true`),
        held: isWaiting(of, ({ held, disputed }) => sql`${held} and not ${disputed}`),
        disputed: isWaiting(of, ({ disputed }) => disputed),
        available: isWaiting(of, ({ held, disputed }) => sql`not ${held} and not ${disputed}`),
      })[standing],
  },
  key: bySequence,
  cursorOf: (row) => row.sequence,
});

export interface EarnedOf {
  id: string;
  offer_number: number;
  offer_title: string;
  day: string | null;
}
/** of a page of entries: the campaign and the day of the conversions and lots among their subjects */
export async function earnedOf(tx: Tx, entries: readonly FoundEntry[]): Promise<Map<string, EarnedOf>> {
  const ids = entries
    .filter(({ subject_kind }) => subject_kind === 'conversion' || subject_kind === 'lot')
    .map(({ subject_id }) => subject_id);
  if (ids.length === 0) return new Map();
  const { rows } = await sql<EarnedOf>`
    select v.id, o.number as offer_number, o.title as offer_title, v.day::text as day
    from ${conversionRows} v join ${offerRows} o on o.tenant_id = v.tenant_id and o.id = v.offer_id
    where v.id = any(${ids}::uuid[])
    union all
    select v.id, o.number, o.title, v.day::text
    from ${lotRows} v join ${offerRows} o on o.tenant_id = v.tenant_id and o.id = v.offer_id
    where v.id = any(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** whose a document is; null where there is none */
export const ownerOfDocument = (tx: Tx, id: string) =>
  tx.selectFrom('documents').select(['owner_id', 'side']).where('id', '=', id).executeTakeFirst();
