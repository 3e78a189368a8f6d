// Settings › Payment › Terms: when documents are made and due, what is held back, who approves, and who issues them.
import { Select } from '@mantine/core';
import { countryName } from '@tributary/contract/countries';
import { netDays } from '@tributary/contract/settings/payment';
import { countryOptions } from '../../../kit/inputs/country-options.ts';
import { PageTabs } from '../../../kit/log-page/page-tabs.tsx';
import type { SettingWords } from '../../../kit/settings/setting-fields.ts';
import { SettingsPage, type SettingsScreen } from '../../../kit/settings/settings-page.tsx';
import { t } from '../../../words/admin.ts';
import { readersLanguage } from '../../../words/words.ts';
import { paymentTabs } from './tabs.ts';
import { TwoPersonSum } from './two-person-sum.tsx';

const daysText = (value: unknown): string => t('payment.days', { count: Number(value) });

const daysToPay = (label: string): SettingWords => ({
  label,
  own: {
    input: ({ value, set, disabled }) => (
      <Select
        label={label}
        description={t('payment.netHelp')}
        data={netDays.map((days) => ({ value: String(days), label: daysText(days) }))}
        value={String(value)}
        onChange={(chosen) => chosen && set(Number(chosen))}
        allowDeselect={false}
        disabled={disabled}
      />
    ),
    text: daysText,
  },
});

const country: SettingWords = {
  label: t('common.country'),
  own: {
    input: ({ value, set, disabled }) => (
      <Select
        label={t('common.country')}
        description={t('payment.countryHelp')}
        data={countryOptions()}
        value={String(value) || null}
        onChange={(chosen) => set(chosen ?? '')}
        searchable
        clearable
        disabled={disabled}
      />
    ),
    text: (value) => (value ? countryName(String(value), readersLanguage()) : ''),
  },
};

const screen: SettingsScreen = {
  title: t('menu.payment'),
  purpose: t('payment.purpose'),
  sections: {
    payment: {
      title: t('payment.title'),
      text: t('payment.text'),
      settings: {
        cycle: {
          label: t('payment.cycle'),
          options: {
            weekly: t('payment.weekly'),
            'half-monthly': t('payment.halfMonthly'),
            monthly: t('payment.monthly'),
          },
        },
        net_days: daysToPay(t('payment.net')),
        invoice_net_days: daysToPay(t('payment.invoiceNet')),
        hold_days: { label: t('payment.hold'), help: t('payment.holdHelp') },
        cut: { label: t('payment.cut'), options: { event: t('payment.cutEvent'), approval: t('payment.cutApproval') } },
        minimum: { label: t('payment.minimum'), help: t('payment.minimumHelp') },
        two_person_sum: {
          label: t('payment.twoPerson'),
          own: { input: TwoPersonSum, text: String },
        },
        legal_name: { label: t('payment.legalName'), help: t('payment.legalNameHelp') },
        country,
        vat_id: { label: t('payment.vatId') },
        street: { label: t('payment.street') },
        house_number: { label: t('payment.houseNumber') },
        postcode: { label: t('payment.postcode') },
        town: { label: t('payment.town') },
        self_billing_text: { label: t('payment.agreement'), help: t('payment.agreementHelp') },
      },
    },
  },
};

export default function PaymentTerms() {
  return <SettingsPage screen={screen} intro={<PageTabs label={t('menu.payment')} tabs={paymentTabs} />} />;
}
