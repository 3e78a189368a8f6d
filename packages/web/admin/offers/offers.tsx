// Offers - Approved: the master list of every offer.
import { offerRoutes } from '@tributary/contract/offers';
import type { ResultOf } from '@tributary/contract/route';
import { call } from '../../kit/api.ts';
import { countriesText } from '../../kit/inputs/country-selection.ts';
import { resource } from '../../kit/resource/declaration.ts';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
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
  columns: [
    { id: 'camp_id', title: 'ID', kind: 'text', value: (row) => row.camp_id, sortable: true },
    {
      id: 'offer_name',
      title: 'Title',
      kind: 'title',
      value: (row) => row.offer_name,
      image: (row) => row.thumbnail_url,
      to: (row) => offerPath(row.id),
      sortable: true,
      fixed: true,
    },
    { id: 'status', title: 'Status', kind: 'status', value: (row) => row.status, sortable: true },
    { id: 'advertiser', title: 'Advertiser', kind: 'text', value: (row) => row.advertiser.name, sortable: true },
    { id: 'offer_type', title: 'Type', kind: 'text', value: (row) => row.offer_type, sortable: true },
    {
      id: 'revenue',
      title: 'Revenue',
      kind: 'figure',
      value: ({ revenue, revenue_percent, currency }) => worth(revenue, revenue_percent, currency),
      sortable: true,
    },
    {
      id: 'payout',
      title: 'Payout',
      kind: 'figure',
      value: ({ payout, payout_percent, currency }) => worth(payout, payout_percent, currency),
      sortable: true,
    },
    { id: 'countries', title: 'Countries', kind: 'text', value: (row) => countriesText(row.geo_coverage) },
    { id: 'visibility', title: 'Visibility', kind: 'text', value: (row) => row.offer_visibility },
    { id: 'publishers', title: 'Publishers', kind: 'number', value: (row) => row.publishers_allowed },
    { id: 'tags', title: 'Tags', kind: 'tags', value: (row) => row.tags },
    { id: 'category', title: 'Category', kind: 'text', value: (row) => row.category, hidden: true },
    { id: 'start_date', title: 'Starts', kind: 'date', value: (row) => row.start_date, hidden: true },
    { id: 'end_date', title: 'Ends', kind: 'date', value: (row) => row.end_date, sortable: true, hidden: true },
    { id: 'created_at', title: 'Created', kind: 'relative-date', value: (row) => row.created_at, sortable: true },
  ],
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
