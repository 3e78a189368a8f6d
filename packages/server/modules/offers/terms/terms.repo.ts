// What prices a click or a conversion: the version of an offer's terms that was in force at its own moment, never today's.
// The database writes the versions (migration 0021), whoever changes an offer; here they are only read.

import { termsLog } from '@tributary/contract/conversions/lots';
import { offerFields } from '@tributary/contract/offers/offer-fields';
import type { conversionTrackings, OfferType } from '@tributary/contract/offers/offer-terms';
import { capActionNames, capMetrics, capPeriods, offerTypes } from '@tributary/contract/offers/offer-terms';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../../../platform/db/database.ts';
import type { OfferTerms } from '../../../platform/db/schema.gen.ts';
import { byNumber } from '../../../platform/lists/keys.ts';
import { keysetList } from '../../../platform/lists/sql-list.ts';
import { accountRows } from '../../accounts/index.ts';
import { type Publisher, pageOfCampaigns } from '../campaigns/campaigns.repo.ts';
import type { StoredCap } from '../saving/caps.repo.ts';
import { goalsOf, grouped } from '../saving/goals-and-pages.repo.ts';
import type { StoredGoal } from '../saving/offer-fields.ts';
import type { PayoutRule } from './payout-rules.ts';

export interface PricedTerms {
  offerId: string;
  version: number;
  inForceFrom: Date;
  type: OfferType;
  currency: string;
  advertiserId: string;
  goals: StoredGoal[];
  rules: PayoutRule[];
  caps: StoredCap[];
}

/** an offer as a conversion needs it: what prices it, as of a moment, and what decides about its status */
export interface ConversionTerms extends PricedTerms {
  id: string;
  number: number;
  title: string;
  status: 'active' | 'paused' | 'pending';
  category: string | null;
  externalId: string | null;
  appId: string | null;
  hidePayout: boolean;
  tracking: (typeof conversionTrackings)[number];
  holdMinutes: number;
  statusAfterHold: 'approved' | 'pending' | 'rejected';
  clickLifeDays: number;
  minCtitSeconds: number;
  /** when the next version begins; null while this is the last one */
  inForceUntil: Date | null;
}

const micros = z.string().transform(BigInt);
const basisPoints = z.number().int().nullable();
const moment = z.coerce.date();
const Goals = z.array(
  z
    .object({
      id: z.string(),
      number: z.number().int(),
      name: z.string(),
      token: z.string(),
      revenue: micros,
      revenue_basis_points: basisPoints,
      payout: micros,
      payout_basis_points: basisPoints,
    })
    .transform(
      ({ revenue, payout, ...goal }): StoredGoal => ({
        id: goal.id,
        number: goal.number,
        name: goal.name,
        token: goal.token,
        revenueMicros: revenue,
        revenueBasisPoints: goal.revenue_basis_points,
        payoutMicros: payout,
        payoutBasisPoints: goal.payout_basis_points,
      }),
    ),
);
const Rules = z.array(
  z
    .object({
      id: z.string(),
      number: z.number().int(),
      publisher_id: z.string().nullable(),
      goal_id: z.string().nullable(),
      countries: z.array(z.string()),
      source: z.string().nullable(),
      from_conversions: z.number().int(),
      starts_at: moment.nullable(),
      ends_at: moment.nullable(),
      revenue: micros.nullable(),
      revenue_basis_points: basisPoints,
      payout: micros.nullable(),
      payout_basis_points: basisPoints,
    })
    .transform(
      (rule): PayoutRule => ({
        id: rule.id,
        number: rule.number,
        publisherId: rule.publisher_id,
        goalId: rule.goal_id,
        countries: rule.countries,
        source: rule.source,
        fromConversions: rule.from_conversions,
        startsAt: rule.starts_at,
        endsAt: rule.ends_at,
        payoutMicros: rule.payout,
        payoutBasisPoints: rule.payout_basis_points,
        revenueMicros: rule.revenue,
        revenueBasisPoints: rule.revenue_basis_points,
      }),
    ),
);
const Caps = z.array(
  z
    .object({
      id: z.string(),
      publisher_id: z.string().nullable(),
      metric: z.enum(capMetrics),
      period: z.enum(capPeriods),
      limit: micros,
      action: z.enum(capActionNames),
    })
    .transform(({ publisher_id, ...cap }): StoredCap => ({ ...cap, publisherId: publisher_id })),
);

