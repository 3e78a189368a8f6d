// What the workspace owes and is owed, month by month.
import type { PageTab } from '../../kit/log-page/page-tabs.tsx';
import { t } from '../../words/admin.ts';

export const billingTabs: readonly PageTab[] = [
  { to: '/am/billing', label: t('money.overview') },
  { to: '/am/billing/closes', label: t('money.closes') },
  { to: '/am/billing/journal', label: t('money.journal') },
  { to: '/am/billing/disputes', label: t('money.disputes') },
  { to: '/am/billing/proof', label: t('proof.proof') },
];
export const referralTabs: readonly PageTab[] = [
  { to: '/am/affiliates/referrals', label: t('money.referrals') },
  { to: '/am/affiliates/referrals/programme', label: t('money.programme'), section: 'settings' },
];
