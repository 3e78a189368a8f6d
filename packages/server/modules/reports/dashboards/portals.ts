// The publisher's and the advertiser's dashboards: their own totals, last days and newest activity.

import { formatMoney } from '@tributary/contract/money';
import type { Activity, AdvertiserDashboard, PublisherDashboard } from '@tributary/contract/reports/dashboards';
import { MAX_DAYS, type MetricId } from '@tributary/contract/reports/report-catalogue';
import type { z } from 'zod';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { addDays, dayOf } from '../../../platform/zone.ts';
import { numberedOffer, offerNames } from '../../conversions/index.ts';
import { runningCampaigns } from '../../offers/index.ts';
import { withoutRate } from '../engine/figures.ts';
import { amountOf, countOf, emptyGroup, figuresFor, owedFor } from '../engine/figures-for.ts';
import { hiddenNote } from '../engine/hidden.ts';
import { type Period, readPeriod } from '../engine/period.ts';
import { readCurrency } from '../engine/read-query.ts';
import type { Group, Groups } from '../engine/report.repo.ts';
import { provisionalNotes, rateNotes } from '../engine/run-report.ts';
import type { Viewer } from '../engine/viewer.ts';
import { campaignsOf, type RecentRow, recentActivity } from './activity.repo.ts';
import { readZone } from './dashboard.ts';

interface Money {
  tz?: string | undefined;
  currency?: string | undefined;
}

type Names = ReadonlyMap<number, string>;
const activityOf = (row: RecentRow, names: Names, sign: 1n | -1n): z.infer<typeof Activity> => ({
  id: row.id,
  type: row.type,
  campaign: { number: row.number, name: names.get(row.number) ?? numberedOffer(row.number) },
  amount: row.micros === null ? null : formatMoney(sign * BigInt(row.micros)),
  currency: row.currency,
  status: row.status,
  count: Number(row.count),
  from: row.from && unixSeconds(row.from),
  at: unixSeconds(row.at),
});

async function portal(
  tx: Tx,
  viewer: Viewer,
  query: Money,
  now: Date,
  metrics: readonly [MetricId, ...MetricId[]],
  money: 'payout' | 'revenue',
) {
  const tz = readZone(query.tz, viewer);
  const currency = readCurrency(query.currency, viewer);
  const today = dayOf(now, tz);
  const all = wholeMonths(viewer.tenant.timeZone, now);
  const last = readPeriod({ period: 'last_30_days' }, tz, now);
  const ask = await figuresFor(tx, viewer, currency, now);
  const owed = await owedFor(tx, viewer, currency, now, { metrics, period: all });
  const days = await ask({ dimensions: ['day'], metrics, period: last });
  const recent = await recentActivity(tx, viewer, now);
  const names = await offerNames(
    tx,
    viewer,
    recent.map(({ number }) => number),
    now,
  );
  return {
    total: owed.totals,
    today: groupOf(days, today),
    common: {
      tz,
      currency,
      first_name: viewer.firstName,
      status: viewer.status,
      hidden: owed.lines,
      without_rate: {
        total: withoutRate(money, owed.totals),
        today: withoutRate(money, groupOf(days, today)),
      },
      since: all.from,
      notes: [
        ...rateNotes([owed.totals], currency),
        ...provisionalNotes(groupOf(days, today), last, viewer, now),
        ...hiddenNote(owed.groups.totals, owed.lines, viewer),
      ],
      recent: recent.map((row) => activityOf(row, names, money === 'payout' ? 1n : -1n)),
      days: Array.from({ length: 30 }, (_, at) => addDays(today, at - 29)).map((day) => {
        const group = groupOf(days, day);
        return {
          day,
          clicks: countOf('clicks', group),
          conversions: countOf('conversions', group),
          amount: amountOf(money, group),
          without_rate: withoutRate(money, group),
        };
      }),
    },
  };
}

/** everything that rollups are kept for, from the first of a month of the workspace's: what hidden campaigns pay is told by whole months */
function wholeMonths(zone: string, now: Date): Period {
  const today = dayOf(now, zone);
  const oldest = addDays(today, 1 - MAX_DAYS);
  const from = oldest.endsWith('-01')
    ? oldest
    : addDays(`${oldest.slice(0, 8)}28`, 4)
        .slice(0, 8)
        .concat('01');
  return readPeriod({ from, to: today }, zone, now);
}

const groupOf = (groups: Groups, day: string): Group => groups.rows.find(({ keys }) => keys[0] === day) ?? emptyGroup;

export async function readPublisherDashboard(
  tx: Tx,
  viewer: Viewer,
  query: Money,
  now: Date,
): Promise<Omit<z.infer<typeof PublisherDashboard>, 'fresh_at'>> {
  const { total, today, common } = await portal(tx, viewer, query, now, ['clicks', 'conversions', 'payout'], 'payout');
  return {
    ...common,
    total_clicks: countOf('clicks', total),
    total_conversions: countOf('conversions', total),
    total_revenue: amountOf('payout', total),
    active_campaigns: await runningCampaigns(tx, { tenantId: viewer.tenantId, id: viewer.userId }, now),
    today: {
      clicks: countOf('clicks', today),
      conversions: countOf('conversions', today),
      revenue: amountOf('payout', today),
    },
  };
}

export async function readAdvertiserDashboard(
  tx: Tx,
  viewer: Viewer,
  query: Money,
  now: Date,
): Promise<Omit<z.infer<typeof AdvertiserDashboard>, 'fresh_at'>> {
  const metrics = ['impressions', 'clicks', 'conversions', 'revenue'] as const;
  const { total, today, common } = await portal(tx, viewer, query, now, metrics, 'revenue');
  return {
    ...common,
    total_campaigns: await campaignsOf(tx, viewer),
    total_impressions: countOf('impressions', total),
    total_conversions: countOf('conversions', total),
    total_spent: amountOf('revenue', total),
    today: {
      impressions: countOf('impressions', today),
      clicks: countOf('clicks', today),
      conversions: countOf('conversions', today),
      spent: amountOf('revenue', today),
    },
  };
}
