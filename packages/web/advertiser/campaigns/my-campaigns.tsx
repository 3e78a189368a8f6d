// My Campaigns: the advertiser's own, briefs that wait for approval among them.
import { offerRoutes, ownCampaignList } from '@tributary/contract/offers/offers';
import { countriesText } from '../../kit/inputs/country-selection.ts';
import { resource } from '../../kit/resource/declaration.ts';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { t } from '../../words/advertiser.ts';

const campaigns = resource(ownCampaignList, {
  name: 'advertiser-campaigns',
  title: t('common.myCampaigns'),
  countText: (total) => t('campaigns.campaigns', { count: total }),
  load: offerRoutes.advertiserCampaigns,
  nameOf: (row) => row.title,
  searchPlaceholder: t('campaigns.searchByTitleOrNumber'),
  defaultSort: '-camp_id',
  columns: [
    { id: 'camp_id', title: 'ID' },
    { id: 'title', title: t('common.campaign'), kind: 'title', value: (row) => row.title, fixed: true },
    { id: 'status', title: t('common.status') },
    { id: 'offer_type', title: t('campaigns.type') },
    { id: 'revenue', title: t('campaigns.pricePerConversion') },
    { id: 'countries', title: t('campaigns.countries'), kind: 'text', value: (row) => countriesText(row.geo_coverage) },
    {
      id: 'brief',
      title: t('campaigns.stage'),
      kind: 'text',
      value: (row) => (row.brief ? t('campaigns.briefBeingLookedAt') : t('campaigns.setUp')),
    },
    { id: 'created_at', title: t('campaigns.created') },
  ],
  add: { label: t('common.createCampaign'), calls: offerRoutes.submitBrief, to: '/advertiser/campaigns/create' },
  texts: {
    loading: t('campaigns.loadingCampaigns'),
    emptyTitle: t('campaigns.noCampaignsYet'),
    emptyText: t('campaigns.describeWhatYouWantTo'),
  },
});

export default function MyCampaigns() {
  return <ResourcePage list={campaigns} />;
}
