// The publisher portal's side menu (the specification, Portals).

import type { Menu } from '../kit/shell/menu.ts';
import { IconChartBar, IconLayoutDashboard, IconSpeakerphone, IconUserCircle } from '../ui/icons.ts';
import { t } from '../words/publisher.ts';
import { conversionTabs } from './conversions/tabs.ts';
import { paymentTabs } from './payment/tabs.ts';
import { revenueTabs } from './revenue/tabs.ts';

export const publisherMenu: Menu = {
  unbuilt: '/publisher/dashboard',
  main: [
    { label: t('menu.dashboard'), icon: IconLayoutDashboard, path: '/publisher/dashboard' },
    {
      label: t('menu.campaigns'),
      icon: IconSpeakerphone,
      entries: [
        { label: t('common.availableCampaigns'), path: '/publisher/campaigns/available' },
        { label: t('common.myCampaigns'), path: '/publisher/campaigns/my' },
        { label: t('common.campaignLinks'), path: '/publisher/campaigns/links' },
      ],
    },
    {
      label: t('menu.reports'),
      icon: IconChartBar,
      entries: [
        { label: t('common.performance'), path: '/publisher/reports/performance' },
        { label: t('common.conversion'), path: '/publisher/reports/conversions', tabs: conversionTabs },
        { label: t('common.revenue'), path: '/publisher/reports/revenue', tabs: revenueTabs },
      ],
    },
    {
      label: t('menu.profile'),
      icon: IconUserCircle,
      entries: [
        { label: t('menu.accountSettings'), path: '/publisher/profile/settings' },
        { label: t('menu.paymentDetails'), path: '/publisher/profile/payment', tabs: paymentTabs },
      ],
    },
  ],
  bottom: [],
};
