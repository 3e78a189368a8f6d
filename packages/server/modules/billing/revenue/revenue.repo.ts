// A publisher's entries, each with where it stands; their sums by day, by offer and in all.
import {
  type RevenueAsked,
  type RevenueStage,
  type revenueBy,
  revenueEntryLog,
  revenueList,
} from '@tributary/contract/billing/revenue';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import type { Key } from '../../../platform/lists/keys.ts';
import { countedList, inBatches, keysetList } from '../../../platform/lists/sql-list.ts';
import type { KnownOffer } from '../../conversions/index.ts';
import { offerRows } from '../../offers/index.ts';
import { claimable, isHeld } from '../documents/claims.repo.ts';

export interface RevenueOf {
  ownerId: string;
  by: (typeof revenueBy)[number];
  /** `2026-10`: that month's alone */
  month?: string | undefined;
  now: Date;
  timeZone: string;
  holdDays: number;
  /** the workspace's currency */
  home: string;
  /** whether the publisher may know the campaign's name */
  knows: KnownOffer;
}

export interface FoundEntry {
  sequence: string;
  at: Date;
  day: string;
  kind: 'earning' | 'adjustment' | 'referral';
  offer_number: number | null;
  offer_title: string | null;
  is_hidden: boolean;
  stage: RevenueStage;
  until: Date | null;
  document_id: string | null;
  number_text: string | null;
  conversion_id: string | null;
  reason: string;
  currency: string;
  amount_micros: string;
  /** of the row that it is added up in, by day and by offer */
  day_place: string;
  month_place: string;
  offer_place: string;
}

/**
 * A draft is none yet to its owner: what stands in one is available still. Of campaigns whose payout is hidden a day would tell what one
 * conversion pays, and so would what is asked about: they are told by the month, and what waits for an answer with what is on hold.
 */
const placed = ({ ownerId, now, timeZone, holdDays, knows }: RevenueOf): RawBuilder<FoundEntry> => sql<FoundEntry>`(
  select u.sequence, u.at, u.event_day::text as day, u.line_kind as kind, campaign.number as offer_number,
    case when ${knows(sql.ref('campaign.id'))} then campaign.title else 'Campaign ' || campaign.number end as offer_title,
    coalesce(campaign.hide_payout, false) as is_hidden, d.id as document_id, d.number_text, u.reason, u.currency, u.amount_micros,
    case u.subject_kind when 'conversion' then u.subject_id end as conversion_id,
    case when campaign.hide_payout then to_char(u.event_day, 'YYYY-MM') else u.event_day::text end as day_place,
    to_char(u.event_day, 'YYYY-MM') as month_place,
    case when campaign.hide_payout then 'hidden' when campaign.id is not null then campaign.id::text else u.line_kind end as offer_place,
    case when u.phase = 'posted' and d.id is null and ${isHeld({ holdDays, now })}
      then u.event_at + make_interval(days => ${holdDays}::int) end as until,
    case when u.phase = 'pending' then 'pending' when d.state = 'paid' then 'paid' when d.id is not null then 'billed'
      when u.is_disputed and campaign.hide_payout is not true then 'disputed'
      when u.is_disputed or ${isHeld({ holdDays, now })} then 'hold' else 'available' end as stage
  from ${claimable('publisher', timeZone, ['pending', 'posted'])} u
    left join ${offerRows} campaign on campaign.tenant_id = u.tenant_id and campaign.id = u.offer_id
    left join document_entries x on x.tenant_id = u.tenant_id and x.transfer_id = u.id and x.released_at is null
    left join documents d on d.tenant_id = u.tenant_id and d.id = x.document_id and d.state <> 'draft'
  where u.owner_id = ${ownerId})`;

interface Sums {
  currency: string;
  earned: string;
  pending: string;
  hold: string;
  disputed: string;
  available: string;
  billed: string;
  paid: string;
}
export interface FoundRow extends Sums {
  place: string;
  offer_number: number | null;
  offer_title: string | null;
}

const of = (stage: RevenueStage) =>
  sql`coalesce(sum(e.amount_micros) filter (where e.stage = ${sql.lit(stage)}), 0)::bigint as ${sql.ref(stage)}`;
const sums = sql`sum(e.amount_micros)::bigint as earned, ${of('pending')}, ${of('hold')}, ${of('disputed')},
  ${of('available')}, ${of('billed')}, ${of('paid')}`;

