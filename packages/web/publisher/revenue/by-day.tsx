import { RevenuePage, revenueBy } from './revenue-screen.tsx';

const list = revenueBy('day');

export default function RevenueByDay() {
  return <RevenuePage list={list} />;
}
