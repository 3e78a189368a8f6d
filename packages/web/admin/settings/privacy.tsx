// Settings › General › Privacy: what is kept of the people who click.
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { SettingsPage, type SettingsScreen } from '../../kit/settings/settings-page.tsx';
import { t } from '../../words/admin.ts';
import { generalTabs } from './tabs.ts';

const screen: SettingsScreen = {
  title: t('privacy.title'),
  purpose: t('privacy.purpose'),
  sections: {
    privacy: {
      title: t('privacy.anonymising'),
      text: t('privacy.anonymisingText'),
      settings: {
        anonymise: {
          label: t('privacy.whose'),
          help: t('privacy.whoseHelp'),
          options: { off: t('privacy.nobody'), europe: t('privacy.europe'), everyone: t('privacy.everyone') },
        },
        device_ids: {
          label: t('privacy.devices'),
          help: t('privacy.devicesHelp'),
          options: { keep: t('privacy.keep'), hash: t('privacy.hash'), drop: t('privacy.drop') },
        },
      },
    },
  },
};

export default function PrivacySettings() {
  return <SettingsPage screen={screen} intro={<PageTabs label={t('common.general')} tabs={generalTabs} />} />;
}
