// The rollups of clicks and impressions: by what each is keyed, what it counts, and how that is counted from rows and from quarters
// of an hour. The intake adds to them, the rebuild counts them anew.
import { verdictsThatAre } from '@tributary/contract/tracker/verdicts';

const namesOf = (want: 'billable' | 'invalid'): string =>
  verdictsThatAre(want)
    .map((name) => `'${name}'`)
    .join(', ');
const [isBillable, isInvalid] = [`verdict in (${namesOf('billable')})`, `verdict in (${namesOf('invalid')})`];
const rows = (kind: 'click' | 'impression', condition = 'true'): string =>
  `count(*) filter (where kind = '${kind}' and ${condition})`;
const sum = (column: string, condition = 'true'): string =>
  `coalesce(sum(${column}) filter (where ${condition}), 0)::bigint`;

type Counts = Record<string, string>;
/** `narrow`: where a rollup keeps no verdict, what was refused and what is billable stand in columns of their own */
type SumsOf = Record<'full' | 'narrow', Counts>;
const both = (full: Counts, beside: Counts): SumsOf => ({ full, narrow: { ...full, ...beside } });

export const fromRows = both(
  { impressions: rows('impression'), clicks: rows('click'), unique_clicks: rows('click', 'is_unique') },
  {
    invalid_clicks: rows('click', isInvalid),
    billable_clicks: rows('click', isBillable),
    billable_impressions: rows('impression', isBillable),
  },
);
export const fromQuarters = both(
  { impressions: sum('impressions'), clicks: sum('clicks'), unique_clicks: sum('unique_clicks') },
  {
    invalid_clicks: sum('clicks', isInvalid),
    billable_clicks: sum('clicks', isBillable),
    billable_impressions: sum('impressions', isBillable),
  },
);

export interface Rollup {
  name: string;
  /** each part of the key, as it is said of a row with its bucket and its day */
  keys: Record<string, string>;
  sums: keyof SumsOf;
  /** what a rebuild counts it from: those that are kept by quarter and those that know sources need the rows */
  from: 'rows' | 'quarters';
}

const [bucket, day] = [{ bucket: 'bucket' }, { day: 'day' }];
const offer = { offer: 'coalesce(offer, 0)' };
const publisher = { publisher: 'coalesce(publisher, 0)' };
const country = { country: `coalesce(country, '')` };
const all = {
  ...offer,
  ...publisher,
  ...country,
  device: `coalesce(device_type, '')`,
  os: `coalesce(os, '')`,
  verdict: 'verdict',
};
const source = { source: `coalesce(source, '')` };
const narrow = (name: string, keys: Rollup['keys'], from: Rollup['from'] = 'quarters'): Rollup => ({
  name,
  keys,
  sums: 'narrow',
  from,
});

/** the rows that most transactions meet in come last, so that they are held for the shortest time */
export const rollups: readonly Rollup[] = [
  { name: 'rollup_quarter', keys: { ...bucket, ...all }, sums: 'full', from: 'rows' },
  { name: 'rollup_day', keys: { ...day, ...all }, sums: 'full', from: 'quarters' },
  narrow('rollup_source', { ...day, ...offer, ...publisher, ...source }, 'rows'),
  narrow('rollup_offer_publisher', { ...day, ...offer, ...publisher }),
  narrow('rollup_publisher', { ...day, ...publisher }),
  narrow('rollup_offer', { ...day, ...offer }),
  narrow('rollup_country', { ...day, ...country }),
  narrow('rollup_time', bucket),
];