export const readTerms = (row: Selectable<OfferTerms>): PricedTerms => ({
  offerId: row.offer_id,
  version: row.version,
  inForceFrom: row.in_force_from,
  type: z.enum(offerTypes).parse(row.offer_type),
  currency: row.currency,
  advertiserId: row.advertiser_id,
  goals: Goals.parse(row.goals),
  rules: Rules.parse(row.payout_rules),
  caps: Caps.parse(row.caps),
});

const columns = [
  'o.id',
  'o.number',
  'o.title',
  'o.status',
  'o.category',
  'o.external_offer_id',
  'o.app_id',
  'o.hide_payout',
  'o.conversion_tracking',
  'o.hold_minutes',
  'o.status_after_hold',
  'o.click_life_days',
  'o.min_ctit_seconds',
] as const;

/** by a moment, or by the version that a conversion names */
export type AsOf = { at: Date } | { version: number };

export async function termsAt(
  tx: Tx,
  by: { number: number } | { id: string },
  asOf: AsOf,
): Promise<ConversionTerms | null> {
  const query = tx
    .selectFrom('offers as o')
    .innerJoinLateral(
      (eb) => {
        const versions = eb.selectFrom('offer_terms as v').selectAll('v').whereRef('v.offer_id', '=', 'o.id');
        return (
          'at' in asOf
            ? versions.where('v.in_force_from', '<=', asOf.at).orderBy('v.version', 'desc').limit(1)
            : versions.where('v.version', '=', asOf.version)
        ).as('t');
      },
      (join) => join.onTrue(),
    )
    .select(columns)
    .selectAll('t')
    .select(
      sql<Date | null>`(select min(n.in_force_from) from offer_terms n where n.offer_id = o.id and n.version > t.version)`.as(
        'in_force_until',
      ),
    );
  const row = await ('id' in by
    ? query.where('o.id', '=', by.id)
    : query.where('o.number', '=', by.number)
  ).executeTakeFirst();
  if (!row) return null;
  return {
    ...readTerms(row),
    inForceUntil: row.in_force_until,
    id: row.id,
    number: row.number,
    title: row.title,
    status: offerFields.status.value.parse(row.status),
    tracking: offerFields.conversion_tracking.value.parse(row.conversion_tracking),
    statusAfterHold: offerFields.status_after_hold.value.parse(row.status_after_hold),
    category: row.category,
    externalId: row.external_offer_id,
    appId: row.app_id,
    hidePayout: row.hide_payout,
    holdMinutes: row.hold_minutes,
    clickLifeDays: row.click_life_days,
    minCtitSeconds: row.min_ctit_seconds,
  };
}

/**
 * Of the version's goals, or, for a receipt that is tried again once its goal is there, one that came to be later: as its
 * first version had it, if that was in the same currency.
 */
export async function goalOf(
  tx: Tx,
  terms: ConversionTerms,
  wanted: { token: string } | { id: string },
): Promise<StoredGoal | null> {
  const isWanted = (goal: StoredGoal) => ('id' in wanted ? goal.id === wanted.id : goal.token === wanted.token);
  const own = terms.goals.find(isWanted);
  if (own) return own;
  const row = await tx
    .selectFrom('offer_terms')
    .selectAll()
    .where('offer_id', '=', terms.id)
    .where('version', '>', terms.version)
    .where('currency', '=', terms.currency)
    .where(sql<boolean>`goals @> ${JSON.stringify([wanted])}::jsonb`)
    .orderBy('version')
    .limit(1)
    .executeTakeFirst();
  return row ? (readTerms(row).goals.find(isWanted) ?? null) : null;
}

