import { RevenuePage, revenueBy } from './revenue-screen.tsx';

const list = revenueBy('month');

export default function RevenueByMonth() {
  return <RevenuePage list={list} />;
}
