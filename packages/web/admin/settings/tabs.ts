// Settings › General (Account › Settings is the same page): one tab for each matter, every one with an address of its own. The
// page itself opens at the first one that the reader's role opens. System stands beside it, as the menu has it.
import type { PageTab } from '../../kit/log-page/page-tabs.tsx';
import { t } from '../../words/admin.ts';

export const generalTabs: readonly PageTab[] = [
  { to: '/am/settings/brand', label: t('brand.title'), section: 'settings' },
  { to: '/am/settings/domains', label: t('domains.title'), section: 'settings' },
  { to: '/am/settings/locale', label: t('locale.title'), section: 'settings' },
  { to: '/am/settings/rates', label: t('common.exchangeRates'), section: 'billing' },
  { to: '/am/settings/reports', label: t('settings.reports'), section: 'settings' },
  { to: '/am/settings/signup', label: t('signup.title'), section: 'settings' },
  { to: '/am/settings/terms', label: t('terms.title'), section: 'settings' },
  { to: '/am/settings/tracking', label: t('tracking.title'), section: 'settings' },
  { to: '/am/settings/privacy', label: t('privacy.title'), section: 'settings' },
  { to: '/am/settings/acceptances', label: t('terms.acceptances'), section: 'settings' },
  { to: '/am/settings/sender', label: t('sender.title'), section: 'settings' },
];