const rowsOf = (whose: RevenueOf) =>
  sql<FoundRow>`(
    select e.${sql.ref(`${whose.by}_place`)} as place, e.currency, ${sums},
      max(e.offer_number) filter (where not e.is_hidden) as offer_number,
      max(e.offer_title) filter (where not e.is_hidden) as offer_title
    from ${placed(whose)} e where ${whose.month ?? null}::text is null or e.month_place = ${whose.month ?? null}
    group by 1, 2)`.as('r');

/** within a place by currency */
const byPlace: Key = {
  order: [
    ['r.place', 'desc'],
    ['r.currency', 'desc'],
  ],
  after: (cursor) => {
    const [, place, currency] = /^(.{1,60})\.([A-Z]{3})$/.exec(cursor) ?? [];
    return place === undefined ? null : sql<boolean>`(r.place, r.currency) < (${place}, ${currency})`;
  },
};

export const revenue = inBatches(
  countedList(revenueList, {
    from: (tx: Tx, whose: RevenueOf) => tx.selectFrom(rowsOf(whose)),
    rows: (query) => query.selectAll('r'),
    filters: {
      // decided before: they are how and of what rows are added up
      by: () => sql<boolean>`true`,
      month: () => sql<boolean>`true`,
      currency: (eb, currency) => eb('r.currency', '=', currency),
      q: (_eb, text) =>
        sql<boolean>`(r.offer_title ilike ${`%${text}%`} or r.offer_number::text = ${text} or r.place = ${text})`,
    },
    sorts: { day: 'r.place', month: 'r.place', earned: 'r.earned' },
    sort: '-day',
    tie: ['r.currency', 'asc'],
  }),
  { key: byPlace, cursorOf: ({ place, currency }) => `${place}.${currency}` },
);

/** the workspace's own currency first */
export async function revenueTotals(tx: Tx, whose: RevenueOf): Promise<Sums[]> {
  const { rows } = await sql<Sums>`
    select e.currency, ${sums} from ${placed(whose)} e group by 1 order by e.currency <> ${whose.home}, 1`.execute(tx);
  return rows;
}

const PLACE = /^(day|offer|month)\.([^@]{1,60})(?:@(\d{4}-\d{2}))?\.([A-Z]{3})$/;
/** those behind a row, or all of them where no row is named; one that is none lets nothing through */
const behind = (row: string): RawBuilder<boolean> => {
  const [, by, place, month, currency] = PLACE.exec(row) ?? [];
  return by === undefined
    ? sql<boolean>`false`
    : sql<boolean>`e.${sql.ref(`${by}_place`)} = ${place} and e.currency = ${currency}
        and (${month ?? null}::text is null or e.month_place = ${month ?? null})`;
};
const standsAt = (stage: RevenueAsked): RawBuilder<boolean> =>
  stage === 'approved' ? sql<boolean>`e.stage <> 'pending'` : sql<boolean>`e.stage = ${stage}`;
const bySequence: Key = {
  order: [['e.sequence', 'desc']],
  after: (cursor) => (/^\d{1,18}$/.test(cursor) ? sql<boolean>`e.sequence < ${cursor}::bigint` : null),
};

/** without those of hidden campaigns: one entry would tell what the campaign pays */
export const revenueEntries = keysetList(revenueEntryLog, {
  from: (tx: Tx, whose: RevenueOf) => tx.selectFrom(placed(whose).as('e')).where('e.is_hidden', '=', false),
  rows: (query) => query.selectAll('e'),
  filters: {
    of: (_eb, row) => behind(row),
    currency: (eb, currency) => eb('e.currency', '=', currency),
    stage: (_eb, stage) => standsAt(stage),
  },
  key: bySequence,
  cursorOf: (row) => row.sequence,
});

export async function hiddenSum(
  tx: Tx,
  whose: RevenueOf,
  asked: { of?: string | undefined; currency?: string | undefined; stage?: RevenueAsked | undefined },
): Promise<bigint> {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(e.amount_micros), 0)::bigint as sum from ${placed(whose)} e
    where e.is_hidden and ${asked.of === undefined ? sql`true` : behind(asked.of)}
      and (${asked.currency ?? null}::text is null or e.currency = ${asked.currency ?? null})
      and ${asked.stage === undefined ? sql`true` : standsAt(asked.stage)}`.execute(tx);
  return BigInt(rows[0]?.sum ?? 0);
}
