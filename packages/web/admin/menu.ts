// The console's side menu: every entry of seed 001, section 2. An entry gets its path with the screen behind it; until
// then it goes to the dashboard, as the seed says.

import type { Menu } from '../kit/shell/menu.ts';
import {
  IconBuildingStore,
  IconChartBar,
  IconLayoutDashboard,
  IconLifebuoy,
  IconPlugConnected,
  IconReceipt2,
  IconSettings,
  IconShieldCheck,
  IconSpeakerphone,
  IconTool,
  IconUserCircle,
  IconUsers,
} from '../ui/icons.ts';
import { capTabs } from './caps/words.ts';
import { conversionTabs } from './lots/words.ts';
import { settingsTabs } from './system/tabs.ts';

export const adminMenu: Menu = {
  unbuilt: '/am/dashboard',
  main: [
    { label: 'Dashboard', icon: IconLayoutDashboard, path: '/am/dashboard' },
    {
      label: 'Offers',
      icon: IconSpeakerphone,
      entries: [
        { label: 'Create Offer', path: '/am/offers/create' },
        { label: 'Offers - Live (Today)', path: '/am/offers/live' },
        { label: 'Offers - Approved', path: '/am/offers' },
        { label: 'Smart Offer' },
        { label: 'Postback', path: '/am/offers/postback' },
        { label: 'Approve Requests', path: '/am/offers/requests' },
        { label: 'Coupons' },
        { label: 'Offer Affiliate Links' },
      ],
    },
    {
      label: 'Reports / Logs',
      icon: IconChartBar,
      entries: [
        { label: 'Reports', path: '/am/reports' },
        { label: 'Reports KPI', path: '/am/reports/kpi' },
        { label: 'Conversion Logs', path: '/am/reports/conversions', tabs: conversionTabs },
        { label: 'iGaming Reports' },
        { label: 'Affiliate Postback Logs', path: '/am/reports/affiliate-postbacks' },
        { label: 'Advertiser Postback Logs', path: '/am/reports/advertiser-postbacks' },
        { label: 'Capping Logs', path: '/am/reports/caps', tabs: capTabs },
        { label: 'Test Reports' },
        { label: 'OTP Reports New' },
        { label: 'Comparison New', path: '/am/reports/comparison' },
      ],
    },
    {
      label: 'Affiliates',
      icon: IconUsers,
      entries: [
        { label: 'Affiliates', path: '/am/affiliates' },
        { label: 'Pending Affiliates', path: '/am/affiliates?status=pending' },
        { label: 'Affiliate Postback', path: '/am/affiliates/postbacks' },
        { label: 'Affiliate Billing' },
        { label: 'Affiliate Referral' },
        { label: 'Postback Test' },
      ],
    },
    {
      label: 'Advertisers',
      icon: IconBuildingStore,
      entries: [{ label: 'Advertisers', path: '/am/advertisers' }, { label: 'Advertisers Billing' }],
    },
    {
      label: 'Fraud Detection',
      icon: IconShieldCheck,
      entries: [{ label: 'Fraud Fender' }, { label: 'Conversion Risk Monitor' }],
    },
    {
      label: 'Integration',
      icon: IconPlugConnected,
      entries: [
        { label: 'SDK' },
        { label: 'Mobile Attribution' },
        { label: 'E-commerce' },
        { label: 'Affiliate Integration' },
        { label: 'Offer Sync' },
        { label: 'Report Sync' },
        { label: 'Product Feed' },
      ],
    },
    {
      label: 'Tools',
      icon: IconTool,
      entries: [
        { label: 'Integration' },
        { label: 'Mailer' },
        { label: 'Import Data' },
        { label: 'Automation' },
        { label: 'Link Tester' },
        { label: 'Fraud Detection' },
        { label: 'Short URL' },
        { label: 'Suppression List' },
      ],
    },
    {
      label: 'Account',
      icon: IconUserCircle,
      entries: [
        { label: 'Settings' },
        { label: 'Billing' },
        { label: 'Profile', path: '/am/profile' },
        { label: 'Employee' },
        { label: 'Security' },
        { label: 'Change logs' },
        { label: 'Access logs' },
        { label: 'Referral' },
        { label: 'Logout', action: 'logout' },
      ],
    },
    { label: 'Billing', icon: IconReceipt2 },
  ],
  bottom: [
    {
      label: 'Support',
      icon: IconLifebuoy,
      entries: [
        { label: 'Help Center' },
        { label: 'Contact Support' },
        { label: 'Submit Ticket' },
        { label: 'Knowledge Base' },
      ],
    },
    {
      label: 'Settings',
      icon: IconSettings,
      entries: [
        { label: 'General' },
        { label: 'Payment' },
        { label: 'Email Templates' },
        { label: 'System', path: '/am/settings/system', tabs: settingsTabs },
      ],
    },
  ],
};
