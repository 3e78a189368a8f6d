import { OwnStatementPage, ownStatement } from '../../features/documents/own-statement.tsx';
import { t } from '../../words/publisher.ts';
import { paymentTabs } from './tabs.ts';

const list = ownStatement('publisher', t('menu.paymentDetails'));

export default function Statement() {
  return <OwnStatementPage side="publisher" list={list} label={t('menu.paymentDetails')} tabs={paymentTabs} />;
}
