import { AppealsPage, appealsOf } from './appeals-screen.tsx';
import { referralTabs } from './tabs.ts';

const list = appealsOf('publisher');

export default function Appeals() {
  return <AppealsPage side="publisher" list={list} tabs={referralTabs} />;
}
