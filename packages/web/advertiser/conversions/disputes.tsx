import { OwnAppealsPage, ownAppeals } from '../../features/appeals/own-appeals.tsx';
import { conversionTabs } from './tabs.ts';

const list = ownAppeals('advertiser');

export default function Disputes() {
  return <OwnAppealsPage side="advertiser" list={list} tabs={conversionTabs} />;
}
