// Offers - Live (Today): every offer with traffic today, its figures moving by themselves.
import { ActionIcon, Tooltip } from '@mantine/core';
import { offerRoutes } from '@tributary/contract/offers/offers';
import { dashboardRoutes, type LiveOffers } from '@tributary/contract/reports/dashboards';
import { useSearchParams } from 'react-router';
import { figureIn, figureText } from '../../features/report/figure.ts';
import { FigureNotes } from '../../features/report/figure-notes.tsx';
import { Freshness } from '../../features/report/freshness.tsx';
import kit from '../../features/report/report.module.css';
import { useLive } from '../../features/report/use-live.ts';
import { call } from '../../kit/api/api.ts';
import { confirmDialog } from '../../kit/dialogs/dialogs.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { useTitle } from '../../kit/pages/use-title.ts';
import { SearchBox } from '../../kit/resource/search-box.tsx';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { useMay, useUnhidden } from '../../kit/shell/permissions.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import type { Column } from '../../kit/table/column.ts';
import { DataCards } from '../../kit/table/data-cards.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useCards } from '../../kit/use-width.ts';
import { IconPlayerPause } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { t } from '../../words/admin.ts';

type Row = LiveOffers['rows'][number] & { id: string };

export default function LiveOffersPage() {
  useTitle(t('common.offersLiveToday'));
  const List = useCards() ? DataCards : DataTable;
  const { session } = useSession();
  const mayPause = useMay()(offerRoutes.setOfferStatus);
  const [search, setSearch] = useSearchParams();
  const q = search.get('q') ?? '';
  const sort = search.get('sort');
  const put = (name: string, value: string | null) => {
    const next = new URLSearchParams(search);
    if (value) next.set(name, value);
    else next.delete(name);
    setSearch(next, { replace: true });
  };
  const figures = useLive('live-offers', {}, (context) => call(dashboardRoutes.liveOffers, {}, context));
  const { data } = figures;
  const columns = useUnhidden(columnsIn(data?.currency ?? 'USD'));
  const rows = (data?.rows ?? [])
    .map((row) => ({ ...row, id: row.offer.id }))
    .filter(({ offer, advertiser }) =>
      `${offer.number} ${offer.name} ${advertiser.name}`.toLowerCase().includes(q.trim().toLowerCase()),
    )
    .sort(comparing(sort));
  const pause = async ({ offer }: Row) => {
    const text = t('common.clicksGoToTheFallback');
    if (!(await confirmDialog({ title: t('reports.pause', { name: offer.name }), text, confirm: t('common.pause') })))
      return;
    try {
      await call(offerRoutes.setOfferStatus, { params: { id: offer.id }, body: { status: 'paused' } }, { session });
      toast.success(t('common.offerPaused'));
      await figures.refetch();
    } catch (error) {
      toast.error(sentenceFor(error));
    }
  };
  return (
    <>
      <PageHeader
        title={t('common.offersLiveToday')}
        note={data ? t('reports.offersWithTrafficToday', { count: data.rows.length }) : ' '}
        actions={<Freshness at={data?.fresh_at} tz={data?.tz} live={figures.connected} />}
      />
      <FigureNotes
        notes={data?.notes}
        viewer="admin"
        lacksRate={Object.keys(data?.totals_without_rate ?? {}).length > 0}
      />
      <div className={kit.panel}>
        <div className={kit.panelHead}>
          <SearchBox
            placeholder={t('reports.searchByOfferOrAdvertiser')}
            value={q}
            onChange={(text) => put('q', text)}
          />
        </div>
        {figures.isError && !data ? (
          <FailedToLoad error={figures.error} retry={() => figures.refetch()} />
        ) : (
          <List
            label={t('reports.offersWithTrafficToday2')}
            columns={columns}
            shown={columns.map(({ id }) => id)}
            rows={rows}
            offset={0}
            sort={sort}
            onSort={(next) => put('sort', next)}
            nameOf={({ offer }) => offer.name}
            rowMenu={
              mayPause
                ? (row) =>
                    row.status === 'active' && (
                      <Tooltip label={t('common.pause')}>
                        <ActionIcon
                          variant="subtle"
                          color="gray"
                          size={32}
                          aria-label={t('reports.pause2', { name: row.offer.name })}
                          onClick={() => void pause(row)}
                        >
                          <IconPlayerPause size={16} aria-hidden />
                        </ActionIcon>
                      </Tooltip>
                    )
                : undefined
            }
            skeletons={data ? 0 : 8}
          />
        )}
        {data && rows.length === 0 && (
          <p className={kit.nothing}>{q ? t('reports.noLiveOfferMatches') : t('reports.noOfferHasHadTraffic')}</p>
        )}
      </div>
    </>
  );
}

