// Which tables answer a request. Clicks: whole days of the workspace's zone from a day rollup, edges and other zones from
// quarters of an hour, sources from their own rollup, everything else from single events. Conversions: whole days by
// offer, publisher, both, or country from a day rollup, everything else from their own rows (docs/decisions/0015).
import {
  type DimensionId,
  dimensions,
  type Fact,
  HOUR_DAYS,
  MAX_DAYS,
  metrics,
  RAW_DAYS,
  type Term,
} from '@tributary/contract/reports/report-catalogue';
import { Fault } from '../../../platform/fault.ts';
import { addDays, dayOf, isSameZone, startOf } from '../../../platform/zone.ts';
import { type ClickGrain, type ClickSpan, clickFacts, isClickFact } from '../../events/index.ts';
import type { AdvertiserTurn } from '../../offers/index.ts';
import { lengthInDays, type Period } from './period.ts';
import type { ReportRequest } from './read-query.ts';
import { narrowedSides, type Side, type Viewer } from './viewer.ts';

/** day rollups that know only what their name says */
type Brief = 'country' | 'offer' | 'publisher' | 'offer_publisher';
export interface ClickPart extends ClickSpan {
  table: ClickGrain;
  /** offers, by their numbers, that are left out: they changed hands, and parts of their own say whose they were */
  except?: readonly number[];
  /** only these offers, each while it was of that advertiser */
  turns?: readonly (ClickSpan & { offer: number; advertiserId: string })[];
}
export interface ConversionPart {
  table: Brief | 'rows';
  start: Date;
  end: Date;
  days: ClickPart['days'];
}
export interface Plan {
  facts: ReadonlySet<Fact>;
  median: boolean;
  clicks: readonly ClickPart[];
  conversions: readonly ConversionPart[];
  lots: boolean;
  readFrom: 'day' | 'quarter' | 'source' | 'raw';
}

const lotFacts: readonly Fact[] = ['click_revenue', 'click_payout'];
const QUARTER_MS = 15 * 60_000;

const factOf = (term: Term): Fact => (term.startsWith('-') ? term.slice(1) : term) as Fact;

export function factsOf(request: Pick<ReportRequest, 'metrics' | 'withConversions'>): Set<Fact> {
  const terms = request.metrics.flatMap((id) => {
    const { of, per = [], median } = metrics[id];
    return median ? [] : [...of, ...per].map(factOf);
  });
  const counted: Fact[] = request.withConversions ? ['approved_conversions', 'pending_conversions'] : [];
  return new Set([...terms, ...counted]);
}

/** dimensions that shape the clicks: grouped by or filtered, and known to clicks at all */
const shaping = (request: ReportRequest): DimensionId[] =>
  [...request.dimensions, ...request.filters.map(({ dimension }) => dimension)].filter(
    (id) => dimensions[id].of === 'everything',
  );

const days: readonly DimensionId[] = ['day', 'week', 'month'];
const ofOffer: readonly DimensionId[] = ['offer', 'offer_status', 'advertiser', 'manager'];
/** what is known of a day's clicks of one publisher on one offer */
export const perOfferAndPublisher: readonly DimensionId[] = [...ofOffer, 'publisher', ...days];
const inSourceRollup: readonly DimensionId[] = [...perOfferAndPublisher, 'source'];

/** the briefest first, with what each knows and whose rows can be told apart in it; by days alone, countries are fewest */
const briefs: readonly { table: Brief; knows: readonly DimensionId[]; tells: readonly Side[] }[] = [
  { table: 'country', knows: ['country', ...days], tells: [] },
  { table: 'offer', knows: [...ofOffer, ...days], tells: ['advertisers'] },
  { table: 'publisher', knows: ['publisher', ...days], tells: ['publishers'] },
  { table: 'offer_publisher', knows: perOfferAndPublisher, tells: ['advertisers', 'publishers'] },
];

const isWithin = (shape: readonly DimensionId[], known: readonly DimensionId[]): boolean =>
  shape.every((id) => known.includes(id));
const seesWholeWorkspace = (viewer: Viewer): boolean => narrowedSides(viewer).length === 0;

/** null where no brief one knows everything that is asked for */
const briefestOf = (shape: readonly DimensionId[], viewer: Viewer): Brief | null => {
  const sides = narrowedSides(viewer);
  const isTold = (tells: readonly Side[]) => sides.every((side) => tells.includes(side));
  return briefs.find(({ knows, tells }) => isTold(tells) && isWithin(shape, knows))?.table ?? null;
};

