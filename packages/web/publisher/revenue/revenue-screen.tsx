// Where what one has earned stands: earned → approved → on hold → available → in documents → paid. Each figure opens its entries.
import { useQuery } from '@tanstack/react-query';
import { type RevenueRow, type RevenueTotal, revenueList, revenueRoutes } from '@tributary/contract/billing/revenue';
import classes from '../../features/report/report.module.css';
import { StatCard } from '../../features/report/stat-card.tsx';
import { call } from '../../kit/api/api.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { resource } from '../../kit/resource/declaration.ts';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { calendarDay, roundedMoney } from '../../ui/format.ts';
import { t } from '../../words/publisher.ts';
import { RevenueDrawer } from './revenue-drawer.tsx';
import { revenueTabs } from './tabs.ts';
import { askedReasons, askedWords, kindWords, stageWords } from './words.ts';

type By = 'day' | 'offer';

const nameOf = (row: RevenueRow): string => {
  if (row.day) return calendarDay(row.day);
  if (row.offer) return `${row.offer.name} (${row.offer.number})`;
  return row.kind === 'offer' || row.kind === 'day' ? kindWords.earning : kindWords[row.kind];
};

export const revenueBy = (by: By) =>
  resource(revenueList, {
    name: `revenue-${by}`,
    title: t('common.revenue'),
    countText: (count) => (by === 'day' ? t('revenue.daysCount', { count }) : t('revenue.campaignsCount', { count })),
    load: (query, context) => call(revenueRoutes.ownRevenue, { query: { ...query, by } }, context),
    file: by === 'day' ? revenueRoutes.exportOwnRevenue : revenueRoutes.exportOwnRevenueByOffer,
    nameOf,
    defaultSort: by === 'day' ? '-day' : '-earned',
    columns: [
      {
        id: by === 'day' ? 'day' : 'offer',
        title: by === 'day' ? t('revenue.day') : t('common.campaign'),
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

function Totals() {
  const { session } = useSession();
  const answer = useQuery({
    queryKey: ['revenue-day', 'totals', session.token],
    queryFn: ({ signal }) => call(revenueRoutes.ownRevenue, { query: { page_size: 1 } }, { session, signal }),
  });
  const totals = answer.data?.totals ?? [];
  // the list below says what is wrong when nothing answers
  return totals.map((total) => (
    <section
      key={total.currency}
      className={classes.stats}
      aria-label={t('revenue.inAll', { currency: total.currency })}
    >
      {chain
        .filter((name) => isShown(total, name))
        .map((name) => (
          <StatCard
            key={name}
            label={`${chainWords[name]}, ${total.currency}`}
            value={roundedMoney(total[name], total.currency)}
            to={`?record=all.all.${total.currency}${name === 'earned' ? '' : `:${name}`}`}
          >
            {chainReasons[name]}
          </StatCard>
        ))}
    </section>
  ));
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