/** of each offer, the version that is in force */
export async function termsVersionsOf(tx: Tx, offerIds: readonly string[]): Promise<Map<string, number>> {
  if (offerIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('offer_terms')
    .select((eb) => ['offer_id', eb.fn.max('version').as('version')])
    .where('offer_id', 'in', [...offerIds])
    .groupBy('offer_id')
    .execute();
  return new Map(rows.map(({ offer_id, version }) => [offer_id, version]));
}

/** whose each offer has been, by any of its versions */
export async function formerAdvertisersOf(
  tx: Tx,
  offerIds: readonly string[],
): Promise<Map<string, { id: string; number: number }[]>> {
  if (offerIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('offer_terms as t')
    .innerJoin(accountRows.as('u'), (join) =>
      join.onRef('u.tenant_id', '=', 't.tenant_id').onRef('u.id', '=', 't.advertiser_id'),
    )
    .select(['t.offer_id', 'u.id', 'u.user_sequence_id as number'])
    .where('t.offer_id', 'in', [...offerIds])
    .groupBy(['t.offer_id', 'u.id', 'u.user_sequence_id'])
    .orderBy('u.user_sequence_id')
    .execute();
  return grouped(rows.map(({ offer_id: offerId, id, number }) => ({ offerId, row: { id, number } })));
}

/** of each offer, the goals' tokens of all its versions */
export async function tokensEverOf(tx: Tx, offerIds: readonly string[]): Promise<Map<string, string[]>> {
  if (offerIds.length === 0) return new Map();
  const { rows } = await sql<{ offer_id: string; token: string }>`
    select distinct t.offer_id, g.value ->> 'token' as token from offer_terms t, jsonb_array_elements(t.goals) g
    where t.offer_id = any(${[...offerIds]}::uuid[]) and g.value ->> 'token' <> '' order by 1, 2`.execute(tx);
  return grouped(rows.map(({ offer_id: offerId, token }) => ({ offerId, row: token })));
}

/** one that is gone by now, as its last version had it: orders of it are still spoken of */
export async function formerGoal(tx: Tx, terms: ConversionTerms, token: string): Promise<StoredGoal | null> {
  const row = await tx
    .selectFrom('offer_terms')
    .selectAll()
    .where('offer_id', '=', terms.id)
    .where('version', '<', terms.version)
    .where(sql<boolean>`goals @> ${JSON.stringify([{ token }])}::jsonb`)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? (readTerms(row).goals.find((goal) => goal.token === token) ?? null) : null;
}

/** of one offer, newest first */
export const termsVersions = keysetList(termsLog, {
  from: (tx: Tx, { offerId }: { offerId: string }) =>
    tx.selectFrom('offer_terms as t').where('t.offer_id', '=', offerId),
  rows: (query) =>
    query
      .selectAll('t')
      .select((eb) =>
        eb
          .selectFrom('offer_terms as n')
          .select('n.in_force_from')
          .whereRef('n.offer_id', '=', 't.offer_id')
          .where('n.version', '=', sql<number>`t.version + 1`)
          .as('in_force_until'),
      ),
  filters: {},
  key: byNumber('t.version', 'desc'),
  cursorOf: (row) => row.version,
});

type VersionRow = Awaited<ReturnType<typeof termsVersions.page>>['rows'][number];
export const readVersion = (row: VersionRow): PricedTerms & { inForceUntil: Date | null } => ({
  ...readTerms(row),
  inForceUntil: row.in_force_until,
});

/** whether clicks or impressions were ever paid for themselves */
export async function hasPaidByEvent(tx: Tx): Promise<boolean> {
  const row = await tx
    .selectFrom('offer_terms')
    .select('version')
    .where('offer_type', 'in', ['CPC', 'CPM'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** a stretch of time in which an offer was of one advertiser, of offers that have had more than one */
export interface AdvertiserTurn {
  /** the offer's number */
  offer: number;
  advertiserId: string;
  from: Date;
  /** null: until now */
  until: Date | null;
}

export async function advertiserTurns(tx: Tx): Promise<AdvertiserTurn[]> {
  const { rows } = await sql<{ offer: number; advertiser_id: string; from: Date; until: Date | null }>`
    with changed as materialized (
      select distinct t.offer_id from offer_terms t join offers o on o.id = t.offer_id
      where t.advertiser_id is distinct from o.advertiser_id),
    versions as (
      select t.offer_id, t.advertiser_id, t.version, t.in_force_from,
        lead(t.in_force_from) over (partition by t.offer_id order by t.version) as until
      from offer_terms t where t.offer_id in (select offer_id from changed))
    select o.number as offer, v.advertiser_id, v.in_force_from as from, v.until from versions v
      join offers o on o.id = v.offer_id
    where v.until is null or v.until > v.in_force_from order by o.number, v.version`.execute(tx);
  // versions in a row of the same advertiser are one turn
  return rows.reduce<AdvertiserTurn[]>((turns, { offer, advertiser_id: advertiserId, from, until }) => {
    const last = turns.at(-1);
    if (last?.offer === offer && last.advertiserId === advertiserId) last.until = until;
    else turns.push({ offer, advertiserId, from, until });
    return turns;
  }, []);
}

export interface PaidVersion extends PricedTerms {
  number: number;
  model: 'CPC' | 'CPM';
  inForceUntil: Date | null;
}

/** every version by which clicks or impressions of the time between the two were paid for themselves */
export async function versionsPaidByEvent(tx: Tx, from: Date, until: Date): Promise<PaidVersion[]> {
  const rows = await tx
    .with('versions', (db) =>
      db
        .selectFrom('offer_terms as t')
        .selectAll('t')
        .select(
          sql<Date | null>`lead(t.in_force_from) over (partition by t.offer_id order by t.version)`.as(
            'in_force_until',
          ),
        )
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('offer_terms as p')
              .select('p.version')
              .whereRef('p.offer_id', '=', 't.offer_id')
              .where('p.offer_type', 'in', ['CPC', 'CPM']),
          ),
        ),
    )
    .selectFrom('versions as v')
    .innerJoin('offers as o', 'o.id', 'v.offer_id')
    .selectAll('v')
    .select('o.number')
    .where('v.offer_type', 'in', ['CPC', 'CPM'])
    .where('v.in_force_from', '<', until)
    .where(sql<boolean>`(v.in_force_until is null or v.in_force_until > greatest(v.in_force_from, ${from}))`)
    .orderBy('o.number')
    .orderBy('v.version')
    .execute();
  return rows.map((row) => ({
    ...readTerms(row),
    number: row.number,
    model: row.offer_type === 'CPC' ? 'CPC' : 'CPM',
    inForceUntil: row.in_force_until,
  }));
}

export interface OfferChoice {
  id: string;
  number: number;
  name: string;
  tracking: ConversionTerms['tracking'];
  goals: StoredGoal[];
}

/** newest first; an advertiser's own, or all */
export async function offerChoices(tx: Tx, advertiserId: string | null, limit: number): Promise<OfferChoice[]> {
  let query = tx.selectFrom('offers').select(['id', 'number', 'title', 'conversion_tracking']);
  if (advertiserId) query = query.where('advertiser_id', '=', advertiserId);
  return withGoals(tx, await query.orderBy('number', 'desc').limit(limit).execute());
}

/** those that this publisher sees */
export async function campaignChoices(tx: Tx, publisher: Publisher, at: Date, limit: number): Promise<OfferChoice[]> {
  const { rows } = await pageOfCampaigns(tx, publisher, at, { page_size: limit });
  return withGoals(tx, rows);
}

type Chosen = { id: string; number: number; title: string; conversion_tracking: string };
async function withGoals(tx: Tx, rows: readonly Chosen[]): Promise<OfferChoice[]> {
  const goals = await goalsOf(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    name: row.title,
    tracking: offerFields.conversion_tracking.value.parse(row.conversion_tracking),
    goals: goals.get(row.id) ?? [],
  }));
}