export function planReport(request: ReportRequest, viewer: Viewer, turns: readonly AdvertiserTurn[] = []): Plan {
  const facts = factsOf(request);
  const has = (some: readonly Fact[]) => some.some((fact) => facts.has(fact));
  const median = request.metrics.some((id) => metrics[id].median);
  const wantsClicks = has(clickFacts);
  refuseTooLong(request);
  const clicks = wantsClicks ? clickParts(request, viewer) : [];
  const whose = asksWhose(request, viewer) ? turns : [];
  const others = [...facts].some((fact) => !isClickFact(fact) && !lotFacts.includes(fact));
  return {
    facts,
    median,
    clicks: whose.length === 0 ? clicks : byAdvertiser(clicks, request, viewer, whose),
    conversions: others || median ? conversionParts(request, viewer, facts) : [],
    lots: has(lotFacts),
    readFrom: kindOf(clicks.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0]?.table ?? 'day'),
  };
}

/** whether it matters who an offer's advertiser was */
const asksWhose = (request: ReportRequest, viewer: Viewer): boolean =>
  narrowedSides(viewer).includes('advertisers') ||
  [...request.dimensions, ...request.filters.map(({ dimension }) => dimension)].some(
    (id) => id === 'advertiser' || id === 'manager',
  );

/** offers that changed hands are counted turn by turn, one part for each table that is read for them */
function byAdvertiser(
  parts: readonly ClickPart[],
  request: ReportRequest,
  viewer: Viewer,
  turns: readonly AdvertiserTurn[],
): ClickPart[] {
  const { period } = request;
  const tables = new Map<ClickGrain, NonNullable<ClickPart['turns']>[number][]>();
  for (const { offer, advertiserId, from, until } of turns) {
    const start = new Date(Math.max(Number(from), Number(period.start)));
    const end = new Date(Math.min(Number(until ?? period.end), Number(period.end)));
    if (start >= end) continue;
    for (const part of clickParts({ ...request, period: { ...period, start, end } }, viewer, true)) {
      const { table, ...span } = part;
      tables.set(table, [...(tables.get(table) ?? []), { ...span, offer, advertiserId }]);
    }
  }
  const except = [...new Set(turns.map(({ offer }) => offer))];
  return [
    ...parts.map((part) => ({ ...part, except })),
    ...[...tables].map(([table, list]) => ({ table, ...around(list), turns: list })),
  ];
}

const around = (spans: readonly ClickSpan[]): Omit<ClickPart, 'table'> => {
  const days = spans.flatMap((span) => span.days ?? []);
  return {
    start: new Date(Math.min(...spans.map(({ start }) => start.getTime()))),
    end: new Date(Math.max(...spans.map(({ end }) => end.getTime()))),
    days:
      days.length === 0
        ? null
        : {
            from: days.map(({ from }) => from).sort()[0] ?? '',
            until:
              days
                .map(({ until }) => until)
                .sort()
                .at(-1) ?? '',
          },
  };
};

const kindOf = (table: ClickGrain): Plan['readFrom'] => {
  if (table === 'time') return 'quarter';
  return table === 'quarter' || table === 'source' || table === 'raw' ? table : 'day';
};
const lengthOf = ({ start, end }: ClickPart): number => end.getTime() - start.getTime();

function refuseTooLong(request: ReportRequest): void {
  const days = lengthInDays(request.period);
  // a day of 25 hours is still one day
  const longerThan = (limit: number) => days > limit + 0.1;
  const named = [...request.dimensions, ...request.filters.map(({ dimension }) => dimension)];
  const raw = named.find((id) => dimensions[id].kept === 'raw');
  if (raw && longerThan(RAW_DAYS)) {
    throw new Fault(
      'invalid_input',
      `${dimensions[raw].label} is read from single events: the period can be at most ${RAW_DAYS} days.`,
    );
  }
  if (named.includes('hour') && longerThan(HOUR_DAYS)) {
    throw new Fault('invalid_input', `By hour the period can be at most ${HOUR_DAYS} days.`);
  }
  if (longerThan(MAX_DAYS)) throw new Fault('invalid_input', `The period can be at most ${MAX_DAYS} days.`);
}

