import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { affiliates } from './accounts.ts';

export default function AffiliatesPage() {
  return <ResourcePage list={affiliates} />;
}
