// Settings that stand together.
import type { PageTab } from '../../kit/log-page/page-tabs.tsx';

export const settingsTabs: readonly PageTab[] = [
  { to: '/am/settings/system', label: 'System', section: 'settings' },
  { to: '/am/settings/rates', label: 'Exchange rates', section: 'billing' },
];
