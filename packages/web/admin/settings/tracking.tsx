// Settings › General › Tracking: how offers begin, and where refused clicks go.
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { SettingsPage, type SettingsScreen } from '../../kit/settings/settings-page.tsx';
import { t } from '../../words/admin.ts';
import { generalTabs } from './tabs.ts';

const screen: SettingsScreen = {
  title: t('tracking.title'),
  purpose: t('tracking.purpose'),
  sections: {
    tracking: {
      title: t('tracking.defaults'),
      text: t('tracking.defaultsText'),
      settings: {
        fallback_url: { label: t('tracking.fallback'), help: t('tracking.fallbackHelp') },
        click_life_days: { label: t('tracking.clickLife'), help: t('tracking.clickLifeHelp') },
        hold_minutes: { label: t('tracking.hold') },
        status_after_hold: {
          label: t('tracking.afterHold'),
          options: {
            approved: t('common.approved'),
            pending: t('tracking.pending'),
            rejected: t('tracking.rejected'),
          },
        },
        min_ctit_seconds: { label: t('tracking.minCtit'), help: t('tracking.minCtitHelp') },
        unique_click_hours: { label: t('tracking.uniqueHours') },
        duplicate_click_action: {
          label: t('tracking.duplicates'),
          options: { count: t('tracking.countThem'), refuse: t('tracking.refuseThem') },
        },
        redirect_type: { label: t('tracking.redirect'), options: { javascript: t('tracking.javascript') } },
      },
    },
  },
};

export default function TrackingSettings() {
  return <SettingsPage screen={screen} intro={<PageTabs label={t('common.general')} tabs={generalTabs} />} />;
}
