// Settings › Reports: how the workspace shows its figures to others.
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { SettingsPage, type SettingsScreen } from '../../kit/settings/settings-page.tsx';
import { t } from '../../words/admin.ts';
import { generalTabs } from './tabs.ts';

const screen: SettingsScreen = {
  title: t('settings.reports'),
  purpose: t('settings.purpose'),
  sections: {
    reports: {
      title: t('settings.advertisersPortal'),
      text: t('settings.advertisersPortalText'),
      settings: {
        advertisers_see_publishers: {
          label: t('settings.advertisersSeePublishers'),
          help: t('settings.advertisersSeePublishersHelp'),
        },
      },
    },
  },
};

export default function ReportSettings() {
  return <SettingsPage screen={screen} intro={<PageTabs label={t('common.general')} tabs={generalTabs} />} />;
}
