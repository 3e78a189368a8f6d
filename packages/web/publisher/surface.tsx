// The publisher's portal.
import { lazy } from 'react';
import { NotificationsMenu } from '../features/shell/notifications-menu.tsx';
import { Portal, type PortalDeclaration } from '../features/shell/portal.tsx';
import { brandOfPortals } from '../kit/boot.ts';
import { t } from '../words/publisher.ts';
import { publisherMenu } from './menu.ts';

const publisher: PortalDeclaration = {
  role: 'publisher',
  base: '/publisher',
  brand: () => t('surface.publisher', { brandOfPortals: brandOfPortals() }),
  menu: publisherMenu,
  menuWidth: 250,
  dims: true,
  tools: NotificationsMenu,
  screens: {
    dashboard: lazy(() => import('./dashboard.tsx')),
    'campaigns/available': lazy(() => import('./campaigns/available.tsx')),
    'campaigns/my': lazy(() => import('./campaigns/mine.tsx')),
    'campaigns/links': lazy(() => import('./campaigns/links.tsx')),
    'profile/settings': lazy(() => import('./profile/settings.tsx')),
    'profile/payment': lazy(() => import('./payment/details.tsx')),
    'profile/payment/documents': lazy(() => import('./payment/documents.tsx')),
    'profile/payment/payments': lazy(() => import('./payment/payments.tsx')),
    'profile/payment/statement': lazy(() => import('./payment/statement.tsx')),
    'profile/payment/appeals': lazy(() => import('./payment/appeals.tsx')),
    'reports/performance': lazy(() => import('./reports/performance.tsx')),
    'reports/revenue': lazy(() => import('./revenue/by-day.tsx')),
    'reports/revenue/months': lazy(() => import('./revenue/by-month.tsx')),
    'reports/revenue/campaigns': lazy(() => import('./revenue/by-campaign.tsx')),
    'reports/revenue/report': lazy(() => import('./revenue/report.tsx')),
    'reports/conversions': lazy(() => import('./conversions/conversions.tsx')),
    'reports/conversions/appeals': lazy(() => import('./conversions/appeals.tsx')),
    'reports/conversions/recounts': lazy(() => import('./conversions/recounts.tsx')),
    'reports/conversions/postbacks': lazy(() => import('./postbacks/postbacks.tsx')),
    'reports/conversions/postback-log': lazy(() => import('./postbacks/postback-log.tsx')),
  },
};

export const Component = () => <Portal portal={publisher} />;
