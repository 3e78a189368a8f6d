// Offers - Approved: the master list of every offer.
import { offerList, offerRoutes } from '@tributary/contract/offers/offers';
import type { ResultOf } from '@tributary/contract/route';
import { countriesText } from '../../kit/inputs/country-selection.ts';
import { resource } from '../../kit/resource/declaration.ts';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { money } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import { said } from '../../words/said.ts';
import { bulkActions, rowActions } from './offer-actions.ts';
import { offerFilters } from './offer-filters.ts';
import { offerPath } from './offer-path.ts';

export type OfferRow = ResultOf<typeof offerRoutes.offers>['rows'][number];

const worth = (amount: string, percent: number | null, currency: string): string =>
  percent === null ? money(amount, currency) : t('offers.ofSale', { percent });

const offers = resource(offerList, {
  name: 'offers',
  title: t('common.offersApproved'),
  countText: (total) => t('offers.offers', { count: total }),
  load: offerRoutes.offers,
  file: offerRoutes.exportOffers,
  nameOf: (row) => row.offer_name,
  searchPlaceholder: t('offers.searchByTitleNumberOr'),
  defaultSort: '-created_at',
  filters: offerFilters,
  columns: [
    { id: 'camp_id', title: 'ID' },
    {
      id: 'offer_name',
      title: t('common.title'),
      kind: 'title',
      value: (row) => row.offer_name,
      image: (row) => row.thumbnail_url,
      to: (row) => offerPath(row.id),
      fixed: true,
    },
    { id: 'status', title: t('common.status') },
    { id: 'advertiser', title: t('common.advertiser'), kind: 'text', value: (row) => row.advertiser.name },
    { id: 'offer_type', title: t('offers.type') },
    {
      id: 'revenue',
      title: t('common.revenue'),
      kind: 'figure',
      value: ({ revenue, revenue_percent, currency }) => worth(revenue, revenue_percent, currency),
    },
    {
      id: 'payout',
      title: t('common.payout'),
      kind: 'figure',
      value: ({ payout, payout_percent, currency }) => worth(payout, payout_percent, currency),
    },
    { id: 'countries', title: t('offers.countries'), kind: 'text', value: (row) => countriesText(row.geo_coverage) },
    { id: 'visibility', title: t('offers.visibility'), kind: 'text', value: (row) => said(row.offer_visibility) },
    { id: 'publishers', title: t('offers.publishers') },
    { id: 'tags', title: t('common.tags') },
    { id: 'category', title: t('offers.category'), hidden: true },
    { id: 'start_date', title: t('offers.starts'), kind: 'date', value: (row) => row.start_date, hidden: true },
    { id: 'end_date', title: t('offers.ends'), kind: 'date', value: (row) => row.end_date, hidden: true },
    { id: 'created_at', title: t('common.created') },
  ],
  rowActions,
  bulkActions,
  selectedText: (selected) => t('offers.offersSelected', { count: selected }),
  add: { label: t('common.createOffer'), calls: offerRoutes.createOffer, to: '/am/offers/create' },
  texts: {
    loading: t('offers.loadingOffers'),
    emptyTitle: t('offers.noOffersFound'),
    emptyText: t('offers.noOffersMatchYourCurrent'),
  },
});

export default function Offers() {
  return <ResourcePage list={offers} />;
}
