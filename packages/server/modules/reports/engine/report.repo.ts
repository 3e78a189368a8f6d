// The one statement of a report: all sources under each other, added up by the dimensions, sorted and cut; the totals
// come in the same pass.
import { type Fact, isMetric, type MetricId, metrics, type Term } from '@tributary/contract/reports/report-catalogue';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { clickFacts } from './click-facts.repo.ts';
import { conversionFacts, conversionTimes, isMoney } from './conversion-facts.repo.ts';
import { listOf, ordinals, type Sql } from './dimension-sql.repo.ts';
import { isAmount, isOfTwoAmounts } from './figures.ts';
import type { Lens } from './lens.repo.ts';
import { lotFacts, lotsCanMatch } from './lot-facts.repo.ts';
import type { Exchange, Money } from './money.ts';
import type { Plan } from './plan.ts';
import { type ReportRequest, sortsAsNumber } from './read-query.ts';
import type { Viewer } from './viewer.ts';

export interface ReportSources {
  request: ReportRequest;
  plan: Plan;
  viewer: Viewer;
  exchange: Exchange;
  money: Money;
  lens: Lens;
  /** the other side of a comparison: what only it has gets a row too, with nothing in it */
  beside?: ReportSources;
}

type Key = readonly (string | null)[];
/** sums by fact; money as micro-units × 10¹² of the viewer's currency */
export interface Group {
  /** dimension values in the request's order; null: not known */
  keys: Key;
  sums: ReadonlyMap<Fact, bigint>;
  medianSeconds: number | null;
  /** conversions and lots whose payout is hidden from the viewer, and those whose is not */
  hidden: number;
  open: number;
  /** amounts without a rate, per currency; money as micro-units × 10¹² of that currency */
  unpriced: ReadonlyMap<string, ReadonlyMap<Fact, bigint>>;
}
export interface Groups {
  rows: Group[];
  totals: Group;
  totalRows: number;
  /** conversions and lots whose currency has no rate */
  unpriced: number;
}

/** counted beside the facts */
const marks = ['unpriced', 'hidden', 'open'] as const;
const keysOf = (request: ReportRequest): string[] => request.dimensions.map((_, at) => `d${at}`);
const ref = (name: string): Sql => sql.ref(name);

export async function allFacts(tx: Tx, sources: ReportSources, facts: readonly Fact[]): Promise<Sql> {
  const { request, plan, viewer, exchange, money, lens } = sources;
  const isWhole = lens.money === 'priced';
  const parts = [
    ...(isWhole ? await clickFacts(tx, plan.clicks, request, viewer, facts) : []),
    ...(isWhole || facts.some(isMoney)
      ? await conversionFacts(tx, plan.conversions, request, viewer, exchange, facts, lens)
      : []),
    ...(plan.lots && lotsCanMatch(request) ? [await lotFacts(tx, request, viewer, exchange, money, facts, lens)] : []),
  ];
  if (parts.length > 0) return sql.join(parts, sql` union all `);
  const keys = keysOf(request).map((key) => sql`null::text as ${ref(key)}`);
  const zeros = [...facts, ...marks].map((fact) => sql`0::numeric as ${ref(fact)}`);
  const currency = isWhole ? [] : [sql`null::text as cur`];
  return sql`select ${listOf([...keys, ...zeros, ...currency])} where false`;
}

/** the groups of both sides; the figures are this side's alone */
async function factsOfBoth(tx: Tx, sources: ReportSources, facts: readonly Fact[]): Promise<Sql> {
  const own = await allFacts(tx, sources, facts);
  const keys = keysOf(sources.request);
  if (!sources.beside || keys.length === 0) return own;
  const zeros = [...facts, ...marks].map((fact) => sql`0::numeric as ${ref(fact)}`);
  return sql`${own} union all
    select distinct ${listOf([...keys.map((key) => ref(`z.${key}`)), ...zeros])} from (${await allFacts(tx, sources.beside, [])}) z`;
}

const termSum = (terms: readonly Term[]): Sql =>
  sql.join(
    terms.map((term) => (term.startsWith('-') ? sql`- ${ref(`g.${term.slice(1)}`)}` : sql`+ ${ref(`g.${term}`)}`)),
    sql` `,
  );
/** only the order matters here; the figure itself is computed from whole numbers (figures.ts) */
function sortValue(id: MetricId): Sql {
  const { of, per, median, share } = metrics[id];
  if (median) return sql`g.median_seconds`;
  if (per && share) {
    return sql`(case when (${termSum(of)}) <= (${termSum(per)}) then (${termSum(of)}) / nullif(${termSum(per)}, 0) end)`;
  }
  if (!per) return sql`(${termSum(of)})`;
  const ratio = sql`(${termSum(of)}) / nullif(${termSum(per)}, 0)`;
  return isOfTwoAmounts(id) ? sql`(case when g.unpriced = 0 then ${ratio} end)` : ratio;
}

