// Where what one has earned stands: earned → approved → on hold → available → in documents → paid. Each figure opens its entries.

import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type RevenueRow, type RevenueTotal, revenueList, revenueRoutes } from '@tributary/contract/billing/revenue';
import { useState } from 'react';
import classes from '../../features/report/report.module.css';
import { StatCard } from '../../features/report/stat-card.tsx';
import { call } from '../../kit/api/api.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { resource } from '../../kit/resource/declaration.ts';
import { MonthInput } from '../../kit/resource/month-input.tsx';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { calendarDay, roundedMoney, shortMonth } from '../../ui/format.ts';
import { t } from '../../words/publisher.ts';
import { RevenueDrawer } from './revenue-drawer.tsx';
import { revenueTabs } from './tabs.ts';
import { askedReasons, askedWords, kindWords, stageWords } from './words.ts';

type By = 'day' | 'offer' | 'month';

const nameOf = (row: RevenueRow): string => {
  if (row.day) return calendarDay(row.day);
  if (row.month && row.kind === 'hidden') return t('revenue.hiddenOf', { month: shortMonth(row.month) });
  if (row.month) return shortMonth(row.month);
  if (row.offer) return `${row.offer.name} (${row.offer.number})`;
  return row.kind === 'hidden' || row.kind === 'adjustment' || row.kind === 'referral'
    ? kindWords[row.kind]
    : kindWords.earning;
};

const parts = {
  day: {
    title: t('revenue.day'),
    countText: (count: number) => t('revenue.daysCount', { count }),
    file: revenueRoutes.exportOwnRevenue,
    sort: '-day',
  },
  month: {
    title: t('revenue.month'),
    countText: (count: number) => t('revenue.monthsCount', { count }),
    file: revenueRoutes.exportOwnRevenueByMonth,
    sort: '-month',
  },
  offer: {
    title: t('common.campaign'),
    countText: (count: number) => t('revenue.campaignsCount', { count }),
    file: revenueRoutes.exportOwnRevenueByOffer,
    sort: '-earned',
  },
} as const;

export const revenueBy = (by: By) =>
  resource(revenueList, {
    name: `revenue-${by}`,
    title: t('common.revenue'),
    countText: parts[by].countText,
    load: (query, context) => call(revenueRoutes.ownRevenue, { query: { ...query, by } }, context),
    file: parts[by].file,
    nameOf,
    defaultSort: parts[by].sort,
    columns: [
      {
        id: by,
        title: parts[by].title,
        kind: 'text',
        value: nameOf,
        fixed: true,
        opens: true,
      },
      { id: 'earned', title: t('revenue.earned'), opens: true },
      { id: 'pending', title: stageWords.pending, opens: 'pending' },
      { id: 'approved', title: t('revenue.approved'), opens: 'approved' },
      { id: 'hold', title: stageWords.hold, opens: 'hold' },
      { id: 'disputed', title: stageWords.disputed, opens: 'disputed' },
      { id: 'available', title: stageWords.available, opens: 'available' },
      { id: 'billed', title: stageWords.billed, opens: 'billed' },
      { id: 'paid', title: stageWords.paid, opens: 'paid' },
    ],
    filters: [
      { kind: 'own', name: 'month', label: t('revenue.month'), Input: MonthInput },
      { kind: 'text', name: 'currency', label: t('revenue.currency') },
    ],
    details: RevenueDrawer,
    detailsTitle: t('revenue.entries'),
    texts: { loading: t('revenue.loading'), emptyTitle: t('revenue.none'), emptyText: t('revenue.noneText') },
  });

const chain = ['earned', 'pending', 'approved', 'hold', 'disputed', 'available', 'billed', 'paid'] as const;
const chainWords = { earned: t('revenue.earned'), ...askedWords } as const;
const chainReasons = { earned: t('revenue.earnedWhy'), ...askedReasons } as const;

/** what has never come about takes no room */
const isShown = (total: RevenueTotal, name: (typeof chain)[number]): boolean =>
  name !== 'disputed' || total.disputed !== '0';

/** one currency at a time: of several, the workspace's own comes first */
function Totals() {
  const { session } = useSession();
  const [chosen, setChosen] = useState<string | null>(null);
  const answer = useQuery({
    queryKey: ['revenue-day', 'totals', session.token],
    queryFn: ({ signal }) => call(revenueRoutes.ownRevenue, { query: { page_size: 1 } }, { session, signal }),
  });
  if (answer.isPending) {
    return (
      <section className={classes.stats} data-steps aria-busy aria-label={t('revenue.loading')}>
        {chain
          .filter((name) => name !== 'disputed')
          .map((name) => (
            <StatCard key={name} label={chainWords[name]} value={null} />
          ))}
      </section>
    );
  }
  const totals = answer.data?.totals ?? [];
  const total = totals.find(({ currency }) => currency === chosen) ?? totals[0];
  // the list below says what is wrong when nothing answers
  if (!total) return null;
  const { currency } = total;
  return (
    <>
      {totals.length > 1 && (
        <SegmentedControl
          mb="sm"
          aria-label={t('revenue.currency')}
          value={currency}
          onChange={setChosen}
          data={totals.map((one) => one.currency)}
        />
      )}
      <section className={classes.stats} data-steps aria-label={t('revenue.inAll', { currency })}>
        {chain
          .filter((name) => isShown(total, name))
          .map((name) => (
            <StatCard
              key={name}
              label={`${chainWords[name]}, ${currency}`}
              value={roundedMoney(total[name], currency)}
              to={`?record=all.all.${currency}${name === 'earned' ? '' : `:${name}`}`}
            >
              {chainReasons[name]}
            </StatCard>
          ))}
      </section>
    </>
  );
}

export const RevenuePage = ({ list }: { list: ReturnType<typeof revenueBy> }) => (
  <ResourcePage
    list={list}
    intro={
      <>
        <PageTabs label={t('common.revenue')} tabs={revenueTabs} />
        <Totals />
      </>
    }
  />
);
