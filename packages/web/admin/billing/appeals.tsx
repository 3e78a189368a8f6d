import { payoutTabs } from '../payouts/words.ts';
import { AppealsPage, appealsOf } from './appeals-screen.tsx';

const list = appealsOf('publisher');

export default function Appeals() {
  return <AppealsPage side="publisher" list={list} tabs={payoutTabs} />;
}
