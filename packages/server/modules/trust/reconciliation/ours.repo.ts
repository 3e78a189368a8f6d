// What we have ourselves of what a file names: conversions by their keys, postbacks that came to nothing, and what no file has.
import { sql } from 'kysely';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { lowestId } from '../../../platform/ids.ts';
import { conversionRows } from '../../conversions/index.ts';
import { storedReceiptRows } from '../../events/index.ts';
import { offerRows } from '../../offers/index.ts';
import type { Ours } from './judge-line.ts';

interface Row {
  id: string;
  status: Ours['status'];
  at: Date;
  offer_id: string;
  publisher_id: string;
  txn_key: string | null;
  click_id: string | null;
  p1: string | null;
  currency: string;
  revenue_micros: string;
  sale_micros: string | null;
  sale_currency: string | null;
  awaits_sale: boolean;
}
const columns = sql`c.id, c.status, c.at, c.offer_id, c.publisher_id, c.txn_key, c.click_id, c.click_params ->> 'p1' as p1,
  c.currency, c.revenue_micros, c.sale_micros, c.sale_currency, c.awaits_sale`;
const read = (row: Row): Ours & { p1: string | null } => ({
  id: row.id,
  status: row.status,
  at: row.at,
  offerId: row.offer_id,
  publisherId: row.publisher_id,
  txnKey: row.txn_key,
  clickId: row.click_id,
  p1: row.p1,
  currency: row.currency,
  revenue: BigInt(row.revenue_micros),
  sale: row.sale_micros === null ? null : BigInt(row.sale_micros),
  saleCurrency: row.sale_currency,
  awaitsSale: row.awaits_sale,
});

/** of this advertiser alone: whatever another one's order is called */
export async function oursByKey(
  tx: Tx,
  advertiserId: string,
  { txnKeys, clickIds }: { txnKeys: readonly string[]; clickIds: readonly string[] },
): Promise<Ours[]> {
  const { rows } = await sql<Row>`
    select ${columns} from ${conversionRows} c
      where c.advertiser_id = ${advertiserId} and c.txn_key = any(${[...txnKeys]}::text[])
    union
    select ${columns} from ${conversionRows} c
      where c.advertiser_id = ${advertiserId} and c.click_id = any(${[...clickIds]}::text[])`.execute(tx);
  return rows.map(read);
}

export interface Span {
  advertiserId: string;
  offerId: string | null;
  from: Date;
  until: Date;
}
/** a conversion's id carries its time */
const inSpan = ({ advertiserId, offerId, from, until }: Span) => sql`c.advertiser_id = ${advertiserId}
  and c.id >= ${lowestId(from)}::uuid and c.id < ${lowestId(until)}::uuid
  and (${offerId}::uuid is null or c.offer_id = ${offerId})`;

/** p1 is the publisher's own word for a click, and no key: it is looked for in the period */
export async function oursOfPublisher(
  tx: Tx,
  span: Span,
  publisherId: string,
  keys: { clickIds: string[]; p1s: string[] },
) {
  const { rows } = await sql<Row>`
    select ${columns} from ${conversionRows} c
    where ${inSpan(span)} and c.publisher_id = ${publisherId}
      and (c.click_id = any(${keys.clickIds}::text[]) or c.click_params ->> 'p1' = any(${keys.p1s}::text[]))`.execute(
    tx,
  );
  return rows.map(read);
}

export interface Hint {
  position: number;
  micros: bigint;
  currency: string;
  at: Date;
}
/** the only one of the same amount within a day: two are no hint */
export async function hintsFor(
  tx: Tx,
  { advertiserId, offerId }: Span,
  amountIs: 'sale' | 'revenue',
  hints: readonly Hint[],
): Promise<Map<number, string>> {
  if (hints.length === 0) return new Map();
  const same =
    amountIs === 'sale'
      ? sql`c.sale_micros = h.micros and c.sale_currency = h.currency`
      : sql`c.revenue_micros = h.micros and c.currency = h.currency`;
  const dayBefore = hints.map(({ at }) => lowestId(new Date(at.getTime() - DAY_MS)));
  const dayAfter = hints.map(({ at }) => lowestId(new Date(at.getTime() + DAY_MS)));
  const { rows } = await sql<{ position: number; id: string }>`
    select h.position, min(f.id::text) as id
    from unnest(${hints.map((h) => h.position)}::int[], ${hints.map((h) => h.micros)}::bigint[],
        ${hints.map((h) => h.currency)}::text[], ${dayBefore}::uuid[], ${dayAfter}::uuid[])
        h (position, micros, currency, before, after)
      cross join lateral (select c.id from ${conversionRows} c
        where c.advertiser_id = ${advertiserId} and c.id >= h.before and c.id < h.after
          and (${offerId}::uuid is null or c.offer_id = ${offerId}) and c.status <> 'rejected' and ${same}
        limit 2) f
    group by h.position having count(*) = 1`.execute(tx);
  return new Map(rows.map(({ position, id }) => [position, id]));
}
/** the newest call that names each: of this advertiser's, or of nobody's whom we know */
export async function callsNaming(
  tx: Tx,
  advertiser: number,
  { txnIds, clickIds }: { txnIds: readonly string[]; clickIds: readonly string[] },
): Promise<{ byTxn: Map<string, string>; byClick: Map<string, string> }> {
  const { rows } = await sql<{ txn_id: string | null; click_id: string | null; receipt_id: string }>`
    select r.txn_id, r.click_id, r.receipt_id from ${storedReceiptRows} r
      where r.txn_id = any(${[...txnIds]}::text[]) and (r.advertiser is null or r.advertiser = ${advertiser})
    union all
    select r.txn_id, r.click_id, r.receipt_id from ${storedReceiptRows} r
      where r.click_id = any(${[...clickIds]}::text[]) and (r.advertiser is null or r.advertiser = ${advertiser})
    order by receipt_id`.execute(tx);
  return {
    byTxn: new Map(rows.flatMap(({ txn_id, receipt_id }) => (txn_id ? [[txn_id, receipt_id]] : []))),
    byClick: new Map(rows.flatMap(({ click_id, receipt_id }) => (click_id ? [[click_id, receipt_id]] : []))),
  };
}

