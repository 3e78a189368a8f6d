// Where Explain stands, and its tabs beside the log of what advertisers sent.

import { explainRoutes } from '@tributary/contract/trust/explain';
import type { PageTab } from '../../kit/log-page/page-tabs.tsx';
import type { RowAction } from '../../kit/resource/declaration.ts';
import { IconSearch } from '../../ui/icons.ts';
import { t as admin } from '../../words/admin.ts';
import { t } from '../../words/explain.ts';

const BASE = '/am/reports/advertiser-postbacks';
export const EXPLAIN = `${BASE}/explain`;
export const explainPath = (id: string): string => `${EXPLAIN}?id=${encodeURIComponent(id)}`;

export const receivedTabs: readonly PageTab[] = [
  { to: BASE, label: admin('common.advertiserPostbackLogs') },
  { to: `${BASE}/inbox`, label: admin('unmatched.inbox') },
  { to: `${BASE}/mappings`, label: admin('unmatched.mappings') },
  { to: EXPLAIN, label: t('title') },
  { to: `${BASE}/shared`, label: t('links') },
];

/** on every row of a log, whose dialogs hold `explainDialogs` */
export const explainAction = <Row extends { id: string }>(): RowAction<Row> => ({
  label: t('explain'),
  calls: explainRoutes.explanation,
  icon: IconSearch,
  when: () => true,
  run: (row, { open }) => open('explain', row),
});
