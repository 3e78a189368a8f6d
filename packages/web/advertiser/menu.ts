// The advertiser portal's side menu (the specification, Portals).

import type { Menu } from '../kit/shell/menu.ts';
import {
  IconChartBar,
  IconCreditCard,
  IconLayoutDashboard,
  IconSpeakerphone,
  IconUserCircle,
  IconUsers,
} from '../ui/icons.ts';
import { t } from '../words/advertiser.ts';
import { historyTabs } from './billing/tabs.ts';
import { conversionTabs } from './conversions/tabs.ts';

export const advertiserMenu: Menu = {
  unbuilt: '/advertiser/dashboard',
  main: [
    { label: t('menu.dashboard'), icon: IconLayoutDashboard, path: '/advertiser/dashboard' },
    {
      label: t('menu.campaigns'),
      icon: IconSpeakerphone,
      entries: [
        { label: t('common.createCampaign'), path: '/advertiser/campaigns/create' },
        { label: t('common.myCampaigns'), path: '/advertiser/campaigns/my' },
        { label: t('common.campaignPerformance'), path: '/advertiser/campaigns/performance' },
      ],
    },
    {
      label: t('menu.publishers'),
      icon: IconUsers,
      entries: [
        { label: t('menu.findPublishers'), path: '/advertiser/publishers/find' },
        { label: t('menu.myPublishers'), path: '/advertiser/publishers/my' },
        { label: t('common.publisherPerformance'), path: '/advertiser/publishers/performance' },
      ],
    },
    {
      label: t('menu.reports'),
      icon: IconChartBar,
      entries: [
        { label: t('common.campaignReport'), path: '/advertiser/reports/campaign' },
        { label: t('common.conversionReport'), path: '/advertiser/reports/conversion', tabs: conversionTabs },
        { label: t('common.roiReport'), path: '/advertiser/reports/roi' },
      ],
    },
    {
      label: t('menu.billing'),
      icon: IconCreditCard,
      entries: [
        { label: t('menu.paymentMethods'), path: '/advertiser/billing/payment-methods' },
        { label: t('menu.invoices'), path: '/advertiser/billing/invoices' },
        { label: t('menu.billingHistory'), path: '/advertiser/billing/history', tabs: historyTabs },
      ],
    },
    {
      label: t('menu.profile'),
      icon: IconUserCircle,
      entries: [
        { label: t('menu.accountSettings'), path: '/advertiser/profile/settings' },
        { label: t('common.companyDetails'), path: '/advertiser/profile/company' },
      ],
    },
  ],
  bottom: [],
};