export async function offersOf(tx: Tx, advertiserId: string): Promise<Map<number, string>> {
  const { rows } = await sql<{ number: number; id: string }>`
    select o.number, o.id from ${offerRows} o where o.advertiser_id = ${advertiserId}`.execute(tx);
  return new Map(rows.map(({ number, id }) => [number, id]));
}

export async function currencyOfOffer(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await sql<{ currency: string }>`select o.currency from ${offerRows} o where o.id = ${id}`.execute(
    tx,
  );
  return rows[0]?.currency ?? null;
}

/** each of these lists is read once, however many conversions the period has: asked for each of them, 20,000 lines take a minute */
const seenIn = (id: string, source: 'advertiser' | 'publisher') => sql`select w.conversion_id from reconciliation_rows w
        where w.reconciliation_id = ${id} and w.source = ${source} and w.conversion_id is not null`;
const isSeveral = (id: string) =>
  sql`w.reconciliation_id = ${id} and w.finding = 'several' and w.source = 'advertiser'`;

/** conversions of the period that the advertiser's file does not have; what is rejected already is missed by nobody */
export async function addOnlyOurs(
  tx: Tx,
  { tenantId, id, first, amountIs }: { tenantId: string; id: string; first: number; amountIs: 'sale' | 'revenue' },
  span: Span,
  mayReject: boolean,
): Promise<string[]> {
  const { rows } = await sql<{ conversion_id: string }>`
    insert into reconciliation_rows (tenant_id, reconciliation_id, advertiser_id, source, position, txn_id, click_id, finding,
      conversion_id, offer_id, publisher_id, ours_status, ours_at, ours_micros, ours_currency, proposal, choice, code)
    select ${tenantId}::uuid, ${id}::uuid, c.advertiser_id, 'ours', ${first}::int + (row_number() over (order by c.id))::int,
      c.txn_id, c.click_id, 'only_ours', c.id, c.offer_id, c.publisher_id, c.status, c.at,
      case when ${amountIs} = 'sale' then c.sale_micros else c.revenue_micros end,
      case when ${amountIs} = 'sale' then coalesce(c.sale_currency, c.currency) else c.currency end, p.proposal, p.proposal, 'not_found'
    from ${conversionRows} c
      cross join lateral (select case when ${mayReject} and c.id not in (
        select w.suggested_id from reconciliation_rows w where w.reconciliation_id = ${id} and w.suggested_id is not null)
        then 'reject' else 'ask' end as proposal) p
    where ${inSpan(span)} and c.status <> 'rejected'
      and c.id not in (${seenIn(id, 'advertiser')})
      and (c.txn_key is null or c.txn_key not in (select w.txn_key from reconciliation_rows w
        where ${isSeveral(id)} and w.txn_key is not null))
      and (c.click_id is null or c.click_id not in (select w.click_id from reconciliation_rows w
        where ${isSeveral(id)} and w.click_id is not null))
    returning conversion_id`.execute(tx);
  return rows.map(({ conversion_id: conversion }) => conversion);
}

/** of this publisher's, what its own export does not have */
export async function addPublisherMissing(
  tx: Tx,
  { tenantId, id, first, publisherId }: { tenantId: string; id: string; first: number; publisherId: string },
  span: Span,
): Promise<void> {
  await sql`
    insert into reconciliation_rows (tenant_id, reconciliation_id, advertiser_id, source, position, txn_id, click_id, p1, finding,
      conversion_id, offer_id, publisher_id, ours_status, ours_at)
    select ${tenantId}::uuid, ${id}::uuid, c.advertiser_id, 'ours', ${first}::int + (row_number() over (order by c.id))::int,
      c.txn_id, c.click_id, c.click_params ->> 'p1', 'publisher_missing', c.id, c.offer_id, c.publisher_id, c.status, c.at
    from ${conversionRows} c
    where ${inSpan(span)} and c.publisher_id = ${publisherId} and c.status <> 'rejected'
      and c.id not in (${seenIn(id, 'publisher')})`.execute(tx);
}

export async function markBilled(tx: Tx, id: string, conversionIds: readonly string[]): Promise<void> {
  if (conversionIds.length === 0) return;
  await sql`update reconciliation_rows set billed = true
    where reconciliation_id = ${id} and conversion_id = any(${[...conversionIds]}::uuid[])`.execute(tx);
}
