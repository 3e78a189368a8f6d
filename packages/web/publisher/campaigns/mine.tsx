// My Campaigns: those this publisher runs, asked for, or was refused, with the reason.
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { t } from '../../words/publisher.ts';
import { campaignList } from './campaigns.tsx';

const mine = campaignList('mine', {
  name: 'campaigns-mine',
  title: t('common.myCampaigns'),
  texts: {
    loading: t('campaigns.loadingCampaigns'),
    emptyTitle: t('campaigns.noCampaignsYet'),
    emptyText: t('campaigns.takeALinkOrAsk'),
  },
});

export default function MyCampaigns() {
  return <ResourcePage list={mine} />;
}
