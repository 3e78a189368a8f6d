// The console's side menu: every entry of the specification (Console). An entry gets its path with the screen behind it; until
// then it goes to the dashboard, as the specification says.

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
import { t } from '../words/admin.ts';
import { billingTabs as advertiserBillingTabs } from './advertiser-billing/words.ts';
import { billingTabs, referralTabs } from './billing/tabs.ts';
import { capTabs } from './caps/words.ts';
import { receivedTabs } from './explain/paths.ts';
import { conversionTabs } from './lots/words.ts';
import { payoutTabs } from './payouts/words.ts';
import { securityTabs } from './security/tabs.ts';
import { paymentTabs } from './settings/payment/tabs.ts';
import { generalTabs } from './settings/tabs.ts';
import { systemTabs } from './system/tabs.ts';
import { teamTabs } from './team/words.ts';
import { LINK_TESTER, linkTabs, POSTBACK_TEST, TEST_REPORTS } from './testers/paths.ts';

export const adminMenu: Menu = {
  unbuilt: '/am/dashboard',
  main: [
    { label: t('common.dashboard'), section: 'dashboard', icon: IconLayoutDashboard, path: '/am/dashboard' },
    {
      label: t('common.offers'),
      icon: IconSpeakerphone,
      entries: [
        {
          label: t('common.createOffer'),
          section: 'offers',
          needs: 'write',
          asks: 'revenue',
          path: '/am/offers/create',
        },
        { label: t('common.offersLiveToday'), section: 'dashboard', path: '/am/offers/live' },
        { label: t('common.offersApproved'), section: 'offers', path: '/am/offers' },
        { label: t('menu.smartOffer'), section: 'offers' },
        { label: t('common.postback'), section: 'integration', needs: 'write', path: '/am/offers/postback' },
        { label: t('common.approveRequests'), section: 'requests', path: '/am/offers/requests' },
        { label: t('menu.coupons'), section: 'coupons' },
        { label: t('menu.offerAffiliateLinks'), section: 'offers' },
      ],
    },
    {
      label: t('menu.reportsLogs'),
      icon: IconChartBar,
      entries: [
        { label: t('common.reports'), section: 'reports', path: '/am/reports' },
        { label: t('common.reportsKpi'), section: 'reports', path: '/am/reports/kpi' },
        {
          label: t('common.conversionLogs'),
          section: 'conversions',
          path: '/am/reports/conversions',
          tabs: conversionTabs,
        },
        { label: t('menu.igamingReports'), section: 'reports' },
        { label: t('common.affiliatePostbackLogs'), section: 'logs', path: '/am/reports/affiliate-postbacks' },
        {
          label: t('common.advertiserPostbackLogs'),
          section: 'logs',
          path: '/am/reports/advertiser-postbacks',
          tabs: receivedTabs,
        },
        { label: t('common.cappingLogs'), section: 'logs', path: '/am/reports/caps', tabs: capTabs },
        { label: t('menu.testReports'), section: 'tools', path: TEST_REPORTS },
        { label: t('menu.otpReportsNew'), section: 'reports' },
        { label: t('common.comparisonNew'), section: 'reports', path: '/am/reports/comparison' },
      ],
    },
    {
      label: t('common.affiliates'),
      icon: IconUsers,
      entries: [
        { label: t('common.affiliates'), section: 'affiliates', path: '/am/affiliates' },
        { label: t('menu.pendingAffiliates'), section: 'affiliates', path: '/am/affiliates?status=pending' },
        { label: t('common.affiliatePostback'), section: 'affiliates', path: '/am/affiliates/postbacks' },
        { label: t('menu.affiliateBilling'), section: 'payouts', path: '/am/affiliates/billing', tabs: payoutTabs },
        {
          label: t('menu.affiliateReferral'),
          section: 'payouts',
          path: '/am/affiliates/referrals',
          tabs: referralTabs,
        },
        { label: t('menu.postbackTest'), section: 'tools', needs: 'write', path: POSTBACK_TEST },
      ],
    },
    {
      label: t('common.advertisers'),
      icon: IconBuildingStore,
      entries: [
        { label: t('common.advertisers'), section: 'advertisers', path: '/am/advertisers' },
        {
          label: t('menu.advertisersBilling'),
          section: 'billing',
          path: '/am/advertisers/billing',
          tabs: advertiserBillingTabs,
        },
      ],
    },
    {
      label: t('menu.fraudDetection'),
      icon: IconShieldCheck,
      entries: [
        { label: t('menu.fraudFender'), section: 'fraud' },
        { label: t('menu.conversionRiskMonitor'), section: 'fraud' },
      ],
    },
    {
      label: t('menu.integration'),
      icon: IconPlugConnected,
      entries: [
        { label: t('menu.sdk'), section: 'integration' },
        { label: t('menu.mobileAttribution'), section: 'integration' },
        { label: t('menu.eCommerce'), section: 'integration' },
        { label: t('menu.affiliateIntegration'), section: 'integration' },
        { label: t('menu.offerSync'), section: 'integration' },
        { label: t('menu.reportSync'), section: 'integration' },
        { label: t('menu.productFeed'), section: 'integration' },
      ],
    },
    {
      label: t('menu.tools'),
      icon: IconTool,
      entries: [
        { label: t('menu.integration'), section: 'integration' },
        { label: t('menu.mailer'), section: 'mailer' },
        { label: t('menu.importData'), section: 'tools' },
        { label: t('menu.automation'), section: 'tools' },
        { label: t('menu.linkTester'), section: 'tools', path: LINK_TESTER, tabs: linkTabs },
        { label: t('menu.fraudDetection'), section: 'fraud' },
        { label: t('menu.shortUrl'), section: 'tools' },
        { label: t('menu.suppressionList'), section: 'tools' },
      ],
    },
    {
      label: t('menu.account'),
      icon: IconUserCircle,
      entries: [
        { label: t('common.settings'), section: 'settings', path: '/am/settings' },
        { label: t('menu.billing'), section: 'plan' },
        { label: t('common.profile'), path: '/am/profile' },
        { label: t('menu.employee'), section: 'team', path: '/am/team', tabs: teamTabs },
        { label: t('menu.security'), section: 'security', path: '/am/security', tabs: securityTabs },
        { label: t('menu.changeLogs'), section: 'security', path: '/am/account/changes' },
        { label: t('menu.accessLogs'), section: 'security', path: '/am/account/accesses' },
        { label: t('menu.referral'), section: 'plan' },
        { label: t('menu.logout'), action: 'logout' },
      ],
    },
    { label: t('menu.billing'), section: 'billing', icon: IconReceipt2, path: '/am/billing', tabs: billingTabs },
  ],
  bottom: [
    {
      label: t('menu.support'),
      icon: IconLifebuoy,
      entries: [
        { label: t('menu.helpCenter'), section: 'support' },
        { label: t('menu.contactSupport'), section: 'support' },
        { label: t('menu.submitTicket'), section: 'support' },
        { label: t('menu.knowledgeBase'), section: 'support' },
      ],
    },
    {
      label: t('common.settings'),
      icon: IconSettings,
      entries: [
        { label: t('common.general'), section: 'settings', path: '/am/settings', tabs: generalTabs },
        { label: t('menu.payment'), section: 'billing', path: '/am/settings/payment', tabs: paymentTabs },
        { label: t('menu.emailTemplates'), section: 'settings', path: '/am/settings/mail-templates' },
        { label: t('common.system'), section: 'settings', path: '/am/settings/system', tabs: systemTabs },
      ],
    },
  ],
};
