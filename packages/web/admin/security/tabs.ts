import type { PageTab } from '../../kit/log-page/page-tabs.tsx';
import { t } from '../../words/admin.ts';

export const securityTabs: readonly PageTab[] = [
  { to: '/am/security', label: t('security.rules'), section: 'security' },
  { to: '/am/security/keys', label: t('security.apiKeys'), section: 'security' },
];
