// The advertiser portal's side menu (seed 000, section 2.3).

import type { Menu } from '../kit/shell/menu.ts';
import {
  IconChartBar,
  IconCreditCard,
  IconLayoutDashboard,
  IconSpeakerphone,
  IconUserCircle,
  IconUsers,
} from '../ui/icons.ts';
import { conversionTabs } from './conversions/tabs.ts';

export const advertiserMenu: Menu = {
  unbuilt: '/advertiser/dashboard',
  main: [
    { label: 'Dashboard', icon: IconLayoutDashboard, path: '/advertiser/dashboard' },
    {
      label: 'Campaigns',
      icon: IconSpeakerphone,
      entries: [
        { label: 'Create Campaign', path: '/advertiser/campaigns/create' },
        { label: 'My Campaigns', path: '/advertiser/campaigns/my' },
        { label: 'Campaign Performance', path: '/advertiser/campaigns/performance' },
      ],
    },
    {
      label: 'Publishers',
      icon: IconUsers,
      entries: [
        { label: 'Find Publishers', path: '/advertiser/publishers/find' },
        { label: 'My Publishers', path: '/advertiser/publishers/my' },
        { label: 'Publisher Performance', path: '/advertiser/publishers/performance' },
      ],
    },
    {
      label: 'Reports',
      icon: IconChartBar,
      entries: [
        { label: 'Campaign Report', path: '/advertiser/reports/campaign' },
        { label: 'Conversion Report', path: '/advertiser/reports/conversion', tabs: conversionTabs },
        { label: 'ROI Report', path: '/advertiser/reports/roi' },
      ],
    },
    {
      label: 'Billing',
      icon: IconCreditCard,
      entries: [
        { label: 'Payment Methods', path: '/advertiser/billing/payment-methods' },
        { label: 'Invoices', path: '/advertiser/billing/invoices' },
        { label: 'Billing History', path: '/advertiser/billing/history' },
      ],
    },
    {
      label: 'Profile',
      icon: IconUserCircle,
      entries: [
        { label: 'Account Settings', path: '/advertiser/profile/settings' },
        { label: 'Company Details', path: '/advertiser/profile/company' },
      ],
    },
  ],
  bottom: [],
};
