import { expect, it } from 'vitest';
import { drillInto } from './drill.ts';
import type { ReportScreen } from './report-declaration.ts';
import { queryOfReport, readReportState, searchOfReport } from './report-state.ts';

const screen: ReportScreen = {
  title: 'Reports',
  purpose: '',
  role: 'publisher',
  screen: 'reports',
  start: { by: ['offer'], figures: ['clicks', 'payout'], period: 'last_7_days', chart: 'clicks' },
  drill: ['offer', 'country', 'day'],
  empty: '',
};
const read = (text: string) => readReportState(new URLSearchParams(text), screen);

it('a shared address shows the same report again', () => {
  const text =
    'dimensions=offer,country&metrics=clicks,cr&from=2026-11-01&to=2026-11-05&compare=previous&sort=-cr&filter[offer]=7&filter[source]=a&filter[source]=&page=2&size=100';
  const state = read(text);
  expect(read(searchOfReport(state, screen).toString())).toEqual(state);
  expect(state.filters).toEqual({ offer: ['7'], source: ['a', ''] });
});

it('names that the reader may not see are left out, and a sort by what is not shown too', () => {
  const state = read('dimensions=advertiser,offer&metrics=revenue,clicks&sort=-payout');
  expect(state.by).toEqual(['offer']);
  expect(state.figures).toEqual(['clicks']);
  expect(state.sort).toBeNull();
});

it('a fresh visit asks for what the screen declares', () => {
  expect(queryOfReport(read(''))).toEqual({ dimensions: 'offer', metrics: 'clicks,payout', period: 'last_7_days' });
});

it('two of a kind are compared once both are chosen; the address keeps the first meanwhile', () => {
  const half = read('filter[offer]=7&compare=offer:');
  expect(queryOfReport(half)).not.toHaveProperty('compare');
  expect(read(searchOfReport(half, screen).toString())).toEqual(half);
  const whole = read('filter[offer]=7&compare=offer:8');
  expect(queryOfReport(whole)).toMatchObject({ 'filter[offer]': ['7'], compare: 'offer:8' });
  expect(read('compare=advertiser:8').compare).toBe('');
});

it('a row opens to what lies behind it: its values become filters, its day the period', () => {
  const next = drillInto(read('dimensions=day,offer'), { day: '2026-11-02', offer: 7 }, screen);
  expect(next).toMatchObject({
    by: ['country'],
    filters: { offer: ['7'] },
    from: '2026-11-02',
    to: '2026-11-02',
    period: '',
  });
});
