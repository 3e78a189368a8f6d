// The account manager's console.
import { lazy } from 'react';
import { ConsoleNotice } from '../features/shell/console-notice.tsx';
import { ConsoleTools } from '../features/shell/console-tools.tsx';
import { Portal, type PortalDeclaration } from '../features/shell/portal.tsx';
import { brandOfPage } from '../kit/boot.ts';
import { adminMenu } from './menu.ts';

const admin: PortalDeclaration = {
  role: 'admin',
  base: '/am',
  brand: brandOfPage,
  menu: adminMenu,
  menuWidth: 280,
  dims: false,
  tools: ConsoleTools,
  notice: ConsoleNotice,
  screens: {
    dashboard: lazy(() => import('./dashboard.tsx')),
    offers: lazy(() => import('./offers/offers.tsx')),
    'offers/live': lazy(() => import('./reports/live-offers.tsx')),
    'offers/create': lazy(() => import('./offers/create-offer.tsx')),
    'offers/requests': lazy(() => import('./offers/requests.tsx')),
    'offers/:id': lazy(() => import('./offers/page/offer-page.tsx')),
    'offers/postback': lazy(() => import('./postbacks/setup.tsx')),
    reports: lazy(() => import('./reports/reports.tsx')),
    'reports/kpi': lazy(() => import('./reports/kpi.tsx')),
    'reports/comparison': lazy(() => import('./reports/comparison.tsx')),
    'reports/conversions': lazy(() => import('./conversions/conversions.tsx')),
    'reports/conversions/requests': lazy(() => import('./conversions/requests.tsx')),
    'reports/conversions/lots': lazy(() => import('./lots/lots.tsx')),
    'reports/conversions/late': lazy(() => import('./lots/late-lots.tsx')),
    'reports/affiliate-postbacks': lazy(() => import('./postbacks/sent.tsx')),
    'reports/advertiser-postbacks': lazy(() => import('./postbacks/received.tsx')),
    'reports/caps': lazy(() => import('./caps/capping-logs.tsx')),
    'reports/caps/pacing': lazy(() => import('./caps/pacing.tsx')),
    'affiliates/postbacks': lazy(() => import('./postbacks/publisher-postbacks.tsx')),
    'account/changes': lazy(() => import('./logs/changes.tsx')),
    'account/accesses': lazy(() => import('./logs/accesses.tsx')),
    settings: lazy(() => import('./settings/general.tsx')),
    'settings/brand': lazy(() => import('./settings/brand/brand.tsx')),
    'settings/domains': lazy(() => import('./settings/domains/domains.tsx')),
    'settings/locale': lazy(() => import('./settings/locale/locale.tsx')),
    'settings/rates': lazy(() => import('./rates/rates.tsx')),
    'settings/mail-templates': lazy(() => import('./mail/templates.tsx')),
    'settings/mail-templates/:event/:language': lazy(() => import('./mail/template-page.tsx')),
    'settings/tracking': lazy(() => import('./settings/tracking.tsx')),
    'settings/privacy': lazy(() => import('./settings/privacy.tsx')),
    'settings/signup': lazy(() => import('./settings/signup.tsx')),
    'settings/terms': lazy(() => import('./settings/terms.tsx')),
    'settings/acceptances': lazy(() => import('./settings/acceptances.tsx')),
    'settings/sender': lazy(() => import('./settings/sender.tsx')),
    'settings/reports': lazy(() => import('./settings/reports.tsx')),
    'settings/system': lazy(() => import('./system/system.tsx')),
    'affiliates/:id/statement': lazy(() => import('./accounts/affiliate-statement.tsx')),
    'advertisers/:id/statement': lazy(() => import('./accounts/advertiser-statement.tsx')),
    affiliates: lazy(() => import('./accounts/affiliates-page.tsx')),
    advertisers: lazy(() => import('./accounts/advertisers-page.tsx')),
    team: lazy(() => import('./team/team.tsx')),
    'team/roles': lazy(() => import('./team/roles.tsx')),
    security: lazy(() => import('./security/rules.tsx')),
    'security/keys': lazy(() => import('./security/keys.tsx')),
    profile: lazy(() => import('./profile/profile.tsx')),
  },
};

export const Component = () => <Portal portal={admin} />;
