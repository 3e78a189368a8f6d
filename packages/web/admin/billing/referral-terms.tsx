// Affiliate Referral › Programme: on which terms a publisher's own link earns.
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { SettingsPage, type SettingsScreen } from '../../kit/settings/settings-page.tsx';
import { t } from '../../words/admin.ts';
import { basisWords } from './add-referral.tsx';
import { referralTabs } from './tabs.ts';

const screen: SettingsScreen = {
  title: t('menu.affiliateReferral'),
  purpose: t('money.programmePurpose'),
  sections: {
    referrals: {
      title: t('money.programme'),
      text: t('money.programmeText'),
      settings: {
        is_on: { label: t('money.programmeOn'), help: t('money.programmeOnHelp') },
        basis: { label: t('money.basis'), options: basisWords },
        rate: { label: t('money.rateInPercent'), help: t('money.rateHelp') },
        flat: { label: t('money.flatSum'), help: t('money.flatHelp') },
        currency: { label: t('money.currency') },
        days: { label: t('money.forDays'), help: t('money.daysHelp') },
        threshold: { label: t('money.threshold'), help: t('money.thresholdHelp') },
      },
    },
  },
};

export default function ReferralTerms() {
  return <SettingsPage screen={screen} intro={<PageTabs label={t('menu.affiliateReferral')} tabs={referralTabs} />} />;
}
