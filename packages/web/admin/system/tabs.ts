// Settings › System: how the pipeline is, and the days that were counted again.
import type { PageTab } from '../../kit/log-page/page-tabs.tsx';
import { t } from '../../words/admin.ts';

export const RECOUNTS_PATH = '/am/settings/system/recounts';
export const systemTabs: readonly PageTab[] = [
  { to: '/am/settings/system', label: t('recounts.health'), section: 'settings' },
  { to: RECOUNTS_PATH, label: t('recounts.title'), section: 'settings' },
];
