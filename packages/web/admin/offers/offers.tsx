// Offers - Approved: the master list of every offer.
import { offerList, offerRoutes } from '@tributary/contract/offers';
import type { ResultOf } from '@tributary/contract/route';
import { call } from '../../kit/api.ts';
import { countriesText } from '../../kit/inputs/country-selection.ts';
import { resource } from '../../kit/resource/declaration.ts';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { columnsOf } from '../../kit/table/list-columns.ts';
import { count, money } from '../../ui/format.ts';
import { bulkActions, rowActions } from './offer-actions.ts';
import { offerFilters } from './offer-filters.ts';
import { offerPath } from './offer-path.ts';

export type OfferRow = ResultOf<typeof offerRoutes.offers>['rows'][number];

const worth = (amount: string, percent: number | null, currency: string): string =>
  percent === null ? money(amount, currency) : `${percent}% of sale`;

const offers = resource<OfferRow>({
  name: 'offers',
  title: 'Offers - Approved',
  countText: (total) => `${count(total)} ${total === 1 ? 'offer' : 'offers'}`,
  load: (query, context) => call(offerRoutes.offers, { query }, context),
  exportCsv: async (query, context) => String(await call(offerRoutes.exportOffers, { query }, context)),
  nameOf: (row) => row.offer_name,
  searchPlaceholder: 'Search by title, number or external id...',
  defaultSort: '-created_at',
  filters: offerFilters,
  columns: columnsOf<OfferRow, typeof offerList.columns>(offerList, [
    { id: 'camp_id', title: 'ID' },
    {
      id: 'offer_name',
      title: 'Title',
      kind: 'title',
      value: (row) => row.offer_name,
      image: (row) => row.thumbnail_url,
      to: (row) => offerPath(row.id),
      fixed: true,
    },
    { id: 'status', title: 'Status' },
    { id: 'advertiser', title: 'Advertiser', kind: 'text', value: (row) => row.advertiser.name },
    { id: 'offer_type', title: 'Type' },
    {
      id: 'revenue',
      title: 'Revenue',
      kind: 'figure',
      value: ({ revenue, revenue_percent, currency }) => worth(revenue, revenue_percent, currency),
    },
    {
      id: 'payout',
      title: 'Payout',
      kind: 'figure',
      value: ({ payout, payout_percent, currency }) => worth(payout, payout_percent, currency),
    },
    { id: 'countries', title: 'Countries', kind: 'text', value: (row) => countriesText(row.geo_coverage) },
    { id: 'visibility', title: 'Visibility' },
    { id: 'publishers', title: 'Publishers' },
    { id: 'tags', title: 'Tags' },
    { id: 'category', title: 'Category', hidden: true },
    { id: 'start_date', title: 'Starts', kind: 'date', value: (row) => row.start_date, hidden: true },
    { id: 'end_date', title: 'Ends', kind: 'date', value: (row) => row.end_date, hidden: true },
    { id: 'created_at', title: 'Created' },
  ]),
  rowActions,
  bulkActions,
  selectedText: (selected) => `${count(selected)} ${selected === 1 ? 'offer' : 'offers'} selected`,
  add: { label: 'Create Offer', to: '/am/offers/create' },
  texts: {
    loading: 'Loading offers...',
    emptyTitle: 'No offers found',
    emptyText: 'No offers match your current filter criteria.',
  },
});

export default function Offers() {
  return <ResourcePage list={offers} />;
}
