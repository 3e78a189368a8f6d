import { OwnAppealsPage, ownAppeals } from '../../features/appeals/own-appeals.tsx';
import { paymentTabs } from './tabs.ts';

const list = ownAppeals('publisher');

export default function Appeals() {
  return <OwnAppealsPage side="publisher" list={list} tabs={paymentTabs} />;
}
