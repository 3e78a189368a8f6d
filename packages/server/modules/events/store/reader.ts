// What is read of clicks and impressions, whichever store keeps them. A reader knows offers and people by their numbers and
// nothing of their tables: who asks resolves names and states first, and joins them to groups, never to rows.
import type { DimensionId, Fact } from '@tributary/contract/reports/report-catalogue';
import type { RawBuilder, Selectable } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import type { Events } from '../../../platform/db/schema.gen.ts';

/**
 * Rows that another statement on PostgreSQL reads from: a subselect where the store is PostgreSQL itself, the fetched rows as
 * unnest(…) where it is elsewhere.
 */
export type Relation = RawBuilder<unknown>;

/** days in the tenant's own zone, YYYY-MM-DD: the first, and the one after the last */
export interface Days {
  from: string;
  until: string;
}

export const clickColumns = [
  'verdict',
  'landing',
  'is_unique',
  'tracking_host',
  'source',
  'sub_source',
  'country',
  'region',
  'city',
  'zip',
  'isp',
  'device_type',
  'device_brand',
  'device_model',
  'os',
  'os_version',
  'browser',
  'browser_version',
  'user_agent',
  'language',
  'referer',
  'ip',
  'params',
] as const;
export type StoredClick = Pick<ScannedEvent, (typeof clickColumns)[number]>;

/** how finely the rows that answer are kept; a store without one of its own for a name reads the next finer */
export type ClickGrain =
  | 'country'
  | 'offer'
  | 'publisher'
  | 'offer_publisher'
  | 'day'
  | 'quarter'
  | 'time'
  | 'source'
  | 'raw';

export const clickFacts = [
  'gross_impressions',
  'impressions',
  'gross_clicks',
  'clicks',
  'unique_clicks',
  'invalid_clicks',
] as const satisfies readonly Fact[];
export type ClickFact = (typeof clickFacts)[number];
export const isClickFact = (fact: Fact): fact is ClickFact => clickFacts.some((known) => known === fact);

/** a column of the groups; `advertiser` is that of a turn, and its column is called advertiser_id */
export type ClickBase = 'local_day' | 'hour_at' | DimensionId;

export interface ClickSpan {
  start: Date;
  end: Date;
  /** of grains that are kept by day */
  days: Days | null;
}

export type ClickCondition =
  | { of: 'offer' | 'publisher'; numbers: readonly number[] }
  | { of: ClickBase; values: readonly string[] }
  /** of turns */
  | { advertisers: readonly string[] };

export interface ClickQuestion extends ClickSpan {
  grain: ClickGrain;
  /** in which local days and hours are told, and by how many days they are moved */
  tz: string;
  shiftDays: number;
  by: readonly ClickBase[];
  facts: readonly ClickFact[];
  where: readonly ClickCondition[];
  /** offers, by their numbers, that are left out */
  except: readonly number[];
  /** only these offers, each while it was of that advertiser; null: all */
  turns: readonly (ClickSpan & { offer: number; advertiserId: string })[] | null;
}

export interface ClickWindow {
  offer: number;
  /** null: of all */
  publisher: number | null;
  /** whole days, or whole quarters of an hour */
  span: Days | { start: Date; end: Date };
}

export interface PaidStretch {
  offer: number;
  kind: 'click' | 'impression';
  from: Date;
  until: Date;
}

export interface TrafficFilter {
  publishers?: readonly number[];
  offers?: readonly number[];
  /** only after this day, UTC */
  since?: Date;
  /** only clicks that count */
  billable: boolean;
}

export interface RecountedPublisher {
  publisher: number;
  clicks: number;
  /** of the clicks, those that count */
  billable: number;
  impressions: number;
  differs: boolean;
}

/** one row as it was stored, with every column of the spool record */
export type ScannedEvent = Omit<Selectable<Events>, 'tenant_id' | 'day' | 'params'> & {
  params: Record<string, string>;
};
/** somebody who clicked, by whatever he is known: rows of any of these are his */
export interface Visitor {
  clickIds: readonly string[];
  ip: string | null;
  /** lower case: values of parameters, and texts that stand in an address */
  values: readonly string[];
}
export interface ScanFilter {
  visitor?: Visitor | undefined;
  kind?: 'click' | 'impression' | undefined;
  offer?: number | undefined;
  publisher?: number | undefined;
  verdict?: string | undefined;
}
/** the last row that was read; its time as the store has it, to the microsecond */
export interface ScanCursor {
  at: string;
  eventId: string;
}
export interface ScanPage {
  rows: ScannedEvent[];
  /** null: there are no more */
  next: ScanCursor | null;
}

/**
 * Every function is asked in a transaction that is bound to the tenant, and is told the tenant: a store without row-level
 * security has nothing else to go by.
 */
export interface EventReader {
  /** its id says when it was; null until its tracker has shipped it */
  clickById(tx: Tx, tenantId: string, clickId: string, at: Date): Promise<StoredClick | null>;
  /** one row whole, click or impression; null until its tracker has shipped it, and once it is no longer kept */
  eventById(tx: Tx, tenantId: string, eventId: string, at: Date): Promise<ScannedEvent | null>;
  /** billable clicks, in the windows' order */
  dailyCounts(tx: Tx, tenantId: string, windows: readonly ClickWindow[]): Promise<bigint[]>;
  /** of all publishers or of one: (stretch, bucket, publisher, country, events); countries upper case, '' where unknown */
  paidCounts(tx: Tx, tenantId: string, stretches: readonly PaidStretch[], publisher?: number): Promise<Relation>;
  /** how many clicks of this span name each lot; of none nothing */
  clicksOfLots(
    tx: Tx,
    tenantId: string,
    lots: readonly string[],
    span: { start: Date; end: Date },
  ): Promise<Map<string, number>>;
  /** rows of the columns `by`, and the facts */
  clickGroups(tx: Tx, tenantId: string, question: ClickQuestion): Promise<Relation>;
  /** billable, of the last twelve hours: (offer, hour, at, clicks, impressions) */
  recentHours(
    tx: Tx,
    tenantId: string,
    whose: { publisher: number } | { offers: readonly number[] },
    at: Date,
  ): Promise<Relation>;
  /** who sent what: (offer, publisher), each pair any number of times */
  offersWithTraffic(tx: Tx, tenantId: string, filter: TrafficFilter): Promise<Relation>;
  /** a cheap sign of whether anything has come lately */
  pulse(tx: Tx, tenantId: string, at: Date): Promise<string>;
  /** single rows in the order of their time, page by page: for explain, replay, recount, back-test, export and erasure */
  scan(
    tx: Tx,
    tenantId: string,
    range: { start: Date; end: Date },
    filter: ScanFilter,
    cursor: ScanCursor | null,
    limit?: number,
  ): Promise<ScanPage>;
  /** rollups against the rows they were counted from, of one day or of all; each finding is a sentence, none is the only good answer */
  checkRollups(tx: Tx, tenantId: string, timeZone: string, day?: string): Promise<string[]>;
  /** a day's rows, counted by publisher (0: unknown), and whether what publishers are shown of them says the same */
  recountPublishers(tx: Tx, tenantId: string, timeZone: string, day: string): Promise<RecountedPublisher[]>;
  /** billable clicks between two quarters of an hour: one row (clicks), to be compared with what the plan has counted */
  billableClicks(tx: Tx, tenantId: string, span: { start: Date; end: Date }): Promise<Relation>;
}

/** what came on a request: values that are text, and nothing else */
export function textsOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
