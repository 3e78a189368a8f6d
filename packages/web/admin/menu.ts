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
    { label: 'Dashboard', section: 'dashboard', icon: IconLayoutDashboard, path: '/am/dashboard' },
    {
      label: 'Offers',
      icon: IconSpeakerphone,
      entries: [
        { label: 'Create Offer', section: 'offers', needs: 'write', path: '/am/offers/create' },
        { label: 'Offers - Live (Today)', section: 'dashboard', path: '/am/offers/live' },
        { label: 'Offers - Approved', section: 'offers', path: '/am/offers' },
        { label: 'Smart Offer', section: 'offers' },
        { label: 'Postback', section: 'integration', needs: 'write', path: '/am/offers/postback' },
        { label: 'Approve Requests', section: 'requests', path: '/am/offers/requests' },
        { label: 'Coupons', section: 'coupons' },
        { label: 'Offer Affiliate Links', section: 'offers' },
      ],
    },
    {
      label: 'Reports / Logs',
      icon: IconChartBar,
      entries: [
        { label: 'Reports', section: 'reports', path: '/am/reports' },
        { label: 'Reports KPI', section: 'reports', path: '/am/reports/kpi' },
        { label: 'Conversion Logs', section: 'conversions', path: '/am/reports/conversions', tabs: conversionTabs },
        { label: 'iGaming Reports', section: 'reports' },
        { label: 'Affiliate Postback Logs', section: 'logs', path: '/am/reports/affiliate-postbacks' },
        { label: 'Advertiser Postback Logs', section: 'logs', path: '/am/reports/advertiser-postbacks' },
        { label: 'Capping Logs', section: 'logs', path: '/am/reports/caps', tabs: capTabs },
        { label: 'Test Reports', section: 'reports' },
        { label: 'OTP Reports New', section: 'reports' },
        { label: 'Comparison New', section: 'reports', path: '/am/reports/comparison' },
      ],
    },
    {
      label: 'Affiliates',
      icon: IconUsers,
      entries: [
        { label: 'Affiliates', section: 'affiliates', path: '/am/affiliates' },
        { label: 'Pending Affiliates', section: 'affiliates', path: '/am/affiliates?status=pending' },
        { label: 'Affiliate Postback', section: 'affiliates', path: '/am/affiliates/postbacks' },
        { label: 'Affiliate Billing', section: 'payouts' },
        { label: 'Affiliate Referral', section: 'affiliates' },
        { label: 'Postback Test', section: 'tools' },
      ],
    },
    {
      label: 'Advertisers',
      icon: IconBuildingStore,
      entries: [
        { label: 'Advertisers', section: 'advertisers', path: '/am/advertisers' },
        { label: 'Advertisers Billing', section: 'billing' },
      ],
    },
    {
      label: 'Fraud Detection',
      icon: IconShieldCheck,
      entries: [
        { label: 'Fraud Fender', section: 'fraud' },
        { label: 'Conversion Risk Monitor', section: 'fraud' },
      ],
    },
    {
      label: 'Integration',
      icon: IconPlugConnected,
      entries: [
        { label: 'SDK', section: 'integration' },
        { label: 'Mobile Attribution', section: 'integration' },
        { label: 'E-commerce', section: 'integration' },
        { label: 'Affiliate Integration', section: 'integration' },
        { label: 'Offer Sync', section: 'integration' },
        { label: 'Report Sync', section: 'integration' },
        { label: 'Product Feed', section: 'integration' },
      ],
    },
    {
      label: 'Tools',
      icon: IconTool,
      entries: [
        { label: 'Integration', section: 'integration' },
        { label: 'Mailer', section: 'mailer' },
        { label: 'Import Data', section: 'tools' },
        { label: 'Automation', section: 'tools' },
        { label: 'Link Tester', section: 'tools' },
        { label: 'Fraud Detection', section: 'fraud' },
        { label: 'Short URL', section: 'tools' },
        { label: 'Suppression List', section: 'tools' },
      ],
    },
    {
      label: 'Account',
      icon: IconUserCircle,
      entries: [
        { label: 'Settings', section: 'settings' },
        { label: 'Billing', section: 'plan' },
        { label: 'Profile', path: '/am/profile' },
        { label: 'Employee', section: 'team' },
        { label: 'Security', section: 'security' },
        { label: 'Change logs', section: 'security' },
        { label: 'Access logs', section: 'security' },
        { label: 'Referral', section: 'plan' },
        { label: 'Logout', action: 'logout' },
      ],
    },
    { label: 'Billing', section: 'billing', icon: IconReceipt2 },
  ],
  bottom: [
    {
      label: 'Support',
      icon: IconLifebuoy,
      entries: [
        { label: 'Help Center', section: 'support' },
        { label: 'Contact Support', section: 'support' },
        { label: 'Submit Ticket', section: 'support' },
        { label: 'Knowledge Base', section: 'support' },
      ],
    },
    {
      label: 'Settings',
      icon: IconSettings,
      entries: [
        { label: 'General', section: 'settings' },
        { label: 'Payment', section: 'payouts' },
        { label: 'Email Templates', section: 'mailer' },
        { label: 'System', section: 'settings', path: '/am/settings/system', tabs: settingsTabs },
      ],
    },
  ],
};
