// Clicks and impressions as rows of (dimension values, facts): groups of the event store, to which names of people and states
// of offers are joined. The store knows offers by their numbers alone, so filters that speak of offers are resolved first.
import type { DimensionId, Fact } from '@tributary/contract/reports/report-catalogue';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { accountRows } from '../../accounts/index.ts';
import { type ClickBase, type ClickCondition, events, isClickFact } from '../../events/index.ts';
import { offerRows } from '../../offers/index.ts';
import {
  advertisersWhere,
  baseOf,
  groupValue,
  isOfAdvertiser,
  isOfOffer,
  knownToClicks,
  listOf,
  offersWhere,
  type Sql,
} from './dimension-sql.repo.ts';
import type { ClickPart } from './plan.ts';
import type { ReportFilter, ReportRequest } from './read-query.ts';
import { idsWithin, numbersWithin, type Viewer } from './viewer.ts';

/** numbers of these advertisers' offers */
export async function offersOf(tx: Tx, advertisers: readonly string[]): Promise<number[]> {
  if (advertisers.length === 0) return [];
  const rows = await tx
    .selectFrom(offerRows.as('offers'))
    .select('number')
    .where('advertiser_id', 'in', advertisers)
    .execute();
  return rows.map(({ number }) => number);
}

async function condition(tx: Tx, { dimension, values }: ReportFilter, isOfTurns: boolean): Promise<ClickCondition> {
  if (isOfTurns && isOfAdvertiser(dimension)) {
    const { rows } = await sql<{ id: string }>`${advertisersWhere(dimension, values)}`.execute(tx);
    return { advertisers: rows.map(({ id }) => id) };
  }
  if (dimension === 'offer' || dimension === 'publisher') return { of: dimension, numbers: values.map(Number) };
  if (isOfOffer(dimension)) {
    const { rows } = await sql<{ number: number }>`${offersWhere('number', dimension, values)}`.execute(tx);
    return { of: 'offer', numbers: rows.map(({ number }) => number) };
  }
  return {
    of: baseOf(dimension),
    values: dimension === 'country' ? values.map((text) => text.toUpperCase()) : [...values],
  };
}

/** rows of publishers, of advertisers' offers, or of both: a store without row-level security has no other wall */
async function scope(tx: Tx, viewer: Viewer, isOfTurns: boolean): Promise<ClickCondition[]> {
  const publishers = numbersWithin(viewer, 'publishers');
  const advertisers = idsWithin(viewer, 'advertisers');
  const whose: ClickCondition[] = publishers ? [{ of: 'publisher', numbers: publishers }] : [];
  if (!advertisers) return whose;
  return [...whose, isOfTurns ? { advertisers } : { of: 'offer', numbers: await offersOf(tx, advertisers) }];
}

async function conditions(
  tx: Tx,
  request: ReportRequest,
  viewer: Viewer,
  isOfTurns: boolean,
): Promise<ClickCondition[]> {
  const found = await scope(tx, viewer, isOfTurns);
  for (const filter of request.filters) {
    if (knownToClicks(filter.dimension)) found.push(await condition(tx, filter, isOfTurns));
  }
  return found;
}

/** an advertiser is found by the offer, unless the offer changed hands: then its turn names it */
const basesOf = (known: readonly DimensionId[], { turns }: ClickPart): ClickBase[] => {
  const named = known.map(baseOf).map((base) => (base === 'advertiser' && !turns ? 'offer' : base));
  return [...new Set(named)];
};

/** one relation for each part of the plan; what its conditions name is looked up once for all of them */
export async function clickFacts(
  tx: Tx,
  parts: readonly ClickPart[],
  request: ReportRequest,
  viewer: Viewer,
  facts: readonly Fact[],
): Promise<Sql[]> {
  const [turned, others] = [parts.some(({ turns }) => turns), parts.some(({ turns }) => !turns)];
  const ofTurns = turned ? await conditions(tx, request, viewer, true) : [];
  const ofAll = others ? await conditions(tx, request, viewer, false) : [];
  const relations: Sql[] = [];
  for (const part of parts) {
    relations.push(await partFacts(tx, part, request, viewer, facts, part.turns ? ofTurns : ofAll));
  }
  return relations;
}

async function partFacts(
  tx: Tx,
  part: ClickPart,
  request: ReportRequest,
  viewer: Viewer,
  facts: readonly Fact[],
  where: readonly ClickCondition[],
): Promise<Sql> {
  const { table: grain, start, end, days, except = [], turns = null } = part;
  const { tz, shiftDays } = request.period;
  const known = request.dimensions.filter(knownToClicks);
  const groups = await events().clickGroups(tx, viewer.tenantId, {
    ...{ grain, start, end, days, tz, shiftDays, where, except, turns },
    by: basesOf(known, part),
    facts: facts.filter(isClickFact),
  });
  const values = request.dimensions.map((id, at) => sql`${clickValue(id)} as ${sql.ref(`d${at}`)}`);
  const outer = facts.map(
    (fact) => sql`${isClickFact(fact) ? sql.ref(`b.${fact}`) : sql`0`}::numeric as ${sql.ref(fact)}`,
  );
  const marks = [sql`0::numeric as unpriced`, sql`0::numeric as hidden`, sql`0::numeric as open`];
  return sql`select ${listOf([...values, ...outer, ...marks])} from (${groups}) b ${namesFor(known, part)}`;
}

function namesFor(known: readonly DimensionId[], { turns }: ClickPart): Sql {
  const whose = known.some(isOfAdvertiser);
  const needsOffer = known.includes('offer_status') || (whose && !turns);
  return sql`${needsOffer ? sql`left join ${offerRows} o on o.number = b.offer` : sql``}
    ${whose ? sql`left join ${accountRows} a on a.id = ${turns ? sql`b.advertiser_id` : sql`o.advertiser_id`}` : sql``}`;
}

const clickValue = (id: DimensionId): Sql => (knownToClicks(id) ? groupValue(id) : sql`null::text`);
