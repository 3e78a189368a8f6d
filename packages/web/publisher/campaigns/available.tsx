// Available Campaigns: everything this publisher may see.
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { campaignList } from './campaigns.tsx';

const available = campaignList('available', {
  name: 'campaigns-available',
  title: 'Available Campaigns',
  texts: {
    loading: 'Loading campaigns...',
    emptyTitle: 'No campaigns found',
    emptyText: 'Campaigns you may run or ask for appear here as soon as your account manager opens them.',
  },
});

export default function AvailableCampaigns() {
  return <ResourcePage list={available} />;
}
