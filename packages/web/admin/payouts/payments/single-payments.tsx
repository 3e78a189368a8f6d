// Affiliate Billing › Single payments: every payment of every batch; what nobody has answered is found here.
import { LogPage } from '../../../kit/log-page/log-page.tsx';
import { PageTabs } from '../../../kit/log-page/page-tabs.tsx';
import { t } from '../../../words/admin.ts';
import { payoutTabs } from '../words.ts';
import { paymentsOf } from './payment-log.ts';

const payments = paymentsOf(null);

export default function SinglePayments() {
  return <LogPage log={payments} intro={<PageTabs label={t('menu.affiliateBilling')} tabs={payoutTabs} />} />;
}
