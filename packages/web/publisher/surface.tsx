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
    'reports/performance': lazy(() => import('./reports/performance.tsx')),
    'reports/revenue': lazy(() => import('./reports/revenue.tsx')),
    'reports/conversions': lazy(() => import('./conversions/conversions.tsx')),
    'reports/conversions/postbacks': lazy(() => import('./postbacks/postbacks.tsx')),
    'reports/conversions/postback-log': lazy(() => import('./postbacks/postback-log.tsx')),
  },
};

export const Component = () => <Portal portal={publisher} />;
