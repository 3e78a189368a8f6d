// The advertiser's portal.
import { lazy } from 'react';
import { NotificationsMenu } from '../features/shell/notifications-menu.tsx';
import { Portal, type PortalDeclaration } from '../features/shell/portal.tsx';
import { brandOfPortals } from '../kit/boot.ts';
import { t } from '../words/advertiser.ts';
import { advertiserMenu } from './menu.ts';

const advertiser: PortalDeclaration = {
  role: 'advertiser',
  base: '/advertiser',
  brand: () => t('surface.advertiser', { brandOfPortals: brandOfPortals() }),
  menu: advertiserMenu,
  menuWidth: 250,
  dims: true,
  tools: NotificationsMenu,
  screens: {
    dashboard: lazy(() => import('./dashboard.tsx')),
    'campaigns/create': lazy(() => import('./campaigns/create-campaign.tsx')),
    'campaigns/my': lazy(() => import('./campaigns/my-campaigns.tsx')),
    'profile/settings': lazy(() => import('./profile/settings.tsx')),
    'profile/company': lazy(() => import('./profile/company.tsx')),
    'billing/payment-methods': lazy(() => import('./billing/payment-methods.tsx')),
    'billing/invoices': lazy(() => import('./billing/invoices.tsx')),
    'billing/history': lazy(() => import('./billing/history.tsx')),
    'billing/history/payments': lazy(() => import('./billing/payments.tsx')),
    'billing/history/statement': lazy(() => import('./billing/statement.tsx')),
    'campaigns/performance': lazy(() => import('./reports/campaign-performance.tsx')),
    'publishers/performance': lazy(() => import('./reports/publisher-performance.tsx')),
    'reports/campaign': lazy(() => import('./reports/campaign-report.tsx')),
    'reports/roi': lazy(() => import('./reports/roi-report.tsx')),
    'reports/conversion': lazy(() => import('./conversions/conversions.tsx')),
    'reports/conversion/disputes': lazy(() => import('./conversions/disputes.tsx')),
    'reports/conversion/validation': lazy(() => import('./conversions/validation.tsx')),
    'reports/conversion/validation/:id': lazy(() => import('./conversions/validation-page.tsx')),
    'reports/conversion/receipts': lazy(() => import('./conversions/receipts.tsx')),
    'reports/conversion/postback': lazy(() => import('./conversions/postback.tsx')),
  },
};

export const Component = () => <Portal portal={advertiser} />;
