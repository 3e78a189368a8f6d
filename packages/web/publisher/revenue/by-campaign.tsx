import { RevenuePage, revenueBy } from './revenue-screen.tsx';

const list = revenueBy('offer');

export default function RevenueByCampaign() {
  return <RevenuePage list={list} />;
}