function orderBy({ sort, dimensions }: ReportRequest): Sql {
  const direction = sql.raw(sort.descending ? 'desc nulls last' : 'asc nulls last');
  const value = isMetric(sort.by)
    ? sortValue(sort.by)
    : sql`${ref(`g.d${dimensions.indexOf(sort.by)}`)}${sql.raw(sortsAsNumber(sort.by) ? '::bigint' : '')}`;
  return listOf([sql`${value} ${direction}`, ...dimensions.map((_, at) => ref(`g.d${at}`))]);
}

/** rows of another period that stand beside these */
const onlyThese = (keys: readonly string[], only: readonly Key[]): Sql => {
  const columns = keys.map((_, at) => sql`${only.map((row) => row[at] ?? '')}::text[]`);
  return sql`(${listOf(keys.map((key) => sql`coalesce(${ref(`f.${key}`)}, '')`))})
    in (select * from unnest(${listOf(columns)}))`;
};

/** common tables: `g` the groups, `t` their totals */
async function groups(
  tx: Tx,
  sources: ReportSources,
  facts: readonly Fact[],
  only: readonly Key[] | null,
): Promise<Sql> {
  const { request, plan, viewer } = sources;
  const keys = keysOf(request);
  const sums = [...facts, ...marks].map((fact) => sql`coalesce(sum(${ref(`f.${fact}`)}), 0) as ${ref(fact)}`);
  const conditions = [
    ...(request.withConversions ? [sql`sum(f.approved_conversions + f.pending_conversions) > 0`] : []),
    ...(only && keys.length > 0 ? [onlyThese(keys, only)] : []),
  ];
  const median = sql`percentile_disc(0.5) within group (order by seconds)`;
  const beside = keys.map((key) => sql`coalesce(${ref(`s.${key}`)}, '') = coalesce(${ref(`m.${key}`)}, '')`);
  const times = plan.median ? await conversionTimes(tx, request, viewer) : sql``;
  const medians = !plan.median
    ? sql`g as (select s.*, null::bigint as median_seconds from s)`
    : keys.length === 0
      ? sql`x as (${times}), g as (select s.*, (select ${median} from x) as median_seconds from s)`
      : sql`x as (${times}),
          m as (select ${listOf([...keys.map(ref), sql`${median} as median_seconds`])} from x group by ${ordinals(keys.length)}),
          g as (select s.*, m.median_seconds from s left join m on ${sql.join(beside, sql` and `)})`;
  const totals = [...facts, ...marks].map((fact) => sql`coalesce(sum(${ref(`g.${fact}`)}), 0) as ${ref(fact)}`);
  return sql`with f as (${await factsOfBoth(tx, sources, facts)}),
    s as (select ${listOf([...keys.map((key) => ref(`f.${key}`)), ...sums])} from f
      ${keys.length > 0 ? sql`group by ${ordinals(keys.length)}` : sql``}
      ${conditions.length > 0 ? sql`having ${sql.join(conditions, sql` and `)}` : sql``}),
    ${medians},
    t as (select ${listOf([sql`count(*) as n`, ...totals, plan.median ? sql`(select ${median} from x) as median_seconds` : sql`null::bigint as median_seconds`])} from g)`;
}

type RawRow = Record<string, string | number | null>;

function readGroup(row: RawRow, keys: readonly string[], facts: readonly Fact[]): Group {
  return {
    keys: keys.map((key) => (row[key] === null || row[key] === undefined ? null : String(row[key]))),
    sums: new Map(facts.map((fact) => [fact, BigInt(row[fact] ?? 0)])),
    medianSeconds: row.median_seconds === null ? null : Number(row.median_seconds),
    hidden: Number(row.hidden ?? 0),
    open: Number(row.open ?? 0),
    unpriced: new Map(),
  };
}

/** whole numbers as text: pg would make floats of them */
const asText = (of: string, facts: readonly Fact[]): Sql[] => [
  ...[...facts, ...marks].map((fact) => sql`${ref(`${of}.${fact}`)}::numeric(60, 0)::text as ${ref(fact)}`),
  sql`${ref(`${of}.median_seconds`)}::text as median_seconds`,
];

