// My Campaigns: those this publisher runs, asked for, or was refused, with the reason.
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { campaignList } from './campaigns.tsx';

const mine = campaignList('mine', {
  name: 'campaigns-mine',
  title: 'My Campaigns',
  texts: {
    loading: 'Loading campaigns...',
    emptyTitle: 'No campaigns yet',
    emptyText: 'Take a link or ask to run a campaign under Available Campaigns, and it is listed here.',
  },
});

export default function MyCampaigns() {
  return <ResourcePage list={mine} />;
}
