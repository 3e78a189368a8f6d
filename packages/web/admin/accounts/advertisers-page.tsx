import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { advertisers } from './accounts.ts';

export default function AdvertisersPage() {
  return <ResourcePage list={advertisers} />;
}