function clickParts(request: ReportRequest, viewer: Viewer, isTurn = false): ClickPart[] {
  const { period } = request;
  const shape = shaping(request);
  const home = viewer.tenant.rollupZone;
  const sameZone = home !== null && isSameZone(period.tz, home);
  const byDay = request.dimensions.some((id) => days.includes(id));
  if (shape.some((id) => dimensions[id].kept === 'raw')) return [rawPart(period)];
  if (shape.includes('source')) {
    const fits = shape.every((id) => inSourceRollup.includes(id)) && sameZone;
    const single = (start: Date, end: Date) => (start < end ? [rawPart({ start, end })] : []);
    if (fits && home && isTurn) return splitByDays(period, home, (span) => dayPart('source', span, home), single);
    if (fits && home && isWholeDays(period, home)) return [dayPart('source', period, home)];
    if (isTurn || lengthInDays(period) <= RAW_DAYS + 0.1) return [rawPart(period)];
    throw new Fault(
      'invalid_input',
      home === null
        ? `The figures by day are being counted anew: until then Source is read from single events, at most ${RAW_DAYS} days.`
        : `Source is kept by day in the time zone ${home}, together with offer and people. In another zone, or with other dimensions, the period can be at most ${RAW_DAYS} days.`,
    );
  }
  const quarters = seesWholeWorkspace(viewer) && isWithin(shape, ['hour', ...days]) ? 'time' : 'quarter';
  const edges = (start: Date, end: Date) => quarterParts(start, end, quarters);
  return home === null || shape.includes('hour') || (byDay && !sameZone)
    ? edges(period.start, period.end)
    : splitByDays(period, home, (span) => dayPart(briefestOf(shape, viewer) ?? 'day', span, home), edges);
}

/** the rollups know amounts in the workspace's own currency, by its own days; whatever asks for more reads the rows */
function conversionParts(request: ReportRequest, viewer: Viewer, facts: ReadonlySet<Fact>): ConversionPart[] {
  const { period } = request;
  const home = viewer.tenant.rollupZone;
  const rows = (start: Date, end: Date): ConversionPart[] =>
    start < end ? [{ table: 'rows', start, end, days: null }] : [];
  const named = [...request.dimensions, ...request.filters.map(({ dimension }) => dimension)];
  // which of a publisher's payouts are hidden is said by their offers
  const shape: DimensionId[] = viewer.role === 'publisher' ? [...named, 'offer'] : named;
  const table = briefestOf(shape, viewer);
  const isKept = !facts.has('sale_amount') && request.currency === viewer.tenant.currency;
  if (table === null || home === null || !isKept) return rows(period.start, period.end);
  const byOtherDays = request.dimensions.some((id) => days.includes(id)) && !isSameZone(period.tz, home);
  if (byOtherDays) return rows(period.start, period.end);
  return splitByDays(period, home, (span) => ({ table, ...span, days: daysOf(span, home) }), rows);
}

export interface Span {
  start: Date;
  end: Date;
}
const daysOf = ({ start, end }: Span, zone: string) => ({ from: dayOf(start, zone), until: dayOf(end, zone) });

const rawPart = ({ start, end }: Span): ClickPart => ({ table: 'raw', start, end, days: null });
const dayPart = (table: ClickGrain, { start, end }: Span, zone: string): ClickPart => ({
  table,
  start,
  end,
  days: daysOf({ start, end }, zone),
});

const isMidnight = (instant: Date, zone: string): boolean =>
  startOf(dayOf(instant, zone), zone).getTime() === instant.getTime();
const isWholeDays = ({ start, end }: Period, zone: string): boolean => isMidnight(start, zone) && isMidnight(end, zone);

/** the whole days of the workspace that a period touches */
export const daysAround = ({ start, end }: Span, zone: string): Span => ({
  start: startOf(dayOf(start, zone), zone),
  end: isMidnight(end, zone) ? end : startOf(addDays(dayOf(end, zone), 1), zone),
});

/** whole days of the workspace in one part, what is left at the ends in others */
export function splitByDays<Part>(
  { start, end }: Span,
  zone: string,
  wholeDays: (span: Span) => Part,
  edge: (start: Date, end: Date) => Part[],
): Part[] {
  const first = isMidnight(start, zone) ? start : startOf(addDays(dayOf(start, zone), 1), zone);
  const last = startOf(dayOf(end, zone), zone);
  if (first >= last) return edge(start, end);
  return [...edge(start, first), wholeDays({ start: first, end: last }), ...edge(last, end)];
}

/** "until now" does not end on a quarter: the minutes beyond it are counted from single events */
function quarterParts(start: Date, end: Date, table: 'quarter' | 'time'): ClickPart[] {
  if (start >= end) return [];
  const from = new Date(Math.ceil(start.getTime() / QUARTER_MS) * QUARTER_MS);
  const until = new Date(Math.floor(end.getTime() / QUARTER_MS) * QUARTER_MS);
  if (from >= until) return [rawPart({ start, end })];
  return [
    ...(start < from ? [rawPart({ start, end: from })] : []),
    { table, start: from, end: until, days: null },
    ...(until < end ? [rawPart({ start: until, end })] : []),
  ];
}
