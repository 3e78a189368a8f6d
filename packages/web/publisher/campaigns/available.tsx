// Available Campaigns: everything this publisher may see.
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { t } from '../../words/publisher.ts';
import { campaignList } from './campaigns.tsx';

const available = campaignList('available', {
  name: 'campaigns-available',
  title: t('common.availableCampaigns'),
  texts: {
    loading: t('campaigns.loadingCampaigns'),
    emptyTitle: t('campaigns.noCampaignsFound'),
    emptyText: t('campaigns.campaignsYouMayRunOr'),
  },
});

export default function AvailableCampaigns() {
  return <ResourcePage list={available} />;
}
