// Settings › General › Privacy: what is kept of the people who click.

import { personRequestRoutes } from '@tributary/contract/settings/person-requests';
import { keptMonths } from '@tributary/contract/settings/privacy';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { SettingsPage, type SettingsScreen } from '../../kit/settings/settings-page.tsx';
import { useMay } from '../../kit/shell/permissions.ts';
import { t } from '../../words/admin.ts';
import { PersonRequests } from './person-requests.tsx';
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
    retention: {
      title: t('retention.title'),
      text: t('retention.text'),
      settings: {
        raw_rows: {
          label: t('retention.rows'),
          help: t('retention.rowsHelp'),
          options: Object.fromEntries(
            keptMonths.map((months) => [
              months,
              months === 'platform' ? t('retention.platform') : t('retention.months', { count: months }),
            ]),
          ),
        },
      },
    },
  },
};

export default function PrivacySettings() {
  const may = useMay();
  return (
    <SettingsPage
      screen={screen}
      intro={<PageTabs label={t('common.general')} tabs={generalTabs} />}
      more={may(personRequestRoutes.personRequests) && <PersonRequests />}
    />
  );
}
