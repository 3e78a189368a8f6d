// Offers – Live (Today): offers with traffic since the day began.
import type { LiveOffers } from '@tributary/contract/reports/dashboards';
import type { MetricId } from '@tributary/contract/reports/report-catalogue';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { figure } from '../engine/figures.ts';
import { amountOf, countOf, figuresFor } from '../engine/figures-for.ts';
import { readPeriod } from '../engine/period.ts';
import { readCurrency } from '../engine/read-query.ts';
import type { Group } from '../engine/report.repo.ts';
import { provisionalNotes, rateNotes, withoutRateOf } from '../engine/run-report.ts';
import type { Viewer } from '../engine/viewer.ts';
import { readZone } from './dashboard.ts';
import { liveOfferFacts } from './live-offers.repo.ts';

const SHOWN = 500;
const columns = [
  'clicks',
  'impressions',
  'unique_clicks',
  'invalid_clicks',
  'conversions',
  'cr',
  'revenue',
  'payout',
  'profit',
  'epc',
] as const satisfies MetricId[];

const ratio = (id: MetricId, group: Group): string | null => {
  const value = figure(id, group);
  return value === null ? null : String(value);
};

export async function readLiveOffers(
  tx: Tx,
  viewer: Viewer,
  query: { tz?: string | undefined; currency?: string | undefined },
  now: Date,
): Promise<Omit<LiveOffers, 'fresh_at'>> {
  const tz = readZone(query.tz, viewer);
  const currency = readCurrency(query.currency, viewer);
  const period = readPeriod({ period: 'today' }, tz, now);
  const ask = await figuresFor(tx, viewer, currency, now);
  const groups = await ask({ dimensions: ['offer'], metrics: columns, period, limit: SHOWN });
  const byNumber = new Map(groups.rows.flatMap((group) => (group.keys[0] ? [[Number(group.keys[0]), group]] : [])));
  const facts = new Map((await liveOfferFacts(tx, [...byNumber.keys()], now)).map((row) => [row.number, row]));
  return {
    tz,
    currency,
    rows: [...byNumber].flatMap(([number, group]) => {
      const offer = facts.get(number);
      if (!offer) return [];
      return [
        {
          offer: { id: offer.id, number, name: offer.title },
          advertiser: { id: offer.advertiser_id, number: offer.advertiser_number, name: offer.advertiser_name },
          status: offer.status,
          impressions: countOf('impressions', group),
          clicks: countOf('clicks', group),
          unique_clicks: countOf('unique_clicks', group),
          invalid_clicks: countOf('invalid_clicks', group),
          conversions: countOf('conversions', group),
          cr: ratio('cr', group),
          revenue: amountOf('revenue', group),
          payout: amountOf('payout', group),
          profit: amountOf('profit', group),
          epc: ratio('epc', group),
          without_rate: withoutRateOf(group, columns) ?? {},
          cap_percent: offer.cap_percent === null ? null : Number(offer.cap_percent),
          last_conversion_at: offer.last_conversion_at && unixSeconds(offer.last_conversion_at),
        },
      ];
    }),
    totals: Object.fromEntries(columns.map((id) => [id, figure(id, groups.totals)])),
    totals_without_rate: withoutRateOf(groups.totals, columns) ?? {},
    notes: [...rateNotes([groups.totals], currency), ...provisionalNotes(groups.totals, period, viewer, now)],
  };
}