/** as they come, most clicks first, where nothing is chosen; what is not there stands last either way */
function comparing(sort: string | null): (a: Row, b: Row) => number {
  const value = sortValues[sort?.replace(/^-/, '') ?? ''];
  if (!value) return () => 0;
  const sign = sort?.startsWith('-') ? -1 : 1;
  return (a, b) => {
    const [one, other] = [value(a), value(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * (typeof one === 'string' ? one.localeCompare(String(other)) : one - Number(other));
  };
}

const decimal = (text: string | null) => (text === null ? null : Number(text));
const sortValues: Record<string, (row: Row) => string | number | null> = {
  number: ({ offer }) => offer.number,
  offer: ({ offer }) => offer.name,
  advertiser: ({ advertiser }) => advertiser.name,
  status: ({ status }) => status,
  impressions: (row) => row.impressions,
  clicks: (row) => row.clicks,
  unique_clicks: (row) => row.unique_clicks,
  invalid_clicks: (row) => row.invalid_clicks,
  conversions: (row) => row.conversions,
  cr: ({ cr }) => decimal(cr),
  revenue: ({ revenue }) => decimal(revenue),
  payout: ({ payout }) => decimal(payout),
  profit: ({ profit }) => decimal(profit),
  epc: ({ epc }) => decimal(epc),
  cap: ({ cap_percent }) => cap_percent,
  last: ({ last_conversion_at }) => last_conversion_at,
};

function columnsIn(currency: string): Column<Row>[] {
  const number = (
    id: keyof Row & ('impressions' | 'clicks' | 'unique_clicks' | 'invalid_clicks' | 'conversions'),
    title: string,
  ): Column<Row> => ({
    id,
    title,
    kind: 'number',
    value: (row) => row[id],
  });
  const amount = (id: 'revenue' | 'payout' | 'profit' | 'epc', title: string): Column<Row> => ({
    id,
    title,
    kind: 'figure',
    ...(id === 'revenue' || id === 'profit' ? { hide: id } : {}),
    value: ({ revenue, payout, profit, epc, without_rate }) =>
      figureIn(id, { cells: { revenue, payout, profit, epc }, missing: without_rate }, currency),
  });
  const columns: Column<Row>[] = [
    { id: 'number', title: t('common.offerid'), kind: 'text', value: ({ offer }) => offer.number },
    {
      id: 'offer',
      title: t('common.title'),
      kind: 'title',
      value: ({ offer }) => offer.name,
      to: ({ offer }) => `/am/offers/${offer.id}`,
    },
    {
      id: 'advertiser',
      title: t('common.advertiser'),
      kind: 'text',
      hide: 'advertiser_name',
      value: ({ advertiser }) => advertiser.name,
    },
    { id: 'status', title: t('common.status'), kind: 'status', value: ({ status }) => status },
    number('impressions', t('common.impressions')),
    number('clicks', t('common.clicks')),
    number('unique_clicks', t('reports.unique')),
    number('invalid_clicks', t('reports.invalid')),
    number('conversions', t('common.conversions')),
    { id: 'cr', title: t('reports.cr'), kind: 'figure', value: ({ cr }) => figureText(cr, 'percent', currency) },
    amount('revenue', t('common.revenue')),
    amount('payout', t('common.payout')),
    amount('profit', t('common.profit')),
    amount('epc', 'EPC'),
    {
      id: 'cap',
      title: t('reports.capUsed'),
      kind: 'usage',
      value: ({ cap_percent }) =>
        cap_percent === null
          ? { used: 0, limit: null, text: t('reports.noCap') }
          : { used: cap_percent, limit: 100, text: figureText(cap_percent, 'percent', currency) },
    },
    {
      id: 'last',
      title: t('reports.lastConversion'),
      kind: 'relative-date',
      value: ({ last_conversion_at }) => last_conversion_at,
      empty: t('reports.noneToday'),
    },
  ];
  return columns.map((column) => ({ ...column, sortable: true }));
}
