import { OwnStatementPage, ownStatement } from '../../features/documents/own-statement.tsx';
import { t } from '../../words/advertiser.ts';
import { historyTabs } from './tabs.ts';

const list = ownStatement('advertiser', t('menu.billingHistory'));

export default function Statement() {
  return <OwnStatementPage side="advertiser" list={list} label={t('menu.billingHistory')} tabs={historyTabs} />;
}
