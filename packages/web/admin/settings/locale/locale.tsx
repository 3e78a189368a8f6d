// Settings › General › Time zone and currency: what is in force, what is to come, and what a change would touch before it is saved.

import { queryClient } from '../../../kit/api/query-client.ts';
import { PageTabs } from '../../../kit/log-page/page-tabs.tsx';
import { SettingsPage, type SettingsScreen } from '../../../kit/settings/settings-page.tsx';
import { t } from '../../../words/admin.ts';
import { generalTabs } from '../tabs.ts';
import { LocaleNow } from './locale-now.tsx';
import { LocalePreview } from './locale-preview.tsx';
import { LOCALE } from './state.ts';

const screen: SettingsScreen = {
  title: t('locale.title'),
  purpose: t('locale.purpose'),
  sections: {
    locale: {
      title: t('locale.section'),
      text: t('locale.sectionText'),
      settings: {
        time_zone: { label: t('locale.timeZone'), help: t('locale.timeZoneHelp') },
        currency: { label: t('locale.currency'), help: t('locale.currencyHelp') },
      },
      preview: LocalePreview,
      saved: () => void queryClient.invalidateQueries({ queryKey: [LOCALE] }),
    },
  },
};

export default function Locale() {
  const intro = (
    <>
      <PageTabs label={t('common.general')} tabs={generalTabs} />
      <LocaleNow />
    </>
  );
  return <SettingsPage screen={screen} intro={intro} />;
}
