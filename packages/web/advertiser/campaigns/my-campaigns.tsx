// My Campaigns: the advertiser's own, briefs that wait for approval among them.
import { offerRoutes, ownCampaignList } from '@tributary/contract/offers';
import type { ResultOf } from '@tributary/contract/route';
import { call } from '../../kit/api.ts';
import { countriesText } from '../../kit/inputs/country-selection.ts';
import { resource } from '../../kit/resource/declaration.ts';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { columnsOf } from '../../kit/table/list-columns.ts';
import { count } from '../../ui/format.ts';

type Campaign = ResultOf<typeof offerRoutes.advertiserCampaigns>['rows'][number];

const campaigns = resource<Campaign>({
  name: 'advertiser-campaigns',
  title: 'My Campaigns',
  countText: (total) => `${count(total)} ${total === 1 ? 'campaign' : 'campaigns'}`,
  load: (query, context) => call(offerRoutes.advertiserCampaigns, { query }, context),
  nameOf: (row) => row.title,
  searchPlaceholder: 'Search by title or number...',
  defaultSort: '-camp_id',
  columns: columnsOf<Campaign, typeof ownCampaignList.columns>(ownCampaignList, [
    { id: 'camp_id', title: 'ID' },
    { id: 'title', title: 'Campaign', kind: 'title', value: (row) => row.title, fixed: true },
    { id: 'status', title: 'Status' },
    { id: 'offer_type', title: 'Type' },
    { id: 'revenue', title: 'Price per conversion' },
    { id: 'countries', title: 'Countries', kind: 'text', value: (row) => countriesText(row.geo_coverage) },
    {
      id: 'brief',
      title: 'Stage',
      kind: 'text',
      value: (row) => (row.brief ? 'Brief, being looked at' : 'Set up'),
    },
    { id: 'created_at', title: 'Created' },
  ]),
  add: { label: 'Create Campaign', to: '/advertiser/campaigns/create' },
  texts: {
    loading: 'Loading campaigns...',
    emptyTitle: 'No campaigns yet',
    emptyText: 'Describe what you want to promote under Create Campaign; your account manager sets it up.',
  },
});

export default function MyCampaigns() {
  return <ResourcePage list={campaigns} />;
}
