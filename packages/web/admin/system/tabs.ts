// Settings that stand together.
import type { PageTab } from '../../kit/log-page/page-tabs.tsx';
import { t } from '../../words/admin.ts';

export const settingsTabs: readonly PageTab[] = [
  { to: '/am/settings/system', label: t('common.system'), section: 'settings' },
  { to: '/am/settings/rates', label: t('common.exchangeRates'), section: 'billing' },
  { to: '/am/settings/reports', label: t('settings.reports'), section: 'settings' },
];