export async function readGroups(tx: Tx, sources: ReportSources, only: readonly Key[] | null = null): Promise<Groups> {
  const { request, plan } = sources;
  const facts = [...plan.facts];
  const keys = keysOf(request);
  const page = sql`select row_number() over (order by ${orderBy(request)}) as pos, g.* from g
    order by pos limit ${request.limit} offset ${request.offset}`;
  const { rows } = await sql<RawRow>`${await groups(tx, sources, facts, only)}
    select ${listOf([sql`p.pos::text as pos`, ...keys.map((key) => ref(`p.${key}`)), ...asText('p', facts)])} from (${page}) p
    union all
    select ${listOf([sql`'total:' || t.n as pos`, ...keys.map((key) => sql`null as ${ref(key)}`), ...asText('t', facts)])} from t`.execute(
    tx,
  );
  const total = rows.find(({ pos }) => String(pos).startsWith('total:'));
  if (!total) throw new Error('a report has totals');
  const unpriced = Number(total.unpriced ?? 0);
  const found = rows
    .filter((row) => row !== total)
    .sort((a, b) => Number(a.pos) - Number(b.pos))
    .map((row) => readGroup(row, keys, facts));
  const [whole = readGroup(total, [], facts)] =
    unpriced > 0 ? await withUnpriced(tx, overall(sources), [readGroup(total, [], facts)]) : [];
  return {
    rows: unpriced > 0 ? await withUnpriced(tx, sources, found) : found,
    totals: whole,
    totalRows: Number(String(total.pos).slice('total:'.length)),
    unpriced,
  };
}

/** the same without dimensions: what its totals are made of */
export const overall = ({ beside: _beside, ...sources }: ReportSources): ReportSources => ({
  ...sources,
  request: {
    ...sources.request,
    dimensions: [],
    withConversions: false,
    // a sort by a dimension would name a column that is not there
    sort: { by: sources.request.metrics[0] ?? 'clicks', descending: true },
  },
});

/** sums per group and currency, through a lens that shows amounts in their own */
export async function readByCurrency(
  tx: Tx,
  sources: ReportSources,
  only: readonly Key[] | null,
): Promise<{ key: Key; currency: string; sums: Map<Fact, bigint> }[]> {
  const facts = [...sources.plan.facts].filter(isAmount);
  if (facts.length === 0) return [];
  const keys = keysOf(sources.request);
  const columns = [...keys.map((key) => ref(`f.${key}`)), ref('f.cur')];
  const sums = facts.map((fact) => sql`coalesce(sum(${ref(`f.${fact}`)}), 0)::numeric(60, 0)::text as ${ref(fact)}`);
  const { rows } =
    await sql<RawRow>`select ${listOf([...columns, ...sums])} from (${await allFacts(tx, sources, facts)}) f
    where f.cur is not null ${only && keys.length > 0 ? sql`and ${onlyThese(keys, only)}` : sql``}
    group by ${ordinals(columns.length)} order by f.cur`.execute(tx);
  return rows.flatMap((row) => {
    const read = new Map(facts.map((fact) => [fact, BigInt(row[fact] ?? 0)]));
    if ([...read.values()].every((sum) => sum === 0n)) return [];
    return [{ key: readGroup(row, keys, []).keys, currency: String(row.cur), sums: read }];
  });
}

/** asked only where something has no rate: it is seldom, and costs a second statement */
export async function withUnpriced(tx: Tx, sources: ReportSources, groups: readonly Group[]): Promise<Group[]> {
  if (groups.length === 0) return [];
  const lens: Lens = { ...sources.lens, money: 'unpriced' };
  const { beside: _beside, ...own } = sources;
  const found = await readByCurrency(
    tx,
    { ...own, lens },
    groups.map(({ keys }) => keys),
  );
  const byKey = new Map<string, Map<string, Map<Fact, bigint>>>();
  for (const { key, currency, sums } of found) {
    const name = JSON.stringify(key);
    byKey.set(name, (byKey.get(name) ?? new Map()).set(currency, sums));
  }
  return groups.map((group) => ({ ...group, unpriced: byKey.get(JSON.stringify(group.keys)) ?? new Map() }));
}

/** a file may take longer than a screen; the lease of its job goes on meanwhile */
export async function longStatements(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = '10min'`.execute(tx);
}

const FETCH = 2_000;

/** every group, in batches, for a file: the statement runs once and is read by a cursor inside the transaction */
export async function* streamGroups(tx: Tx, sources: ReportSources): AsyncGenerator<Group[]> {
  const { request, plan } = sources;
  const facts = [...plan.facts];
  const keys = keysOf(request);
  await sql`declare report_rows no scroll cursor for ${await groups(tx, sources, facts, null)}
    select ${listOf([...keys.map((key) => ref(`g.${key}`)), ...asText('g', facts)])} from g order by ${orderBy(request)}`.execute(
    tx,
  );
  for (;;) {
    const { rows } = await sql<RawRow>`fetch ${sql.lit(FETCH)} from report_rows`.execute(tx);
    const batch = rows.map((row) => readGroup(row, keys, facts));
    const isPartial = rows.some(({ unpriced }) => Number(unpriced) > 0);
    if (batch.length > 0) yield isPartial ? await withUnpriced(tx, sources, batch) : batch;
    if (rows.length < FETCH) break;
  }
  await sql`close report_rows`.execute(tx);
}
