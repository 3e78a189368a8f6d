// Settings › Reports: how the workspace shows its figures to others.
import { publisherColumns } from '@tributary/contract/accounts/hidden';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { SettingsPage, type SettingsScreen } from '../../kit/settings/settings-page.tsx';
import { t } from '../../words/admin.ts';
import { said } from '../../words/said.ts';
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
    publishers: {
      title: t('settings.publishersPortal'),
      text: t('settings.publishersPortalText'),
      settings: {
        refused_traffic: { label: said(publisherColumns.refused_traffic), help: t('settings.refusedTrafficHelp') },
        unique_clicks: { label: said(publisherColumns.unique_clicks) },
        rates: { label: said(publisherColumns.rates) },
        conversion_time: { label: said(publisherColumns.conversion_time) },
        click_id: { label: said(publisherColumns.click_id), help: t('settings.clickIdHelp') },
        country: { label: said(publisherColumns.country), help: t('settings.countryHelp') },
        place: { label: said(publisherColumns.place) },
        device: { label: said(publisherColumns.device) },
        conversion_reason: { label: said(publisherColumns.conversion_reason) },
      },
    },
  },
};

export default function ReportSettings() {
  return <SettingsPage screen={screen} intro={<PageTabs label={t('common.general')} tabs={generalTabs} />} />;
}
