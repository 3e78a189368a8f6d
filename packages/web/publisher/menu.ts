// The publisher portal's side menu (seed 000, section 2.3).

import type { Menu } from '../kit/shell/menu.ts';
import { IconChartBar, IconLayoutDashboard, IconSpeakerphone, IconUserCircle } from '../ui/icons.ts';
import { conversionTabs } from './conversions/tabs.ts';

export const publisherMenu: Menu = {
  unbuilt: '/publisher/dashboard',
  main: [
    { label: 'Dashboard', icon: IconLayoutDashboard, path: '/publisher/dashboard' },
    {
      label: 'Campaigns',
      icon: IconSpeakerphone,
      entries: [
        { label: 'Available Campaigns', path: '/publisher/campaigns/available' },
        { label: 'My Campaigns', path: '/publisher/campaigns/my' },
        { label: 'Campaign Links', path: '/publisher/campaigns/links' },
      ],
    },
    {
      label: 'Reports',
      icon: IconChartBar,
      entries: [
        { label: 'Performance', path: '/publisher/reports/performance' },
        { label: 'Conversion', path: '/publisher/reports/conversions', tabs: conversionTabs },
        { label: 'Revenue', path: '/publisher/reports/revenue' },
      ],
    },
    {
      label: 'Profile',
      icon: IconUserCircle,
      entries: [
        { label: 'Account Settings', path: '/publisher/profile/settings' },
        { label: 'Payment Details', path: '/publisher/profile/payment' },
      ],
    },
  ],
  bottom: [],
};
