import { AppealsPage, appealsOf } from './appeals-screen.tsx';
import { billingTabs } from './tabs.ts';

const list = appealsOf('advertiser');

export default function Disputes() {
  return <AppealsPage side="advertiser" list={list} tabs={billingTabs} />;
}
