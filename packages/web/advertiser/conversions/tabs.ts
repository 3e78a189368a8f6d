// The report and the way conversions get into it stand together.
import { VALIDATION, validationTitle } from '../../features/reconciliation/words.ts';
import type { PageTab } from '../../kit/log-page/page-tabs.tsx';
import { t } from '../../words/advertiser.ts';

export const conversionTabs: readonly PageTab[] = [
  { to: '/advertiser/reports/conversion', label: t('common.conversions') },
  { to: '/advertiser/reports/conversion/receipts', label: t('conversions.yourCalls') },
  { to: '/advertiser/reports/conversion/postback', label: t('conversions.yourPostback') },
  { to: VALIDATION.advertiser, label: validationTitle },
  { to: '/advertiser/reports/conversion/disputes', label: t('common.disputes') },
];
