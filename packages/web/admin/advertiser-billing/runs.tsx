// Advertisers Billing › Runs
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { t } from '../../words/admin.ts';
import { runsOf } from '../billing/runs-screen.tsx';
import { billingTabs } from './words.ts';

const runs = runsOf('advertiser');

export default function Runs() {
  return <LogPage log={runs} intro={<PageTabs label={t('menu.advertisersBilling')} tabs={billingTabs} />} />;
}
